/** The page for names: pick the cards on the table and enter what they build. */

import { at } from "./address.js";
import { boxLine, editionFor } from "./boxes.js";
import { Conductor, tableDecides } from "./conduct.js";
import { data, tileOf } from "./data.js";
import { askName } from "./device.js";
import { announce, byId, formula, icon, prose } from "./dom.js";
import { find } from "./journal.js";
import { hero, picture, structure } from "./lesson.js";
import * as model from "./models/run.js";
import { decisive } from "./models/verdict.js";
import { h, patch } from "./patch.js";
import { ruleLink } from "./rulebook.js";
import { RunView } from "./runview.js";
import { isSealed } from "./seal.js";
import { openSealSheet } from "./sealing.js";
import { tileButton, tileView } from "./tile.js";
import { whileHere } from "./visit.js";
import { inWords, listed, points, quoted, t } from "./words.js";

// Practice has moved to its own page; old links are redirected.
if (location.hash === "#practice") location.replace(at(`/practice${location.search}`));

/**
 * @typedef {import("./journal.js").Entry} Entry
 * @typedef {{cards: string[], name: string, rules: string, edition?: string, sealed?: boolean}} Question
 */

/** @type {Record<string, "valid" | "invalid" | "unresolved">} */
const RULINGS = { right: "valid", wrong: "invalid", unresolved: "unresolved" };

const said = byId("said");
const query = new URLSearchParams(location.search);
let game = data.games.find(({ id }) => id === query.get("rules")) ?? data.games[0];
let cards = model.runOf();
const view = new RunView(byId("cards"), (changed) => {
  cards = changed;
  showCards();
});

// --- choosing ---------------------------------------------------------------------------------------------------

function setUp() {
  cards = model.runOf(cards.tiles.filter((symbol) => game.tiles.some((tile) => tile.symbol === symbol)));
  patch(
    byId("keypad"),
    game.tiles.map((tile) =>
      tileButton(tile, {}, { key: tile.symbol, "data-key": tile.symbol, click: () => view.add(tile.symbol) }),
    ),
  );
  patch(byId("box-line"), boxLine(game.id));
  showSealed();
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

for (const input of document.querySelectorAll("[name=game]")) {
  input.addEventListener("change", () => {
    const id = /** @type {any} */ (document.querySelector("[name=game]:checked")).value;
    game = data.games.find((one) => one.id === id) ?? game;
    history.replaceState({ step: "enter", question: null }, "", at("/name"));
    ready();
    setUp();
  });
}
byId("undo").addEventListener("click", () => view.undo());
byId("clear").addEventListener("click", () => view.clear());

// --- sealed -----------------------------------------------------------------------------------------------------

function showSealed() {
  const button = byId("sealed");
  button.setAttribute("aria-pressed", String(isSealed()));
}

byId("sealed").addEventListener("click", openSealSheet);
document.addEventListener(
  "seal-changed",
  () => {
    showSealed();
    patch(byId("box-line"), boxLine(game.id));
  },
  whileHere(),
);

// --- the answer ---------------------------------------------------------------------------------------------------

byId("name-form").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  const name = said.value.trim();
  const what = cards.tiles.length > 0;
  byId("said-trouble").textContent = !what ? t("name.lay_first") : !name ? t("name.say_first") : "";
  if (what && name) conductor.act({ type: "give", question: questionOf(name) });
  else if (what) said.focus();
});

/** @param {string} name @returns {Question} */
function questionOf(name) {
  const edition = editionFor(game.id);
  return { cards: [...cards.tiles], name, rules: game.id, sealed: isSealed(), ...(edition ? { edition } : {}) };
}

/** The address that asks about this name again. @param {Question} question */
function linkTo({ cards: laid, name, rules, edition, sealed: closed }) {
  const optional = { ...(edition ? { edition } : {}), ...(closed ? { sealed: "1" } : {}) };
  return `/name?${new URLSearchParams({ cards: laid.join(","), name, rules, ...optional })}`;
}

/** @param {Question} question @returns {Promise<Entry>} */
async function judged(question) {
  const { cards: laid, name } = question;
  const { answer: ruling, here } = await askName(question);
  const link = linkTo(question);
  const table = ruling.answer === "unresolved" ? find(link)?.table : undefined;
  return {
    id: link,
    at: new Date().toISOString(),
    kind: "name",
    title: quoted(name),
    subtitle: t("name.answer_for", { answer: t(`ruling.${ruling.answer}`).toLowerCase(), cards: laid.join(" ") }),
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
  const { answer: given } = entry;
  return {
    hero: answerHero(entry),
    body: entry.sealed
      ? [decision(entry), h("p", { class: "note" }, icon("seal"), t("ruling.sealed"))]
      : [decision(entry), ...details(entry)],
    said: entry.sealed ? wordOf(entry) : `${wordOf(entry)}. ${given.message}`,
    title: `${wordOf(entry)}: ${entry.title}`,
  };
}

/** @param {Entry} entry */
const wordOf = ({ answer, table }) => t(`ruling.${table ? (table === "valid" ? "right" : "wrong") : answer.answer}`);

/** @param {Entry} entry */
function answerHero(entry) {
  const { answer: given, question, table } = entry;
  const slip = given.answer === "right" ? given.params?.spelling : null;
  const right = slip ? [h("s", {}, question.name), " ", slip] : (given.names[0] ?? question.name);
  const name = table
    ? t("ruling.hero_table")
    : given.answer === "right" && !entry.sealed
      ? right
      : quoted(question.name);
  return hero({
    ruling: table ?? RULINGS[given.answer],
    word: wordOf(entry),
    name,
    below: formula(given.verdict?.formula ?? ""),
  });
}

/** @param {Entry} entry */
function details({ answer: given }) {
  const { verdict, molecule, names } = given;
  const drawn = verdict && structure(verdict);
  return [
    h(
      "section",
      { class: "why stack" },
      h("h2", {}, t("ruling.why")),
      h("p", {}, prose(given.message), " ", verdict && ruleLink("V-NAME", game.rulebook)),
      verdict && picture(verdict, game),
      verdict && !molecule && h("p", {}, prose(decisive(verdict).message)),
    ),
    names.length > 0 &&
      h(
        "section",
        { class: "stack" },
        h("h2", {}, t(names.length > 1 ? "name.its_names" : "name.its_name")),
        h(
          "ul",
          { class: "names" },
          names.map((/** @type {string} */ one) => h("li", {}, one)),
        ),
      ),
    molecule &&
      h("section", { class: "stack" }, h("h2", {}, t("name.in_game")), h("p", {}, moleculeText(verdict, molecule))),
    drawn && h("section", { class: "stack" }, h("h2", {}, t("ruling.structure")), drawn),
  ];
}

/** @param {import("./models/verdict.js").Verdict} verdict @param {string} molecule */
function moleculeText(verdict, molecule) {
  const worth = verdict.checks.find((check) => check.code === "molecule")?.params?.points;
  return worth === undefined
    ? inWords(molecule)
    : t("name.molecule", { molecule: inWords(molecule), points: points(worth) });
}

/** V-NAME-OPEN: the table may accept a name that the judge cannot decide. @param {Entry} entry */
function decision(entry) {
  if (entry.ruling !== "unresolved" || entry.kind !== "name") return null;
  if (!entry.table) return tableDecides(conductor, entry, { yes: t("ruling.accept"), no: t("ruling.refuse") });
  const decided = t(entry.table === "valid" ? "ruling.right" : "ruling.wrong").toLowerCase();
  return h(
    "p",
    { class: "note", "data-ruling": entry.table },
    icon(entry.table),
    t("ruling.table_decided", { ruling: decided }),
  );
}

const conductor = new Conductor({
  home: "/name",
  title: t("name.title"),
  link: linkTo,
  linked() {
    const asked = new URLSearchParams(location.search);
    const laid = (asked.get("cards") ?? "").split(",").filter((symbol) => symbol in data.elements);
    const name = asked.get("name");
    if (!laid.length || !name) return null;
    const edition = asked.get("edition");
    return {
      cards: laid,
      name,
      rules: asked.get("rules") ?? game.id,
      sealed: isSealed() || asked.get("sealed") === "1",
      ...(edition ? { edition } : {}),
    };
  },
  ask: judged,
  seen: (question) => find(linkTo(question)),
  reopens: (entry) => entry.question,
  enter(question) {
    if (question?.cards && !cards.tiles.length) {
      cards = model.runOf(question.cards);
      said.value = question.name;
      showCards();
    }
    return null;
  },
  begin() {
    cards = model.runOf();
    ready();
    showCards();
  },
  confirm: () => ({ title: "", what: null, text: "" }),
  ruling,
  actions: () =>
    h(
      "button",
      { key: "next", type: "button", class: "button primary tall", click: () => conductor.next() },
      t("name.next"),
    ),
  field: () => said,
});

/** @type {any} */ (document.querySelector(`[name=game][value=${game.id}]`)).checked = true;
setUp();
conductor.open();
