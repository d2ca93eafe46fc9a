/** The draft at a table of Ion before it is sent. */

import assert from "node:assert/strict";
import test from "node:test";
import { running } from "../../api/adjudicator_api/pages/static/js/models/asked.js";
import {
  compoundsOf,
  countedSheets,
  doubtful,
  emptyDraft,
  isMixed,
  layoutOf,
  leading,
  lifted,
  onlyPlace,
  pickOf,
  placing,
  put,
  reached,
  roundsOf,
  sum,
  tapped,
  turned,
  wished,
  wishes,
  written,
} from "../../rulesets/adjudicator_rulesets/ion/table/models.js";

const HAND = ["Na", "Cl", "Na"];
const SINGLE = [
  { type: "pick", cards: ["Cl"] },
  { type: "pick", cards: ["Na"] },
];
const PAIRS = [...SINGLE, { type: "pick", cards: ["Cl", "Na"] }, { type: "pick", cards: ["Na", "Na"] }];

test("one card is picked; tapping another replaces it, tapping it again puts it back", () => {
  let draft = tapped(emptyDraft(), 0);
  assert.deepEqual(pickOf(draft, HAND, SINGLE), SINGLE[1]);
  draft = tapped(draft, 1);
  assert.deepEqual(draft.picked, [1]);
  assert.equal(pickOf(tapped(draft, 1), HAND, SINGLE), null);
});

test("Select Two takes two cards, in any order", () => {
  const two = { ...emptyDraft(), two: true };
  assert.equal(pickOf(tapped(two, 0), HAND, PAIRS), null);
  assert.deepEqual(pickOf(tapped(tapped(two, 0), 1), HAND, PAIRS), PAIRS[2]);
  assert.deepEqual(pickOf(tapped(tapped(two, 2), 0), HAND, PAIRS), PAIRS[3]);
  assert.equal(pickOf(tapped(tapped(two, 0), 1), HAND, SINGLE), null);
});

const PLACES = [
  { type: "place", card: "Fe", onto: null, charge: 2 },
  { type: "place", card: "Fe", onto: 1, charge: 2 },
  { type: "place", card: "Fe", onto: null, charge: 3 },
  { type: "place", card: "Na", onto: null, charge: null },
  { type: "place", card: "Na", onto: 0, charge: null },
];

test("a metal is placed with the chosen charge, other cards without one", () => {
  const metal = placing(emptyDraft(), PLACES);
  assert.deepEqual([metal?.card, metal?.charge, metal?.charges, metal?.cards], ["Fe", 2, [2, 3], ["Fe", "Na"]]);
  assert.deepEqual([...(metal?.onto.keys() ?? [])], [1]);
  const turnedRound = placing({ ...emptyDraft(), charge: 3 }, PLACES);
  assert.deepEqual([turnedRound?.alone, turnedRound?.onto.size], [PLACES[2], 0]);
  const other = placing({ ...emptyDraft(), card: "Na", charge: 3 }, PLACES);
  assert.deepEqual([other?.charge, other?.alone, other?.onto.get(0)], [null, PLACES[3], PLACES[4]]);
  assert.equal(placing(emptyDraft(), []), null);
});

test("a card is picked and sent to its place with one tap where there is a choice", () => {
  const printed = /** @type {any} */ (
    new Map([
      ["Na", { charges: [1] }],
      ["Fe", { charges: [2, 3] }],
      ["He", { charges: [] }],
    ])
  );
  const groups = [
    { charge: -2, compound: null },
    { charge: 1, compound: null },
    { charge: 0, compound: { formula: "NaCl" } },
  ];
  const pick = (/** @type {string[]} */ ...cards) => ({ type: "pick", cards });
  const here = wishes(pick("Na"), groups, printed);
  assert.deepEqual([...(here?.onto.keys() ?? [])], [0], "onto the other sign, never onto a compound");
  assert.deepEqual([here?.card, here?.alone.onto], ["Na", null]);
  for (const other of [null, pick("Fe"), pick("He"), pick("Na", "Na")])
    assert.equal(wishes(other, groups, printed), null, "a charge to choose, nothing to bond, two cards");
  assert.equal(wishes(pick("Na"), groups.slice(1), printed), null, "one way is no choice");
  const draft = { ...emptyDraft(), wish: { type: "place", card: "Na", onto: 0, charge: null } };
  assert.equal(wished(draft, PLACES), PLACES[4]);
  assert.equal(wished(draft, PLACES.slice(0, 4)), null, "it is not allowed any more");
  assert.equal(wished(emptyDraft(), PLACES), null);
  assert.equal(tapped(draft, 1).wish, null, "another card has no place yet");
});

test("RXN: a card is lifted and put into another group or alone; a metal is turned", () => {
  const own = [
    [
      { card: "Na", charge: 1 },
      { card: "Cl", charge: -1 },
    ],
    [{ card: "Fe", charge: 2 }],
  ];
  const layout = layoutOf(own);
  const moved = put(lifted(layout, 0, 1), 1);
  assert.deepEqual(
    moved.groups.map((group) => group.map((laid) => laid.card)),
    [["Na"], ["Fe", "Cl"]],
  );
  assert.deepEqual(put(lifted(moved, 0, 0), 1).groups.length, 1, "a group without cards is gone");
  assert.equal(put(lifted(layout, 0, 1), null).groups.length, 3);
  assert.equal(lifted(lifted(layout, 0, 1), 0, 1).held, null);
  assert.equal(sum(turned(layout, 1, 0, [2, 3]).groups[1]), 3);
  assert.equal(own[1][0].charge, 2, "the view is left alone");
});

test("compounds as formulas, goals with the points reached", () => {
  const printed = new Map(
    [["Mg", 2], ["OH", -1], ["Na", 1], ["NH4", 1], ["SO4", -2], ["Fe", 2, 3], ["Ne"], ["Ar"]].map(
      ([card, ...charges]) => [String(card), /** @type {any} */ ({ charges })],
    ),
  );
  assert.equal(written(["Mg", "OH", "OH"], printed), "Mg(OH)2");
  assert.equal(written(["SO4", "NH4", "NH4"], printed), "(NH4)2SO4");
  assert.equal(
    written(
      ["H", "OH"],
      new Map([
        ["H", { charges: [1] }],
        ["OH", { charges: [-1] }],
      ]),
    ),
    "H2O",
  );
  const parts = (...cards) => compoundsOf(cards, printed)?.map((one) => written(one, printed)) ?? null;
  assert.deepEqual(parts("Na", "OH", "Mg", "OH", "OH"), ["NaOH", "Mg(OH)2"]);
  assert.deepEqual(parts("Na", "OH", "Fe", "OH", "OH", "OH"), ["NaOH", "Fe(OH)3"], "iron has two charges");
  assert.deepEqual(parts("Ar", "Ne"), ["Ar", "Ne"]);
  assert.equal(parts("Na", "Mg"), null);
  assert.equal(reached("acids", [{ what: "goal", goal: "acids", points: 5 }]), 5);
  assert.equal(reached("acids", []), 0);
  assert.deepEqual([leading("OH"), leading("NH4"), leading("H"), leading("C2H3O2")], ["O", "N", "H", "C"]);
});

test("a card that fits in only one place goes there by itself, but only while cards are placed", () => {
  const helium = { type: "place", card: "He", onto: null };
  const asks = [{ about: "placing", obliged: true }];
  assert.equal(onlyPlace([helium], asks), helium);
  assert.equal(onlyPlace([helium, { type: "hold" }], asks), null, "who may hold it back decides");
  assert.equal(onlyPlace([{ type: "ready" }], asks), null);
  assert.equal(onlyPlace([helium], [{ about: "picking", obliged: true }]), null, "the hand is hidden");
  assert.equal(onlyPlace([helium], [{ about: "placing", obliged: false }]), null);
  assert.equal(onlyPlace([], asks), null);
});

test("a score is told round by round, and what was added at the end only if there was something", () => {
  const lines = (...points) => points.map((one) => ({ points: one }));
  const sheets = [
    [lines(7, 10), lines(-2)],
    [lines(8), lines()],
    [lines(), lines(-3)],
  ];
  assert.equal(roundsOf(sheets, 0), "17 + 8");
  assert.equal(roundsOf(sheets, 1), "−2 − 3");
  assert.deepEqual([running(17, 8), running(0, 0), running(-2, -3)], ["17 + 8", "0 + 0", "−2 − 3"]);
});

test("a final count that counts nothing is not shown; a round without points is", () => {
  const points = [{ what: "tiles", points: -3 }];
  assert.deepEqual(
    countedSheets(
      [
        [[], []],
        [points, []],
        [[], []],
      ],
      2,
    ),
    [0, 1],
  );
  assert.deepEqual(
    countedSheets(
      [
        [[], []],
        [[], []],
        [[], points],
      ],
      2,
    ),
    [0, 1, 2],
  );
});

test("I-NEUTRAL: two kinds of one charge never make a compound, whatever their sum", () => {
  const cards = (...all) => all.map(([card, charge]) => ({ card, charge }));
  assert.equal(isMixed(cards(["K", 1], ["OH", -1]), "none"), false);
  assert.equal(isMixed(cards(["Ca", 2], ["OH", -1], ["OH", -1]), "none"), false);
  assert.equal(isMixed(cards(["Ca", 2], ["Cl", -1], ["OH", -1]), "none"), true);
  assert.equal(isMixed(cards(["Cu", 1], ["Cu", 2], ["PO4", -3]), "none"), true, "another charge is another kind");
  const double = cards(["Na", 1], ["K", 1], ["SO4", -2]);
  assert.deepEqual([isMixed(double, "none"), isMixed(double, "positive")], [true, false]);
  assert.equal(isMixed(cards(["Ca", 2], ["Cl", -1], ["OH", -1]), "positive"), true);
});

test("a place that makes no compound waits for its button, and is forgotten with another card", () => {
  const groups = [{ charge: -1, compound: null }];
  const printed = new Map([["Na", { charges: [1] }]]);
  const here = wishes({ type: "pick", cards: ["Na"] }, groups, /** @type {any} */ (printed));
  const place = /** @type {any} */ (here?.onto.get(0));
  const draft = { ...emptyDraft(), picked: [0], vain: place };
  assert.equal(doubtful(draft, here), place);
  assert.equal(doubtful(emptyDraft(), here), null);
  assert.equal(doubtful(draft, null), null, "no card is chosen");
  assert.equal(doubtful({ ...draft, vain: { ...place, card: "K" } }, here), null, "another card");
  assert.equal(tapped(draft, 1).vain, null);
});
