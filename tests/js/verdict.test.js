import assert from "node:assert/strict";
import { test } from "node:test";
import * as model from "../../api/adjudicator_api/pages/static/js/models/verdict.js";

const check = (set, outcome, message, more = {}) => ({ rule: "C-X", set, outcome, code: "x", message, ...more });
const verdict = (more) => ({
  ruling: "invalid",
  accepted_by: [],
  checks: [],
  known: null,
  tiles: ["Mg", "Cl"],
  ...more,
});

test("a verdict leads with the check that gave its reason, of a set that accepted it if there is one", () => {
  const checks = [check("binary", "pass", "yes"), check("polyatomic", "pass", "yes")];
  assert.equal(model.decisive(verdict({ checks, reason: "yes", accepted_by: ["polyatomic"] })), checks[1]);
  assert.equal(model.decisive(verdict({ checks, reason: "other" })), checks[1]);
});

test("what other rules would accept comes before the nearest miss", () => {
  const first = {
    code: "legal_elsewhere",
    name: "hydrazine",
    real: true,
    rules: ["complex-lewis"],
    playing: ["standard"],
  };
  const near = check("binary", "fail", "no", { params: { total: -2, first, nearest: { changes: [["H", -1]] } } });
  assert.deepEqual(model.legalElsewhere(verdict({ checks: [near], reason: "no" })), { name: "hydrazine", real: true });
  assert.equal(model.legalElsewhere(verdict({ checks: [check("binary", "fail", "no")], reason: "no" })), null);
});

test("the nearest miss, where there is one and its numbers add up", () => {
  const witness = { numbers: [2, -1], sum: 1 };
  for (const params of [
    { total: 1, nearest: { changes: [["Cl", 1]] } },
    { total: 1, mends: [{ changes: [["Cl", 1]] }] },
  ]) {
    const near = check("binary", "fail", "no", { params, witness });
    assert.deepEqual(model.nearestMiss(verdict({ checks: [near], reason: "no" })), { changes: [["Cl", 1]], total: 1 });
  }
  for (const changes of [
    [
      ["Cl", 1],
      ["O", 1],
    ],
    [["Cl", 2]],
    [["O", 1]],
  ]) {
    const off = check("binary", "fail", "no", { params: { total: 1, nearest: { changes } }, witness });
    assert.equal(model.nearestMiss(verdict({ checks: [off], reason: "no" })), null);
  }
  assert.equal(model.nearestMiss(verdict({ checks: [check("binary", "fail", "no")], reason: "no" })), null);
});

test("numbers are those of the leading check, else of its kin", () => {
  const numbers = { witness: { numbers: [2, -1], sum: 1 } };
  const kin = [
    check("binary", "fail", "ratio"),
    check("binary", "pass", "sum", numbers),
    check("organic", "fail", "other", numbers),
  ];
  assert.equal(model.witness(verdict({ checks: kin, reason: "ratio" })), numbers.witness);
  assert.equal(
    model.witness(verdict({ checks: [kin[0], check("organic", "fail", "o", numbers)], reason: "ratio" })),
    null,
  );
});

test("checks by set, in their order", () => {
  const checks = [check(null, "pass", "a"), check("b", "pass", "b"), check(null, "pass", "c")];
  assert.deepEqual(model.checksBySet(verdict({ checks })), [
    ["", [checks[0], checks[2]]],
    ["b", [checks[1]]],
  ]);
});

test("the terms of the sum, equal ones together", () => {
  assert.deepEqual(model.termsOf({ numbers: [2, -1, -1], sum: 0 }), [
    { number: 2, times: 1 },
    { number: -1, times: 2 },
  ]);
  assert.deepEqual(model.termsOf({ units: [{ charge: 1 }, { charge: 1 }], sum: 2 }), [{ number: 1, times: 2 }]);
  assert.deepEqual(model.termsOf(null), []);
});

test("a stricter set that would have refused", () => {
  const checks = [
    check(null, "pass", "long enough"),
    check("diatomic", "fail", "two elements"),
    check("binary", "pass", "sum"),
    check("simple-lewis", "pass", "no metal"),
    check("simple-lewis", "fail", "ten electrons"),
  ];
  const valid = verdict({ ruling: "valid", accepted_by: ["binary"], checks, reason: "sum" });
  assert.deepEqual(model.overruled(valid), { accepted: "binary", refused: "simple-lewis", check: checks[4] });
  assert.equal(model.overruled({ ...valid, ruling: "invalid", accepted_by: [] }), null);
  assert.equal(model.overruled({ ...valid, checks: checks.slice(0, 3) }), null);
});
