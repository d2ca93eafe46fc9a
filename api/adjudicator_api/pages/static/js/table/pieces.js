/** Pieces that several tables use: seat marks, piles, counters, backs of cards. */

import { icon } from "../dom.js";
import { h } from "../patch.js";

/** @typedef {import("../patch.js").Child} Child */

/** Shapes of the seats, so that players are not distinguished by colour alone. */
const SHAPES = [
  "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  "M4 4h16v16H4z",
  "M12 3l10 18H2z",
  "M12 1.5l10.5 10.5L12 22.5 1.5 12z",
  "M12 2l3 7 7.5.5-6 5 2 7.5-6.5-4-6.5 4 2-7.5-6-5L9 9z",
  "M7 3h10l5 9-5 9H7l-5-9z",
  "M9 2h6v7h7v6h-7v7H9v-7H2V9h7z",
  "M12 21C4 15 2 11 2 8a5 5 0 0 1 10-2 5 5 0 0 1 10 2c0 3-2 7-10 13z",
];

/** The mark of a seat: its own colour and shape. @param {number} seat */
export function seatMark(seat) {
  return h(
    "svg",
    { class: "seat-mark", "data-seat": seat % SHAPES.length, viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: SHAPES[seat % SHAPES.length] }),
  );
}

/**
 * A pile of face-down cards, with their number.
 * @param {number} count
 * @param {string} label
 * @param {Record<string, unknown>} [props] makes it a button if it can be pressed
 */
export function pile(count, label, props) {
  const inner = [
    h("span", { class: "card-back", "aria-hidden": "true" }),
    h("b", { class: "pile-count" }, count),
    h("span", { class: "pile-label" }, label),
  ];
  return props ? h("button", { type: "button", class: "pile", ...props }, inner) : h("div", { class: "pile" }, inner);
}

/** A count with its label. @param {Child} what @param {number | string} count */
export function counter(what, count) {
  return h("span", { class: "counter" }, h("span", {}, what), h("b", {}, count));
}

/** A small note with an icon. @param {string} name @param {...Child} children */
export function remark(name, ...children) {
  return h("p", { class: "remark" }, icon(name), h("span", {}, ...children));
}
