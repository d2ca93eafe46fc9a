import assert from "node:assert/strict";
import { test } from "node:test";
import { byGame, isWord } from "../../api/adjudicator_api/pages/static/js/models/lookup.js";

const ruling = (/** @type {string} */ rules, /** @type {string} */ ruled, /** @type {string} */ reason) => ({
  rules,
  game: rules.split(":")[0],
  title: rules.split(":")[0].toUpperCase(),
  ruling: ruled,
  reason,
});

test("rule sets with the same ruling and reason are grouped, legal ones first", () => {
  const shown = byGame([
    ruling("cards", "invalid", "no card"),
    ruling("tiles:a", "invalid", "three elements"),
    ruling("tiles:b", "valid", "octet"),
    ruling("tiles:c", "invalid", "three elements"),
  ]);
  assert.deepEqual(
    shown.map(({ game }) => game),
    ["tiles", "cards"],
  );
  assert.deepEqual(
    shown[0].groups.map(({ ruling: ruled, variants }) => [ruled, variants]),
    [
      ["valid", ["b"]],
      ["invalid", ["a", "c"]],
    ],
  );
  assert.deepEqual(shown[1].groups[0].variants, [""]);
});

test("words are distinguished from symbols", () => {
  for (const word of ["ethanol", "Natron", "sodium chloride", "iron(III) oxide", "Öl"])
    assert.equal(isWord(word), true, word);
  for (const symbols of ["MgNOONOO", "NaCl", "Mg N O O", "H2O", "CuSO4·5H2O", "co", "hhx"])
    assert.equal(isWord(symbols), false, symbols);
});
