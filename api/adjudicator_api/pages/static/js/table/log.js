/** What happened at the table, newest first; a line with chemistry can be opened. */

import { byId, formula, prose } from "../dom.js";
import { checkList } from "../checks.js";
import { drawing } from "../drawing.js";
import { openSheet } from "../frame.js";
import { markOf } from "../models/news.js";
import { h, patch } from "../patch.js";
import { t } from "../words.js";
import { seatMark } from "./pieces.js";

/**
 * @typedef {import("../patch.js").Child} Child
 * @typedef {import("../models/asked.js").Event} Event
 * @typedef {(event: Event) => Child} Opens what a line opens, or null
 */

const SHOWN = 200; // lines; the record has all of them

/**
 * @param {Event[]} log
 * @param {Event[]} news
 * @param {Opens} opens
 * @param {(event: Event) => Child} said the text of a line, if not its own
 */
export function logList(log, news, opens, said) {
  const told = log.filter((event) => event.text).slice(-SHOWN);
  const fresh = new Set(news.map((event) => event.version));
  return h(
    "ol",
    { class: "event-list", reversed: true },
    told.toReversed().map((event) => {
      const [inner, mark] = [opens(event), markOf(event)];
      const line = [
        mark === null ? h("span", { class: "seat-none" }) : seatMark(mark),
        h("span", {}, said(event) ?? prose(event.text ?? "")),
      ];
      const props = { key: event.version, class: fresh.has(event.version) ? "event new" : "event" };
      return h(
        "li",
        props,
        inner
          ? h("button", { type: "button", class: "event-line", click: () => openEvent(event, opens, said) }, line)
          : h("span", { class: "event-line" }, line),
      );
    }),
  );
}

/** @param {Event} event @param {Opens} opens @param {(event: Event) => Child} said */
export function openEvent(event, opens, said) {
  byId("event-title").textContent = t("table.what_happened");
  patch(byId("event-body"), h("p", { class: "event-text" }, said(event) ?? prose(event.text ?? "")), opens(event));
  openSheet("event-sheet");
}

/** An equation such as "2 HCl + CaO → CaCl2 + H2O", with subscripts. @param {string} text */
export function equation(text) {
  return h("p", { class: "equation" }, prose(text.replace("->", "→")));
}

/**
 * The chemistry of an event, found by the names of its fields: an equation, a substance with its structure, a ruling
 * with its checks.
 * @param {Event} event
 * @param {string} rules
 * @returns {Child}
 */
export function chemistry(event, rules) {
  const { equation: happened, formula: made, name, verdict, checks } = event;
  /** @type {Child[]} */
  const parts = [];
  if (typeof happened === "string") parts.push(equation(happened));
  if (typeof made === "string" && made) parts.push(substance(made, typeof name === "string" ? name : null));
  const judged = Array.isArray(checks) ? checks : verdict?.checks;
  if (Array.isArray(judged) && judged.length) parts.push(h("h3", {}, t("ruling.ruling")), checkList(judged, rules));
  return parts.length ? h("div", { class: "stack" }, /** @type {any} */ (parts)) : null;
}

/** A substance: formula, name, structure. @param {string} made @param {string | null} name */
export function substance(made, name) {
  return h(
    "section",
    { key: made, class: "substance stack" },
    h("h3", {}, formula(made), name && ` · ${name}`),
    drawing(`formula=${encodeURIComponent(made)}`, name ?? made),
  );
}
