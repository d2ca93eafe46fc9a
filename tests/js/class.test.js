import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.navigator ??= /** @type {any} */ ({ language: "en-GB" });
globalThis.document = /** @type {any} */ ({ getElementById: () => null, documentElement: { lang: "en", dataset: {} } });
const { answerText, material, podiumView, wrongView } =
  await import("../../api/adjudicator_api/pages/static/js/class/showing.js");
const { answering } = await import("../../api/adjudicator_api/pages/static/js/class/answering.js");

const how = { change: () => {}, send: () => {} };
/** Every element of a tree. @param {any} node @returns {any[]} */
const all = (node) =>
  Array.isArray(node) ? node.flatMap(all) : node?.tag ? [node, ...(node.children ?? []).flatMap(all)] : [];
/** @param {any} node @returns {string} */
const read = (node) =>
  Array.isArray(node) ? node.map(read).join("") : node?.tag ? read(node.children ?? []) : String(node ?? "");
/** @param {any} tree @param {string} name */
const ofClass = (tree, name) => all(tree).filter((one) => one.props?.class?.split(" ").includes(name));

test("the rack of a build shows what its pieces print, on the projector and on the keys of a phone", () => {
  const points = { K: 3, OH: 3, Cl: 4 };
  const asked = { kind: "build", prompt: "", answer: "tiles", rack: ["K", "OH", "Cl"], points };
  for (const shown of [material(asked), answering(asked, "", how)])
    assert.deepEqual(ofClass(shown, "points").map(read), ["3", "3", "4"]);
});

test("a card of several atoms is typeset", () => {
  const asked = { kind: "build", prompt: "", answer: "tiles", rack: ["Na", "SO4"], points: { Na: 3, SO4: 6 } };
  assert.deepEqual(
    all(material(asked))
      .filter((one) => one.tag === "sub")
      .map(read),
    ["4"],
  );
});

test("what compounds score stands beside cards that print no points", () => {
  const scores = "Points: 4 for Base.";
  const asked = { kind: "build", prompt: "", answer: "tiles", rack: ["Na", "O", "H"], points: {}, scores };
  assert.deepEqual(ofClass(material(asked), "scores").map(read), [scores]);
  assert.equal(ofClass(material({ ...asked, scores: undefined }), "scores").length, 0);
  assert.equal(ofClass(material(asked), "points").length, 0);
});

test("the pad for a formula has what an ion is written with", () => {
  /** @type {string[]} */
  const drafts = [];
  const asked = { kind: "write", prompt: "", answer: "keys", name: "sulfate ion" };
  const pad = ofClass(answering(asked, "SO4", { ...how, change: (draft) => drafts.push(draft) }), "sign-keys");
  for (const sign of ["^", "2", "−"]) {
    const key = all(pad).find((one) => one.tag === "button" && read(one) === sign);
    assert.ok(key, `no key ${sign}`);
    key.props.click();
  }
  assert.deepEqual(drafts, ["SO4^", "SO42", "SO4-"]);
});

test("what the solution says is not said twice", () => {
  const solution = { answer: "no", text: "The charges do not cancel." };
  const told = (/** @type {string} */ reason) => read(wrongView({ answer: "yes", reason }, solution));
  assert.ok(!told("The charges do not cancel.").includes("cancel"));
  assert.ok(!told("The charges do not cancel.").includes("·"), "nothing follows the dot");
  assert.ok(told("It has more electrons.").includes("It has more electrons."));
});

test("a charge has a minus sign, however it was typed, and a name keeps its hyphens", () => {
  assert.equal(read(answerText("-2")), "−2");
  assert.equal(read(answerText("2-methylpropane")), "2-methylpropane");
});

test("the podium says how many answers it does not count", () => {
  const podium = [{ rank: 1, score: 100, nickname: "Iron Owl" }];
  const lines = (/** @type {number} */ undecided) =>
    all(podiumView(podium, undecided)).filter((one) => one.tag === "p");
  assert.equal(lines(0).length, 0);
  assert.equal(lines(2).length, 1);
});
