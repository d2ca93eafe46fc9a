/** Finding elements on the page, and the small parts of every view. */

import { typeset, typesetProse } from "./models/typeset.js";
import { h } from "./patch.js";
import { spelled } from "./spelling.js";

/** @returns {any} an element of the page; a page without it is broken @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no #${id} on this page`);
  return found;
}

/** Announces something to users of a screen reader. @param {string} text */
export function announce(text) {
  byId("announcement").textContent = text;
}

/** An icon from icons.svg. @param {string} name */
export function icon(name) {
  return h(
    "svg",
    { class: "icon", "aria-hidden": "true" },
    h("use", { href: `${document.documentElement.dataset.icons}#${name}` }),
  );
}

const MARKS = { below: "sub", above: "sup" };

/** @param {import("./models/typeset.js").Piece[]} pieces */
const marked = (pieces) =>
  h(
    "span",
    { class: "formula" },
    pieces.map(({ text, place }) => (place === "on" ? text : h(MARKS[place], {}, text))),
  );

/** @param {string} text a formula, with its numbers as subscripts and its charge as a superscript */
export function formula(text) {
  return marked(typeset(text));
}

/** @param {string} text a sentence whose formulas are set as formulas */
export function prose(text) {
  return h(
    "span",
    {},
    typesetProse(spelled(text)).map((part) => (typeof part === "string" ? part : marked(part))),
  );
}
