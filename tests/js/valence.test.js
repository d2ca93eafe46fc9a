import assert from "node:assert/strict";
import { test } from "node:test";
import {
  drawn,
  empty,
  kept,
  keysOf,
  laidOut,
  possible,
  reactionsWith,
  sortedKeys,
  stacked,
  tapped,
  unpicked,
} from "../../rulesets/adjudicator_rulesets/valence_plus/table/models.js";

const card = (formula, molecule = "Acid") => ({ molecule, formula, name: null, points: 1 });
const react = (reactors, owner, target) => ({ type: "react", reactors, owner, target });

test("equal cards of a hand are distinguished, also when it is sorted", () => {
  assert.deepEqual(keysOf(["O", "H", "O"]), ["O#0", "H#0", "O#1"]);
  assert.deepEqual(sortedKeys(["O#0", "H#0", "O#1"], ["H", "O"]), ["H#0", "O#0", "O#1"]);
});

test("a draft is kept while its cards and molecules are available", () => {
  const table = { hand: ["O", "H"], stashes: [[card("HF")], [card("NaOH", "Base")]] };
  const draft = { ...empty(), picked: ["O#0"], reactors: ["HF"], target: { owner: 1, formula: "NaOH" } };
  assert.equal(kept(draft, table, 0), draft);
  assert.equal(kept(draft, { ...table, hand: ["H"] }, 0), null, "the card is gone");
  assert.equal(kept(draft, { ...table, stashes: [[], table.stashes[1]] }, 0), null, "the reactor is gone");
  assert.equal(kept(draft, { ...table, stashes: [table.stashes[0], []] }, 0), null, "the target is gone");
  assert.equal(kept({ ...draft, reactors: ["HF", "HF"] }, table, 0), null, "there is only one of it");
});

test("tapping molecules lays out a reaction, also with two reactors", () => {
  const all = [react(["HF"], 1, "NaOH"), react(["HF", "HF"], 1, "CuZn"), react(["H2O"], 0, "COF2")];
  let draft = tapped(all, empty(), "HF");
  assert.deepEqual(draft.reactors, ["HF"]);
  assert.equal(possible(all, draft.reactors).length, 2);
  assert.equal(laidOut(all, { ...draft, target: { owner: 1, formula: "NaOH" } }), all[0]);
  draft = tapped(all, draft, "HF");
  assert.equal(laidOut(all, { ...draft, target: { owner: 1, formula: "CuZn" } }), all[1]);
  assert.equal(laidOut(all, { ...draft, target: { owner: 1, formula: "NaOH" } }), null, "one acid too many");
  assert.deepEqual(tapped(all, draft, "HF").reactors, [], "a third tap takes them back");
  assert.deepEqual(tapped(all, draft, "H2O").reactors, ["H2O"], "another reactor begins anew");
});

test("equal molecules form one stack; a small hand draws more cards", () => {
  assert.deepEqual(
    stacked([card("HF"), card("NaCl", "Salt"), card("HF")]).map(({ card: one, count }) => [one.formula, count]),
    [
      ["HF", 2],
      ["NaCl", 1],
    ],
  );
  assert.deepEqual([0, 1, 2, 6].map(drawn), [3, 2, 1, 1]);
});

test("the card that a lesson wants next", () => {
  assert.equal(unpicked(["H", "Cl"], []), "H#0");
  assert.equal(unpicked(["H", "Cl"], ["H#1"]), "Cl#0", "any H will do");
  assert.equal(unpicked(["H", "H", "O"], ["H#1"]), "H#0");
  assert.equal(unpicked(["H", "Cl"], ["Cl#0", "H#0"]), null);
});

test("a kind of molecule attacks with some reactions and is attacked by others, of the kinds in play", () => {
  const neutral = { reactors: ["Acid"], target: "Base", products: ["Salt", "Water"] };
  const sulfuric = { reactors: ["Sulfuric Acid"], target: "Base", products: ["Bisulfate", "Water"] };
  const all = [neutral, sulfuric];
  assert.deepEqual(
    reactionsWith(all, "Base", () => true),
    { attacks: [], attacked: all },
  );
  assert.deepEqual(
    reactionsWith(all, "Base", (kind) => kind !== "Bisulfate"),
    { attacks: [], attacked: [neutral] },
  );
  assert.deepEqual(
    reactionsWith(all, "Acid", () => true),
    { attacks: [neutral], attacked: [] },
  );
});
