/** Names: pick cards and say the name, or practise with what is dealt. */

import { at } from "./address.js";
import { ask, AskError } from "./requests.js";
import { boxLine, editionFor } from "./boxes.js";
import { Conductor, tableDecides } from "./conduct.js";
import { data, tileOf } from "./data.js";
import { askName } from "./device.js";
import { announce, byId, formula, icon, prose } from "./dom.js";
import { find } from "./journal.js";
import { hero, picture, structure } from "./lesson.js";
import * as practice from "./models/practice.js";
import * as model from "./models/run.js";
import { decisive } from "./models/verdict.js";
import { h, patch } from "./patch.js";
import { ruleLink } from "./rulebook.js";
import { RunView } from "./runview.js";
import { isSealed } from "./seal.js";
import { openSealSheet } from "./sealing.js";
import { share } from "./sharing.js";
import { recall, remember } from "./storage.js";
import { tileButton, tileView } from "./tile.js";
import { inWords, listed, points, quoted, t } from "./words.js";

/**
 * @typedef {import("./journal.js").Entry} Entry
 * @typedef {{cards: string[] | null, formula: string | null, name: string, rules: string, practice: boolean, edition?: string, shown?: boolean, sealed?: boolean}} Question
 */

/** @type {Record<string, "valid" | "invalid" | "unresolved">} */
const RULINGS = { right: "valid", wrong: "invalid", unresolved: "unresolved" };

const said = byId("said");
const query = new URLSearchParams(location.search);
const known = data.practice ?? { builds: {}, ions: [], acids: [] };
let game = data.games.find(({ id }) => id === query.get("rules")) ?? data.games[0];
let mode = location.hash === "#practice" ? "practice" : "judge";
let { set, most } = practice.chosenIn(query);
let cards = model.runOf();
let answered = false; // whether what is dealt has had its answer
let round = practice.roundOf(recall("practice", null), most);

const view = new RunView(byId("cards"), (changed) => {
  cards = changed;
  showCards();
});

// --- choosing ---------------------------------------------------------------------------------------------------

const practising = () => mode === "practice";

function setUp() {
  cards = model.runOf(cards.tiles.filter((symbol) => game.tiles.some((tile) => tile.symbol === symbol)));
  patch(byId("keypad"), game.tiles.map((tile) => tileButton(tile, {}, { key: tile.symbol, "data-key": tile.symbol, click: () => view.add(tile.symbol) })));
  patch(byId("box-line"), boxLine(game.id));
  byId("pick").hidden = practising();
  byId("deal").hidden = !practising();
  byId("hand").hidden = !practising();
  byId("result").hidden = true;
  byId("name-form").hidden = false;
  byId("reveal").hidden = !practising();
  byId("said-label").textContent = t(practising() ? "name.ask_practice" : "name.ask");
  byId("ask").textContent = t(practising() ? "name.check_practice" : "name.check");
  showSealed();
  showSets();
  if (practising()) begin();
  showCards();
}

function ready() {
  said.value = "";
  byId("said-trouble").textContent = "";
}

function showCards() {
  view.show(cards, game);
  byId("cards-empty").hidden = cards.tiles.length > 0;
  byId("undo").disabled = !cards.past.length;
  byId("clear").disabled = !cards.tiles.length;
}

for (const input of document.querySelectorAll("[name=mode], [name=game]")) {
  input.addEventListener("change", () => {
    mode = /** @type {any} */ (document.querySelector("[name=mode]:checked")).value;
    const id = /** @type {any} */ (document.querySelector("[name=game]:checked")).value;
    game = data.games.find((one) => one.id === id) ?? game;
    history.replaceState({ step: "enter", question: null }, "", at(home()));
    ready();
    setUp();
  });
}
byId("undo").addEventListener("click", () => view.undo());
byId("clear").addEventListener("click", () => view.clear());

/** The address of what is chosen: a teacher's link. */
function home() {
  if (!practising()) return "/name";
  const chosen = new URLSearchParams({ ...(set === "cards" ? {} : { set }), ...(most ? { count: String(most) } : {}), ...(game === data.games[0] ? {} : { rules: game.id }) });
  return `/name${chosen.size ? `?${chosen}` : ""}#practice`;
}

// --- sealed -----------------------------------------------------------------------------------------------------

const sealed = () => isSealed() && !practising();

function showSealed() {
  const button = byId("sealed");
  button.hidden = practising();
  button.setAttribute("aria-pressed", String(sealed()));
}

byId("sealed").addEventListener("click", openSealSheet);
document.addEventListener("seal-changed", () => {
  showSealed();
  patch(byId("box-line"), boxLine(game.id));
});

// --- practice ---------------------------------------------------------------------------------------------------

const COUNTS = [null, 10, 20];

function showSets() {
  const molecules = (known.builds[game.id] ?? []).map(({ molecule }) => molecule);
  const kinds = [...new Set(molecules)].filter((molecule) => molecules.indexOf(molecule) !== molecules.lastIndexOf(molecule));
  const sets = [["cards", t("name.set_cards")], ["ions", t("name.set_ions")], ["acids", t("name.set_acids")], ...kinds.map((molecule) => [molecule, inWords(molecule)])];
  const own = sets.every(([id]) => id !== set) && [h("option", { value: set, selected: true }, t("name.set_own"))];
  patch(byId("set"), sets.map(([id, title]) => h("option", { value: id, selected: id === set }, title)), own);
  const counts = COUNTS.includes(most) ? COUNTS : [...COUNTS, most];
  patch(byId("count"), counts.map((number) => h("option", { value: number ?? "", selected: number === most }, number === null ? t("name.endless") : t("name.of_them", { n: number }))));
}

for (const id of ["set", "count"]) {
  byId(id).addEventListener("change", () => {
    set = byId("set").value;
    most = Number(byId("count").value) || null;
    history.replaceState({ step: "enter", question: null }, "", at(home()));
    begin();
  });
}
byId("class-link").addEventListener("click", () => share(home(), t("name.class_link"), "practice"));

/** A new round. */
function begin() {
  round = { ...practice.roundOf(recall("practice", null), most) };
  deal();
}

function deal() {
  answered = false;
  if (!practice.isOver(round)) round = practice.deal(round, practice.exercisesOf(set, { ...known, builds: known.builds[game.id] ?? [] }), Math.random);
  const over = practice.isOver(round);
  byId("name-form").hidden = over;
  byId("result").hidden = !over;
  showScore();
  ready();
  if (over) {
    patch(byId("result"), resultView());
    announce(t("name.result", { right: practice.rightOf(round), asked: round.done.length }));
    return;
  }
  const { cards: hand, formula: composition } = round.now ?? { cards: null, formula: null };
  byId("said-label").textContent = t(hand ? "name.ask_practice" : "name.ask");
  patch(byId("hand"), hand ? hand.map((symbol) => tileView({ ...tileOf(game, symbol), points: null }, { size: 72 })) : composition && h("p", { class: "asked-formula" }, formula(composition)));
  said.focus({ preventScroll: true });
  announce(t("name.new_hand", { cards: hand ? listed(hand.map((symbol) => tileOf(game, symbol).name)) : (composition ?? "") }));
}

function showScore() {
  const { score } = round;
  remember("practice", score);
  const left = most === null ? [] : [["name.round", t("name.right_of", { right: practice.rightOf(round), asked: `${round.done.length} / ${most}` })]];
  const shown = [["name.right", t("name.right_of", { right: score.right, asked: score.asked })], ["name.in_a_row", score.streak], ["name.best", score.best], ...left];
  const startAgain = () => {
    round = practice.forget(round);
    showScore();
  };
  patch(
    byId("score"),
    shown.map(([title, value]) => h("li", { key: title }, h("b", {}, value), h("span", { class: "small soft" }, t(String(title))))),
    score.asked > 0 && h("li", {}, h("button", { type: "button", class: "icon-button", "aria-label": t("name.start_again"), click: startAgain }, icon("clear"))),
  );
}

/** What a round came to, to look at, share and print. */
function resultView() {
  const right = practice.rightOf(round);
  const title = t("name.result", { right, asked: round.done.length });
  return h(
    "div",
    { class: "stack" },
    h("h2", { class: "result-title" }, title),
    h(
      "ul",
      { class: "result-list" },
      round.done.map(({ exercise, said: given, answer, name }, i) =>
        h(
          "li",
          { key: i, "data-ruling": answer === "right" ? "valid" : "invalid" },
          h("span", { class: "mark" }, icon(answer === "right" ? "valid" : "invalid")),
          h("b", {}, formula(exercise.formula ?? (exercise.cards ?? []).join(" "))),
          h("span", {}, name),
          answer !== "right" && h("span", { class: "small soft" }, answer === "shown" ? t("name.was_shown") : quoted(given)),
        ),
      ),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "button primary", click: begin }, t("name.again")),
      h("button", { type: "button", class: "button", click: () => share(home(), title, "practice") }, icon("share"), t("ruling.share")),
      h("button", { type: "button", class: "button", click: () => print() }, t("name.print")),
    ),
  );
}

// --- the answer ---------------------------------------------------------------------------------------------------

byId("name-form").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  const name = said.value.trim();
  const what = practising() ? round.now : cards.tiles.length > 0;
  byId("said-trouble").textContent = !what ? t("name.lay_first") : !name ? t("name.say_first") : "";
  if (what && name) conductor.act({ type: "give", question: questionOf(name) });
  else if (what) said.focus();
});
byId("reveal").addEventListener("click", () => round.now && conductor.act({ type: "give", question: { ...questionOf("?"), shown: true } }));

/** @param {string} name @returns {Question} */
function questionOf(name) {
  const what = practising() && round.now ? { cards: round.now.cards && [...round.now.cards], formula: round.now.formula } : { cards: [...cards.tiles], formula: null };
  const edition = what.cards ? editionFor(game.id) : undefined;
  return { ...what, name, rules: game.id, practice: practising(), sealed: sealed(), ...(edition ? { edition } : {}) };
}

/** The address that asks about this name again. @param {Question} question */
function linkTo({ cards: laid, name, rules, practice: practised, edition, sealed: closed }) {
  if (practised) return home();
  return `/name?${new URLSearchParams({ cards: (laid ?? []).join(","), name, rules, ...(edition ? { edition } : {}), ...(closed ? { sealed: "1" } : {}) })}`;
}

/** @param {Question} question @returns {Promise<Entry>} */
async function judged(question) {
  const { cards: laid, formula: composition, name, practice: practised, shown } = question;
  const { answer: ruling, here } = await askName(question);
  answered = practised;
  if (practised) round = practice.count(round, { said: name, answer: shown ? "shown" : ruling.answer, name: ruling.names[0] ?? ruling.molecule ?? "" });
  const link = linkTo(question);
  const table = ruling.answer === "unresolved" && !practised ? find(link)?.table : undefined;
  return {
    id: practised ? `practice ${round.score.asked} ${name}` : link,
    at: new Date().toISOString(),
    kind: practised ? "practice" : "name",
    title: quoted(name),
    subtitle: t("name.answer_for", { answer: t(`ruling.${ruling.answer}`).toLowerCase(), cards: laid?.join(" ") ?? composition ?? "" }),
    ruling: RULINGS[ruling.answer],
    sealed: question.sealed === true,
    link,
    question,
    answer: ruling,
    ...(table ? { table } : {}),
    ...(here ? { here } : {}),
  };
}

/** @param {Entry} entry */
function ruling(entry) {
  const { answer: given, question } = entry;
  return {
    hero: question.shown ? shownHero(given, question) : answerHero(entry),
    body: entry.sealed ? [decision(entry), h("p", { class: "note" }, icon("seal"), t("ruling.sealed"))] : [decision(entry), ...details(entry)],
    said: entry.sealed ? wordOf(entry) : `${question.shown ? "" : `${wordOf(entry)}. `}${given.message}`,
    title: `${wordOf(entry)}: ${entry.title}`,
  };
}

/** @param {Entry} entry */
const wordOf = ({ answer, table }) => t(`ruling.${table ? (table === "valid" ? "right" : "wrong") : answer.answer}`);

/** @param {any} given @param {Question} question */
const formulaOf = (given, question) => formula(given.verdict?.formula ?? question.formula ?? "");

/** @param {any} given @param {Question} question */
function shownHero(given, question) {
  return h("header", { class: "hero shown" }, h("h1", { class: "hero-word", tabindex: "-1" }, given.names[0] ?? inWords(given.molecule ?? "")), h("p", { class: "hero-below" }, formulaOf(given, question)));
}

/** @param {Entry} entry */
function answerHero(entry) {
  const { answer: given, question, table } = entry;
  const slip = given.answer === "right" ? given.params?.spelling : null;
  const right = slip ? [h("s", {}, question.name), " ", slip] : (given.names[0] ?? question.name);
  const name = table ? t("ruling.hero_table") : given.answer === "right" && !entry.sealed ? right : quoted(question.name);
  return hero({ ruling: table ?? RULINGS[given.answer], word: wordOf(entry), name, below: formulaOf(given, question) });
}

/** @param {Entry} entry */
function details({ answer: given, question }) {
  const { verdict, molecule, names } = given;
  const drawn = verdict && structure(verdict);
  return [
    (!question.shown || verdict) && h(
      "section",
      { class: "why stack" },
      h("h2", {}, t("ruling.why")),
      !question.shown && h("p", {}, prose(given.message), " ", verdict && ruleLink("V-NAME", game.rulebook)),
      verdict && picture(verdict, game),
      verdict && !molecule && h("p", {}, prose(decisive(verdict).message)),
    ),
    names.length > 0 && h("section", { class: "stack" }, h("h2", {}, t(names.length > 1 ? "name.its_names" : "name.its_name")), h("ul", { class: "names" }, names.map((/** @type {string} */ one) => h("li", {}, one)))),
    molecule && h("section", { class: "stack" }, h("h2", {}, t("name.in_game")), h("p", {}, moleculeText(verdict, molecule))),
    drawn && h("section", { class: "stack" }, h("h2", {}, t("ruling.structure")), drawn),
  ];
}

/** @param {import("./models/verdict.js").Verdict} verdict @param {string} molecule */
function moleculeText(verdict, molecule) {
  const worth = verdict.checks.find((check) => check.code === "molecule")?.params?.points;
  return worth === undefined ? inWords(molecule) : t("name.molecule", { molecule: inWords(molecule), points: points(worth) });
}

/** V-NAME-OPEN: a name that the judge cannot decide may be accepted by the table. @param {Entry} entry */
function decision(entry) {
  if (entry.ruling !== "unresolved" || entry.kind !== "name") return null;
  if (!entry.table) return tableDecides(conductor, entry, { yes: t("ruling.accept"), no: t("ruling.refuse") });
  const decided = t(entry.table === "valid" ? "ruling.right" : "ruling.wrong").toLowerCase();
  return h("p", { class: "note", "data-ruling": entry.table }, icon(entry.table), t("ruling.table_decided", { ruling: decided }));
}

const conductor = new Conductor({
  get home() {
    return home();
  },
  title: t("name.title"),
  link: linkTo,
  linked() {
    const asked = new URLSearchParams(location.search);
    const laid = (asked.get("cards") ?? "").split(",").filter((symbol) => symbol in data.elements);
    const name = asked.get("name");
    if (!laid.length || !name) return null;
    const edition = asked.get("edition");
    return { cards: laid, formula: null, name, rules: asked.get("rules") ?? game.id, practice: false, sealed: isSealed() || asked.get("sealed") === "1", ...(edition ? { edition } : {}) };
  },
  ask: judged,
  seen: (question) => (question.practice ? null : find(linkTo(question))),
  reopens: (entry) => entry.question,
  enter(question) {
    if (!practising() && question?.cards && !cards.tiles.length) {
      cards = model.runOf(question.cards);
      said.value = question.name;
      showCards();
    }
    if (practising() && answered) deal(); // Back from an answer goes on to the next
    return practising() && !practice.isOver(round) ? said : null;
  },
  begin() {
    if (practising()) deal();
    else {
      cards = model.runOf();
      ready();
      showCards();
    }
  },
  confirm: () => ({ title: "", what: null, text: "" }),
  ruling,
  actions: () => h("button", { key: "next", type: "button", class: "button primary tall", click: () => conductor.next() }, t(practising() ? "name.next_hand" : "name.next")),
  field: () => said,
});

const showMode = () => (/** @type {any} */ (document.querySelector(`[name=mode][value=${mode}]`)).checked = true);

// a link to practice that is followed on this very page
addEventListener("hashchange", () => {
  const wanted = location.hash === "#practice" ? "practice" : "judge";
  if (wanted === mode) return;
  mode = wanted;
  showMode();
  ready();
  setUp();
});

/** The hands of the box that this device goes by, where it has one; without a network those of the reference. */
async function dealByBox() {
  for (const { id } of data.games.filter((one) => editionFor(one.id))) {
    try {
      known.builds[id] = (await ask(`/v1/valence/builds?${new URLSearchParams({ rules: id, edition: editionFor(id) ?? "" })}`)).builds;
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
    }
  }
}

function start() {
  showMode();
  /** @type {any} */ (document.querySelector(`[name=game][value=${game.id}]`)).checked = true;
  if (practising() && history.state?.step === "ruling") history.replaceState({ step: "enter", question: null }, "", at(home())); // an answered one is not asked again
  setUp();
  conductor.open();
}

if (data.games.some(({ id }) => editionFor(id))) dealByBox().finally(start);
else start();
