/** The judge's page: the run is laid, the opponent confirms, the ruling fills the screen. */

import { ask } from "./asking.js";
import { Conductor, tableDecides } from "./conduct.js";
import { allSymbols, data, gameOf, rulesTitle, tileOf } from "./data.js";
import { byId, formula, icon } from "./dom.js";
import { logLine } from "./frame.js";
import { entries, find } from "./journal.js";
import { lesson, verdictHero } from "./lesson.js";
import { read } from "./models/reading.js";
import * as model from "./models/run.js";
import { h, patch } from "./patch.js";
import { RunView } from "./runview.js";
import { rulesName, settings, settingsForm } from "./settings.js";
import { recall, remember } from "./storage.js";
import { tileButton, tileView } from "./tile.js";
import { listed, t } from "./words.js";

/**
 * @typedef {import("./models/reading.js").Meant} Meant
 * @typedef {{tiles: string[] | null, formula: string | null, rules: string, sealed: boolean}} Question
 * @typedef {import("./journal.js").Entry} Entry
 */

const typed = byId("typed");
let chosen = settings();
let game = gameOf(chosen.game);
let run = model.runOf();
let reading = read("", [], []);
const view = new RunView(byId("run"), (changed, kind) => {
  run = changed;
  if (kind === "tiles") {
    typed.value = run.tiles.join("");
    reading = read("", [], []);
  }
  show();
});

// --- the question -------------------------------------------------------------------------------------------

/** What lies there: tiles, or the one formula that the text can be. @returns {Meant | null} */
function meant() {
  if (run.tiles.length) return { tiles: [...run.tiles], formula: null };
  return reading.readings.length === 1 ? reading.readings[0] : null;
}

function show() {
  const what = meant();
  const tiles = run.tiles.length;
  view.show(run, game);
  byId("run-empty").hidden = what !== null;
  patch(byId("run-formula"), what?.formula && formula(what.formula));
  byId("run-formula").hidden = !what?.formula;
  byId("undo").disabled = !run.past.length;
  byId("clear").disabled = !what;
  byId("earlier").disabled = run.cursor < 1;
  byId("later").disabled = run.cursor < 0 || run.cursor >= tiles - 1;
  byId("ask").setAttribute("aria-disabled", String(!what));
  patch(byId("reading"), readingView());
  remember("draft", { text: typed.value });
}

function showSettings() {
  chosen = settings();
  game = gameOf(chosen.game);
  byId("rules-title").textContent = rulesTitle(rulesName(chosen));
  byId("sealed-mark").hidden = !chosen.sealed;
  byId("run-empty").textContent = t(game.ordered ? "judge.tap" : "judge.tap_cards");
  typed.placeholder = game.example;
  patch(byId("keypad"), game.tiles.map((tile) => tileButton(tile, {}, { key: tile.symbol, "data-key": tile.symbol, click: () => view.add(tile.symbol) })));
  readTyped();
}

/** Tiles follow the text while somebody types; the text follows the tiles otherwise. */
function readTyped() {
  reading = read(typed.value, game.tiles.map((tile) => tile.symbol), allSymbols);
  const [only, ...more] = reading.readings;
  run = model.replace(run, only?.tiles && !more.length ? only.tiles : []);
  show();
}

function readingView() {
  const { readings, foreign, trouble } = reading;
  if (trouble) return h("p", { class: "small trouble-text" }, t(`judge.${trouble.code}`, { part: trouble.part }));
  if (readings.length > 1) {
    return [
      h("p", { class: "small", id: "which" }, t("judge.which")),
      h("div", { class: "readings", role: "group", "aria-labelledby": "which" }, readings.map(readingButton)),
    ];
  }
  if (foreign.length) return h("p", { class: "small trouble-text" }, t("judge.foreign", { count: foreign.length, symbols: listed(foreign) }));
  return readings[0]?.formula && h("p", { class: "small soft" }, t("judge.formula"));
}

/** @param {Meant} one */
function readingButton(one) {
  const take = () => {
    typed.value = one.formula ?? one.tiles.join("");
    reading = { readings: [one], foreign: [], trouble: null };
    run = model.replace(run, one.tiles ?? []);
    show();
    typed.focus();
  };
  if (one.formula) return h("button", { key: one.formula, type: "button", class: "button", click: take }, formula(one.formula));
  const tiles = one.tiles ?? [];
  const names = tiles.map((symbol) => tileOf(game, symbol).name).join(", ");
  const faces = tiles.map((symbol) => tileView(tileOf(game, symbol), { size: 28, hidden: true }));
  return h("button", { key: tiles.join(" "), type: "button", class: "button", "aria-label": names, click: take }, faces);
}

typed.addEventListener("input", readTyped);
byId("undo").addEventListener("click", () => view.undo());
byId("clear").addEventListener("click", () => {
  typed.value = "";
  view.clear();
});
byId("earlier").addEventListener("click", () => view.move(-1));
byId("later").addEventListener("click", () => view.move(1));
byId("ask-form").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  const what = meant();
  if (what) {
    conductor.act({ type: "ask", question: { ...what, rules: rulesName(chosen), sealed: chosen.sealed } });
    return;
  }
  const which = byId("reading").querySelector(".readings button");
  if (!which && !reading.trouble) patch(byId("reading"), h("p", { class: "small trouble-text" }, t("judge.lay_first")));
  (which ?? typed).focus();
});

/** The question as it lies on the table. @param {Question} question */
function asked({ tiles, formula: composition, rules }) {
  if (composition || !tiles) return h("p", { class: "asked-formula" }, formula(composition ?? ""));
  const owner = gameOf(rules);
  const size = tiles.length > 8 ? 48 : 72;
  return h("div", { class: "asked-tiles" }, tiles.map((symbol) => tileView(tileOf(owner, symbol), { size })));
}

// --- the ruling ---------------------------------------------------------------------------------------------

/** The address that asks this question again. @param {Question} question */
function linkTo({ tiles, formula: composition, rules, sealed }) {
  const query = new URLSearchParams(composition ? { formula: composition } : { tiles: (tiles ?? []).join(",") });
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
  return { tiles: composition ? null : tiles, formula: composition, rules: query.get("rules") ?? rulesName(chosen), sealed: query.get("sealed") === "1" };
}

/** @param {Question} question @returns {Promise<Entry>} */
async function judged(question) {
  const { tiles, formula: composition, rules, sealed } = question;
  const verdict = await ask("/v1/judge", { ...(composition ? { formula: composition } : { tiles }), rules });
  const link = linkTo(question);
  const table = verdict.ruling === "unresolved" ? find(link)?.table : undefined;
  return {
    id: link,
    at: new Date().toISOString(),
    kind: "run",
    title: sealed ? verdict.tiles.join("") : (verdict.name ?? verdict.formula),
    subtitle: sealed ? t("ruling.sealed_mark") : verdict.tiles.join(""),
    ruling: verdict.ruling,
    sealed,
    link,
    question,
    answer: verdict,
    ...(table ? { table } : {}),
  };
}

/** @param {Entry} entry */
function ruling(entry) {
  const { answer: verdict, sealed, table } = entry;
  const word = t(`ruling.${table ?? verdict.ruling}`);
  return {
    hero: verdictHero(verdict, sealed, table),
    body: [
      verdict.ruling === "unresolved" && decision(entry),
      sealed ? h("p", { class: "note" }, icon("seal"), t("ruling.sealed")) : lesson(verdict),
    ],
    said: `${word}. ${sealed ? "" : `${verdict.name ?? ""} ${verdict.reason}`}`,
    title: `${word}: ${entry.title}`,
  };
}

/** @param {Entry} entry */
function decision(entry) {
  if (!entry.table) return tableDecides(conductor, entry, { yes: t("ruling.let_stand"), no: t("ruling.take_back") });
  return h("p", { class: "note", "data-ruling": entry.table }, icon(entry.table), t("ruling.table_decided", { ruling: t(`ruling.${entry.table}`).toLowerCase() }));
}

const conductor = new Conductor({
  home: "/",
  title: t("judge.title"),
  link: linkTo,
  linked: fromAddress,
  ask: judged,
  seen: (question) => find(linkTo(question)),
  reopens: (entry) => entry.question,
  enter(question) {
    if (question && !meant()) {
      typed.value = question.formula ?? question.tiles?.join("") ?? "";
      readTyped();
    }
    const [last] = entries();
    patch(byId("last"), last && logLine(last));
    byId("last").hidden = !last;
    return null;
  },
  begin() {
    typed.value = "";
    run = model.runOf();
    readTyped();
    run = model.runOf();
    show();
  },
  confirm: (question) => ({ title: t("judge.confirm"), what: asked(question), text: rulesTitle(question.rules) }),
  ruling,
  actions: () => h("button", { key: "next", type: "button", class: "button primary tall", click: () => conductor.next() }, t("judge.next")),
  field: () => typed,
});

// --- beginning ------------------------------------------------------------------------------------------------

const draft = recall("draft", /** @type {any} */ (null));
typed.value = typeof draft?.text === "string" ? draft.text : "";
settingsForm(byId("settings-form"), { changed: showSettings });
showSettings();
run = model.runOf(run.tiles);
show();
conductor.open();
