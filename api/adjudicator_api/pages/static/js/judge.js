/** The judge's page: a run or every run of a play is laid, the opponent confirms, and the ruling fills the screen. */

import { here } from "./address.js";
import { askJudge } from "./device.js";
import { corrector } from "./box/correcting.js";
import { boxLine, editionFor } from "./boxes.js";
import { Conductor, tableDecides } from "./conduct.js";
import { allSymbols, data, gameOf, rulesTitle, tileOf } from "./data.js";
import { byId, formula, icon } from "./dom.js";
import { logLine } from "./frame.js";
import { cameraButton } from "./lens.js";
import { entries, find, keep } from "./journal.js";
import { hero, lesson, runCard, verdictHero } from "./lesson.js";
import { isWord } from "./models/lookup.js";
import { read } from "./models/reading.js";
import * as model from "./models/run.js";
import { h, patch } from "./patch.js";
import { judgeStep } from "./pocket.js";
import { RunView } from "./runview.js";
import { isSealed } from "./seal.js";
import { rulesName, settings, settingsForm } from "./settings.js";
import { recall, remember } from "./storage.js";
import { blankButton, tileButton, tileView } from "./tile.js";
import { whileHere } from "./visit.js";
import { capital, counted, listed, t } from "./words.js";

/**
 * @typedef {import("./models/reading.js").Meant} Meant
 * @typedef {{runs: Meant[], rules: string, sealed: boolean, edition?: string}} Question one run, or all runs of a play
 * @typedef {import("./journal.js").Entry} Entry
 */

const HOLD = 500; // milliseconds
const AFTER = 300; // milliseconds after a finger is lifted in which its click can still arrive
const MOST_RUNS = 30; // the limit of the service
const typed = byId("typed");
let chosen = settings();
let game = gameOf(chosen.game);
let run = model.runOf();
let reading = read("", [], []);
/** @type {Meant[]} the other compounds of the play */
let others = [];
const view = new RunView(byId("run"), (changed, kind) => {
  run = changed;
  if (kind === "tiles") {
    typed.value = run.tiles.join("");
    reading = read("", [], []);
  }
  show();
});

// --- what this device did last --------------------------------------------------------------------------------

function showLast() {
  const last = recall("last", { href: "", title: "" });
  const [, table] = /^\/play\/.*?([\w-]{16,})$/.exec(last.href) ?? [];
  const gone = table && !JSON.stringify(recall("tables", [])).includes(table); // left, or a lesson that is over
  byId("go-on").hidden = !last.href || Boolean(gone);
  patch(byId("go-on"), h("a", { href: last.href }, icon("right"), t("home.go_on", { title: last.title })));
}

// --- the question -------------------------------------------------------------------------------------------

/** What is on the bench: tiles, or the one formula that the text can be. @returns {Meant | null} */
function meant() {
  if (run.tiles.length) return { tiles: [...run.tiles], formula: null };
  return reading.readings.length === 1 ? reading.readings[0] : null;
}

/** Whether the text is a name rather than tiles. */
const isName = () => reading.trouble !== null && isWord(typed.value);

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
  byId("ask").setAttribute("aria-disabled", String(!what && !others.length && !isName()));
  byId("another").disabled = !what || others.length >= MOST_RUNS - 1;
  patch(byId("others"), others.map(otherButton));
  byId("others").hidden = !others.length;
  patch(byId("reading"), readingView());
  remember("draft", { text: typed.value, others });
}

function showSettings() {
  chosen = settings();
  game = gameOf(chosen.game);
  byId("rules-title").textContent = rulesTitle(rulesName(chosen));
  byId("sealed-mark").hidden = !chosen.sealed;
  byId("run-empty").textContent = t(game.ordered ? "judge.tap" : "judge.tap_cards");
  typed.placeholder = game.example;
  byId("camera").hidden = game.piece !== "tile"; // cards lie about, and some have more than a symbol
  patch(
    byId("keypad"),
    game.tiles.map((tile) =>
      tileButton(
        tile,
        {},
        {
          key: tile.symbol,
          "data-key": tile.symbol,
          click: () => view.add(tile.symbol),
          ...(correcting.of(game.id) ? held(() => correcting.open(game.id, [tile.symbol], showSettings)) : {}),
        },
      ),
    ),
    game.board && blankButton(tellBlank, game.blank),
  );
  patch(byId("box-line"), boxLine(game.id));
  readTyped();
}

const aboutBlank = () => h("p", { class: "small" }, t(game.blank ? "judge.lay_blank" : "judge.no_blank"));
const tellBlank = () => patch(byId("reading"), aboutBlank());

/** The tiles follow the text while the user types; otherwise the text follows the tiles. */
function readTyped() {
  reading = read(
    typed.value,
    game.tiles.map((tile) => tile.symbol),
    allSymbols,
  );
  const [only, ...more] = reading.readings;
  run = model.replace(run, only?.tiles && !more.length ? only.tiles : []);
  show();
}

function readingView() {
  const { readings, foreign, trouble } = reading;
  const name = typed.value.trim();
  if (isWord(name) && (trouble || readings.length > 1)) {
    const link = h(
      "a",
      { key: "look-up", class: "look-up", href: lookUpLink(name) },
      t(trouble ? "judge.look_up" : "judge.look_up_also", { name }),
    );
    return trouble ? link : [...readingChoices(readings), link];
  }
  if (trouble && game.board && /[?_*]/.test(name)) return aboutBlank();
  if (trouble) return h("p", { class: "small trouble-text" }, t(`judge.${trouble.code}`, { part: trouble.part }));
  if (readings.length > 1) return readingChoices(readings);
  if (foreign.length)
    return h(
      "p",
      { class: "small trouble-text" },
      t("judge.foreign", { count: foreign.length, symbols: listed(foreign) }),
    );
  return readings[0]?.formula && h("p", { class: "small soft" }, t("judge.formula"));
}

/** @param {Meant[]} readings */
function readingChoices(readings) {
  return [
    h("p", { class: "small", id: "which" }, t("judge.which")),
    h("div", { class: "readings", role: "group", "aria-labelledby": "which" }, readings.map(readingButton)),
  ];
}

/** @param {string} name */
const lookUpLink = (name) => `/lookup?${new URLSearchParams({ q: name })}`;

/** @param {Meant} one */
function readingButton(one) {
  const take = () => {
    typed.value = one.formula ?? one.tiles.join("");
    reading = { readings: [one], foreign: [], trouble: null };
    run = model.replace(run, one.tiles ?? []);
    show();
    typed.focus();
  };
  if (one.formula)
    return h("button", { key: one.formula, type: "button", class: "button", click: take }, formula(one.formula));
  const tiles = one.tiles ?? [];
  const names = tiles.map((symbol) => tileOf(game, symbol).name).join(", ");
  const faces = tiles.map((symbol) => tileView(tileOf(game, symbol), { size: 28, hidden: true }));
  return h(
    "button",
    { key: tiles.join(" "), type: "button", class: "button", "aria-label": names, click: take },
    faces,
  );
}

/** A compound as text that reads back as the same compound. @param {Meant} one */
const textOf = (one) => one.formula ?? (one.tiles ?? []).join(" ");

/** Puts the compound aside and begins the next. */
function another() {
  const what = meant();
  if (!what) return;
  others = [...others, what];
  empty();
  if (matchMedia("(pointer: fine)").matches) typed.focus();
}

/** Takes one of the others back to the bench and puts what is there in its place. @param {number} at */
function takeUp(at) {
  const what = meant();
  const taken = others[at];
  others = others.toSpliced(at, 1, ...(what ? [what] : []));
  empty();
  typed.value = taken.formula ?? (taken.tiles ?? []).join("");
  reading = { readings: [taken], foreign: [], trouble: null };
  run = model.runOf(taken.tiles ?? []);
  show();
}

/** Lays the tiles that the camera has read. @param {(string | null)[]} tiles of which null is a blank one */
function layRead(tiles) {
  run = model.replace(
    run,
    tiles.filter((symbol) => symbol !== null),
  );
  typed.value = run.tiles.join("");
  reading = read("", [], []);
  show();
}

function empty() {
  typed.value = "";
  readTyped();
  run = model.runOf();
  show();
}

/** @param {Meant} one @param {number} at */
function otherButton(one, at) {
  return h(
    "li",
    { key: `${at} ${textOf(one)}` },
    h(
      "button",
      {
        type: "button",
        class: "chip",
        "aria-label": t("judge.take_up", { run: textOf(one) }),
        click: () => takeUp(at),
      },
      small(one, game),
    ),
  );
}

/** @param {Meant} one @param {import("./data.js").Game} owner */
function small(one, owner) {
  if (one.formula) return formula(one.formula);
  return h(
    "span",
    { class: "run-tiles" },
    (one.tiles ?? []).map((symbol) => tileView(tileOf(owner, symbol), { size: 28, hidden: true })),
  );
}

cameraButton(() => ({ tiles: game.tiles, blanks: game.blank?.count ?? 0, take: layRead }));
byId("another").addEventListener("click", another);
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
  const blank = !what && !typed.value.trim();
  if (what || (blank && others.length)) {
    const runs = [...others, ...(what ? [what] : [])];
    conductor.act({ type: "ask", question: asking(runs) });
    return;
  }
  if (isName()) {
    /** @type {HTMLElement | null} */ (byId("reading").querySelector("a.look-up"))?.click();
    return;
  }
  const which = byId("reading").querySelector(".readings button");
  if (!which && !reading.trouble) patch(byId("reading"), h("p", { class: "small trouble-text" }, t("judge.lay_first")));
  (which ?? typed).focus();
});

/** A question by the box of this device, if it has one. @param {Meant[]} runs @returns {Question} */
function asking(runs) {
  const rules = rulesName(chosen);
  const edition = editionFor(rules);
  return { runs, rules, sealed: chosen.sealed, ...(edition ? { edition } : {}) };
}

/** The question as tiles on the table. @param {Question} question */
function asked({ runs, rules }) {
  const owner = gameOf(rules);
  if (runs.length > 1)
    return h(
      "ol",
      { class: "asked-runs" },
      runs.map((one) => h("li", {}, one.formula ? formula(one.formula) : oneRun(one.tiles ?? [], owner, 48))),
    );
  const [{ tiles, formula: composition }] = runs;
  if (composition) return h("p", { class: "asked-formula" }, formula(composition));
  return oneRun(tiles ?? [], owner, (tiles ?? []).length > 8 ? 48 : 72);
}

/** @param {string[]} tiles @param {import("./data.js").Game} owner @param {48 | 72} size */
function oneRun(tiles, owner, size) {
  return h(
    "div",
    { class: "asked-tiles" },
    tiles.map((symbol) => tileView(tileOf(owner, symbol), { size })),
  );
}

// --- the ruling ---------------------------------------------------------------------------------------------

/**
 * The address that asks this question again: `tiles` or `formula`, or one `run` for each run of a play.
 * @param {Question} question
 */
function linkTo({ runs, rules, sealed, edition }) {
  const query = new URLSearchParams();
  for (const { tiles, formula: composition } of runs) {
    if (runs.length > 1) query.append("run", composition ?? (tiles ?? []).join(","));
    else query.set(composition ? "formula" : "tiles", composition ?? (tiles ?? []).join(","));
  }
  query.set("rules", rules);
  if (edition) query.set("edition", edition);
  if (sealed) query.set("sealed", "1");
  return `/r?${query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
}

/** @param {string} text tiles separated by commas, or a formula, which has a number or a bracket @returns {Meant} */
function fromText(text) {
  return /[^A-Za-z,]/.test(text)
    ? { tiles: null, formula: text }
    : { tiles: text.split(",").filter(Boolean), formula: null };
}

/** @returns {Question | null} */
function fromAddress() {
  if (here() !== "/r") return null;
  const query = new URLSearchParams(location.search);
  const composition = query.get("formula");
  const tiles = (query.get("tiles") ?? "").split(",").filter(Boolean);
  const runs = query.getAll("run").filter(Boolean).slice(0, MOST_RUNS).map(fromText);
  if (composition) runs.push({ tiles: null, formula: composition });
  else if (tiles.length) runs.push({ tiles, formula: null });
  const edition = query.get("edition");
  return runs.length
    ? {
        runs,
        rules: query.get("rules") ?? rulesName(chosen),
        sealed: isSealed() || query.get("sealed") === "1",
        ...(edition ? { edition } : {}),
      }
    : null;
}

/** @param {Question} question @returns {Promise<Entry>} */
async function judged(question) {
  const { runs, rules, sealed, edition } = question;
  const [first] = runs;
  const what =
    runs.length > 1
      ? { runs: runs.map((one) => one.formula ?? one.tiles) }
      : first.formula
        ? { formula: first.formula }
        : { tiles: first.tiles };
  const body = { ...what, rules };
  const [{ answer, here, early }, plain] = edition
    ? await Promise.all([askJudge({ ...body, edition }), askJudge(body).catch(() => null)])
    : [await askJudge(body, rules, runs), null];
  if (early && judgeStep() === "ready") return judged(question);
  const verdicts = answer.verdicts ?? [answer];
  const link = linkTo(question);
  const table = answer.ruling === "unresolved" ? find(link)?.table : undefined;
  const laid = verdicts.map((/** @type {any} */ verdict) => verdict.tiles.join(""));
  const names = verdicts.map((/** @type {any} */ verdict) => verdict.name ?? verdict.formula);
  return {
    id: link,
    at: new Date().toISOString(),
    kind: "run",
    title: (sealed ? laid : names).join(", "),
    subtitle: sealed ? t("ruling.sealed_mark") : laid.join(", "),
    ruling: answer.ruling,
    sealed,
    link,
    question,
    answer,
    ...(table ? { table } : {}),
    ...(here ? { here } : {}),
    ...(early ? { early } : {}),
    ...(plain && !sealed ? { plain: { ruling: plain.answer.ruling, reason: plain.answer.reason ?? "" } } : {}),
  };
}

/** The reference's ruling beside the ruling by a box. @param {Entry} entry */
function byReference({ plain }) {
  return (
    plain &&
    h(
      "p",
      { class: "note", "data-ruling": plain.ruling },
      icon(plain.ruling),
      h(
        "span",
        {},
        t("box.at_table_reference", { ruling: t(`ruling.${plain.ruling}`).toLowerCase(), reason: plain.reason }),
      ),
    )
  );
}

/** Lets players correct a tile whose printed numbers differ, then asks the same question again. @param {Entry} entry */
function differs({ question, answer }) {
  if (!question?.runs || !correcting.of(question.rules)) return null;
  const symbols = [...new Set((answer.verdicts ?? [answer]).flatMap((/** @type {any} */ verdict) => verdict.tiles))];
  const again = () => {
    showSettings();
    conductor.next();
    conductor.act({ type: "ask", question: { ...question, edition: editionFor(question.rules) } });
    conductor.act({ type: "yes" });
  };
  return h(
    "button",
    {
      key: "differs",
      type: "button",
      class: "button",
      click: () => correcting.open(question.rules, symbols, again, question.edition),
    },
    t("box.at_table"),
  );
}

/** @param {Entry} entry */
function ruling(entry) {
  const { answer, sealed, table } = entry;
  const word = t(`ruling.${table ?? answer.ruling}`);
  const reasons = (answer.verdicts ?? [answer]).map(
    (/** @type {any} */ verdict) => `${verdict.name ?? verdict.formula} ${verdict.reason}`,
  );
  return {
    hero: answer.verdicts ? playHero(entry) : verdictHero(answer, sealed, table, entry.question?.runs?.[0].formula),
    body: [
      byReference(entry),
      answer.ruling === "unresolved" && decision(entry),
      sealed
        ? h("p", { class: "note" }, icon("seal"), t("ruling.sealed"))
        : answer.verdicts
          ? playLesson(answer.verdicts)
          : lesson(answer),
      differs(entry),
    ],
    said: `${word}. ${sealed ? "" : reasons.join(" ")}`,
    title: `${word}: ${entry.title}`,
  };
}

/** One ruling for the whole play, as word judges give it. @param {Entry} entry */
function playHero({ answer, sealed, table }) {
  const ruled = table ?? answer.ruling;
  const below = capital(counted(answer.verdicts.length, "compounds"));
  if (table) return hero({ ruling: ruled, name: t("ruling.hero_table"), below });
  if (sealed || ruled === "valid")
    return hero({
      ruling: ruled,
      name: sealed
        ? null
        : listed(answer.verdicts.map((/** @type {any} */ verdict) => verdict.name ?? verdict.formula)),
      below,
    });
  const odd = answer.verdicts.filter((/** @type {any} */ verdict) => verdict.ruling === ruled);
  return hero({
    ruling: ruled,
    name: t(`judge.play_${ruled}`, { runs: listed(odd.map((/** @type {any} */ verdict) => verdict.tiles.join(""))) }),
    below,
  });
}

/** @param {any[]} verdicts */
function playLesson(verdicts) {
  return h(
    "section",
    { class: "stack" },
    h("h2", {}, t("challenge.compounds")),
    h(
      "ul",
      { class: "runs" },
      verdicts.map((verdict, i) => h("li", { key: i }, runCard(verdict))),
    ),
  );
}

/** @param {Entry} entry */
function decision(entry) {
  if (!entry.table) return tableDecides(conductor, entry, { yes: t("ruling.let_stand"), no: t("ruling.take_back") });
  return h(
    "p",
    { class: "note", "data-ruling": entry.table },
    icon(entry.table),
    t("ruling.table_decided", { ruling: t(`ruling.${entry.table}`).toLowerCase() }),
  );
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
    if (question?.runs && !meant() && !others.length) {
      others = question.runs;
      takeUp(others.length - 1);
    }
    const [last] = entries();
    patch(byId("last"), last && logLine(last));
    byId("last").hidden = !last;
    return null;
  },
  begin() {
    others = [];
    empty();
  },
  confirm: (question) => ({
    title: t(question.runs.length > 1 ? "judge.confirm_play" : "judge.confirm"),
    what: asked(question),
    text: rulesTitle(question.rules),
  }),
  ruling,
  actions: () =>
    h(
      "button",
      { key: "next", type: "button", class: "button primary tall", click: () => conductor.next() },
      t("judge.next"),
    ),
  field: () => typed,
});

const correcting = corrector(data);

/** Rulings given before the judge of this device had loaded everything are asked again, to add what is on record. */
document.addEventListener(
  "judge-waking",
  async () => {
    const { entry } = conductor.flow;
    if (judgeStep() !== "ready" || !entry?.early) return;
    const again = await judged(entry.question);
    keep(again);
    if (conductor.flow.entry === entry) conductor.act({ type: "settled", entry: again });
  },
  whileHere(),
);

/** Ignores the click that follows a long press: the element now under the finger was not meant. */
function swallowClick() {
  const swallow = (/** @type {Event} */ event) => (event.preventDefault(), event.stopImmediatePropagation());
  const end = () => setTimeout(() => removeEventListener("click", swallow, true), AFTER);
  addEventListener("click", swallow, { capture: true, once: true });
  addEventListener("pointerup", end, { once: true });
  addEventListener("pointercancel", end, { once: true });
}

/** Calls `act` after half a second of holding, or on a right click. @param {() => void} act */
function held(act) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  const begin = () => {
    waiting = setTimeout(() => {
      swallowClick();
      act();
    }, HOLD);
  };
  const end = () => clearTimeout(waiting);
  return {
    pointerdown: begin,
    pointerup: end,
    pointerleave: end,
    pointercancel: end,
    contextmenu: (/** @type {Event} */ event) => (event.preventDefault(), end(), act()),
  };
}

// --- start ----------------------------------------------------------------------------------------------------

const draft = recall("draft", /** @type {any} */ (null));
typed.value = typeof draft?.text === "string" ? draft.text : "";
others = Array.isArray(draft?.others)
  ? draft.others.filter((/** @type {any} */ one) => typeof one?.formula === "string" || Array.isArray(one?.tiles))
  : [];
settingsForm(byId("settings-form"), { changed: showSettings });
showSettings();
run = model.runOf(run.tiles);
show();
showLast();
conductor.open();
