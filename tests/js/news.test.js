import assert from "node:assert/strict";
import { test } from "node:test";
import {
  headOf,
  inOneLine,
  latestOf,
  markOf,
  piecesOf,
  seenBy,
  summaryOf,
} from "../../api/adjudicator_api/pages/static/js/models/news.js";

const event = (version, player, text, type = "x") => ({ version, type, player, text });
const LONG = "a sentence that fills more than half of what two lines of a phone can hold";
const summed = (log, more = {}) =>
  summaryOf(log, {
    since: 0,
    me: 0,
    names: ["Ann", "Bob", "Cid"],
    small: new Set(["drawn"]),
    worded: (one) => one.text,
    gains: [0, 0, 0],
    ...more,
  });

test("events of one player are one step as far as they fit, without what is obvious", () => {
  const log = [
    event(1, 0, "Ann rolls."),
    event(2, 0, null),
    event(3, 0, "Ann moves."),
    event(4, 1, "Bob rolls."),
    event(5, null, "Night falls."),
    event(6, 1, LONG),
    event(7, 1, LONG),
  ];
  assert.deepEqual(
    piecesOf(log).map(({ from, to, player }) => [from, to, player]),
    [
      [1, 3, 0],
      [4, 4, 1],
      [5, 5, null],
      [6, 6, 1],
      [7, 7, 1],
    ],
  );
  assert.deepEqual(
    piecesOf(log).flatMap((piece) => piece.events.map(({ version }) => version)),
    [1, 3, 4, 5, 6, 7],
    "every sentence is in exactly one step",
  );
});

test("the strip has the latest events of one player, and never more than fit", () => {
  const versions = (log, ...which) => latestOf(log, ...which)?.events.map(({ version }) => version) ?? null;
  const log = [event(1, 0, "Ann rolls."), event(2, 1, "Bob rolls."), event(3, 1, null), event(4, 1, "Bob moves.")];
  assert.deepEqual(versions(log), [2, 4]);
  assert.deepEqual(versions([...log, event(5, 1, `${LONG}.`)]), [5], "the newest comes first");
  assert.deepEqual(versions([...log, event(5, 1, LONG + LONG)]), [5], "one that is too long is cut by the strip");
  assert.deepEqual(
    versions(log, ({ version }) => version < 2),
    [1],
  );
  assert.equal(versions([]), null);
  const passed = event(5, null, "The hands are passed.", "passed");
  const quiet = ({ type }) => type === "passed";
  assert.deepEqual(versions([...log, passed], undefined, quiet), [2, 4], "nothing to be seen hides no deed");
  assert.deepEqual(versions([passed], undefined, quiet), [5], "unless nobody has done anything");
  assert.deepEqual(versions([...log, passed, event(6, 0, "Ann rolls.")], undefined, quiet), [6]);
});

test("a player who comes back sees what happened since their own last act, a spectator the latest", () => {
  const log = [event(1, 0, "a"), event(2, 1, "b"), event(3, null, "c")];
  assert.equal(seenBy(log, 0), 1);
  assert.equal(seenBy(log, 2), 0);
  assert.equal(seenBy(log, null), 3);
});

test("the summary has one line per player, in the order in which they began", () => {
  const log = [
    event(1, 1, "Bob: builds HCl."),
    event(2, 0, "You draw a card"),
    event(3, 1, "Bob: draws two cards", "drawn"),
    event(4, 1, "Bob: offers you a trade", "offer_made"),
    event(4, 1, "Bob: builds NaCl"),
    event(5, 1, "Bob: builds NaOH."),
    event(6, 2, "Cid passt"),
    event(7, null, "A Lab Fire comes up."),
    event(8, 1, "Bob: pays you 35"),
    event(9, 0, "You pay Bob 5"),
  ];
  assert.deepEqual(summed(log, { since: 2, gains: [-5, 30, 0] }), [
    { player: 1, text: "builds NaCl, NaOH, pays you 35, offers you a trade", gain: 30 },
    { player: 2, text: "passt", gain: 0 },
    { player: null, text: "A Lab Fire comes up", gain: 0 },
    { player: 0, text: "You pay Bob 5", gain: -5 },
  ]);
  assert.deepEqual(summed(log, { since: 9 }), []);
});

test("a player who did only small things is told by the last of them; the table is not", () => {
  const log = [
    event(1, 1, "Bob: draws one card", "drawn"),
    event(2, 1, "Bob: draws three cards", "drawn"),
    event(3, null, "Cid: draws H", "drawn"),
    event(4, null, "It gets late.", "drawn"),
    event(5, 0, "You draw a card", "drawn"),
  ];
  assert.deepEqual(
    summed(log).map(({ player, text }) => [player, text]),
    [
      [1, "draws three cards"],
      [2, "draws H"],
    ],
  );
});

test("who acts for another is not named before them", () => {
  const log = [event(1, 1, "Cid: places H on ammonia (by Bob)"), event(2, 1, "Bob: places C on methane")];
  assert.deepEqual(
    summed(log).map(({ player, text }) => [player, text]),
    [
      [2, "places H on ammonia (by Bob)"],
      [1, "places C on methane"],
    ],
  );
});

test("what is about nobody in particular is no small thing that a player did", () => {
  const log = [event(1, 1, "Bob: draws one card", "drawn"), event(2, 1, "It is your turn.", "drawn")];
  assert.deepEqual(
    summed(log).map(({ text }) => text),
    ["draws one card"],
  );
  assert.deepEqual(summed(log.slice(1)), []);
});

test("what is done to me comes first, equal deeds are counted, and offers that are settled are left out", () => {
  const log = [
    event(1, 1, "Bob: places H on methane"),
    event(2, 1, "Bob: places H on methane"),
    event(3, 1, "Bob: places C on methane"),
    event(3, 1, "Bob: places H on methane"),
    { ...event(4, 1, "Bob: offer 8: you get K for 5", "offer_made"), offer: 8 },
    { ...event(5, 1, "Bob: offer 8 lapses", "offer_lapsed"), offer: 8 },
    { ...event(6, 1, "Bob: offer 9: you get Na for 5", "offer_made"), offer: 9 },
    { ...event(7, 1, "Bob: pays you 35"), to: 0 },
    { ...event(8, 1, "Bob: pays Cid 35"), to: 2 },
  ];
  assert.deepEqual(
    summed(log).map(({ text }) => text),
    ["pays you 35, places H on methane (3×), C on methane, offer 8 lapses, pays Cid 35, offer 9: you get Na for 5"],
  );
});

test("who did something great comes before who did not, and says so first; what was done to me is before both", () => {
  const log = [event(1, 1, "Bob: pays 15"), event(2, 2, "Cid: pays 10"), event(3, 2, "Cid: buys boron", "bought")];
  const texts = (/** @type {any[]} */ events) => summed(events, { great: new Set(["bought"]) }).map(({ text }) => text);
  assert.deepEqual(texts(log), ["buys boron, pays 10", "pays 15"]);
  assert.deepEqual(texts([...log, { ...event(4, 1, "Bob: pays you 35"), to: 0 }]), [
    "pays you 35, 15",
    "buys boron, pays 10",
  ]);
});

test("a line of the summary does not say twice whose it is", () => {
  const head = (line) =>
    headOf(
      { gain: 0, ...line },
      (seat) => ["You", "Bob"][seat],
      (gain) => `+${gain}`,
    );
  assert.equal(head({ player: 0, text: "You lay K" }), "");
  assert.equal(head({ player: 0, text: "You lay K", gain: 3 }), "+3: ");
  assert.equal(head({ player: 0, text: "You: Lab rises to 4" }), "");
  assert.equal(head({ player: 1, text: "legt KOH · 17", gain: 17 }), "Bob: ", "nor how much it brought");
  assert.equal(head({ player: 1, text: "legt KOH · 17", gain: 7 }), "Bob +7: ");
  assert.equal(head({ player: 1, text: "lays Ar", gain: 2 }), "Bob +2: ");
  assert.equal(head({ player: 0, text: "Bob takes your Na" }), "You: ");
  assert.equal(head({ player: null, text: "The hands are passed" }), "");
});

test("a line about one player says the name once, and strings other sentences together as they are", () => {
  assert.equal(
    inOneLine(["Bob rolls 3 and 4.", "Bob buys boron for 120."], ["Bob"]),
    "Bob rolls 3 and 4 · buys boron for 120",
  );
  assert.equal(inOneLine(["You draw", "You lay K"], ["Ann", "You"]), "You draw · lay K");
  assert.equal(inOneLine(["Bob rolls.", "Boron is sold."], ["Bob"]), "Bob rolls. Boron is sold.");
  assert.equal(
    inOneLine(["Bob: pays Cid 50", "Bob: pays you 50", "It is the turn of Cid."], ["Bob"]),
    "Bob: pays Cid 50 · pays you 50 · It is the turn of Cid.",
  );
  assert.equal(inOneLine(["Bob rolls", "night falls"], []), "Bob rolls · night falls");
  assert.equal(inOneLine(["Bob rolls."], ["Bob"]), "Bob rolls");
  assert.equal(inOneLine(["You place H", "You place H", "You place O"], ["You"]), "You place H (2×) · place O");
});

test("a trade is of both, and what is done twice is told once", () => {
  const log = [event(1, 1, "Trade: Ann gets Ca for S", "offer_carried_out"), event(2, 1, "Bob: passes")];
  assert.deepEqual(
    summed(log).map(({ player, text }) => [player, text]),
    [
      [null, "Trade: Ann gets Ca for S"],
      [1, "passes"],
    ],
  );
  const own = [event(1, 0, "You place H."), event(2, 0, "You place H.")];
  assert.deepEqual(
    summed(own).map(({ text }) => text),
    ["You place H (2×)"],
  );
});

test("the mark beside an event is of the one it is about", () => {
  assert.equal(markOf(event(1, 1, "Bob: rolls 2 and 3")), 1);
  assert.equal(markOf({ ...event(2, 1, "It is the turn of Cid."), next: 2 }), 2);
  assert.equal(markOf({ ...event(3, 1, "Ann: draws H"), seat: 0 }), 0, "the first seat too");
  assert.equal(markOf({ ...event(4, 1, "Nobel: draws H"), seat: 3 }), 3, "the one after the last");
  assert.equal(markOf(event(5, null, "Night falls.")), null);
});
