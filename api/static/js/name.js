/** Valence names: pick cards and say the name, or practise with hands that are dealt. */

import { ask } from "./asking.js";
import { data, tileOf } from "./data.js";
import { announce, byId, formula, h, icon, prose, put } from "./dom.js";
import "./frame.js";
import { find, keep } from "./journal.js";
import { decisive, hero, picture } from "./lesson.js";
import { drawing } from "./drawing.js";
import { ruleLink } from "./rulebook.js";
import "./run.js";
import { share } from "./sharing.js";
import { recall, remember } from "./storage.js";
import { tileButton, tileElement } from "./tile.js";
import { troubleView } from "./trouble.js";
import { waitFor } from "./waiting.js";
import { capital, listed } from "./words.js";

const RULINGS = { right: "valid", wrong: "invalid", unresolved: "unresolved" };
const AGAIN_AFTER = 4; // hands until one that was not known comes back

const cards = byId("cards");
const said = byId("said");
const form = byId("name-form");
const answerPlace = byId("answer");

let game = data.games[0];
let mode = "judge";
/** @type {string[][]} */
let deck = [];
/** @type {string[]} */
let hand = [];

const noScore = () => ({ right: 0, asked: 0, streak: 0, best: 0 });
let score = { ...noScore(), ...recall("practice", {}) };

// --- choosing ---------------------------------------------------------------------------------------------------

function setUp() {
  cards.game = game;
  cards.start(cards.tiles.filter((symbol) => game.tiles.some((tile) => tile.symbol === symbol)));
  put(byId("keypad"), ...game.tiles.map((tile) => tileButton(tile, {}, { click: () => cards.add(tile.symbol) })));
  const practising = mode === "practice";
  byId("pick").hidden = practising;
  byId("deal").hidden = !practising;
  byId("reveal").hidden = !practising;
  byId("said-label").textContent = practising ? "What do these cards build?" : "What is it called?";
  byId("check").textContent = practising ? "Check" : "Is that right?";
  deck = [];
  if (practising) deal();
  else ready();
  showCards();
}

function ready() {
  said.value = "";
  byId("said-trouble").textContent = "";
  form.hidden = false;
  answerPlace.hidden = true;
  document.body.dataset.view = mode;
}

function showCards() {
  byId("cards-empty").hidden = cards.tiles.length > 0;
  byId("undo").disabled = !cards.canUndo;
  byId("clear").disabled = !cards.tiles.length;
}

for (const input of document.querySelectorAll("[name=mode], [name=game]")) {
  input.addEventListener("change", () => {
    mode = document.querySelector("[name=mode]:checked").value;
    game = data.games.find(({ id }) => id === document.querySelector("[name=game]:checked").value);
    history.replaceState({}, "", mode === "practice" ? "/name#practice" : "/name");
    setUp();
  });
}
cards.addEventListener("run-changed", showCards);
byId("undo").addEventListener("click", () => cards.undo());
byId("clear").addEventListener("click", () => cards.clear());

// --- practice ---------------------------------------------------------------------------------------------------

function shuffled(items) {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}

/** The next hand. All hands come once before any comes twice, but for those that were not known. */
function deal() {
  if (!deck.length) deck = shuffled(data.builds[game.id]);
  hand = shuffled(deck.shift());
  put(byId("hand"), ...hand.map((symbol) => tileElement({ ...tileOf(game, symbol), points: null }, { size: 72 })));
  showScore();
  ready();
  said.focus({ preventScroll: true });
  announce(`New hand: ${listed(hand.map((symbol) => tileOf(game, symbol).name))}`);
}

function count(right) {
  score.asked += 1;
  score.right += right ? 1 : 0;
  score.streak = right ? score.streak + 1 : 0;
  score.best = Math.max(score.best, score.streak);
  if (!right) deck.splice(Math.min(AGAIN_AFTER, deck.length), 0, hand);
  remember("practice", score);
  showScore();
}

function showScore() {
  const parts = { Right: `${score.right} of ${score.asked}`, "In a row": score.streak, Best: score.best };
  put(
    byId("score"),
    ...Object.entries(parts).map(([title, value]) => h("li", {}, h("b", {}, value), h("span", { class: "small soft" }, title))),
    score.asked > 0 && h("li", {}, h("button", { type: "button", class: "icon-button", "aria-label": "Start the score again", click: startAgain }, icon("clear"))),
  );
}

function startAgain() {
  score = noScore();
  remember("practice", score);
  showScore();
}

// --- the answer ---------------------------------------------------------------------------------------------------

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const name = said.value.trim();
  const laid = mode === "practice" ? hand : cards.tiles;
  byId("said-trouble").textContent = !laid.length ? "Lay the cards first." : !name ? "Say a name first." : "";
  if (laid.length && name) check(laid, name);
  else if (laid.length) said.focus();
});

byId("reveal").addEventListener("click", () => check(hand, "?", { shown: true }));

async function check(laid, name, { shown = false } = {}) {
  const practising = mode === "practice";
  const link = linkTo(laid, name);
  if (!practising && location.pathname + location.search !== link) history.pushState({}, "", link);
  form.hidden = true;
  answerPlace.hidden = false;
  put(answerPlace);
  scrollTo(0, 0);
  try {
    const ruling = await waitFor(answerPlace, ask("/v1/valence/name", { cards: laid, name, rules: game.id }));
    if (practising) {
      if (shown || ruling.answer !== "unresolved") count(!shown && ruling.answer === "right");
      showAnswer(ruling, { name, shown });
    } else {
      const entry = entryOf(ruling, laid, name, link);
      keep(entry);
      showAnswer(ruling, { name, entry });
    }
  } catch (error) {
    if (!error.kind) throw error;
    const seen = practising ? null : find(link);
    if (seen && error.kind !== "refused") {
      showAnswer(seen.answer, { name, entry: seen });
      return;
    }
    put(answerPlace, troubleView(error, { again: () => check(laid, name, { shown }), change: back }));
    answerPlace.querySelector("h1").focus();
    if (error.kind === "offline") addEventListener("online", () => answerPlace.querySelector(".trouble") && check(laid, name, { shown }), { once: true });
  }
}

/** The address that asks about this name again. */
function linkTo(laid, name) {
  return `/name?${new URLSearchParams({ cards: laid.join(","), name, rules: game.id })}`;
}

function entryOf(ruling, laid, name, link) {
  const table = ruling.answer === "unresolved" ? find(link)?.table : undefined;
  return {
    id: link,
    at: new Date().toISOString(),
    kind: "name",
    title: `“${name}”`,
    subtitle: `${ruling.answer} for ${laid.join(" ")}`,
    ruling: RULINGS[ruling.answer],
    sealed: false,
    link,
    question: { cards: laid, name, rules: game.id },
    answer: ruling,
    table,
  };
}

function showAnswer(ruling, { name, shown = false, entry = null }) {
  const { verdict, molecule, names, answer } = ruling;
  const state = RULINGS[answer];
  const practising = mode === "practice";
  const title = shown ? "This is" : capital(answer);
  const top = shown
    ? h("header", { class: "hero shown" }, h("h1", { class: "hero-word", tabindex: "-1" }, names[0] ?? molecule), h("p", { class: "hero-below" }, formula(verdict.formula)))
    : hero({ ruling: state, word: title, name: answer === "right" ? names[0] ?? name : `“${name}”`, below: formula(verdict.formula) });
  const next = h("button", { type: "button", class: "button primary tall", click: practising ? deal : back }, practising ? "Next hand" : "Next name");
  put(
    answerPlace,
    h(
      "div",
      { class: "verdict" },
      h("div", { class: "verdict-head" }, top, h("div", { class: "actions" }, next, entry && shareButton(entry))),
      h(
        "div",
        { class: "verdict-body lesson stack" },
        h("section", { class: "why stack" }, h("h2", {}, "Why"), !shown && h("p", {}, prose(ruling.message), " ", ruleLink("V-NAME")), picture(verdict, game), molecule ? null : h("p", {}, prose(decisive(verdict).message))),
        answer === "unresolved" && entry && tableDecides(ruling, name, entry),
        names.length > 0 && h("section", { class: "stack" }, h("h2", {}, names.length > 1 ? "Its names" : "Its name"), h("ul", { class: "names" }, ...names.map((one) => h("li", {}, one)))),
        molecule && h("section", { class: "stack" }, h("h2", {}, "In the game"), h("p", {}, moleculeText(verdict, molecule))),
        verdict.known && h("section", { class: "stack" }, h("h2", {}, "Structure"), drawing(`smiles=${encodeURIComponent(verdict.known.smiles)}`, names[0] ?? verdict.formula)),
      ),
    ),
  );
  announce(`${shown ? "" : `${title}. `}${ruling.message}`);
  next.focus({ preventScroll: true });
  scrollTo(0, 0);
}

function shareButton(entry) {
  return h("button", { type: "button", class: "button tall", "aria-label": "Share", click: () => share(entry.link, entry.title) }, icon("share"), h("span", { class: "wide-only" }, "Share"));
}

function moleculeText(verdict, molecule) {
  const { points } = verdict.checks.find((check) => check.code === "molecule")?.params ?? {};
  return points === undefined ? molecule : `${molecule}, ${points} ${points === 1 ? "point" : "points"}`;
}

/** V-NAME-OPEN: a name that the judge cannot decide may be accepted by the table. */
function tableDecides(ruling, name, entry) {
  if (entry.table) return h("p", { class: "note", "data-ruling": entry.table }, icon(entry.table), `The table decided: ${entry.table === "valid" ? "right" : "wrong"}. It is in the log.`);
  const decide = (table) => () => {
    const decided = { ...entry, table };
    keep(decided);
    showAnswer(ruling, { name, entry: decided });
  };
  return h(
    "section",
    { class: "table-decides stack" },
    h("h2", {}, "Let the table decide"),
    h("div", { class: "row" }, h("button", { type: "button", class: "button", click: decide("valid") }, icon("valid"), "Accept it"), h("button", { type: "button", class: "button", click: decide("invalid") }, icon("invalid"), "Refuse it")),
  );
}

function back() {
  if (mode === "practice") {
    form.hidden = false;
    answerPlace.hidden = true;
  } else {
    history.pushState({}, "", "/name");
    cards.start([]);
    showCards();
    ready();
  }
  said.focus({ preventScroll: true });
}

/** /name, /name#practice, or the link to a ruling on a name. */
function open() {
  const query = new URLSearchParams(location.search);
  const laid = (query.get("cards") ?? "").split(",").filter((symbol) => symbol in data.elements);
  const name = query.get("name");
  game = data.games.find(({ id }) => id === query.get("rules")) ?? game;
  mode = location.hash === "#practice" ? "practice" : "judge";
  document.querySelector(`[name=mode][value=${mode}]`).checked = true;
  document.querySelector(`[name=game][value=${game.id}]`).checked = true;
  setUp();
  if (mode === "judge" && laid.length && name) {
    cards.start(laid);
    said.value = name;
    showCards();
    check(laid, name);
  }
}

addEventListener("popstate", open);
open();
