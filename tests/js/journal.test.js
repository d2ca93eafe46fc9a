import assert from "node:assert/strict";
import { test } from "node:test";
import { entries, keep } from "../../api/adjudicator_api/pages/static/js/journal.js";

/** @type {Map<string, string>} */
const stored = new Map();
Object.assign(globalThis, {
  document: new EventTarget(),
  localStorage: {
    getItem: (/** @type {string} */ name) => stored.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => stored.set(name, text),
  },
});
const entry = (/** @type {string} */ kind, /** @type {number} */ at) =>
  /** @type {any} */ ({ id: `${kind} ${at}`, kind, ruling: "valid", link: "/r" });

test("rulings do not push challenges out of the log", () => {
  keep(entry("challenge", 0));
  for (let at = 0; at < 70; at += 1) keep(entry("run", at));
  const kinds = entries().map(({ kind }) => kind);
  assert.equal(kinds.filter((kind) => kind === "run").length, 60);
  assert.deepEqual(kinds.slice(60), ["challenge"]);
  assert.equal(entries()[0].id, "run 69");
});
