import assert from "node:assert/strict";
import { test } from "node:test";
import * as model from "../../api/adjudicator_api/pages/static/js/models/run.js";

test("tiles go behind the cursor and can be removed", () => {
  let run = ["H", "O", "Cl"].reduce(model.add, model.runOf());
  run = model.shift(run, -1);
  assert.deepEqual(run.tiles, ["H", "Cl", "O"]);
  run = model.remove(run, 1);
  assert.deepEqual([run.tiles, run.cursor], [["H", "O"], 0]);
  assert.deepEqual(model.add(run, "S").tiles, ["H", "S", "O"]);
});

test("every step can be undone, back to the first", () => {
  const start = model.runOf(["H"]);
  let run = model.clear(model.moveTo(model.add(start, "O"), 1, 0));
  for (const tiles of [["O", "H"], ["H", "O"], ["H"], ["H"]]) {
    run = model.undo(run);
    assert.deepEqual(run.tiles, tiles);
  }
});

test("impossible steps change nothing", () => {
  const run = model.runOf(["H", "O"], 2);
  assert.equal(model.add(run, "H"), run);
  assert.equal(model.remove(run, 7), run);
  assert.equal(model.shift(run, 1), run);
  assert.equal(model.replace(run, ["H", "O"]), run);
  assert.equal(model.pointAt(run, 9).cursor, 1);
  assert.equal(model.pointAt(run, -9).cursor, -1);
});
