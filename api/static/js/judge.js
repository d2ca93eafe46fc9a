/** The judge's page: the run is laid, the opponent confirms, the ruling fills the screen. */

import { ask } from "./asking.js";
import { data, gameOf, rulesTitle, tileOf } from "./data.js";
import { announce, byId, formula, h, icon, put } from "./dom.js";
import { logLine } from "./frame.js";
import { entries, find, keep } from "./journal.js";
import { lesson, verdictHero, WORDS } from "./lesson.js";
import { read } from "./reading.js";
import "./run.js";
import { rulesName, settings, settingsForm } from "./settings.js";
import { share } from "./sharing.js";
import { recall, remember } from "./storage.js";
import { tileButton, tileElement } from "./tile.js";
import { troubleView } from "./trouble.js";
import { waitFor } from "./waiting.js";
import { listed, when } from "./words.js";

/** @typedef {{tiles?: string[], formula?: string, rules: string, sealed: boolean}} Question */

const run = byId("run");
const typed = byId("typed");
const reading = byId("reading");
const views = { enter: byId("enter"), confirm: byId("confirm"), ruling: byId("ruling") };

let chosen = settings();
let typedFormula = null;
/** @type {Question | null} what waits for the opponent or for a network */
let question = null;

function show(view) {
  for (const [name, section] of Object.entries(views)) section.hidden = name !== view;
  document.body.dataset.view = view;
  scrollTo(0, 0);
}

// --- the question -------------------------------------------------------------------------------------------

function showSettings() {
  chosen = settings();
  const game = gameOf(chosen.game);
  run.game = game;
  byId("rules-title").textContent = rulesTitle(rulesName(chosen));
  byId("sealed-mark").hidden = !chosen.sealed;
  put(
    byId("keypad"),
    ...game.tiles.map((tile) => tileButton(tile, {}, { click: () => lay(tile.symbol) })),
  );
  run.start(run.tiles);
  readTyped();
}

function lay(symbol) {
  typedFormula = null;
  run.add(symbol);
}

function showRun() {
  const { tiles } = run;
  byId("run-empty").hidden = tiles.length > 0 || typedFormula !== null;
  byId("undo").disabled = !run.canUndo;
  byId("clear").disabled = !tiles.length;
  byId("earlier").disabled = run.cursor < 1;
  byId("later").disabled = run.cursor < 0 || run.cursor >= tiles.length - 1;
  byId("ask").setAttribute("aria-disabled", String(!tiles.length && !typedFormula));
  put(byId("run-formula"), typedFormula && formula(typedFormula));
  byId("run-formula").hidden = typedFormula === null;
  remember("draft", { tiles, formula: typedFormula });
}

/** Tiles are the truth; the text follows them, and they follow the text while somebody types. */
function onRun() {
  typedFormula = null;
  typed.value = run.tiles.join("");
  put(reading);
  showRun();
}

function readTyped() {
  const game = gameOf(chosen.game);
  const found = read(typed.value, game.tiles.map((tile) => tile.symbol), data.elements);
  typedFormula = found.formula;
  run.replace(found.readings.length === 1 ? found.readings[0] : [], { silent: true });
  put(reading, ...readingView(found, game));
  showRun();
}

function readingView({ readings, formula: composition, trouble }, game) {
  if (composition) return [h("p", { class: "small soft" }, "A formula: legal if some order of its tiles is.")];
  if (trouble) return [h("p", { class: "small trouble-text" }, trouble)];
  const [only] = readings;
  if (readings.length > 1) {
    return [
      h("p", { class: "small", id: "which" }, "Which of these?"),
      h(
        "div",
        { class: "readings", role: "group", "aria-labelledby": "which" },
        ...readings.map((tiles) =>
          h(
            "button",
            { type: "button", class: "button", "aria-label": tiles.map((symbol) => tileOf(game, symbol).name).join(", "), click: () => take(tiles) },
            ...tiles.map((symbol) => tileElement(tileOf(game, symbol), { size: 28 })),
          ),
        ),
      ),
    ];
  }
  const foreign = (only ?? []).filter((symbol) => !game.tiles.some((tile) => tile.symbol === symbol));
  if (!foreign.length) return [];
  return [h("p", { class: "small trouble-text" }, `${listed([...new Set(foreign)])} ${foreign.length > 1 ? "are" : "is"} not in this edition.`)];
}

function take(tiles) {
  run.replace(tiles);
  typed.focus();
}

run.addEventListener("run-changed", onRun);
run.addEventListener("cursor-moved", showRun);
typed.addEventListener("input", readTyped);
byId("undo").addEventListener("click", () => run.undo());
byId("clear").addEventListener("click", () => run.clear());
byId("earlier").addEventListener("click", () => run.move(-1));
byId("later").addEventListener("click", () => run.move(1));
byId("ask-form").addEventListener("submit", (event) => {
  event.preventDefault();
  confirm();
});

// --- the opponent -------------------------------------------------------------------------------------------

function confirm() {
  if (!run.tiles.length && !typedFormula) {
    const which = reading.querySelector(".readings button");
    if (!which) put(reading, h("p", { class: "small trouble-text" }, "Lay the run first: tap tiles or type."));
    (which ?? typed).focus();
    return;
  }
  const rules = rulesName(chosen);
  question = { ...(typedFormula ? { formula: typedFormula } : { tiles: run.tiles }), rules, sealed: chosen.sealed };
  put(byId("confirm-run"), asked(question, 72));
  byId("confirm-rules").textContent = rulesTitle(rules);
  show("confirm");
  byId("confirm-title").focus();
}

/** The question as it lies on the table. */
function asked({ tiles, formula: composition, rules }, size) {
  if (composition) return h("p", { class: "asked-formula" }, formula(composition));
  const game = gameOf(rules);
  return h("div", { class: "asked-tiles", "data-many": tiles.length > 8 }, ...tiles.map((symbol) => tileElement(tileOf(game, symbol), { size: tiles.length > 8 ? 48 : size })));
}

byId("confirm-no").addEventListener("click", () => {
  show("enter");
  byId("ask").focus();
});
byId("confirm-yes").addEventListener("click", () => give(question));

// --- the ruling ---------------------------------------------------------------------------------------------

/** The address that asks this question again. */
function linkTo({ tiles, formula: composition, rules, sealed }) {
  const query = new URLSearchParams(composition ? { formula: composition } : { tiles: tiles.join(",") });
  query.set("rules", rules);
  if (sealed) query.set("sealed", "1");
  return `/r?${query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
}

/** @returns {Question | null} */
function fromAddress() {
  if (location.pathname !== "/r") return null;
  const query = new URLSearchParams(location.search);
  const tiles = (query.get("tiles") ?? "").split(",").filter(Boolean);
  const composition = query.get("formula");
  if (!tiles.length && !composition) return null;
  const rules = query.get("rules") ?? rulesName(chosen);
  return { ...(composition ? { formula: composition } : { tiles }), rules, sealed: query.get("sealed") === "1" };
}

/** Asks, shows, keeps. Without a network it shows what this device has seen, or keeps the question. */
async function give(asking, { address = true } = {}) {
  question = asking;
  const link = linkTo(asking);
  if (address && location.pathname + location.search !== link) history.pushState({}, "", link);
  put(views.ruling);
  show("ruling");
  const { tiles, formula: composition, rules } = asking;
  try {
    const verdict = await waitFor(views.ruling, ask("/v1/judge", { ...(composition ? { formula: composition } : { tiles }), rules }));
    const before = find(link);
    const entry = {
      id: link,
      at: new Date().toISOString(),
      kind: "run",
      title: asking.sealed ? verdict.tiles.join("") : (verdict.name ?? verdict.formula),
      subtitle: asking.sealed ? "sealed" : verdict.tiles.join(""),
      ruling: verdict.ruling,
      sealed: asking.sealed,
      link,
      question: asking,
      answer: verdict,
      ...(verdict.ruling === "unresolved" && before?.table ? { table: before.table } : {}),
    };
    keep(entry);
    showRuling(entry);
  } catch (error) {
    if (!error.kind) throw error;
    const seen = find(link);
    if (seen && error.kind !== "refused") showRuling(seen, `Asked on this device, ${when(seen.at)}.`);
    else showTrouble(error);
  }
}

function showRuling(entry, remark = "") {
  const { answer: verdict, sealed, table } = entry;
  const shown = verdictHero(verdict, sealed);
  const actions = h(
    "div",
    { class: "actions" },
    h("button", { type: "button", class: "button primary tall", click: next }, "Next ruling"),
    h("button", { type: "button", class: "button tall", "aria-label": "Share", click: () => share(entry.link, `${WORDS[verdict.ruling]}: ${entry.title}`) }, icon("share"), h("span", { class: "wide-only" }, "Share")),
    h("button", { type: "button", class: "button tall", "aria-label": "Log", "data-sheet": "log-sheet" }, icon("log"), h("span", { class: "wide-only" }, "Log")),
  );
  put(
    views.ruling,
    h(
      "div",
      { class: sealed ? "verdict sealed" : "verdict" },
      h("div", { class: "verdict-head" }, shown, actions),
      h(
        "div",
        { class: "verdict-body stack" },
        remark && h("p", { class: "note" }, icon("offline"), remark),
        verdict.ruling === "unresolved" && tableDecides(entry, table),
        !sealed && lesson(verdict, gameOf(verdict.rules)),
        sealed && h("p", { class: "note" }, icon("seal"), "Sealed: no reason is given."),
      ),
    ),
  );
  document.title = `${WORDS[verdict.ruling]}: ${entry.title} · Adjudicator`;
  announce(`${WORDS[verdict.ruling]}. ${sealed ? "" : `${verdict.name ?? ""} ${verdict.reason}`}`);
  shown.querySelector("h1").focus({ preventScroll: true });
}

/** C-CONSENSUS at a table without a board: what the players agree on is kept in the log. */
function tableDecides(entry, table) {
  if (table) return h("p", { class: "note", "data-ruling": table }, icon(table), `The table decided: ${WORDS[table].toLowerCase()}. It is in the log.`);
  const decide = (ruling) => () => {
    const decided = { ...entry, table: ruling };
    keep(decided);
    showRuling(decided);
    announce(`The table decided: ${ruling}`);
  };
  return h(
    "section",
    { class: "table-decides stack" },
    h("h2", {}, "Let the table decide"),
    h("p", {}, "If all players agree, that counts. It goes into the log."),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "button", click: decide("valid") }, icon("valid"), "Let it stand"),
      h("button", { type: "button", class: "button", click: decide("invalid") }, icon("invalid"), "Take it back"),
    ),
  );
}

function showTrouble(error) {
  put(
    views.ruling,
    troubleView(error, {
      again: () => give(question, { address: false }),
      change: () => {
        history.replaceState({}, "", "/");
        show("enter");
        byId("ask").focus();
      },
    }),
  );
  announce(error.message);
  views.ruling.querySelector("h1").focus({ preventScroll: true });
  if (error.kind === "offline") addEventListener("online", () => views.ruling.querySelector(".trouble") && give(question, { address: false }), { once: true });
}

function next() {
  run.start([]);
  typed.value = "";
  readTyped();
  history.pushState({}, "", "/");
  enter();
}

function enter() {
  document.title = "Judge · Adjudicator";
  const [last] = entries();
  put(byId("last"), last && logLine(last));
  byId("last").hidden = !last;
  show("enter");
  byId("enter-title").focus({ preventScroll: true });
}

// --- beginning ------------------------------------------------------------------------------------------------

function open() {
  const linked = fromAddress();
  if (linked) give(linked, { address: false });
  else enter();
}

const draft = recall("draft", { tiles: [], formula: null });
run.start((Array.isArray(draft?.tiles) ? draft.tiles : []).filter((symbol) => symbol in data.elements));
typed.value = typeof draft?.formula === "string" ? draft.formula : run.tiles.join("");
settingsForm(byId("settings-form"), { changed: showSettings });
showSettings();
addEventListener("popstate", open);
open();
