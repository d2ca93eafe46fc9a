import assert from "node:assert/strict";
import { test } from "node:test";
import * as practice from "../../api/static/js/models/practice.js";

const ALL = [["H", "Cl"], ["Na", "Cl"], ["H", "H", "O"], ["Mg", "O"], ["K", "F"], ["C", "O", "O"]];
const chance = () => 0.99;

test("all hands come once before any comes twice", () => {
  let round = practice.roundOf(null);
  const seen = [];
  for (let i = 0; i < ALL.length; i++) {
    round = practice.count(practice.deal(round, ALL, Math.random), [], "right");
    seen.push([...round.hand].sort().join());
  }
  assert.deepEqual(seen.sort(), ALL.map((hand) => [...hand].sort().join()).sort());
  assert.deepEqual(round.score, { right: 6, asked: 6, streak: 6, best: 6 });
});

test("what was not known comes back after four hands, and what nobody can decide counts for nothing", () => {
  let round = practice.deal(practice.roundOf(null), ALL, chance);
  const { hand } = round;
  round = practice.count(round, hand, "shown");
  assert.equal(round.deck.indexOf(hand), 4);
  assert.deepEqual(round.score, { right: 0, asked: 1, streak: 0, best: 0 });
  assert.equal(practice.count(round, hand, "unresolved"), round);
  assert.deepEqual(practice.forget(round).score.asked, 0);
});

test("a score from elsewhere is taken only whole", () => {
  assert.equal(practice.roundOf({ right: "x" }).score.asked, 0);
  assert.equal(practice.roundOf({ right: 1, asked: 2, streak: 0, best: 1 }).score.asked, 2);
});
