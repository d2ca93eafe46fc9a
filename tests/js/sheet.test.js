import assert from "node:assert/strict";
import { test } from "node:test";
import { partsOf, written as sumText } from "../../api/adjudicator_api/pages/static/js/models/scoring.js";
import { sheetFrom, struck, totals, written } from "../../api/adjudicator_api/pages/static/js/models/sheet.js";

const turn = (id, player, score) => ({ id, player, score, ruling: "valid", what: "water" });

test("moves are written down once, and replaced when the table decides otherwise", () => {
  let sheet = [turn("a", "Ann", 4), turn("b", "Bob", 3), turn("c", "Ann", 5)].reduce(written, []);
  assert.deepEqual(
    totals(sheet).map(({ player, total }) => [player, total]),
    [
      ["Ann", 9],
      ["Bob", 3],
    ],
  );
  sheet = written(sheet, { ...turn("a", "Ann", 0), ruling: "invalid" });
  assert.deepEqual(totals(sheet)[0].total, 5);
  assert.deepEqual(
    struck(sheet, "c").map(({ id }) => id),
    ["a", "b"],
  );
});

test("of a stored sheet only valid turns are restored", () => {
  assert.deepEqual(sheetFrom([turn("a", "Ann", 4), null, { id: 1 }]), [turn("a", "Ann", 4)]);
  assert.deepEqual(sheetFrom({}), []);
});

const BOARD = {
  bonuses: [
    { row: 1, col: 1, kind: "double-element" },
    { row: 1, col: 2, kind: "triple-compound" },
  ],
};
const POINTS = { H: 1, Cl: 2 };
const run = (score) => ({
  squares: [
    [1, 1],
    [1, 2],
  ],
  tiles: ["H", "Cl"],
  score,
});
const pointsOf = (symbol) => POINTS[symbol];

test("a score is tiles and the bonus squares that the move covered", () => {
  const both = partsOf(run(12), BOARD, pointsOf, [
    { row: 1, col: 1 },
    { row: 1, col: 2 },
  ]);
  assert.equal(sumText(both), "(1 × 2 + 2) × 3");
  assert.equal(sumText(partsOf(run(4), BOARD, pointsOf, [{ row: 1, col: 1 }])), "1 × 2 + 2");
  assert.equal(sumText(partsOf(run(3), BOARD, pointsOf, [])), "1 + 2");
});

test("if the sum differs from the judge's score, nothing is explained", () => {
  assert.equal(partsOf(run(99), BOARD, pointsOf, []), null);
  assert.equal(partsOf({ ...run(3), squares: null }, BOARD, pointsOf, []), null);
  assert.equal(partsOf(run(null), BOARD, pointsOf, []), null);
});
