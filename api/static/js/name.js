/** Valence names: pick cards and say the name, or practise with hands that are dealt. */

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
import { recall, remember } from "./storage.js";
import { tileButton, tileView } from "./tile.js";
import { listed, points, quoted, t } from "./words.js";

/** @typedef {import("./journal.js").Entry} Entry */

/** @type {Record<string, "valid" | "invalid" | "unresolved">} */
const RULINGS = { right: "valid", wrong: "invalid", unresolved: "unresolved" };

const said = byId("said");
let game = data.games[0];
let mode = "judge";
let cards = model.runOf();
let round = practice.roundOf(recall("practice", null));

const view = new RunView(byId("cards"), (changed) => {
  cards = changed;
  showCards();
});

// --- choosing ---------------------------------------------------------------------------------------------------

const practising = () => mode === "practice";

function setUp() {
  cards = model.runOf(cards.tiles.filter((symbol) => game.tiles.some((tile) => tile.symbol === symbol)));
  patch(byId("keypad"), game.tiles.map((tile) => tileButton(tile, {}, { key: tile.symbol, "data-key": tile.symbol, click: () => view.add(tile.symbol) })));
  byId("pick").hidden = practising();
  byId("deal").hidden = !practising();
  byId("reveal").hidden = !practising();
  byId("said-label").textContent = t(practising() ? "name.ask_practice" : "name.ask");
  byId("ask").textContent = t(practising() ? "name.check_practice" : "name.check");
  if (practising()) deal();
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
    round = practice.withDeck(round, []);
    history.replaceState({ step: "enter", question: null }, "", practising() ? "/name#practice" : "/name");
    ready();
    setUp();
  });
}
byId("undo").addEventListener("click", () => view.undo());
byId("clear").addEventListener("click", () => view.clear());

// --- practice ---------------------------------------------------------------------------------------------------

function deal() {
  round = practice.deal(round, data.builds[game.id], Math.random);
  patch(byId("hand"), round.hand.map((symbol) => tileView({ ...tileOf(game, symbol), points: null }, { size: 72 })));
  showScore();
  ready();
  said.focus({ preventScroll: true });
  announce(t("name.new_hand", { cards: listed(round.hand.map((symbol) => tileOf(game, symbol).name)) }));
}

function showScore() {
  const { score } = round;
  remember("practice", score);
  const shown = [["name.right", t("name.right_of", { right: score.right, asked: score.asked })], ["name.in_a_row", score.streak], ["name.best", score.best]];
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

// --- the answer ---------------------------------------------------------------------------------------------------

byId("name-form").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  const name = said.value.trim();
  const laid = practising() ? round.hand : cards.tiles;
  byId("said-trouble").textContent = !laid.length ? t("name.lay_first") : !name ? t("name.say_first") : "";
  if (laid.length && name) conductor.act({ type: "give", question: { cards: [...laid], name, rules: game.id, practice: practising() } });
  else if (laid.length) said.focus();
});

byId("reveal").addEventListener("click", () =>
  conductor.act({ type: "give", question: { cards: [...round.hand], name: "?", rules: game.id, practice: true, shown: true } }),
);

/** The address that asks about this name again. @param {any} question */
function linkTo({ cards: laid, name, rules, practice: practised }) {
  return practised ? "/name#practice" : `/name?${new URLSearchParams({ cards: laid.join(","), name, rules })}`;
}

/** @param {any} question @returns {Promise<Entry>} */
async function judged(question) {
  const { cards: laid, name, rules, practice: practised, shown } = question;
  const { answer: ruling, here } = await askName(laid, name, rules, practised);
  if (practised) round = practice.count(round, laid, shown ? "shown" : ruling.answer);
  const link = linkTo(question);
  const table = ruling.answer === "unresolved" && !practised ? find(link)?.table : undefined;
  return {
    id: practised ? `practice ${round.score.asked}` : link,
    at: new Date().toISOString(),
    kind: practised ? "practice" : "name",
    title: quoted(name),
    subtitle: t("name.answer_for", { answer: t(`ruling.${ruling.answer}`).toLowerCase(), cards: laid.join(" ") }),
    ruling: RULINGS[ruling.answer],
    sealed: false,
    link,
    question,
    answer: ruling,
    ...(table ? { table } : {}),
    ...(here ? { here } : {}),
  };
}

/** @param {Entry} entry */
function ruling(entry) {
  const { answer: given, question, table } = entry;
  const { verdict, molecule, names, answer } = given;
  const word = t(`ruling.${table ? (table === "valid" ? "right" : "wrong") : answer}`);
  const below = formula(verdict.formula);
  const top = question.shown
    ? h("header", { class: "hero shown" }, h("h1", { class: "hero-word", tabindex: "-1" }, names[0] ?? molecule), h("p", { class: "hero-below" }, below))
    : hero({ ruling: table ?? RULINGS[answer], word, name: table ? t("ruling.hero_table") : answer === "right" ? (names[0] ?? question.name) : quoted(question.name), below });
  return {
    hero: top,
    body: [
      h(
        "section",
        { class: "why stack" },
        h("h2", {}, t("ruling.why")),
        !question.shown && h("p", {}, prose(given.message), " ", ruleLink("V-NAME", game.digest)),
        picture(verdict, game),
        !molecule && h("p", {}, prose(decisive(verdict).message)),
      ),
      answer === "unresolved" && entry.kind === "name" && decision(entry),
      names.length > 0 && h("section", { class: "stack" }, h("h2", {}, t(names.length > 1 ? "name.its_names" : "name.its_name")), h("ul", { class: "names" }, names.map((/** @type {string} */ one) => h("li", {}, one)))),
      molecule && h("section", { class: "stack" }, h("h2", {}, t("name.in_game")), h("p", {}, moleculeText(verdict, molecule))),
      structure(verdict) && h("section", { class: "stack" }, h("h2", {}, t("ruling.structure")), structure(verdict)),
    ],
    said: `${question.shown ? "" : `${word}. `}${given.message}`,
    title: `${word}: ${entry.title}`,
  };
}

/** @param {import("./models/verdict.js").Verdict} verdict @param {string} molecule */
function moleculeText(verdict, molecule) {
  const worth = verdict.checks.find((check) => check.code === "molecule")?.params?.points;
  return worth === undefined ? molecule : t("name.molecule", { molecule, points: points(worth) });
}

/** V-NAME-OPEN: a name that the judge cannot decide may be accepted by the table. @param {Entry} entry */
function decision(entry) {
  if (!entry.table) return tableDecides(conductor, entry, { yes: t("ruling.accept"), no: t("ruling.refuse") });
  const decided = t(entry.table === "valid" ? "ruling.right" : "ruling.wrong").toLowerCase();
  return h("p", { class: "note", "data-ruling": entry.table }, icon(entry.table), t("ruling.table_decided", { ruling: decided }));
}

const conductor = new Conductor({
  home: "/name",
  title: t("name.title"),
  link: linkTo,
  linked() {
    const query = new URLSearchParams(location.search);
    const laid = (query.get("cards") ?? "").split(",").filter((symbol) => symbol in data.elements);
    const name = query.get("name");
    return laid.length && name ? { cards: laid, name, rules: query.get("rules") ?? game.id, practice: false } : null;
  },
  ask: judged,
  seen: (question) => (question.practice ? null : find(linkTo(question))),
  reopens: (entry) => entry.question,
  enter(question) {
    if (!practising() && question && !cards.tiles.length) {
      cards = model.runOf(question.cards);
      said.value = question.name;
      showCards();
    }
    return practising() ? said : null;
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

mode = location.hash === "#practice" ? "practice" : "judge";
const asked = new URLSearchParams(location.search).get("rules");
game = data.games.find(({ id }) => id === asked) ?? game;
/** @type {any} */ (document.querySelector(`[name=mode][value=${mode}]`)).checked = true;
/** @type {any} */ (document.querySelector(`[name=game][value=${game.id}]`)).checked = true;
setUp();
conductor.open();
