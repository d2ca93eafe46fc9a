import assert from "node:assert/strict";
import test from "node:test";
import {
  reportAddress,
  reportFrom,
  reportLink,
  reportOf,
} from "../../api/adjudicator_api/pages/static/js/models/report.js";
import { isPin, sealFrom, tried } from "../../api/adjudicator_api/pages/static/js/models/seal.js";

test("a PIN has four to eight digits, and an invalid seal closes nothing", () => {
  for (const pin of ["1234", "12345678"]) assert.ok(isPin(pin));
  for (const pin of ["", "123", "123456789", "12a4", "١٢٣٤"]) assert.ok(!isPin(pin), pin);
  for (const kept of [null, true, {}, { pin: 1234 }, { pin: "12" }]) assert.equal(sealFrom(kept), null);
  assert.deepEqual(sealFrom({ pin: "1234", wrong: "many" }), { pin: "1234", wrong: 0 });
});

test("wrong PINs are counted until the right one comes", () => {
  let seal = { pin: "2468", wrong: 0 };
  for (const pin of ["0000", "", "24680"]) {
    const { opens, seal: next } = tried(seal, pin);
    assert.ok(!opens);
    seal = next;
  }
  assert.equal(seal.wrong, 3);
  assert.deepEqual(tried(seal, "2468"), { opens: true, seal: { pin: "2468", wrong: 0 } });
});

const answer = {
  ruling: "invalid",
  reason: "One Cl short & +1",
  edition: "compoundit/reference-2 sha256:0123456789abcdef",
  authority: "table@1",
};
const entry = { link: "/r?tiles=Mg,Cl&rules=compoundit:standard", ruling: "invalid", sealed: false, answer };

test("a report contains question, answer and versions, and can be read back", () => {
  const report = reportOf(entry, "adjudicator 1.2");
  assert.deepEqual(report, {
    said: "invalid",
    because: "One Cl short & +1",
    versions: "adjudicator 1.2, compoundit/reference-2 sha256:0123456789ab, table@1",
  });
  const link = reportLink(entry.link, report);
  assert.ok(link.startsWith(`${entry.link}&`));
  assert.deepEqual(reportFrom(new URL(link, "https://club.example").search), report);
  assert.deepEqual(reportFrom(new URL(reportLink("/challenge/abc", report), "https://club.example").search), report);
  assert.equal(reportFrom("?tiles=Mg,Cl"), null);
});

test("a sealed ruling is reported without its reason, a name by its answer, a play by all of its versions", () => {
  assert.equal(reportOf({ ...entry, sealed: true }, "").because, "");
  const name = { ...entry, answer: { answer: "wrong", message: "Another substance.", verdict: answer } };
  assert.deepEqual(reportOf(name, "p"), {
    said: "wrong",
    because: "Another substance.",
    versions: "p, compoundit/reference-2 sha256:0123456789ab, table@1",
  });
  const play = {
    ...entry,
    answer: { ruling: "invalid", verdicts: [answer, { ...answer, authority: null, reason: "Two." }] },
  };
  assert.equal(reportOf(play, "p").because, "One Cl short & +1 Two.");
  assert.equal(reportOf({ ...entry, answer: { ...answer, reason: "x".repeat(999) } }, "p").because.length, 200);
});

test("a report goes to a mail address or into a form", () => {
  assert.equal(
    reportAddress("judge@club.example", "a b", "1 & 2"),
    "mailto:judge@club.example?subject=a%20b&body=1%20%26%202",
  );
  assert.equal(
    reportAddress("https://club.example/new?body={text}", "a", "1 & 2"),
    "https://club.example/new?body=1%20%26%202",
  );
});
