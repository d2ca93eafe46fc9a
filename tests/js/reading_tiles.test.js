/** The reader of tiles: the net against the training framework, the decoding against all ways there are. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { added, decoded, likelihoods, shareOfBox } from "#js/reader/decoding.js";
import { readerOf, scoresOf } from "#js/reader/net.js";
import { PANEL, PLACES, workspace } from "#js/reader/products.js";
import { greyOf, normal, qualityOf, turned } from "#js/reader/strip.js";

/** @param {string} name */
function weightsOf(name) {
  const file = readFileSync(new URL(`../../api/adjudicator_api/pages/static/${name}`, import.meta.url));
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
}

/** @param {string} name */
const recordedIn = (name) =>
  JSON.parse(readFileSync(new URL(`../../fixtures/reading/${name}`, import.meta.url), "utf-8"));

/** Weights, with strips of grey pixels and what PyTorch made of them: `python -m tools train --record` */
const SETS = {
  rows: { weights: weightsOf("reader.bin"), recorded: recordedIn("strips.json") },
  columns: { weights: weightsOf("reader-columns.bin"), recorded: recordedIn("columns.json") },
};

/** @param {string} text @returns {Uint8Array} */
const bytes = (text) => Uint8Array.from(Buffer.from(text, "base64"));

test("the weights are small enough to be loaded at a table", () => {
  for (const { weights } of Object.values(SETS)) assert.ok(weights.byteLength <= 600_000);
  assert.throws(() => readerOf(new ArrayBuffer(64)), /no reader/);
});

for (const [which, { weights, recorded }] of Object.entries(SETS))
  for (const [how, vectors] of Object.entries({ "in vectors": true, "in plain JavaScript": false }))
    test(`a strip of ${which} has the scores that the training framework gives it, ${how}`, () => {
      const one = readerOf(weights, vectors);
      assert.ok(recorded.strips.length >= 2);
      for (const { grey, width, scores } of recorded.strips) {
        const pixels = normal(Float32Array.from(bytes(grey)));
        const found = scoresOf(one, pixels, width);
        assert.equal(found.classes, one.symbols.length + 2);
        assert.equal(found.values.length, scores.length);
        const worst = Math.max(
          ...scores.map((/** @type {number} */ score, /** @type {number} */ i) => Math.abs(score - found.values[i])),
        );
        assert.ok(worst < 1e-3, `${worst}`);
      }
    });

test("products of blocks are those of the definition, in vectors and without", () => {
  const random = chance(5);
  for (const count of [1, 7, 300]) {
    const values = Array.from({ length: count * (PANEL + PLACES) }, () => random() - 0.5);
    const listed = 4 * values.length;
    const sums = listed + 4 * count;
    for (const vectors of [true, false]) {
      const { floats, offsets, block } = workspace(sums + 4 * PANEL * PLACES, vectors);
      floats.set(values);
      // rows of terms from the last to the first
      for (let term = 0; term < count; term++) offsets[listed / 4 + term] = 4 * PLACES * (count - 1 - term);
      block(0, 4 * PANEL * count, listed, sums, count);
      for (let output = 0; output < PANEL; output++)
        for (let place = 0; place < PLACES; place++) {
          let sum = 0;
          for (let term = 0; term < count; term++)
            sum += values[term * PANEL + output] * values[count * PANEL + (count - 1 - term) * PLACES + place];
          assert.ok(Math.abs(sum - floats[sums / 4 + output * PLACES + place]) < 1e-4);
        }
    }
  }
});

test("recorded strips are read, held to the box of the standard game", () => {
  for (const { weights, recorded } of Object.values(SETS)) {
    const reader = readerOf(weights);
    for (const { grey, width, run } of recorded.strips) {
      const kinds = recorded.box.map((/** @type {string} */ name) => ({
        name,
        count: 20,
        class: reader.symbols.indexOf(name),
      }));
      const scores = scoresOf(reader, normal(Float32Array.from(bytes(grey))), width);
      const { tiles } = decoded(likelihoods(scores, kinds), kinds);
      assert.deepEqual(
        tiles.map((tile) => tile.name),
        run,
      );
    }
  }
});

// --- decoding -------------------------------------------------------------------------------------------------------

/** Numbers between 0 and 1 that are the same every time (mulberry32). @param {number} seed */
function chance(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Slow and obvious: says every way through the steps, drops those in which two tiles touch or of which the box has too
 * few, and adds up the ways of each run.
 * @param {Float64Array[]} steps @param {{count: number}[]} kinds @returns {Map<string, number>}
 */
function allRuns(steps, kinds) {
  const nothing = kinds.length;
  const runs = new Map();
  const ways = (/** @type {number[]} */ way, /** @type {number} */ log) => {
    if (way.length < steps.length) {
      steps[way.length].forEach((value, kind) => ways([...way, kind], log + value));
      return;
    }
    const touch = way.some((kind, i) => i && kind !== way[i - 1] && kind !== nothing && way[i - 1] !== nothing);
    const run = way.filter((kind, i) => kind !== nothing && kind !== way[i - 1]);
    const within = kinds.every(({ count }, kind) => run.filter((one) => one === kind).length <= count);
    if (!touch && within) runs.set(run.join(), added(runs.get(run.join()) ?? -Infinity, log));
  };
  ways([], 0);
  return runs;
}

test("the likeliest run is the likeliest of all runs that the box can lay", () => {
  const next = chance(20261118);
  let capped = 0;
  for (let round = 0; round < 2000; round++) {
    const kinds = Array.from({ length: 1 + Math.floor(next() * 3) }, (_, i) => ({
      name: "ABC"[i],
      class: i,
      count: Math.floor(next() * 3),
    }));
    const classes = kinds.length + 1;
    const length = 1 + Math.floor(next() * (kinds.length === 3 ? 5 : 6));
    const values = Float32Array.from({ length: length * classes }, () => (next() - 0.5) * 8);
    const steps = likelihoods({ steps: length, classes, values }, kinds);
    const all = allRuns(steps, kinds);
    const most = Math.max(...all.values());
    const sum = [...all.values()].reduce(added, -Infinity);
    const { tiles, likely } = decoded(steps, kinds, { breadth: 1e6, faint: -Infinity });
    const run = tiles.map((tile) => kinds.findIndex((kind) => kind.name === tile.name));
    assert.ok(Math.abs((all.get(run.join()) ?? -Infinity) - most) < 1e-9, `round ${round}`);
    assert.ok(Math.abs(likely - Math.exp(most - sum)) < 1e-9);
    tiles.forEach((tile, i) => {
      const agree = [...all].filter(([text]) => {
        const other = text ? text.split(",").map(Number) : [];
        return other.length === run.length && other[i] === run[i];
      });
      const share = Math.exp(agree.map(([, log]) => log).reduce(added, -Infinity) - sum);
      assert.ok(Math.abs(tile.sure - share) < 1e-9);
    });
    const free = kinds.map((kind) => ({ ...kind, count: Infinity }));
    const unbounded = decoded(steps, free, { breadth: 1e6, faint: -Infinity });
    capped += Number(unbounded.tiles.map((tile) => tile.name).join() !== tiles.map((tile) => tile.name).join());
  }
  assert.ok(capped > 100); // the counts of the box mattered
});

test("a run fits as well as the reader sees it, whatever the box", () => {
  const next = chance(11);
  for (let round = 0; round < 100; round++) {
    const values = Float32Array.from({ length: 4 * 5 }, () => (next() - 0.5) * 8);
    const scores = { steps: 4, classes: 5, values };
    const all = ["A", "B", "C", "D"].map((name, i) => ({ name, class: i, count: 9 }));
    const box = [all[0], all[2]];
    const steps = likelihoods(scores, all);
    assert.ok(Math.abs(shareOfBox(scores, all)) < 1e-9);
    const { tiles, fit } = decoded(likelihoods(scores, box), box, { breadth: 1e6, faint: -Infinity });
    const run = tiles.map((tile) => all.findIndex((kind) => kind.name === tile.name));
    const likely = allRuns(steps, all).get(run.join()) ?? -Infinity; // among all symbols
    assert.ok(Math.abs(fit + shareOfBox(scores, box) - likely) < 1e-9, `round ${round}`);
  }
});

test("few beginnings are enough where the reader is as certain as on strips", () => {
  const next = chance(7);
  for (let round = 0; round < 200; round++) {
    const kinds = ["A", "B", "C"].map((name, i) => ({ name, class: i, count: 9 }));
    const values = new Float32Array(9 * 4);
    for (let step = 0; step < 9; step++)
      for (let one = 0; one < 4; one++)
        values[step * 4 + one] = next() * 2 + (one === (step % 3 === 1 ? round % 3 : 3) ? 4 : 0);
    const steps = likelihoods({ steps: 9, classes: 4, values }, kinds);
    const names = (/** @type {import("#js/reader/decoding.js").Reading} */ one) => one.tiles.map((tile) => tile.name);
    assert.deepEqual(names(decoded(steps, kinds)), names(decoded(steps, kinds, { breadth: 1e6, faint: -Infinity })));
  }
});

// --- strips ---------------------------------------------------------------------------------------------------------

test("a strip is grey, even in light, and can be turned", () => {
  assert.deepEqual([...greyOf([255, 255, 255, 255, 0, 0, 0, 255], 2)].map(Math.round), [255, 0]);
  const [none, black, white] = [[0, 0, 0, 0], [0, 0, 0, 255], [255, 255, 255, 255]]; // prettier-ignore
  const around = [none, none, none, none, none, black, white, none, none, none, none, none].flat();
  assert.deepEqual(
    [...greyOf(around, 4)].map(Math.round),
    [0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255],
    "outside of the picture it goes on as at its edge",
  );
  assert.deepEqual([...greyOf([...none, ...none], 2)], [0, 0]);
  const even = normal(Float32Array.from([10, 20, 30, 40]));
  assert.ok(Math.abs(even.reduce((sum, value) => sum + value, 0)) < 1e-5);
  assert.deepEqual([...turned(Float32Array.from([1, 2, 3]))], [3, 2, 1]);
});

test("too dark and too blurred are told apart from a good picture", () => {
  const [width, height] = [96, 48];
  const at = (/** @type {(x: number) => number} */ value) =>
    Float32Array.from({ length: width * height }, (_, i) => value(i % width));
  assert.deepEqual(
    qualityOf(
      at((x) => (x % 8 < 4 ? 40 : 200)),
      width,
    ),
    { dark: false, blurred: false },
  );
  assert.equal(
    qualityOf(
      at((x) => (x % 8 < 4 ? 5 : 30)),
      width,
    ).dark,
    true,
  );
  assert.equal(
    qualityOf(
      at((x) => 120 + 80 * Math.sin(x / 15)),
      width,
    ).blurred,
    true,
  );
});
