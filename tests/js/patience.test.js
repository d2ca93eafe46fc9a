import assert from "node:assert/strict";
import { test } from "node:test";
import { inTurn } from "#js/models/patience.js";

/** What comes of a question that fails in these ways first, and how long was waited in between. */
async function asked(faults, tries) {
  const waits = [];
  const question = async () => {
    if (faults.length) throw faults.shift();
    return "answer";
  };
  const wait = async (ms) => void waits.push(ms);
  const said = await inTurn(question, tries, wait).catch((error) => error.kind);
  return [said, ...waits];
}

test("a busy service is asked again after the time that it says", async () => {
  assert.deepEqual(await asked([], 2), ["answer"]);
  assert.deepEqual(await asked([{ kind: "busy", after: 7 }, { kind: "busy" }], 2), ["answer", 7000, 2000]);
});

test("but not without end", async () => {
  const busy = () => ({ kind: "busy", after: 1 });
  assert.deepEqual(await asked([busy(), busy(), busy()], 2), ["busy", 1000, 1000]);
});

test("and nothing else is asked twice", async () => {
  assert.deepEqual(await asked([{ kind: "refused" }], 2), ["refused"]);
});
