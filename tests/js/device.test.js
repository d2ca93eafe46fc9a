import assert from "node:assert/strict";
import { test } from "node:test";
import * as model from "../../api/adjudicator_api/pages/static/js/models/device.js";

const verdict = {
  ruling: "valid",
  tiles: ["Na", "O", "H"],
  checks: [{ witness: { numbers: [1, -2, 1], sum: 0 } }, { witness: null }],
};
const KNOWN = { game: [{ verdict, shown: { names: ["lye"] }, answers: { lye: { answer: "right" } } }] };

test("a build is found in any order of its cards, with its numbers in that order", () => {
  const found = model.judged(KNOWN, "game", ["O", "H", "Na"]);
  assert.deepEqual(
    [found.tiles, found.checks[0].witness.numbers],
    [
      ["O", "H", "Na"],
      [-2, 1, 1],
    ],
  );
  assert.equal(model.judged(KNOWN, "game", ["O", "H"]), null);
  assert.equal(model.judged(KNOWN, "other", ["O", "H", "Na"]), null);
});

test("only names that the judge was asked about are answered", () => {
  assert.equal(model.named(KNOWN, "game", ["H", "O", "Na"], " LYE ").answer, "right");
  assert.equal(model.named(KNOWN, "game", ["H", "O", "Na"], "gibberish"), null);
  assert.deepEqual(model.shown(KNOWN, "game", ["H", "O", "Na"]).names, ["lye"]);
});

test("formulas as cards", () => {
  assert.deepEqual(model.cardsOf("H2O"), ["H", "H", "O"]);
  assert.deepEqual(model.cardsOf("Mg(OH)2"), ["Mg", "O", "H", "O", "H"]);
  for (const text of ["", "h2", "Mg(OH", "H)2", "CuSO4·5H2O", "2H"]) assert.equal(model.cardsOf(text), null);
});

test("several runs have one ruling, valid only if all are", () => {
  const of = (/** @type {string} */ ruling) => /** @type {any} */ ({ ruling });
  assert.equal(model.together([of("valid"), of("valid")]).ruling, "valid");
  assert.equal(model.together([of("valid"), of("unresolved")]).ruling, "unresolved");
  assert.equal(model.together([of("unresolved"), of("invalid"), of("valid")]).ruling, "invalid");
  assert.equal(model.together([of("valid"), of("valid")]).verdicts.length, 2);
});
