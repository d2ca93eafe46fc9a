import assert from "node:assert/strict";
import { test } from "node:test";
import * as practice from "../../api/adjudicator_api/pages/static/js/models/practice.js";

const ALL = ["HCl", "NaCl", "H2O", "MgO", "KF", "CO2"].map((formula) => ({ cards: null, formula }));
const chance = () => 0.99;
const right = { said: "x", answer: "right", name: "x" };

test("all come once before any comes twice", () => {
  let round = practice.roundOf(null);
  const seen = [];
  for (let i = 0; i < ALL.length; i++) {
    round = practice.count(practice.deal(round, ALL, Math.random), right);
    seen.push(round.now.formula);
  }
  assert.deepEqual(seen.sort(), ALL.map(({ formula }) => formula).sort());
  assert.deepEqual(round.score, { right: 6, asked: 6, streak: 6, best: 6 });
});

test("what was not known comes back after four, and what nobody can decide comes back uncounted", () => {
  const round = practice.deal(practice.roundOf(null), ALL, chance);
  const shown = practice.count(round, { ...right, answer: "shown" });
  assert.equal(shown.deck.indexOf(round.now), 4);
  assert.deepEqual(shown.score, { right: 0, asked: 1, streak: 0, best: 0 });
  const open = practice.count(round, { ...right, answer: "unresolved" });
  assert.equal(open.deck.indexOf(round.now), 4);
  assert.deepEqual([open.score.asked, open.done.length], [0, 0]);
  assert.equal(practice.forget(shown).score.asked, 0);
});

test("a round ends after as many as were chosen", () => {
  let round = practice.roundOf(null, 2);
  for (const answer of ["right", "unresolved", "wrong"]) {
    assert.equal(practice.isOver(round), false);
    round = practice.count(practice.deal(round, ALL, chance), { ...right, answer });
  }
  assert.equal(practice.isOver(round), true);
  assert.equal(practice.rightOf(round), 1);
});

test("a link says what to practise", () => {
  const chosen = (text) => practice.chosenIn(new URLSearchParams(text));
  assert.deepEqual(chosen("set=ions&count=10"), { set: "ions", most: 10 });
  assert.deepEqual(chosen("count=-1"), { set: "cards", most: null });
  assert.deepEqual(chosen("count=1000"), { set: "cards", most: 100 });
  const known = { builds: [{ cards: ["H", "Cl"], molecule: "Acid" }, { cards: ["Na", "Cl"], molecule: "Salt" }], ions: ["NO2^-"], acids: ["HNO3"] };
  const formulas = (set) => practice.exercisesOf(set, known).map(({ cards, formula }) => formula ?? cards.join(""));
  assert.deepEqual(formulas("cards"), ["HCl", "NaCl"]);
  assert.deepEqual(formulas("Salt"), ["NaCl"]);
  assert.deepEqual(formulas("ions"), ["NO2^-"]);
  assert.deepEqual(formulas("acids"), ["HNO3"]);
  assert.deepEqual(formulas("NaOH, Mg(OH)2,<b>"), ["NaOH", "Mg(OH)2"]);
});

test("a score from elsewhere is taken only whole", () => {
  assert.equal(practice.roundOf({ right: "x" }).score.asked, 0);
  assert.equal(practice.roundOf({ right: 1, asked: 2, streak: 0, best: 1 }).score.asked, 2);
});
