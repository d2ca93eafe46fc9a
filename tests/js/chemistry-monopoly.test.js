import assert from "node:assert/strict";
import { test } from "node:test";
import {
  around,
  bidOf,
  cardOf,
  cellOf,
  colourOf,
  completedBy,
  completingFirst,
  deedOf,
  dotsOf,
  fallOf,
  feesOf,
  lackingFor,
  lacksMoney,
  figureOn,
  hueOf,
  lackedBy,
  mates,
  generalFormulas,
  onlyEnd,
  ownedBy,
  raisable,
  rentsAround,
  shortLeft,
  soldBack,
  spotOf,
  throwerOf,
} from "../../rulesets/adjudicator_rulesets/chemistry_monopoly/table/models.js";

/**
 * @param {Partial<import("../../rulesets/adjudicator_rulesets/chemistry_monopoly/table/models.js").Square>} facts
 * @returns {any}
 */
const square = (facts) => ({
  square: 0,
  kind: "lot",
  name: "",
  element: null,
  family: null,
  price: 0,
  rents: [],
  step: 0,
  amount: 0,
  per_cent: null,
  ...facts,
});

const lots = ["F", "Cl", "I"].map((element, at) =>
  square({ square: at, element, name: element, family: "halogens", price: [260, 260, 280][at], step: 150 }),
);
/** @type {any} */
const edition = {
  board: [
    ...lots,
    square({ square: 3, kind: "supply", name: "beaker", price: 200 }),
    square({ square: 4, kind: "life", element: "C", price: 150 }),
    square({ square: 5, kind: "tax", name: "Tax", amount: 100 }),
  ],
  families: [{ name: "halogens", colour: "yellow", group: 17, step: 150, why: "", squares: [0, 1, 2] }],
  money: { interest_per_cent: 10, go: 200 },
  lab_day: [{ text: "first", chemistry: "" }],
  test_day: [
    { text: "other", chemistry: "" },
    { text: "second", chemistry: "" },
  ],
};
const deed = (/** @type {number | null} */ owner, level = 0, transferred = false) => ({ owner, level, transferred });

test("a ring of forty squares, Go at the lower right and clockwise, each cell once", () => {
  const cells = Array.from({ length: 40 }, (_, at) => cellOf(at));
  assert.deepEqual(
    [cells[0], cells[10], cells[20], cells[30]],
    [
      { row: 11, column: 11 },
      { row: 11, column: 1 },
      { row: 1, column: 1 },
      { row: 1, column: 11 },
    ],
  );
  assert.equal(new Set(cells.map(({ row, column }) => `${row} ${column}`)).size, 40);
  for (const [at, { row, column }] of cells.entries()) {
    const next = cells[(at + 1) % 40];
    assert.equal(Math.abs(row - next.row) + Math.abs(column - next.column), 1);
  }
});

test("tokens on one square of the small map are side by side, in rows of three about its middle", () => {
  const [alone, ...together] = [3, 0, 1, 2, 4, 5].map((seat) =>
    spotOf([10, 10, 10, 0, 10, 10], seat, [0, 1, 2, 3, 4, 5]),
  );
  assert.deepEqual(alone, { cx: 105, cy: 105, r: 4 });
  assert.deepEqual(
    together.map(({ cx, cy }) => [cx, cy]),
    [
      [0, 102.5],
      [5, 102.5],
      [10, 102.5],
      [0, 107.5],
      [5, 107.5],
    ],
  );
  assert.deepEqual(spotOf([10, 10, 10], 1, [0, 1]), { cx: 7.5, cy: 105, r: 2.5 }); // seat 2 is out
});

test("the strip goes round the end of the board", () => {
  assert.deepEqual(around(39, 1, 2, 40), [38, 39, 0, 1]);
});

test("cards have names, hues and mates", () => {
  assert.deepEqual(edition.board.map(deedOf), ["F", "Cl", "I", "beaker", "C", null]);
  assert.equal(hueOf(edition, edition.board[0]), "halogen");
  assert.equal(hueOf(edition, edition.board[3]), null);
  assert.equal(colourOf(edition, edition.board[0]), "yellow");
  assert.equal(
    colourOf({ ...edition, families: [{ ...edition.families[0], colour: "Light blue" }] }, edition.board[0]),
    "light-blue",
  );
  assert.equal(colourOf(edition, edition.board[4]), null);
  assert.deepEqual(mates(edition, "Cl"), ["F", "Cl", "I"]);
  assert.deepEqual(mates(edition, "C"), ["C"]);
});

test("who would complete a set", () => {
  const deeds = { F: deed(1), Cl: deed(1), I: deed(0), beaker: deed(0), C: deed(null) };
  assert.deepEqual(completedBy(edition, deeds, "I"), [1]);
  assert.deepEqual(completedBy(edition, deeds, "F"), []);
  assert.deepEqual(completedBy(edition, deeds, "beaker"), []);
  assert.deepEqual(completingFirst(edition, deeds, ["beaker", "C", "I"], 1), ["I", "beaker", "C"]);
  assert.deepEqual(completingFirst(edition, deeds, ["beaker", "C", "I"], 0), ["beaker", "C", "I"]);
  assert.deepEqual(ownedBy(edition, deeds, 0), ["I", "beaker"]);
});

test("the money that can be raised: steps at half price, transfer prices, cash", () => {
  const deeds = { F: deed(0, 2), Cl: deed(0, 1), I: deed(0), beaker: deed(0, 0, true), C: deed(1) };
  assert.equal(raisable(edition, deeds, 0, 30), 30 + 3 * 75 + 130 + 130 + 140);
  assert.deepEqual(feesOf(edition, "F"), { interest: 13, back: 143 });
  assert.deepEqual(feesOf(edition, "C"), { interest: 8, back: 83 });
});

test("a bid is above the last one and not above the money", () => {
  assert.equal(bidOf(null, 0, 1500), 10);
  assert.equal(bidOf(null, 95, 100), 100);
  assert.equal(bidOf(5, 20, 100), 21);
  assert.equal(bidOf(500, 20, 100), 100);
});

test("dice and day cards", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6].map((eyes) => dotsOf(eyes).length),
    [0, 1, 2, 3, 4, 5, 6],
  );
  assert.equal(cardOf(edition, "lab-day 1").text, "first");
  assert.equal(cardOf(edition, "test-day 2").text, "second");
});

test("a solid that cannot be turned back into liquids is sold back as a whole", () => {
  const deeds = { F: deed(0, 5), Cl: deed(0, 5), I: deed(0, 5) };
  const short = { solid: 5, liquids: 3, even: false };
  assert.equal(soldBack(edition, deeds, "F", { ...short, liquids: 4 }), 75);
  assert.equal(soldBack(edition, deeds, "F", short), 5 * 75);
  assert.equal(soldBack(edition, { ...deeds, F: deed(0, 2) }, "F", { ...short, liquids: 0 }), 75);
});

test("M-EVEN-SHORT: or the set falls evenly to the liquids available", () => {
  const short = { solid: 5, liquids: 3, even: true };
  assert.equal(soldBack(edition, { F: deed(0, 5), Cl: deed(0, 5), I: deed(0, 5) }, "F", short), 12 * 75);
  assert.equal(
    soldBack(edition, { F: deed(0, 5), Cl: deed(0, 4), I: deed(0, 4) }, "F", { ...short, liquids: 0 }),
    5 * 75,
  );
  assert.equal(soldBack(edition, { F: deed(0, 5), Cl: deed(1), I: deed(1) }, "F", short), 2 * 75);
});

test("a turn ends by itself only for who owns nothing and has nothing to decide", () => {
  const end = { type: "end_turn" };
  const turn = { type: "turn", phase: "after" };
  const others = { deeds: { Na: deed(1), K: deed(null) }, kept: [[], ["lab-day 3"]] };
  const only = (/** @type {any[]} */ actions, matter = turn, log = [], own = others) =>
    onlyEnd({ actions, table: { matters: [matter], ...own }, offers: { open: [] }, you: 0 }, [
      { type: "rolled", player: 0 },
      ...log,
    ]);
  assert.equal(only([end]), end);
  assert.equal(only([end, { type: "propose_offer", open: true }]), end);
  assert.equal(only([end, { type: "condense", deed: "Na" }]), null, "who can build decides");
  assert.equal(only([{ type: "roll" }]), null, "dice are rolled by hand");
  assert.equal(only([end], { type: "debt" }), null);
  assert.equal(only([]), null);
  const owning = (/** @type {any} */ own) => only([end], turn, [], { ...others, ...own });
  assert.equal(owning({ deeds: { Na: deed(0) } }), null, "an element can be traded, or raise money");
  assert.equal(owning({ deeds: { Na: deed(0, 0, true) } }), null, "so can one that is transferred");
  assert.equal(owning({ kept: [["lab-day 3"], []] }), null, "a card can be traded");
  const after = (/** @type {any[]} */ ...log) => only([end], turn, log);
  assert.equal(after({ type: "rent_paid", player: 0 }), end);
  assert.equal(after({ type: "lot_sold", player: 1 }), end, "another has bought");
  assert.equal(after({ type: "card_drawn", player: 0 }, { type: "card_collected", player: 0 }), null, "a card is read");
  assert.equal(after({ type: "card_drawn", player: 0 }, { type: "rolled", player: 0 }), end, "it was read before");
});

test("an offer keeps the turn from ending by itself, since it would lapse", () => {
  const end = { type: "end_turn" };
  const table = { matters: [{ type: "turn" }], deeds: {}, kept: [[], []] };
  const only = (/** @type {any} */ { actions = [end], open = [], log = [] }) =>
    onlyEnd({ actions, table, offers: { open }, you: 0 }, log);
  assert.equal(only({}), end);
  assert.equal(only({ open: [{ by: 0 }] }), null, "my own waits for an answer");
  assert.equal(only({ open: [{ by: 1 }] }), end);
  assert.equal(only({ actions: [end, { type: "accept_offer", offer: 3 }] }), null, "one waits for mine");
  assert.equal(
    only({ log: [{ type: "rolled" }, { type: "offer_made", player: 0 }] }),
    null,
    "after a refusal, another",
  );
});

test("a square shows its price, its tax or what Go pays", () => {
  assert.equal(figureOn(edition, lots[2]), 280);
  assert.equal(figureOn(edition, edition.board[5]), 100);
  assert.equal(figureOn(edition, square({ kind: "go" })), 200);
  assert.equal(figureOn(edition, square({ kind: "lab-day" })), null);
});

test("the dice belong to whoever threw them last", () => {
  const log = [{ player: 1, dice: [1, 2] }, { player: 0, dice: [4, 5] }, { player: 0 }];
  assert.equal(throwerOf(log, [4, 5]), 0);
  assert.equal(throwerOf(log, [1, 2]), null, "dice of which the log says something else have no owner");
  assert.equal(throwerOf([], []), null);
});

test("M-SHORT-END: a short game ends with the second bankruptcy, or with the last but one player", () => {
  const [playing, out] = [{ out: null }, { out: "eliminated" }];
  assert.equal(shortLeft([playing, playing, playing, playing]), 2);
  assert.equal(shortLeft([playing, out, playing]), 1);
  assert.equal(shortLeft([playing, playing]), 1);
});

test("a player lacks the last card of a set of which they have the rest", () => {
  const deeds = { F: deed(1), Cl: deed(0), I: deed(0), beaker: deed(null), C: deed(null) };
  assert.deepEqual(lackedBy(edition, deeds, 0), ["F"]);
  assert.deepEqual(lackedBy(edition, deeds, 1), []);
  assert.deepEqual(lackedBy(edition, { ...deeds, F: deed(0) }, 0), [], "a whole set lacks nothing");
});

test("a general formula has subscripts, and element symbols keep their letters", () => {
  assert.equal(generalFormulas("B and Al form oxides of the kind M2O3."), "B and Al form oxides of the kind M₂O₃.");
  assert.equal(generalFormulas("Mg, Mn and MO"), "Mg, Mn and MO");
});

test("money is raised for what a player lacks it for, or may bid", () => {
  const purchase = { type: "purchase", deed: "F" };
  assert.equal(lacksMoney(edition, purchase, 260), false);
  assert.equal(lacksMoney(edition, purchase, 259), true);
  assert.equal(lacksMoney(edition, { type: "fees", deeds: ["F"] }, 13), false);
  assert.equal(lacksMoney(edition, { type: "fees", deeds: ["F"] }, 12), true);
  assert.equal(lacksMoney(edition, { type: "debt" }, 1000), true);
  assert.equal(lacksMoney(edition, { type: "auction", deed: "F" }, 1000), true);
  assert.equal(lacksMoney(edition, { type: "tax" }, 0), false, "a tax that cannot be paid becomes a debt");
  assert.equal(lacksMoney(edition, null, 0), false);
});

test("who is out reads the debt, what was sold for it, what was left, and where it went", () => {
  const log = [
    { type: "debt_incurred", player: 0, text: "an earlier one, paid" },
    { type: "debt_incurred", player: 0, text: "owe Bob 320" },
    { type: "rolled", player: 1 },
    { type: "transferred", player: 0, text: "transfer sodium" },
    { type: "went_bankrupt", player: 0 },
    { type: "player_out", player: 0 },
    {
      type: "estate_taken",
      player: 0,
      text: "Bob gets all",
      accounts: [
        { from: "lab", to: "AMUny 1", amount: 90 },
        { from: "AMUny 0", to: "AMUny 1", amount: 62 },
      ],
    },
    { type: "turn_ended", player: 0, text: "It is Bob's turn" },
  ];
  const { events, left } = fallOf(log, 0, "AMUny 0");
  assert.deepEqual(
    events.map(({ text }) => text),
    ["owe Bob 320", "transfer sodium", "Bob gets all"],
  );
  assert.equal(left, 62);
  const resigned = fallOf([{ type: "estate_left", player: 1, text: "The Lab gets all" }], 1, "AMUny 1");
  assert.deepEqual([resigned.events.length, resigned.left], [1, null]);
});

test("what is lacking for a debt or for what is for sale", () => {
  assert.equal(lackingFor(edition, { type: "debt", amount: 120 }, 20), 100);
  assert.equal(lackingFor(edition, { type: "purchase", deed: "I" }, 30), 250);
  assert.equal(lackingFor(edition, { type: "purchase", deed: "I" }, 300), 0);
  assert.equal(lackingFor(edition, { type: "turn" }, 0), 0);
});

test("the rent of an element before and after a step: doubled while bare, the last one with the solid", () => {
  const rents = [50, 200, 600, 1400, 1700, 2000];
  assert.deepEqual(rentsAround(rents, 0, 4), { now: 100, then: 200 });
  assert.deepEqual(rentsAround(rents, 1, 4), { now: 200, then: 600 });
  assert.deepEqual(
    rentsAround(rents, 3, 4),
    { now: 1400, then: 2000 },
    "in the short game the third liquid is the last",
  );
});
