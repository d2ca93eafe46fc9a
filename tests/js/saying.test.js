import assert from "node:assert/strict";
import { test } from "node:test";
import { offerLine } from "../../api/adjudicator_api/pages/static/js/table/saying.js";
import { speak } from "../../api/adjudicator_api/pages/static/js/words.js";

const NAMES = ["Ann", "Bob", "Cid"];
const goods = (...pieces) => ({ pieces, amounts: [] });
const term = { partner: 1, gives: goods("N"), gets: goods("C", "wild") };
const made = {
  type: "offer_made",
  offer: 1,
  player: 0,
  text: "Ann: offer 1: Bob gets N for C and wild",
  terms: [term],
};
const carriedOut = { ...made, type: "offer_carried_out", player: 1, text: "Trade: Bob gets N for C and wild" };
const told = (event, you) =>
  offerLine(event, [made, event], {
    isYou: (seat) => seat === you,
    name: (seat) => NAMES[seat],
    piece: (id) => (id === "wild" ? "Wild" : id),
  });

speak({
  language: "en",
  sentences: {
    "table.offer_number": "offer {n}",
    "table.your_offer": "your offer",
    "table.offer_of": "the offer of {name}",
    "table.offer_made_by_you": "You offer {to} {given} for {got}",
    "table.offer_made_to_you": "{name} offers you {given} for {got}",
    "table.offer_made": "{name} offers {to} {given} for {got}",
    "table.traded_by_you": "You give {to} {given} for {got}",
    "table.traded_with_you": "{name} gives you {given} for {got}",
    "table.traded": "{name} gives {to} {given} for {got}",
    "table.nothing": "nothing",
  },
});

test("a trade says who gives whom what, begins with who accepted it, and calls the viewer you", () => {
  assert.equal(told(carriedOut, 0), "Bob gives you C, Wild for N");
  assert.equal(told(carriedOut, 1), "You give Ann C, Wild for N");
  assert.equal(told(carriedOut, 2), "Bob gives Ann C, Wild for N");
  const gift = { ...carriedOut, terms: [{ ...term, gets: goods() }] };
  assert.equal(told(gift, 0), "Bob gives you nothing for N");
});

test("a trade of more than two is told by its own sentence", () => {
  const ring = { ...carriedOut, terms: [term, { ...term, partner: 2 }] };
  assert.equal(told(ring, 0), null);
  const onward = { ...carriedOut, terms: [{ ...term, onward: [{ to: 2, goods: goods("C") }] }] };
  assert.equal(told(onward, 0), null);
});

test("an answer to an offer says whose it was, not its number", () => {
  const declined = { type: "offer_declined", offer: 1, player: 1, text: "Bob: declines offer 1" };
  assert.equal(told(declined, 0), "Bob: declines your offer");
  assert.equal(told(declined, 2), "Bob: declines the offer of Ann");
});

test("an offer says what is offered to whom, not its number", () => {
  assert.equal(told(made, 0), "You offer Bob N for C, Wild");
  assert.equal(told(made, 1), "Ann offers you N for C, Wild");
  assert.equal(told(made, 2), "Ann offers Bob N for C, Wild");
  assert.equal(told({ ...made, terms: [term, { ...term, partner: 2 }] }, 0), null);
});
