import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { formula, prose } from "../../api/adjudicator_api/pages/static/js/dom.js";

/** The text with subscripts in braces and charges in angle brackets. @param {any} node @returns {string} */
const read = (node) =>
  typeof node === "string"
    ? node
    : node.tag === "sub"
      ? `{${node.children.map(read)}}`
      : node.tag === "sup"
        ? `<${node.children.map(read)}>`
        : node.children.map(read).join("");

const table = JSON.parse(readFileSync(new URL("../unit/chem/typeset.json", import.meta.url), "utf8"));

test("formulas have subscript numbers and superscript charges", () => {
  for (const [text, shown] of Object.entries(table.formulas)) assert.equal(read(formula(text)), shown);
});

test("so they have in a sentence", () => {
  for (const [text, shown] of Object.entries(table.sentences)) assert.equal(read(prose(text)), shown);
});

test("a sentence spells elements as the reader's country does", () => {
  Object.assign(globalThis, { document: { documentElement: { lang: "en" } } });
  Object.defineProperty(globalThis, "navigator", { value: { language: "en-US" }, configurable: true });
  assert.equal(read(prose("Al2O3 is aluminium oxide.")), "Al{2}O{3} is aluminum oxide.");
  Object.assign(globalThis, { document: { documentElement: { lang: "de" } } });
  assert.equal(read(prose("Aluminium")), "Aluminium");
});
