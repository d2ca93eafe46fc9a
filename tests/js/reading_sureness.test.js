/** When a reading is shown as sure. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isBetter, isSure } from "#js/reader/sureness.js";

/** @param {string} run @param {number} fit @param {number} [sure] */
const reading = (run, fit, sure = 0.999) => ({
  tiles: run.split(" ").map((name) => ({ name, sure })),
  likely: sure,
  fit,
  cut: false,
});

/** @param {ReturnType<typeof reading>} read @param {ReturnType<typeof reading> | null} [other] */
const answer = (read, other = null) => ({
  id: 1,
  reading: read,
  other,
  turned: other !== null && other.fit > read.fit + 1,
  looks: 1,
  quality: { dark: false, blurred: false },
});

test("likely tiles that fit are sure, but no single one", () => {
  assert.equal(isSure(answer(reading("Mg O", -0.1))), true);
  assert.equal(isSure(answer(reading("Mg", -0.1))), false);
  assert.equal(isSure(answer(reading("Mg O", -0.1, 0.98))), false);
  assert.equal(isSure(answer(reading("Mg O", -1.1))), false);
});

test("a run that goes on beyond the frame is not sure", () => {
  assert.equal(isSure(answer({ ...reading("Mg O", -0.1), cut: true })), false);
});

test("a run that fits better from the other side is not sure, however likely it is", () => {
  assert.equal(isSure(answer(reading("O O H H", -0.6), reading("H K O O", -0.1))), false);
  assert.equal(isSure(answer(reading("H K O O", -0.1), reading("O O H H", -0.6))), true);
});

test("a likelier look is better unless it cuts tiles off", () => {
  const [three, two] = [reading("Ag Si Cl", -2, 0.9), reading("Si Cl", -0.1, 0.995)];
  const empty = { tiles: [], likely: 1, fit: 0, cut: false };
  assert.equal(isBetter(two, three, false), false);
  assert.equal(isBetter(reading("Ag Si C", -1, 0.95), three, false), true);
  assert.equal(isBetter(reading("Ag Si C", -1, 0.85), three, true), false);
  assert.equal(isBetter(two, empty, false), true);
  assert.equal(isBetter(empty, empty, true), false);
});

test("a look that contains the other one may read fewer tiles, if it reads them well", () => {
  const [parts, whole] = [reading("Mg Mg C", -2, 0.9), reading("Mg C", -0.1)];
  assert.equal(isBetter(whole, parts, true), true);
  assert.equal(isBetter(reading("Mg C", -1.5), parts, true), false);
});
