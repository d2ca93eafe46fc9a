/** Finding elements on the page, and the small parts of every view. */

import { h } from "./patch.js";

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

/** @param {string} text a formula, with its numbers as subscripts and its charge as a superscript */
export function formula(text) {
  const [composition, charge] = text.split("^");
  const pieces = composition.split(/(?<=[A-Za-z)\]])(\d+)/);
  return h(
    "span",
    { class: "formula" },
    pieces.map((piece, i) => (i % 2 ? h("sub", {}, piece) : piece)),
    charge && h("sup", {}, charge.replace("-", "−")),
  );
}

const UNIT = String.raw`[A-Z][a-z]?\d*`;
const GROUP = String.raw`[(](?:${UNIT})+[)]\d*`;
const COMPLEX = String.raw`\[(?:${UNIT}|${GROUP})+\]\d*`;
/**
 * A formula within a sentence, with its water and its charge (CuSO4·5H2O, NH4^+), but no word and no rule id such as
 * C-POLY.
 */
const FORMULA = new RegExp(
  String.raw`(?<![\w-])((?:${UNIT}|${GROUP}|${COMPLEX}|·\d*(?=[A-Z]))+(?:\^\d*[+−-])?)(?![\w-])`,
);

/** @param {string} text a sentence whose formulas are set as formulas */
export function prose(text) {
  const pieces = text.split(FORMULA);
  return h(
    "span",
    {},
    pieces.map((piece, i) => (i % 2 && /[\d^]/.test(piece) ? formula(piece) : piece)),
  );
}
