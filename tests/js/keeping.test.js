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
  used: ["sha256:0123456789ab"],
  practice: JSON.parse(exported(/** @type {any} */ (memory))),
  challenges: [
    {
      id: "/challenge/a",
      at: "2026-11-17",
      kind: "challenge",
      title: "Bob against Ann",
      ruling: "valid",
      link: "/challenge/a",
      answer: { id: "a" },
    },
  ],
  settings: { name: "Ann", theme: "dark" },
};
const none = { games: [], boxes: [], practice: null, challenges: [], settings: {} };

test("what is written can be read back", () => {
  assert.deepEqual(belongingsFrom(fileOf(/** @type {any} */ (all), "2026-11-17")), all);
});

test("a time that is none is left out, and the rest is kept", () => {
  const without = (/** @type {string} */ at) => ({
    ...all,
    games: all.games.map((game) => ({ ...game, at })),
    challenges: all.challenges.map((entry) => ({ ...entry, at })),
  });
  assert.deepEqual(belongingsFrom(fileOf(/** @type {any} */ (without("never")), "2026-11-17")), without(""));
});

test("a game alone and what was practised alone are read as well", () => {
  assert.deepEqual(belongingsFrom(JSON.stringify(record)), { ...none, games: [{ id: "", at: "", record }] });
  assert.deepEqual(belongingsFrom(JSON.stringify(all.practice)), { ...none, practice: all.practice });
});

test("a file of an earlier version, without challenges and settings, is read", () => {
  const written = JSON.parse(fileOf(/** @type {any} */ (all), "2026-11-17"));
  const { challenges: _, settings: __, used: ___, ...earlier } = written;
  const { used: ____, ...read } = { ...all, challenges: [], settings: {} };
  assert.deepEqual(belongingsFrom(JSON.stringify(earlier)), read);
});

test("foreign files, files of later versions and damaged ones are distinguished", () => {
  const file = JSON.parse(fileOf(/** @type {any} */ (all), "2026-11-17"));
  const of = (/** @type {object} */ more) => belongingsFrom(JSON.stringify({ ...file, ...more }));
  for (const text of ["", " ", "{", '{"adjudi']) assert.equal(belongingsFrom(text), "cut", text);
  for (const text of ["hello", "null", "7", "[]", "{}", '{"adjudicator":"lewis"}', "<html>"])
    assert.equal(belongingsFrom(text), "foreign", text);
  for (const more of [
    { version: 0 },
    { version: "1" },
    { games: null },
    { games: [{}] },
    { games: [{ id: "a", at: "", record: {} }] },
    { boxes: [7] },
    { boxes: undefined },
    { used: "all" },
    { used: [7] },
    { practice: 7 },
    { challenges: {} },
    { challenges: [{ ...all.challenges[0], link: "https://elsewhere.example" }] },
    { challenges: [{ ...all.challenges[0], kind: "run" }] },
    { challenges: [{ ...all.challenges[0], answer: null }] },
    { settings: [] },
    { settings: null },
  ])
    assert.equal(of(more), "damaged", JSON.stringify(more));
  for (const whole of [file, record, all.practice])
    assert.equal(belongingsFrom(JSON.stringify(whole).slice(0, -5)), "cut");
  assert.equal(belongingsFrom(JSON.stringify(file).replace(",", ";")), "damaged");
  assert.equal(of({ version: 2, games: "of a shape that is not known yet" }), "newer");
});

test("only an unfinished game with its seats can be continued", () => {
  assert.equal(goesOn(/** @type {any} */ (record)), false);
  assert.equal(goesOn(/** @type {any} */ ({ ...record, table: { seats: [] } })), true);
  assert.equal(goesOn(/** @type {any} */ ({ ...record, table: { seats: [] }, result: { scores: [1, 2] } })), false);
});
