import assert from "node:assert/strict";
import { test } from "node:test";
import { nextOf, piecesOf, placeOf, seenBy } from "../../api/adjudicator_api/pages/static/js/models/news.js";

const event = (version, player, text) => ({ version, type: "x", player, text });
const LONG = "a sentence that fills more than half of what two lines of a phone can hold";

test("events of one player are shown together as far as they fit, without what is obvious", () => {
  const log = [
    event(1, 0, "Ann rolls."),
    event(2, 0, null),
    event(3, 0, "Ann moves."),
    event(4, 1, "Bob rolls."),
    event(5, null, "Night falls."),
    event(6, 1, LONG),
    event(7, 1, LONG),
  ];
  assert.deepEqual(
    piecesOf(log).map(({ from, to, player }) => [from, to, player]),
    [
      [1, 3, 0],
      [4, 4, 1],
      [5, 5, null],
      [6, 6, 1],
      [7, 7, 1],
    ],
  );
  assert.deepEqual(
    piecesOf(log).flatMap((piece) => piece.events.map(({ version }) => version)),
    [1, 3, 4, 5, 6, 7],
    "every sentence is in exactly one piece",
  );
});

test("the news continue with the first new item, or with the last four", () => {
  const pieces = piecesOf(Array.from({ length: 10 }, (_, n) => event(n + 1, n % 2, LONG)));
  assert.equal(nextOf(pieces, 8), 8, "the ninth is new");
  assert.equal(nextOf(pieces, 1), 6, "too far behind");
  assert.equal(nextOf(pieces, 10), 9, "nothing is new: the last one stays");
  assert.equal(nextOf([], 0), -1);
});

test("an item that grows is still the one that is shown", () => {
  const before = [event(1, 0, "Ann rolls."), event(2, 1, "Bob rolls.")];
  const after = piecesOf([...before, event(3, 1, "Bob moves."), event(4, 0, "Ann rolls.")]);
  assert.equal(placeOf(after, 2), 1);
  assert.equal(placeOf(after, 3), 1);
  assert.equal(placeOf(after, 1), 0);
});

test("a player who comes back sees what happened since their own last act, a spectator the latest", () => {
  const log = [event(1, 0, "a"), event(2, 1, "b"), event(3, null, "c")];
  assert.equal(seenBy(log, 0), 1);
  assert.equal(seenBy(log, 2), 0);
  assert.equal(seenBy(log, null), 3);
});
