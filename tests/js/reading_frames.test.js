/** Which run the frames of a camera agree on. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { agreed } from "#js/reader/frames.js";

/** @param {string} run @param {number} likely @param {number} at @param {boolean} [sure] @param {boolean} [cut] */
function seen(run, likely, at, sure = false, cut = false) {
  const tiles = run ? run.split(" ").map((name) => ({ name, sure: likely })) : [];
  const quality = { dark: false, blurred: false };
  const answer = { id: at, reading: { tiles, likely, fit: -0.1, cut }, other: null, turned: false, looks: 1, quality };
  return { answer, at, sure };
}

/** @param {ReturnType<typeof seen>[]} readings @param {number} now */
function shown(readings, now) {
  const { recent, best } = agreed(readings, now);
  return [best.answer.reading.tiles.map(({ name }) => name).join(" "), best.sure, recent.length];
}

test("frames that agree outweigh one that is likelier", () => {
  assert.deepEqual(shown([seen("Mg O", 0.6, 0), seen("Mg C", 0.9, 200), seen("Mg O", 0.6, 400)], 400), [
    "Mg O",
    false,
    3,
  ]);
  assert.deepEqual(shown([seen("Mg O", 0.6, 0), seen("Mg C", 0.9, 200)], 400), ["Mg C", false, 2]);
});

test("a run is sure when one of its frames was, and stays so while others are blurred", () => {
  const readings = [seen("Mg O", 0.999, 0, true), seen("Mg C", 0.5, 200), seen("", 1, 400)];
  assert.deepEqual(shown(readings, 400), ["Mg O", true, 3]);
});

test("two runs that were both sure contest each other, until one is forgotten", () => {
  const readings = [seen("Mg O", 0.999, 0, true), seen("Mg C", 0.995, 900, true)];
  assert.deepEqual(shown(readings, 900), ["Mg O", false, 2]);
  assert.deepEqual(shown(readings, 1600), ["Mg C", true, 1]);
});

test("a run is not sure while it is seen as often to go on beyond the frame", () => {
  const cut = [seen("Mg O", 0.999, 0, false, true), seen("Mg O", 0.999, 200, true)];
  assert.deepEqual(shown(cut, 200), ["Mg O", false, 2]);
  assert.deepEqual(shown([...cut, seen("Mg O", 0.999, 400, true)], 400), ["Mg O", true, 3]);
});

test("an empty frame is shown when nothing else was seen of late", () => {
  assert.deepEqual(shown([seen("Mg O", 0.999, 0, true), seen("", 1, 1600)], 1600), ["", false, 1]);
});
