import assert from "node:assert/strict";
import { test } from "node:test";

import { belongingsFrom, fileOf } from "#js/models/keeping.js";
import { goesOn } from "#js/models/record.js";
import { exported } from "#js/models/rounds.js";

const record = {
  schema: 2,
  game: "ion",
  edition: "e",
  options: {},
  players: ["Ann", "Bob"],
  events: [{ version: 1 }],
  result: null,
};
const memory = { "name:NaCl": { due: "2026-11-20T00:00:00Z", card: {} } };
const all = {
  games: [{ id: "a", at: "2026-11-17", record }],
  boxes: ['game = "ion"'],
  practice: JSON.parse(exported(/** @type {any} */ (memory))),
};

test("what is written can be read back", () => {
  assert.deepEqual(belongingsFrom(fileOf(/** @type {any} */ (all), "2026-11-17")), all);
});

test("a game alone and what was practised alone are read as well", () => {
  assert.deepEqual(belongingsFrom(JSON.stringify(record)), {
    games: [{ id: "", at: "", record }],
    boxes: [],
    practice: null,
  });
  assert.deepEqual(belongingsFrom(JSON.stringify(all.practice)), { games: [], boxes: [], practice: all.practice });
});

test("foreign files, files of later versions and damaged ones are distinguished", () => {
  const file = JSON.parse(fileOf(/** @type {any} */ (all), "2026-11-17"));
  const of = (/** @type {object} */ more) => belongingsFrom(JSON.stringify({ ...file, ...more }));
  for (const text of ["", "hello", "null", "7", "[]", "{}", '{"adjudicator":"lewis"}', "<html>"])
    assert.equal(belongingsFrom(text), "foreign", text);
  for (const more of [
    { version: 0 },
    { version: "1" },
    { games: null },
    { games: [{}] },
    { games: [{ id: "a", at: "", record: {} }] },
    { boxes: [7] },
    { boxes: undefined },
    { practice: 7 },
  ])
    assert.equal(of(more), "damaged", JSON.stringify(more));
  assert.equal(belongingsFrom(JSON.stringify(file).slice(0, -5)), "damaged");
  assert.equal(of({ version: 2, games: "of a shape that is not known yet" }), "newer");
});

test("only an unfinished game with its seats can be continued", () => {
  assert.equal(goesOn(/** @type {any} */ (record)), false);
  assert.equal(goesOn(/** @type {any} */ ({ ...record, table: { seats: [] } })), true);
  assert.equal(goesOn(/** @type {any} */ ({ ...record, table: { seats: [] }, result: { scores: [1, 2] } })), false);
});
