import assert from "node:assert/strict";
import { test } from "node:test";

import {
  added,
  laidBy,
  playIn,
  shorter,
  tapped,
  textOf,
  usedOf,
} from "../../api/adjudicator_api/pages/static/js/models/plays.js";

test("a play is read and written in the format of the service", () => {
  assert.deepEqual(playIn("8H MgO"), { row: 8, col: 8, down: false, tiles: ["Mg", "O"] });
  assert.deepEqual(playIn("h8 MgO"), { row: 8, col: 8, down: true, tiles: ["Mg", "O"] });
  assert.deepEqual(playIn("12a"), { row: 12, col: 1, down: false, tiles: [] });
  assert.equal(playIn("MgO"), null);
  assert.equal(playIn(""), null);
  for (const text of ["8H MgO", "H8 MgO", "15O ClCl"]) assert.equal(textOf(/** @type {any} */ (playIn(text))), text);
});

test("tapping a square begins there, tapping it again turns the play, and tiles follow", () => {
  let draft = tapped("", 8, 8);
  assert.equal(draft, "8H ");
  draft = added(added(draft, "Mg"), "O");
  assert.equal(draft, "8H MgO");
  draft = tapped(draft, 8, 8);
  assert.equal(draft, "H8 MgO");
  draft = tapped(draft, 9, 1);
  assert.equal(draft, "A9 MgO");
  assert.equal(shorter(draft), "A9 Mg");
  assert.equal(shorter(shorter(shorter(draft))), "");
  assert.equal(added("", "Mg"), "");
});

test("the squares of a play and what is left of the rack", () => {
  assert.deepEqual(
    [...laidBy(playIn("8H MgO"))],
    [
      ["8 8", "Mg"],
      ["8 9", "O"],
    ],
  );
  assert.deepEqual(
    [...laidBy(playIn("H8 MgO"))],
    [
      ["8 8", "Mg"],
      ["9 8", "O"],
    ],
  );
  assert.deepEqual([...usedOf(["O", "Mg", "O"], playIn("8H OO"))], [0, 2]);
  assert.equal(usedOf(["O"], null).size, 0);
});
