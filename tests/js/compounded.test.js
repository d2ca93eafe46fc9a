import assert from "node:assert/strict";
import { test } from "node:test";
import {
  actionsAt,
  alarms,
  claimsLeft,
  counted,
  finalPoints,
  fitting,
  forNobel,
  fresh,
  lackedBy,
  levelAfter,
  lit,
  matterOf,
  named,
  offeredAt,
  onlyWay,
  pips,
  placedSoFar,
  placing,
  pressed,
  readyFor,
  square,
  staying,
  stillPossible,
  symbolOf,
  wildFirst,
  withFormulas,
} from "../../rulesets/adjudicator_rulesets/compounded/table/models.js";

const place = (crystal, slot, source = "bench") => ({ type: "place", crystal, slot, source });
const view = (actions, matter = { type: "research", waiting: [0, 1], placed: 1 }, more = {}) => ({
  you: 0,
  asks: [{ player: 0, kinds: [], obliged: true, since: 1, about: matter.type, by: null }],
  actions,
  table: { agenda: { entries: [{ matter, since: 1 }] }, benches: [{ levels: { research: 3 } }], ...more },
});

test("a compound has its name and its formula, also in a sentence", () => {
  const cards = [
    { name: "water", formula: "H2O" },
    { name: "calcium oxide", formula: "CaO" },
  ];
  const said = (text, ...names) => withFormulas(text, names, cards);
  const water = { name: "water", said: "Wasser" };
  assert.equal(named("water", "H2O", 3), "water (H2O, d1)");
  assert.equal(said("Bob belegt Wasser (d1)", water), "Bob belegt Wasser (H2O, d1)");
  assert.equal(said("Bob wertet Wasser für 3", water), "Bob wertet Wasser (H2O) für 3");
  assert.equal(
    said(
      "A fire: water and calcium oxide",
      { name: "water", said: "water" },
      { name: "calcium oxide", said: "calcium oxide" },
    ),
    "A fire: water (H2O) and calcium oxide (CaO)",
  );
  assert.equal(said("Bob rolls", water), "Bob rolls");
  assert.equal(said("Bob claims xenon", { name: "xenon", said: "xenon" }), "Bob claims xenon");
});

test("what brings the end near has a name and a number, and an announced end stands alone", () => {
  const player = (seat, score, out = null) => ({ seat, score, out });
  const steps = (...of) => ({ steps: Object.fromEntries(of.map((step, at) => [at, step])) });
  const table = {
    last: null,
    ending: null,
    deck_size: 20,
    bag: { H: 9, Ca: 2, S: 5 },
    benches: [steps(3, 3, 1, 0), steps(3, 1, 1, 1), steps(0, 0, 0, 0)],
  };
  const players = [player(0, 12), player(1, 40), player(2, 45, "left")];
  const play = { target: 50, experiments: 3 };
  const told = (more, by = null) => alarms({ players, table: { ...table, ...more } }, play, by);
  assert.deepEqual(told({}), [
    { about: "points", seat: 1, n: 40 },
    { about: "experiments", seat: 0, n: 2 },
  ]);
  assert.deepEqual(told({ deck_size: 6, bag: { H: 9, Ca: 1, S: 0 } }).slice(2), [
    { about: "deck", n: 6 },
    {
      about: "bag",
      bag: [
        ["Ca", 1],
        ["S", 0],
      ],
    },
  ]);
  const over = { last: 9, deck_size: 1 };
  assert.deepEqual(told({ ...over, ending: "points_reached" }, 1), [{ about: "last", seat: 1, n: 40 }]);
  assert.deepEqual(told({ ...over, ending: "experiments_complete" }, 0), [{ about: "last_experiments", seat: 0 }]);
});

test("the only crystal that can be placed is chosen by itself, but no wild", () => {
  const chosen = (...actions) => stillPossible(fresh(), view(actions))?.crystal;
  assert.deepEqual(chosen(place("O", 3), place("O", 5), { type: "end" }), { symbol: "O", source: "bench" });
  assert.equal(chosen(place("O", 3), place("O", 3, "goggles")), null);
  assert.equal(chosen(place("O", 3, "wild")), null);
});

test("who leaves the claims where they are is asked again only if a card has become free", () => {
  const card = (slot, owner) => ({ slot, owner });
  const field = [card(0, 0), card(1, 1), card(2, null), null];
  const stay = staying({ ...view([]), table: { field, round: 3 } });
  assert.deepEqual(stay, { turn: 3, free: [2] });
  assert.equal(staying({ ...view([]), table: { field: field.slice(1), round: 3 } }), null);
  const pass = { type: "pass" };
  const move = (target) => ({ type: "move_claim", source: 0, target });
  const asked = (actions, round = 3, type = "moving") => view(actions, { type }, { round });
  const draft = { ...fresh(), stay };
  assert.equal(onlyWay(asked([move(2), pass]), draft), pass);
  assert.equal(onlyWay(asked([move(2), pass]), fresh()), null); // it was not said
  assert.equal(onlyWay(asked([move(2), pass], 4), draft), null); // another turn
  assert.equal(onlyWay(asked([pass], 3, "claiming"), draft), null); // another question
  assert.equal(onlyWay(asked([move(2), move(1), pass]), draft), null); // somebody has left b1
  assert.equal(onlyWay(asked([]), draft), null); // somebody else is asked
});

test("the only compound to score is scored by itself", () => {
  const score = (slot) => ({ type: "score", slot });
  const lab = (...actions) => onlyWay(view(actions, { type: "lab" }, { round: 3 }), fresh());
  assert.deepEqual(lab(score(1)), score(1));
  assert.deepEqual(lab(score(1), { type: "propose_offer" }), score(1));
  assert.equal(lab(score(1), score(2)), null);
  assert.equal(lab(score(1), { type: "cylinder" }), null);
});

test("what is the only thing to do is done by itself, and so is trading with nobody once that was said", () => {
  const [done, offer] = [{ type: "done" }, { type: "accept_offer" }];
  const trading = (draft, ...actions) => onlyWay(view(actions, { type: "trading" }, { round: 3, field: [] }), draft);
  assert.equal(trading(fresh(), done), null);
  assert.equal(trading({ ...fresh(), done: 3 }, done, { type: "propose_offer" }), done);
  assert.equal(trading({ ...fresh(), done: 2 }, done), null); // in another turn
  assert.equal(trading({ ...fresh(), done: 3 }, done, offer), null); // an offer is looked at
  const [discard, end] = [{ type: "discard", crystal: "H" }, { type: "end" }];
  assert.equal(onlyWay(view([discard], { type: "surplus" }), fresh()), discard);
  assert.equal(onlyWay(view([end]), fresh()), end);
  assert.equal(onlyWay(view([end, place("H", 0)]), fresh()), null);
});

test("places of the field are named by column and row", () => {
  assert.deepEqual([0, 3, 4, 15].map(square), ["a1", "d1", "a2", "d4"]);
});

test("a card shows each place, filled or empty, and a wild as what it stands for", () => {
  const card = { places: ["H", "H", "O"], crystals: ["H", "wild:O"] };
  assert.deepEqual(pips(card), [
    { symbol: "H", filled: true, wild: false },
    { symbol: "H", filled: false, wild: false },
    { symbol: "O", filled: true, wild: true },
  ]);
  assert.equal(symbolOf("wild:O"), "O");
  assert.deepEqual(counted(["H", "O", "H"]), [
    ["H", 2],
    ["O", 1],
  ]);
});

test("a chosen crystal can go only to the listed places", () => {
  const shown = view([
    place("H", 3),
    place("H", 5),
    place("H", null),
    place("H", 3, "wild"),
    { type: "claim", slot: 7 },
  ]);
  const draft = { ...fresh(), crystal: { symbol: "H", source: "bench" } };
  assert.deepEqual(pressed(shown, draft, 3), { send: place("H", 3) });
  assert.deepEqual(pressed(shown, draft, 7), { look: 7 });
  assert.deepEqual([...lit(shown, draft)].toSorted(), [3, 5], "the extinguisher is no place of the field");
  assert.deepEqual(placing(shown, draft.crystal, null), place("H", null));
  assert.deepEqual(pressed(shown, fresh(), 3), { look: 3 }, "without a crystal one looks at the card");
  assert.deepEqual([...lit(shown, fresh())], [7]);
});

test("two taps move a claim, and a second tap on the claim cancels", () => {
  const moves = [1, 2].map((target) => ({ type: "move_claim", source: 0, target }));
  const shown = view(moves, { type: "moving", waiting: [0] });
  assert.deepEqual(pressed(shown, fresh(), 0), { change: { ...fresh(), from: 0 } });
  const from = { ...fresh(), from: 0 };
  assert.deepEqual(pressed(shown, from, 2), { send: moves[1] });
  assert.deepEqual(pressed(shown, from, 0), { change: fresh() });
  assert.deepEqual([...lit(shown, from)].toSorted(), [1, 2]);
  assert.deepEqual(actionsAt(shown, 2), [moves[1]]);
});

test("one crystal is scattered with one tap; for two the player is asked", () => {
  const scatter = (crystal, slot) => ({ type: "scatter", crystal, slot });
  const shown = view([scatter("H", 4), scatter("H", 6), scatter("O", 6)], {
    type: "scattering",
    blasts: [],
    current: 5,
  });
  assert.deepEqual(pressed(shown, fresh(), 4), { send: scatter("H", 4) });
  assert.deepEqual(pressed(shown, fresh(), 6), { look: 6 });
  assert.equal(matterOf(shown)?.type, "scattering");
});

test("a draft survives a new view only while it is still possible", () => {
  const draft = { ...fresh(), crystal: { symbol: "H", source: "bench" } };
  assert.deepEqual(stillPossible(draft, view([place("H", 3)])), draft);
  assert.deepEqual(stillPossible(draft, view([place("O", 3), place("N", 3)])), fresh());
  assert.equal(stillPossible({ ...fresh(), from: 2 }, view([])), null);
  assert.deepEqual(stillPossible(fresh(), view([])), fresh());
});

test("the counter of a Research turn is one's own, Nobel's included", () => {
  assert.deepEqual(placedSoFar(view([])), { placed: 1, most: 3 });
  assert.equal(placedSoFar({ ...view([]), asks: [] }), null);
  assert.equal(placedSoFar(view([], { type: "claiming", waiting: [0] })), null);
});

test("the points of the end come from the log", () => {
  assert.equal(finalPoints([{ type: "passed", player: 0 }]), null);
  const found = finalPoints([{ type: "final_scored", player: 1, claims: 4, bench: 1, extinguishers: 3, wilds: 0 }]);
  assert.deepEqual([...(found ?? [])], [[1, { claims: 4, bench: 1, extinguishers: 3, wilds: 0 }]]);
});

test("asks to the lead for Nobel are distinguished from the lead's own", () => {
  const bench = (/** @type {number} */ crystals) => ({
    crystals: Array(crystals).fill("H"),
    spaces: 4,
    levels: { research: 2 },
  });
  const at = (/** @type {object} */ matter, /** @type {number[]} */ crystals = [4, 4, 4]) =>
    forNobel(view([], matter, { nobel: 2, benches: crystals.map(bench) }));
  assert.equal(at({ type: "research", waiting: [2], placed: 0 }), true);
  assert.equal(at({ type: "research", waiting: [0, 1, 2], placed: 0 }), false);
  assert.equal(at({ type: "scoring", seat: 2 }), true);
  assert.equal(at({ type: "surplus", waiting: [0, 1, 2] }, [4, 4, 6]), true);
  assert.equal(at({ type: "surplus", waiting: [0, 1, 2] }, [5, 4, 6]), false);
  assert.equal(forNobel(view([], { type: "research", waiting: [0], placed: 0 }, { nobel: null })), false);
});

test("a card offers to spend the wild last, and never while another crystal is in hand", () => {
  const shown = view([place("O", 3, "wild"), place("H", 3), { type: "burn", slot: 3 }, place("H", 5)]);
  assert.deepEqual(offeredAt(shown, fresh(), 3), [place("H", 3), { type: "burn", slot: 3 }, place("O", 3, "wild")]);
  const both = view([place("O", 3, "wild"), place("O", 3), place("H", 3, "wild")]);
  assert.deepEqual(offeredAt(both, fresh(), 3), [place("O", 3), place("H", 3, "wild")], "never for a crystal in hand");
  const held = { ...fresh(), crystal: { symbol: "C", source: "bench" } };
  assert.deepEqual(offeredAt(shown, held, 3), [{ type: "burn", slot: 3 }]);
});

test("a step of an experiment leads to the next level of its track", () => {
  const tracks = { lab: [4, 5, 6, 7] };
  assert.equal(levelAfter(tracks, { steps: { lab: 0 } }, "lab"), 5);
  assert.equal(levelAfter(tracks, { steps: { lab: 3 } }, "lab"), null);
});

test("what the claimed cards of a player lack", () => {
  const field = [
    { owner: 0, missing: { H: 2, O: 1 } },
    null,
    { owner: 1, missing: { C: 1 } },
    { owner: 0, missing: { H: 1 } },
  ];
  assert.deepEqual(lackedBy(field, 0), [
    ["H", 3],
    ["O", 1],
  ]);
  assert.deepEqual(lackedBy(field, 2), []);
});

test("the completed cards of a player are points to come, until they are counted", () => {
  const card = (slot, owner, points, missing) => ({ slot, owner, points, missing });
  const field = [
    card(0, 0, 3, {}),
    card(1, 0, 4, { H: 1 }),
    null,
    card(3, 1, 6, {}),
    card(4, null, 7, {}),
    card(5, 0, 8, {}),
  ];
  const ready = (matter) => {
    const view = { table: { field, agenda: { entries: [{ matter }] } } };
    return [0, 1, 2].map((seat) => readyFor(view, seat));
  };
  assert.deepEqual(ready({ type: "lab" }), [11, 6, 0]);
  assert.deepEqual(ready({ type: "scoring", slot: 0, step: "grant" }), [11, 6, 0]);
  assert.deepEqual(ready({ type: "scoring", slot: 0, step: "raise" }), [8, 6, 0]);
});

test("crystals that fit claimed cards are placed at once, where nothing is to be decided", () => {
  const card = (slot, owner, missing) => ({ slot, owner, missing });
  const plan = (crystals, field, placed = 0) => {
    const actions = ["H", "O", "C"].flatMap((symbol) => [0, 1, 2].map((slot) => place(symbol, slot)));
    const benches = [{ levels: { research: 3 }, crystals }];
    const matter = { type: "research", waiting: [0, 1], placed };
    return fitting(view(actions, matter, { field, benches, nobel: null }));
  };
  const water = card(0, 0, { H: 2, O: 1 });
  assert.deepEqual(plan(["H", "H", "O", "N"], [water, null]), [place("H", 0), place("H", 0), place("O", 0)]);
  assert.deepEqual(plan(["H", "C"], [water, card(1, 1, { C: 1 })]), [place("H", 0)], "not on cards of others");
  assert.deepEqual(plan(["H", "H", "O"], [water], 1), [], "three fit, and two may still be placed");
  const ethyne = card(1, 0, { H: 2, C: 2 });
  assert.deepEqual(plan(["H", "H"], [water, ethyne]), [], "two cards lack hydrogen");
  assert.deepEqual(plan(["O", "C"], [water, ethyne]), [place("O", 0), place("C", 1)]);
  assert.deepEqual(plan(["N"], [water]), []);
});

test("as many compounds may be claimed as Study says, and temporary claims do not count (K-CLAIM-LIMIT)", () => {
  const card = (owner, temporary = false) => ({ owner, temporary, missing: {} });
  const left = (...field) => claimsLeft({ table: { field, benches: [{ levels: { study: 2 } }] } }, 0);
  assert.equal(left(null, card(1), card(null)), 2);
  assert.equal(left(card(0), card(0, true)), 1);
  assert.equal(left(card(0), card(0)), 0);
});

test("a wild is offered first as what the viewer's own cards lack", () => {
  const field = [null, { owner: 1, missing: { C: 1 } }, { owner: 0, missing: { O: 2 } }];
  assert.deepEqual(wildFirst(["H", "C", "O"], { you: 0, table: { field } }), [
    { symbol: "O", lacked: true },
    { symbol: "H", lacked: false },
    { symbol: "C", lacked: false },
  ]);
});
