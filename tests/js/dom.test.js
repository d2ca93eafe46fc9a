import assert from "node:assert/strict";
import { test } from "node:test";
import { prose } from "../../api/adjudicator_api/pages/static/js/dom.js";

/** The text with subscripts in braces and charges in angle brackets. @param {any} node @returns {string} */
const read = (node) =>
  typeof node === "string"
    ? node
    : node.tag === "sub"
      ? `{${node.children.map(read)}}`
      : node.tag === "sup"
        ? `<${node.children.map(read)}>`
        : node.children.map(read).join("");

test("formulas in a sentence have subscript numbers and superscript charges", () => {
  const cases = {
    "Mg(NO2)2 is one.": "Mg(NO{2}){2} is one.",
    "Nitrogen dioxide (NO2, 3 points).": "Nitrogen dioxide (NO{2}, 3 points).",
    "(NH4)2SO4 has NH4^+ and SO4^2-.": "(NH{4}){2}SO{4} has NH{4}<+> and SO{4}<2−>.",
    "CuSO4·5H2O": "CuSO{4}·5H{2}O",
    "[Cu(NH3)4]SO4": "[Cu(NH{3}){4}]SO{4}",
    "3 : 2 by C-POLY, iron(III), +2 −1": "3 : 2 by C-POLY, iron(III), +2 −1",
    "Na^+ meets Cl^-": "Na<+> meets Cl<−>",
  };
  for (const [text, shown] of Object.entries(cases)) assert.equal(read(prose(text)), shown);
});
