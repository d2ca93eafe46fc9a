/**
 * The news strip: who did what, in words, where everybody sees it. It can be stepped back and forth, and advances by
 * itself until everything was shown.
 */

import { announce, byId, icon, prose } from "../dom.js";
import { h, patch } from "../patch.js";
import { nextOf, piecesOf, placeOf, seenBy } from "../models/news.js";
import { t } from "../words.js";
import { openEvent } from "./log.js";
import { seatMark } from "./pieces.js";

/**
 * @typedef {import("../models/asked.js").Event} Event
 * @typedef {import("../models/news.js").Piece} Piece
 * @typedef {import("./log.js").Opens} Opens
 * @typedef {import("../patch.js").Child} Child
 * @typedef {import("../models/asked.js").Remark} Remark
 * @typedef {{log: Event[], remarks: Remark[], name: (seat: number) => string, me: number | null, opens: Opens, said:
 *   (event: Event) => Child}} Told
 */

const DWELL = 1800; // ms for one piece while more are waiting
const SPOKEN = 4000; // ms for a remark

export class News {
  /** the last version that was shown; null before the first */
  #seen = /** @type {number | null} */ (null);
  #at = 0;
  /** whether the user steps by hand, so that it does not advance by itself */
  #held = false;
  #timer = 0;
  /** @type {Piece[]} */
  #pieces = [];
  /** @type {Event[]} */
  #log = [];
  /** @type {Told | null} */
  #told = null;
  /** the last remark shown; null before the first view */
  #heard = /** @type {number | null} */ (null);
  /** remarks to show one by one, before the events @type {Remark[]} */
  #spoken = [];

  /** Forgets everything shown to a seat. */
  forget() {
    clearTimeout(this.#timer);
    this.#seen = null;
    this.#held = false;
    this.#timer = 0;
    this.#pieces = [];
    this.#log = [];
    this.#told = null;
    this.#heard = null;
    this.#spoken = [];
    this.#draw();
  }

  /** @param {Told} told */
  show(told) {
    this.#told = told;
    if (told.log !== this.#log) this.#read(told);
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

  /** @param {Told} told */
  #read({ log, me }) {
    const at = this.#pieces[this.#at]?.from ?? 0;
    const caughtUp = this.#at >= this.#pieces.length - 1;
    this.#log = log;
    this.#pieces = piecesOf(log);
    this.#seen ??= seenBy(log, me);
    if (caughtUp && !this.#held) this.#go(nextOf(this.#pieces, this.#seen));
    else this.#at = placeOf(this.#pieces, at);
  }

  /** @param {number} to */
  #go(to) {
    this.#at = Math.max(0, Math.min(to, this.#pieces.length - 1));
    this.#seen = Math.max(this.#seen ?? 0, this.#pieces[this.#at]?.to ?? 0);
    clearTimeout(this.#timer);
    if (this.#held || this.#at >= this.#pieces.length - 1) return;
    const on = () => {
      if (this.#spoken.length) return this.#later(on);
      this.#go(nextOf(this.#pieces, this.#seen ?? 0));
      this.#draw();
    };
    this.#later(on);
  }

  /** @param {() => void} on */
  #later(on) {
    this.#timer = window.setTimeout(on, DWELL);
  }

  /** @param {number} by */
  #step(by) {
    const to = this.#at + by;
    this.#held = to < this.#pieces.length - 1;
    this.#go(to);
    this.#draw();
  }

  #draw() {
    const piece = this.#pieces[this.#at];
    const told = this.#told;
    const [remark] = this.#spoken;
    byId("news").hidden = !(piece || remark) || !told;
    byId("news").dataset.told = String(told?.log.at(-1)?.version ?? "");
    if (remark && told) {
      patch(
        byId("news"),
        seatMark(remark.seat),
        h(
          "p",
          { key: `said ${remark.number}`, class: "news-text news-said" },
          h("b", {}, told.name(remark.seat)),
          `: ${remark.text}`,
        ),
      );
      return;
    }
    if (!piece || !told) {
      patch(byId("news"));
      return;
    }
    const more = this.#pieces.length - 1 - this.#at;
    patch(
      byId("news"),
      this.#stepper("left", t("table.news_before"), this.#at > 0, () => this.#step(-1), ""),
      piece.player === null ? null : seatMark(piece.player),
      h(
        "p",
        { key: piece.from, class: "news-text", tabindex: "0" },
        piece.events.map((event, at) => [
          at > 0 && (/[.!?]$/.test(piece.events[at - 1].text ?? "") ? " " : " · "),
          line(event, told),
        ]),
      ),
      this.#stepper(
        "right",
        t("table.news_after", { n: more, count: more }),
        more > 0,
        () => this.#step(1),
        more > 0 ? String(more) : "",
      ),
    );
  }

  /** @param {string} way @param {string} label @param {boolean} can @param {() => void} click @param {string} count */
  #stepper(way, label, can, click, count) {
    return h(
      "button",
      {
        key: way,
        type: "button",
        class: "icon-button news-step",
        "aria-label": label,
        "aria-disabled": can ? null : "true",
        click: () => can && click(),
      },
      icon(way),
      count && h("b", {}, count),
    );
  }
}

/** One event, which can be opened if it has chemistry. @param {Event} event @param {Told} told */
function line(event, { opens, said }) {
  const words = said(event) ?? prose(event.text ?? "");
  return opens(event)
    ? h(
        "button",
        { key: event.version, type: "button", class: "news-line", click: () => openEvent(event, opens, said) },
        words,
      )
    : h("span", { key: event.version }, words);
}
