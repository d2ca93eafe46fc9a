import assert from "node:assert/strict";
import { test } from "node:test";
import {
  accuracyOf,
  chanceLines,
  isMissed,
  largestMiss,
  momentsOf,
  passesOf,
  percentages,
  nearest,
  placesOf,
  recordBefore,
  scoreLines,
  searched,
  stepAt,
  stepsOf,
  toldApart,
  turningPoints,
  viewOf,
  wantedAround,
  withPart,
} from "../../api/adjudicator_api/pages/static/js/models/review.js";
import { recordFrom } from "../../api/adjudicator_api/pages/static/js/models/record.js";

const record = {
  schema: 2,
  game: "ion",
  edition: "e",
  options: {},
  players: ["Ann", "Bob"],
  result: null,
  events: [
    { version: 1, type: "game_started", player: null },
    { version: 2, type: "card_drawn", player: 0, text: "Ann: draws" },
    { version: 3, type: "part_ended", player: 1 },
    { version: 4, type: "built", player: 1, text: "Bob: builds" },
  ],
};
const step = (version, player, more = {}) => ({
  version,
  until: version,
  player,
  played: "",
  score: 1,
  best: null,
  best_score: 0,
  why: null,
  lost: 0,
  taken_back: false,
  best_action: null,
  others: [],
  ...more,
});

test("a record is read from a file; anything else is refused", () => {
  assert.deepEqual(recordFrom(JSON.stringify(record)), record);
  for (const text of ["", "{", "[]", "null", '{"game": "ion"}', '{"game": "ion", "events": [], "players": []}'])
    assert.equal(recordFrom(text), null, text);
});

test("before the analysis, the actions of players are already a row of steps", () => {
  const steps = stepsOf(record, (type) => `(${type})`);
  assert.deepEqual(
    steps.map(({ version, player, played, lost }) => [version, player, played, lost]),
    [
      [2, 0, "Ann: draws", null],
      [4, 1, "Bob: builds", null],
    ],
    "what goes without saying is no step",
  );
  const bare = { ...record, events: record.events.map(({ text, ...event }) => event) };
  assert.deepEqual(
    stepsOf(bare, (type) => `(${type})`).map(({ played }) => played),
    ["(card_drawn)", "(part_ended)", "(built)"],
    "a record without sentences",
  );
  assert.deepEqual([stepAt(steps, 1), stepAt(steps, 2), stepAt(steps, 99), stepAt([], 5)], [0, 0, 1, 0]);
});

test("to decide again is the record before a step, with the others as bots", () => {
  const again = recordBefore({ ...record, result: { ranks: [1, 2] } }, step(4, 1), () => "greedy");
  assert.equal(again.result, null);
  assert.deepEqual(
    again.events.map(({ version, text }) => [version, text]),
    [1, 2, 3].map((version) => [version, undefined]),
  );
  assert.deepEqual(again.table, {
    hints: true,
    seats: [
      { kind: "bot", name: "Ann", bot: "greedy" },
      { kind: "person", name: "Bob" },
    ],
  });
  assert.equal(record.events.length, 4, "the record itself stays as it was");
});

test("an analysis comes in parts: each replaces steps without analysis", () => {
  const told = stepsOf(record, String);
  const first = withPart(told, [step(2, 0), step(3, 1, { lost: null }), step(7, 0, { lost: null })], 0);
  assert.deepEqual(
    first.map(({ version }) => version),
    [2, 3, 7],
  );
  assert.equal(searched(first), 1);
  const whole = withPart(first, [step(3, 1), step(7, 0)], 2);
  assert.deepEqual(
    whole.map(({ version, lost }) => [version, lost]),
    [
      [2, 0],
      [3, 0],
      [7, 0],
    ],
  );
  assert.equal(searched(whole), 3);
  const begun = withPart(told, [step(2, 0), step(3, 1, { lost: null })], 0, 3);
  assert.deepEqual(
    begun.map(({ version }) => version),
    [2, 3, ...told.map(({ version }) => version).filter((version) => version > 3)],
    "what a part does not list yet stays",
  );
});

test("the reader's own decisions are analysed first, and stay analysed while others are", () => {
  assert.deepEqual(passesOf([2], 4), [2, 0, 1, 3]);
  assert.deepEqual(passesOf([0, 1], 3), [0, 1, 2]);
  assert.deepEqual([passesOf([], 3), passesOf([0, 1], 2)], [[null], [null]], "all together where all are, or none is");
  const own = [step(2, 0), step(3, 1, { lost: null }), step(7, 0)];
  const others = withPart(own, [step(2, 0, { lost: null }), step(3, 1), step(7, 0, { lost: null })], 0);
  assert.equal(searched(others), 3);
});

test("moments around a step are asked for once, the next ones first", () => {
  const steps = [step(4, 0), step(6, 1, { until: 9 }), step(11, 0)];
  assert.deepEqual(momentsOf(steps[1]), { before: { version: 5, seat: 1 }, after: { version: 9, seat: 1 } });
  const known = new Map([
    ["5 1", {}],
    ["10 0", null],
  ]);
  assert.deepEqual(
    wantedAround(steps, 1, known, 10).map(({ version, seat }) => [version, seat]),
    [
      [9, 1],
      [11, 0],
      [3, 0],
      [4, 0],
    ],
  );
  assert.equal(wantedAround(steps, 1, known, 2).length, 2);
});

test("a view of a moment asks nothing and has everybody's points", () => {
  const view = viewOf(record, "Ion", {
    game: "ion",
    you: 1,
    version: 3,
    seats: [{ out: null }, { out: "resigned" }, { out: null }],
    scores: [4, 2],
    asks: [{}],
    actions: [{}],
    table: { x: 1 },
  });
  assert.deepEqual([view.asks, view.actions, view.status, view.you, view.table], [[], [], "over", 1, { x: 1 }]);
  assert.deepEqual(
    view.players.map(({ name, score, out, kind }) => [name, score, out, kind]),
    [
      ["Ann", 4, null, "person"],
      ["Bob", 2, "resigned", "person"],
      ["", 0, null, "neutral"],
    ],
  );
});

test("points over the game, including the effect of a turn on others", () => {
  const steps = [step(2, 0, { score: 5 }), step(3, 1, { score: 3, others: [{ player: 0, change: -2 }] })];
  assert.deepEqual(scoreLines(steps, 2), [
    [0, 5, 3],
    [0, 0, 3],
  ]);
});

test("winning chances are lines over the analysed steps", () => {
  const steps = [
    step(2, 0, { chances: [0.5, 0.5] }),
    step(3, 1, { lost: null }),
    step(4, 0, { chances: [0.75, 0.25] }),
  ];
  assert.deepEqual(chanceLines(steps, 2), [
    [
      [0.5, 0.5],
      [2.5, 0.75],
    ],
    [
      [0.5, 0.5],
      [2.5, 0.25],
    ],
  ]);
  assert.deepEqual(chanceLines([step(2, 0)], 2), [[], []]);
});

test("the few steps that moved the game most are its turning points, in their order", () => {
  const swings = [0.2, 0.04, 0.5, 0.06, 0.07, 0.3, 0.4, 0.9];
  const steps = swings.map((swing, at) => step(at + 2, 0, { swing, text: at === 7 ? null : "told" }));
  assert.deepEqual(turningPoints(steps), [0, 2, 4, 5, 6]);
  assert.deepEqual(turningPoints([step(2, 0)]), []);
});

test("accuracy is the share of decisions as good as the best, and empty before one was analysed", () => {
  const steps = [
    step(2, 0, { accurate: true }),
    step(3, 1, { accurate: false }),
    step(4, 0, { accurate: false }),
    step(5, 0, { accurate: null }),
  ];
  assert.deepEqual([accuracyOf(steps, 0), accuracyOf(steps, 1), accuracyOf(steps, 2)], [0.5, 0, null]);
});

test("players with the same name are distinguished as in the sentences", () => {
  assert.deepEqual(toldApart(["greedy", "strong", "greedy", "greedy"]), ["greedy", "strong", "greedy 2", "greedy 3"]);
});

test("less at once that makes no difference in the end is not missed", () => {
  assert.equal(isMissed(step(2, 0, { lost: 2, chance_lost: 0, accurate: true })), false);
  assert.equal(isMissed(step(2, 0, { lost: 2, chance_lost: 0, accurate: false })), true);
  assert.equal(isMissed(step(2, 0, { lost: 0, chance_lost: 0.1, accurate: false })), true);
  assert.equal(isMissed(step(2, 0, { lost: 0, chance_lost: 0.01, chance_error: 0.01 })), false, "within its error");
  assert.equal(isMissed(step(2, 0, { lost: null })), false);
});

test("one's own decisions come first, and the dearest of them", () => {
  const steps = [
    step(2, 0, { lost: 3, chance_lost: 0.02 }),
    step(3, 1, { lost: 9, chance_lost: 0.4 }),
    step(4, 0, { lost: 1, chance_lost: 0.1 }),
    step(5, 0),
  ];
  assert.deepEqual(placesOf(steps, [0]), [0, 2, 3]);
  assert.deepEqual(placesOf(steps, []), [0, 1, 2, 3], "who only looks on sees all");
  assert.deepEqual(placesOf(steps, [7]), [0, 1, 2, 3]);
  assert.equal(largestMiss(steps, [0]), 2, "winning chance before points");
  assert.equal(largestMiss(steps, [1]), 1);
  assert.equal(largestMiss([step(2, 0)], [0]), null, "nothing was missed");
  assert.equal(nearest([0, 2, 3], 1), 0);
  assert.equal(nearest([2, 3], 1), 2);
});

test("chances to win are shown as percentages that add up", () => {
  assert.deepEqual(percentages([0.385, 0.615]), [39, 61]);
  assert.deepEqual(percentages([1 / 3, 1 / 3, 1 / 3]), [34, 33, 33]);
  assert.deepEqual(percentages([1, 0]), [100, 0]);
});
