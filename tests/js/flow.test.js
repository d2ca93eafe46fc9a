import assert from "node:assert/strict";
import { test } from "node:test";
import {
  advance,
  meaningOf,
  placeFrom,
  placeOf,
  retryAfter,
  samePlace,
  START,
} from "../../api/adjudicator_api/pages/static/js/models/flow.js";

const through = (...acts) => acts.reduce(advance, START);
const asked = through({ type: "ask", question: "HHO" }, { type: "yes" });
const failed = (kind, more = {}) =>
  advance(asked, { type: "failed", ticket: asked.ticket, failure: { kind, message: "", ...more } });

test("enter, confirm, ask, ruling, next", () => {
  assert.equal(through({ type: "ask", question: "HHO" }).step, "confirm");
  assert.equal(asked.step, "asking");
  const ruled = advance(asked, { type: "answered", ticket: asked.ticket, entry: "water" });
  assert.deepEqual([ruled.step, ruled.entry, ruled.question], ["ruling", "water", "HHO"]);
  assert.deepEqual(advance(ruled, { type: "next" }).question, null);
});

test("an answer to an old question never replaces a new question on the screen", () => {
  const newer = advance(advance(asked, { type: "change" }), { type: "give", question: "NaCl" });
  assert.equal(advance(newer, { type: "answered", ticket: asked.ticket, entry: "water" }), newer);
  assert.equal(advance(newer, { type: "failed", ticket: asked.ticket, failure: { kind: "slow", message: "" } }), newer);
  const entering = advance(asked, { type: "change" });
  assert.equal(advance(entering, { type: "answered", ticket: asked.ticket, entry: "water" }), entering);
});

test("only an unreachable or busy server is asked again automatically, with growing pauses", () => {
  assert.equal(retryAfter(failed("slow")), null);
  assert.equal(retryAfter(failed("refused")), null);
  assert.equal(retryAfter(failed("busy", { after: 7 })), 7);
  let flow = failed("unreachable");
  const waits = [];
  for (let i = 0; i < 7; i++) {
    waits.push(retryAfter(flow));
    flow = advance(flow, { type: "again" });
    flow = advance(flow, { type: "failed", ticket: flow.ticket, failure: { kind: "unreachable", message: "" } });
  }
  assert.deepEqual(waits, [2, 4, 8, 15, 30, 30, 30]);
});

test("every step has its place in the history, and coming back to a ruling asks again", () => {
  assert.deepEqual(placeOf(failed("slow")), { step: "ruling", question: "HHO" });
  assert.deepEqual(placeOf(through({ type: "ask", question: "HHO" })), { step: "confirm", question: "HHO" });
  assert.equal(advance(START, { type: "return", place: { step: "confirm", question: "HHO" } }).step, "confirm");
  assert.equal(advance(START, { type: "return", place: { step: "ruling", question: "HHO" } }).step, "asking");
  assert.ok(samePlace(placeFrom({ step: "enter" }), { step: "enter", question: null }));
  assert.equal(placeFrom({ step: "elsewhere" }), null);
});

test("keys", () => {
  assert.equal(meaningOf("confirm", "Enter"), "yes");
  assert.equal(meaningOf("confirm", "Escape"), "change");
  assert.equal(meaningOf("ruling", "N"), "next");
  assert.equal(meaningOf("trouble", "Escape"), "change");
  assert.equal(meaningOf("enter", "h"), "type");
  assert.equal(meaningOf("enter", " "), null);
  assert.equal(meaningOf("asking", "n"), null);
});

test("yes counts only where there is something to confirm", () => {
  assert.equal(advance(START, { type: "yes" }), START);
  assert.equal(advance(asked, { type: "again" }), asked);
  assert.equal(advance(asked, { type: "settled", entry: 1 }), asked);
});
