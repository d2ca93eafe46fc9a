import assert from "node:assert/strict";
import { test } from "node:test";
import * as rounds from "../../api/adjudicator_api/pages/static/js/models/rounds.js";

const asked = (text) => ({ exercise: text, question: { prompt: "", answer: "text", kind: "name" }, choices: [] });
const FIVE = ["name:H2O", "name:NaCl", "name:HCl", "name:CO2", "name:KBr"].map(asked);
const mark = (outcome) => ({
  outcome,
  right: outcome === "right",
  score: 0,
  reason: "",
  expected: { answer: "", text: "", because: "", also: [] },
  memory: { due: "2026-11-18T00:00:00Z" },
});
const give = (round, outcome, shown = false) => rounds.count(round, { said: "x", mark: mark(outcome), shown });

test("right answers leave the round, missed or shown ones come back after three others", () => {
  let round = rounds.roundOf(FIVE);
  round = give(round, "wrong");
  assert.equal(round.queue[3].exercise, "name:H2O");
  round = give(round, "right");
  assert.equal(round.queue.length, 4);
  round = give(round, "right", true);
  assert.equal(round.queue.length, 4);
  for (let i = 0; i < 4; i++) round = give(round, "right");
  assert.equal(rounds.now(round), null);
  assert.deepEqual(
    rounds.missed(round).map((one) => one.asked.exercise),
    ["name:H2O", "name:HCl"],
  );
  assert.equal(rounds.firsts(round).length, 5);
});

test("a puzzle is shared without its answer", () => {
  const round = rounds.count(rounds.roundOf([asked("write:CS2")]), {
    said: "x",
    mark: { ...mark("wrong"), score: 0.5 },
    shown: false,
  });
  assert.equal(rounds.told(give(round, "right")), "■■■□□ 2×");
  assert.equal(rounds.told(give(rounds.roundOf(FIVE), "right", true)), "□□□□□ 1×");
});

test("an undecided answer is asked again and not counted", () => {
  const round = give(rounds.roundOf(FIVE), "unresolved");
  assert.equal(round.queue.length, 5);
  assert.equal(rounds.firsts(round).length, 0);
});

test("memories are due by their day, and survive a file", () => {
  const kept = {
    "name:H2O": { due: "2026-11-20T00:00:00Z" },
    "name:HCl": { due: "2026-11-01T00:00:00Z" },
    "name:KBr": { due: "2026-10-01T00:00:00Z" },
  };
  assert.deepEqual(rounds.due(kept, Date.parse("2026-11-17T00:00:00Z")), ["name:KBr", "name:HCl"]);
  assert.deepEqual(rounds.imported({}, rounds.exported(kept)), kept);
  const later = { "name:HCl": { due: "2027-01-01T00:00:00Z" } };
  assert.equal(rounds.imported(later, rounds.exported(kept))["name:HCl"].due, "2027-01-01T00:00:00Z");
});

test("foreign files and damaged storage do no harm", () => {
  for (const text of ["", "[]", "null", "{}", '{"adjudicator":"chess"}', "x".repeat(100)])
    assert.equal(rounds.imported({}, text), null);
  assert.deepEqual(rounds.imported({}, '{"adjudicator":"practice","memories":[1]}'), {});
  assert.deepEqual(
    rounds.memoriesOf({ "<b>": { due: "x" }, "name:HCl": 7, "name:H2O": { due: "never" }, "name:KBr": null }),
    {},
  );
  let memories = {};
  for (let i = 0; i < 2100; i++) memories = { ...memories, [`name:C${i}`]: { due: "2026-11-20T00:00:00Z" } };
  const after = rounds.kept(memories, "name:H2O", { due: "2026-11-20T00:00:00Z", last: "2026-11-18T00:00:00Z" });
  assert.equal(Object.keys(after).length, 2000);
  assert.ok("name:H2O" in after);
});

test("a link restores the choices, and links of earlier versions still work", () => {
  const choice = { topic: "ions", level: 2, kind: "write", count: 20, choices: true, loose: false, list: "" };
  assert.deepEqual(rounds.choiceIn(new URLSearchParams(rounds.addressOf(choice).split("?")[1])), choice);
  assert.equal(rounds.choiceIn(new URLSearchParams("set=HNO3,NO2%5E-&count=2")).list, "HNO3\nNO2^-");
  assert.equal(rounds.choiceIn(new URLSearchParams("set=name:HNO3;write:KBr")).list, "name:HNO3;write:KBr");
  assert.equal(rounds.choiceIn(new URLSearchParams("count=-3&level=99")).level, 3);
});

/** Numbers from 0 to 1 that follow from a seed. */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function someMemories(random, most) {
  const day = () => `2026-11-${String(1 + Math.floor(random() * 9)).padStart(2, "0")}T00:00:00Z`;
  const one = () => [
    `name:C${Math.floor(random() * most)}~salts.1`,
    { due: day(), last: random() < 0.2 ? null : day(), state: 1 + Math.floor(random() * 3) },
  ];
  return Object.fromEntries(Array.from({ length: Math.floor(random() * most) }, one));
}

test("merging does not depend on the device, nor on how often or in which order it is done", () => {
  const random = randomOf(20261118);
  for (let i = 0; i < 300; i++) {
    const [a, b, c] = [1, 2, 3].map(() => someMemories(random, 12));
    const { merged } = rounds;
    assert.deepEqual(merged(a, b), merged(b, a));
    assert.deepEqual(merged(merged(a, b), b), merged(a, b));
    assert.deepEqual(merged(merged(a, b), c), merged(a, merged(b, c)));
    assert.deepEqual(merged(a, a), a);
    assert.deepEqual(rounds.imported(a, rounds.exported(b)), merged(a, b));
    for (const [text, memory] of Object.entries(merged(a, b)))
      for (const theirs of [a[text], b[text]])
        assert.ok(!theirs || (theirs.last ?? "") <= (memory.last ?? ""), "nothing answered later is lost");
  }
});

test("merging keeps its promises above the limit too", () => {
  const many = (from) =>
    Object.fromEntries(
      Array.from({ length: 1500 }, (_, i) => [
        `name:C${from + i}`,
        { due: "2026-11-20T00:00:00Z", last: new Date(1.79e12 + (from + i) * 1000).toISOString() },
      ]),
    );
  const [a, b] = [many(0), many(1000)];
  assert.deepEqual(rounds.merged(a, b), rounds.merged(b, a));
  assert.equal(Object.keys(rounds.merged(a, b)).length, 2000);
  assert.ok("name:C2499" in rounds.merged(a, b));
  assert.ok(!("name:C499" in rounds.merged(a, b)));
});

test("an exercise missed yesterday is not taken for known because it was due later before", () => {
  const known = { "name:HCl": { due: "2027-01-01T00:00:00Z", last: "2026-11-01T00:00:00Z", state: 2 } };
  const missed = { "name:HCl": { due: "2026-11-18T00:10:00Z", last: "2026-11-18T00:00:00Z", state: 3 } };
  assert.deepEqual(rounds.imported(known, rounds.exported(missed)), missed);
  assert.deepEqual(rounds.imported(missed, rounds.exported(known)), missed);
});

test("progress counts what is practised, known and due in each topic", () => {
  const due = "2026-11-18T10:00:00Z";
  const memories = {
    "name:NaCl~salts.1": { due, state: 2 },
    "write:NaCl~salts.2": { due: "2026-12-01T00:00:00Z", state: 2 },
    "name:KBr!-!Bromkali~salts": { due, state: 1 },
    "name:HCl": { due, state: 2 },
    "legal:MgO@compoundit:beginner~compoundit.1": { due, state: 3 },
  };
  const topics = [
    { topic: "ions", levels: [1, 2, 3] },
    { topic: "salts", levels: [32, 34, 32] },
    { topic: "compoundit", levels: [15, 15, 14] },
  ];
  assert.deepEqual(rounds.progress(memories, topics, Date.parse("2026-11-19T00:00:00Z")), [
    { topic: "salts", all: 98, seen: 3, known: 2, due: 2 },
    { topic: "compoundit", all: 44, seen: 1, known: 0, due: 1 },
  ]);
  const noon = new Date(2026, 10, 18, 12).getTime();
  assert.equal(rounds.endOfDay(noon), new Date(2026, 10, 19).getTime());
});
