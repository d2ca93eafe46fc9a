import assert from "node:assert/strict";
import { test } from "node:test";
import { paperOf, spelledIn } from "../../api/adjudicator_api/pages/static/js/spelling.js";
import { hyphenated, region } from "../../api/adjudicator_api/pages/static/js/words.js";

test("names are spelled as in the reader's country", () => {
  const text = "Al2O3 is aluminium oxide. Caesium, sulfur.";
  assert.equal(spelledIn(text, "en-US"), "Al2O3 is aluminum oxide. Cesium, sulfur.");
  assert.equal(spelledIn(text, "en-ca"), "Al2O3 is aluminum oxide. Cesium, sulfur.");
  for (const locale of ["en-GB", "en", "en-AU", "de-DE", "es-US"]) assert.equal(spelledIn(text, locale), text);
  assert.equal(spelledIn("dicaesium monoxide, dialuminium", "en-US"), "dicesium monoxide, dialuminum");
  assert.equal(spelledIn("aluminiumfarben", "en-US"), "aluminiumfarben");
});

test("dates are written as in the reader's region, if the page speaks its language", () => {
  const at = (/** @type {string} */ own) => {
    Object.defineProperty(globalThis, "navigator", { value: { language: own }, configurable: true });
    return new Date(2026, 11, 18).toLocaleDateString(region());
  };
  assert.equal(at("en-GB"), "18/12/2026");
  assert.equal(at("en-US"), "12/18/2026");
  assert.equal(at("de-DE"), "12/18/2026", "an English page");
});

test("worksheets are on the paper of the reader's region", () => {
  assert.deepEqual(["en-US", "es-MX", "en-GB", "de-DE", "en"].map(paperOf), ["Letter", "Letter", "A4", "A4", "A4"]);
});

test("long German compounds may be broken before their second part, and nothing else", () => {
  const shown = (/** @type {string} */ text) => hyphenated(text).replaceAll("\u00ad", "|");
  assert.equal(shown("Kohlenstoffdioxid"), "Kohlenstoff|dioxid");
  assert.equal(shown("Schwefelwasserstoff"), "Schwefel|wasserstoff");
  assert.equal(shown("Metallhydrogensulfid"), "Metall|hydrogen|sulfid");
  assert.equal(shown("Metallhydroxid"), "Metall|hydroxid");
  assert.equal(shown("Becherglas"), "Becher|glas");
  for (const whole of ["hydroxide", "Wasser", "hydrogen sulfide", "Bunsen burner", "carbon dioxide"])
    assert.equal(shown(whole), whole);
});
