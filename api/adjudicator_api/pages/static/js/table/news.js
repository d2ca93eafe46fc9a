/**
 * The news strip, of one height: the latest while others move, and one summary since the viewer's own last act when
 * something is asked of them. Remarks of others take its place for a moment.
 */

import { announce, byId, icon, prose } from "../dom.js";
import { openSheet } from "../frame.js";
import { headOf, inOneLine, markOf } from "../models/news.js";
import { h, patch } from "../patch.js";
import { signed, t } from "../words.js";
import { logList, openEvent } from "./log.js";
import { seatMark } from "./pieces.js";

/**
 * @typedef {import("../models/asked.js").Event} Event
 * @typedef {import("../models/asked.js").Remark} Remark
 * @typedef {import("../models/news.js").Piece} Piece
 * @typedef {import("../models/news.js").Line} Line
 * @typedef {import("./log.js").Opens} Opens
 * @typedef {import("../patch.js").Child} Child
 * @typedef {{version: number | null, latest: Piece | null, summary: Line[], events: Event[], steps: number, stepping:
 *   boolean, step: () => void, remarks: Remark[], name: (seat: number) => string, names: (seat: number) => string[],
 *   opens: Opens, text: (event: Event) => string, said: (event: Event) => Child}} Told `events` are those that the
 *   strip opens into; `step` goes through them, or back to the present; `names` are what sentences call a player
 */

const SPOKEN = 4000; // ms for a remark

export class News {
  /** @type {Told | null} */
  #told = null;
  /** the last remark shown; null before the first view */
  #heard = /** @type {number | null} */ (null);
  /** remarks to show one by one @type {Remark[]} */
  #spoken = [];

  /** Forgets everything shown to a seat. */
  forget() {
    this.#told = null;
    this.#heard = null;
    this.#spoken = [];
    this.#draw();
  }

  /** @param {Told} told */
  show(told) {
    this.#told = told;
    this.#listen(told);
    this.#draw();
  }

  /** Queues new remarks; a newcomer is not shown earlier ones. @param {Told} told */
  #listen({ remarks, name }) {
    const known = this.#heard;
    const fresh = known === null ? [] : remarks.filter(({ number }) => number > known);
    this.#heard = Math.max(known ?? 0, remarks.at(-1)?.number ?? 0);
    if (!fresh.length) return;
    if (!this.#spoken.length) setTimeout(() => this.#hush(), SPOKEN);
    this.#spoken.push(...fresh);
    announce(fresh.map(({ seat, text }) => `${name(seat)}: ${text}`).join(" "));
  }

  #hush() {
    this.#spoken.shift();
    if (this.#spoken.length) setTimeout(() => this.#hush(), SPOKEN);
    this.#draw();
  }

  #draw() {
    const told = this.#told;
    const [remark] = this.#spoken;
    const place = byId("news");
    const empty = !told || !(told.latest || told.summary.length || remark);
    place.hidden = empty;
    place.dataset.told = String(told?.version ?? "");
    if (empty) patch(place);
    else if (remark)
      patch(
        place,
        seatMark(remark.seat),
        h(
          "p",
          { key: `said ${remark.number}`, class: "news-text news-said" },
          h("span", { class: "news-line" }, h("b", {}, told.name(remark.seat)), `: ${remark.text}`),
        ),
      );
    else patch(place, told.summary.length ? summed(told) : latest(told), stepper(told));
  }
}

/** @param {Told} told */
function latest(told) {
  const { latest: piece, text, names, stepping } = told;
  if (!piece) return null;
  const words = prose(inOneLine(piece.events.map(text), piece.player === null ? [] : names(piece.player)));
  const mark = markOf(piece.events[0]);
  return [
    mark === null ? null : seatMark(mark),
    opener(
      stepping ? `step ${piece.from}` : `latest ${piece.from}`,
      told,
      piece.events,
      h("span", { class: "news-line" }, words),
    ),
  ];
}

/** @param {Told} told */
const summed = (told) => [
  opener(
    "summary",
    told,
    told.events,
    h("span", { class: "out-of-sight" }, `${t("table.since_turn")}: `),
    told.summary.map((line) => h("span", { key: String(line.player), class: "news-line" }, lineOf(line, told.name))),
  ),
];

/** One line of the summary: mark, name, gain, deeds. @param {Line} line @param {(seat: number) => string} name */
const lineOf = (line, name) => [
  line.player !== null && seatMark(line.player),
  h("b", {}, headOf(line, name, signed)),
  prose(line.text),
];

/** The summary in words, for a screen reader. @param {Line[]} lines @param {(seat: number) => string} name */
export const summaryText = (lines, name) => lines.map((line) => `${headOf(line, name, signed)}${line.text}.`).join(" ");

/**
 * The text of the strip: a tap opens all of it.
 * @param {string} key
 * @param {Told} told
 * @param {Event[]} events
 * @param {...Child} words
 */
const opener = (key, told, events, ...words) =>
  h("button", { key, type: "button", class: "news-text", click: () => open(told, events) }, words);

/** @param {Told} told @param {Event[]} events */
function open({ summary, name, opens, said }, events) {
  const [only, ...more] = events;
  if (only && !more.length) return openEvent(only, opens, said);
  byId("event-title").textContent = t(summary.length ? "table.since_turn" : "table.what_happened");
  patch(
    byId("event-body"),
    summary.length > 0 &&
      h(
        "ul",
        { class: "summary" },
        summary.map((line) => h("li", { key: String(line.player) }, lineOf(line, name))),
      ),
    logList(events.toReversed(), [], opens, said), // as it happened
  );
  openSheet("event-sheet");
}

/** Goes through the summary with the board, step by step. @param {Told} told */
function stepper({ steps, stepping, step }) {
  if (steps < 2) return null; // the one step is the board as it is
  return h(
    "button",
    {
      key: "steps",
      type: "button",
      class: "icon-button news-steps",
      "aria-label": t("table.steps", { n: steps, count: steps }),
      "aria-pressed": String(stepping),
      click: step,
    },
    icon("left"),
    h("b", {}, steps),
  );
}
