/** Whether a run goes on beyond the frame: tiles of grey, drawn here. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { goesOn } from "#js/reader/ends.js";
import { normal } from "#js/reader/strip.js";

const [HEIGHT, TILE, GAP, STRIDE] = [48, 36, 4, 4];
const [TABLE, GROUND, INK] = [90, 230, 30];
const NOTHING = Math.log(0.999);

/**
 * A strip of tiles from its left end to its right one, and what a reader says of it.
 * @param {number} width
 * @param {readonly number[]} begins where tiles begin, in pixels
 * @param {readonly number[]} read which of them are read
 * @param {number} [table]
 * @param {number} [tile] pixels of a tile's height
 */
function strip(width, begins, read, table = TABLE, tile = TILE) {
  const grey = new Float32Array(width * HEIGHT).fill(table);
  const top = (HEIGHT - tile) / 2;
  const paint = (
    /** @type {number[]} */ [left, right],
    /** @type {number[]} */ [from, to],
    /** @type {number} */ colour,
  ) => {
    for (let y = from; y < to; y++)
      grey.fill(colour, y * width + Math.max(0, left), y * width + Math.min(width, right));
  };
  for (const begin of begins) {
    paint([begin, begin + TILE], [top, top + tile], GROUND);
    paint([begin + 12, begin + 24], [14, 34], INK);
  }
  const middles = read.map((which) => begins[which] + TILE / 2);
  const steps = Array.from({ length: width / STRIDE }, (_, step) => {
    const isTile = middles.some((middle) => Math.abs(middle - (step + 0.5) * STRIDE) < 6);
    return Float64Array.from(isTile ? [NOTHING, -7] : [-7, NOTHING]);
  });
  return goesOn(normal(grey), width, steps);
}

const begins = [0, 1, 2, 3].map((at) => 20 + at * (TILE + GAP));

test("a table at both ends is the end of a run", () => {
  assert.equal(strip(200, begins, [0, 1, 2, 3]), false);
  assert.equal(strip(180, begins, [0, 1, 2, 3]), false);
});

test("a part of a tile at either end is more of the run", () => {
  for (const part of [8, 12, 18]) {
    const cut = begins[3] + part - ((begins[3] + part) % STRIDE);
    assert.equal(strip(cut, begins, [0, 1, 2]), true);
    const moved = begins.map((begin) => begin - begins[1] + part + GAP);
    assert.equal(strip(180, moved, [1, 2, 3]), true);
  }
});

test("where tiles have no edge above and below, nothing can be told", () => {
  assert.equal(strip(152, begins, [0, 1, 2], TABLE, HEIGHT), false);
  assert.equal(strip(152, begins, [0, 1, 2], GROUND), false);
});

test("one tile tells nothing of where the next one would be", () => {
  assert.equal(strip(80, begins, [0]), false);
  assert.equal(strip(80, begins, []), false);
});
