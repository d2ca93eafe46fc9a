import assert from "node:assert/strict";
import { test } from "node:test";
import { typesetProse } from "../../api/adjudicator_api/pages/static/js/models/typeset.js";
import {
  beginningOf,
  actionOf,
  draftFor,
  freshDraft,
  gone,
  keptDraft,
  laidAt,
  latestMove,
  lastTurn,
  latestRuling,
  leaptOver,
  moved,
  onRack,
  openMove,
  pressed,
  recalled,
  rubbedOut,
  rulingFor,
  runsOf,
  scrolled,
  sheetOf,
  shuffled,
  takenBack,
  tapped,
  typedLetter,
  worthOf,
} from "../../rulesets/adjudicator_rulesets/compoundit/table/models.js";

const printed = {
  size: 15,
  centre: [8, 8],
  bonuses: [
    { row: 8, col: 9, kind: "double-element" },
    { row: 8, col: 10, kind: "triple-compound" },
  ],
};
const tile = (row, col, symbol) => ({ row, col, symbol });
const tableOf = (rack, board = [], more = {}) => ({ rack, board, last_move: null, challenge: null, ...more });
const symbols = (draft) => draft.laid.map(({ row, col, symbol }) => `${row},${col} ${symbol}`);
const tapAll = (table, draft, slots) => slots.reduce((now, slot) => tapped(table, now, slot, printed), draft);

test("C-LINE: tiles go to the chosen square and on from there, up to a tile of the board", () => {
  const table = tableOf(["Na", "Cl", "H"], [tile(8, 9, "O")]);
  const chosen = pressed(table, freshDraft(table), { row: 8, col: 8 }, printed);
  const stopped = tapAll(table, chosen, [0, 1]);
  assert.deepEqual([symbols(stopped), stopped.held], [["8,8 Na"], 1], "the next one waits for its square");
  assert.equal(leaptOver(table, stopped, printed), null);
  const over = pressed(table, stopped, { row: 8, col: 10 }, printed);
  assert.deepEqual([symbols(over), leaptOver(table, over, printed)], [["8,8 Na", "8,10 Cl"], tile(8, 9, "O")]);
  const first = tapAll(table, pressed(table, freshDraft(table), { row: 8, col: 9 }, printed), [0]);
  assert.deepEqual(symbols(first), ["8,10 Na"], "the first one goes behind a tile that was chosen");
  const aside = tapAll(table, pressed(table, freshDraft(table), { row: 7, col: 8 }, printed), [0, 1]);
  assert.deepEqual([symbols(aside), leaptOver(table, aside, printed)], [["7,8 Na", "7,9 Cl"], null]);
});

test("C-LINE: in an edition where new tiles need only an unbroken line, they go on past occupied squares", () => {
  const table = tableOf(["Na", "Cl", "H"], [tile(8, 9, "O")]);
  const leaping = { ...printed, leaping: true };
  const chosen = pressed(table, freshDraft(table), { row: 8, col: 8 }, leaping);
  const laid = [0, 1].reduce((now, slot) => tapped(table, now, slot, leaping), chosen);
  assert.equal(leaptOver(table, laid, leaping), null);
  assert.deepEqual(symbols(laid), ["8,8 Na", "8,10 Cl"]);
  assert.deepEqual(laid.at, { row: 8, col: 11 });
  assert.deepEqual(onRack(laid), [2]);
  const down = tapAll(table, pressed(table, chosen, { row: 8, col: 8 }, printed), [0, 1]);
  assert.deepEqual(symbols(down), ["8,8 Na", "9,8 Cl"], "the same square again turns");
  assert.deepEqual(actionOf(down), { type: "place", placements: [tile(8, 8, "Na"), tile(9, 8, "Cl")] });
});

test("the first tile of a game goes to the centre; later, a tile without a square is held until one is chosen", () => {
  const empty = tableOf(["H", "O"]);
  assert.deepEqual(symbols(tapped(empty, freshDraft(empty), 0, printed)), ["8,8 H"]);
  const begun = tableOf(["H", "O"], [tile(8, 8, "O")]);
  const held = tapped(begun, freshDraft(begun), 0, printed);
  assert.deepEqual([held.held, held.laid], [0, []]);
  assert.equal(tapped(begun, held, 0, printed).held, null, "the same again puts it down");
  assert.deepEqual(symbols(pressed(begun, held, { row: 8, col: 7 }, printed)), ["8,7 H"]);
  assert.equal(pressed(begun, held, { row: 8, col: 8 }, printed).held, 0, "no tile on another");
  const edge = { ...freshDraft(begun), at: { row: 8, col: 15 } };
  const last = tapped(begun, edge, 0, printed);
  assert.deepEqual(tapped(begun, last, 1, printed).held, 1, "past the edge there is no square");
});

test("laid tiles can be taken back: by square, the last one, all", () => {
  const table = tableOf(["H", "O", "H"]);
  const laid = tapAll(table, freshDraft(table), [0, 1, 2]);
  assert.deepEqual(symbols(pressed(table, laid, { row: 8, col: 9 }, printed)), ["8,8 H", "8,10 H"]);
  assert.deepEqual(symbols(takenBack(laid, { row: 8, col: 8 })), ["8,9 O", "8,10 H"]);
  assert.deepEqual([symbols(rubbedOut(laid)), rubbedOut(laid).at], [["8,8 H", "8,9 O"], { row: 8, col: 10 }]);
  assert.equal(rubbedOut(freshDraft(table)).laid.length, 0);
  assert.deepEqual([recalled(laid).laid, recalled(laid).at], [[], { row: 8, col: 8 }]);
  const again = laidAt(table, laid, 2, { row: 8, col: 9 }, printed);
  assert.deepEqual(symbols(again), ["8,8 H", "8,9 H"], "a tile of the move gives way to another");
});

test("typing a letter lays a tile of the rack; a small letter makes the symbol longer", () => {
  const table = tableOf(["N", "Na", "Cl", "O"]);
  const type = (...letters) =>
    letters.reduce((now, letter) => typedLetter(table, now, letter, printed), freshDraft(table));
  assert.deepEqual(symbols(type("N")), ["8,8 N"]);
  assert.deepEqual(symbols(type("N", "a")), ["8,8 Na"]);
  assert.deepEqual(symbols(type("N", "a", "C", "l")), ["8,8 Na", "8,9 Cl"], "C alone is not on the rack and waits");
  assert.deepEqual(symbols(type("n", "o")), ["8,8 N", "8,9 O"]);
  assert.deepEqual(symbols(type("x", "C")), []);
});

test("a rack can be shuffled and put in order, and loses no tile", () => {
  const table = tableOf(["H", "O", "C", "N"]);
  const mixed = shuffled(freshDraft(table), () => 0);
  assert.deepEqual([...mixed.order].sort(), [0, 1, 2, 3]);
  assert.notDeepEqual(mixed.order, [0, 1, 2, 3]);
  assert.deepEqual(moved(freshDraft(table), 3, 0).order, [3, 0, 1, 2]);
  assert.deepEqual(moved(freshDraft(table), 0, 99).order, [1, 2, 3, 0]);
  assert.deepEqual(moved(freshDraft(table), 0, -1).order, [0, 1, 2, 3]);
});

test("arrows move the chosen square, and never off the board", () => {
  const table = tableOf([]);
  const start = gone(freshDraft(table), 0, 1, printed);
  assert.deepEqual(start.at, { row: 8, col: 8 }, "the first one begins in the middle");
  assert.deepEqual(gone(start, -1, 0, printed).at, { row: 7, col: 8 });
  assert.deepEqual(gone({ ...start, at: { row: 1, col: 1 } }, -1, 0, printed).at, { row: 1, col: 1 });
});

test("a draft survives another's move, unless one of its squares or tiles is gone", () => {
  const table = tableOf(["H", "O", "Na"]);
  const laid = tapAll(table, freshDraft(table), [0, 1]);
  assert.deepEqual(symbols(keptDraft(laid, { ...table, board: [tile(1, 1, "C")] })), ["8,8 H", "8,9 O"]);
  assert.equal(keptDraft(laid, { ...table, board: [tile(8, 9, "C")] }), null);
  assert.equal(keptDraft(laid, tableOf(["H", "Na"])), null);
  const other = keptDraft(laid, tableOf(["O", "H", "Na", "K"]));
  assert.deepEqual(
    other.laid.map(({ slot }) => slot),
    [1, 0],
    "the same tiles, wherever they are now",
  );
  assert.deepEqual(other.order, [0, 1, 2, 3]);
  const played = keptDraft(laid, tableOf(["Na", "K"], [tile(8, 8, "H"), tile(8, 9, "O")]));
  assert.deepEqual([played.laid, played.order], [[], [0, 1]], "it lies there: it was played");
});

test("runs are followed to both ends, those across first, each once", () => {
  const board = [tile(8, 8, "H"), tile(9, 9, "Cl")];
  const move = [tile(8, 9, "O"), tile(8, 10, "H")];
  assert.deepEqual(
    runsOf(board, move).map((run) => run.tiles.join("")),
    ["HOH", "OCl"],
  );
  assert.deepEqual(runsOf([], [tile(3, 3, "H")]), [], "one tile is no run");
});

test("bonus squares count for new tiles only: elements first, then the compound", () => {
  const points = { H: 1, O: 2, Cl: 3 };
  const worth = (board, move) =>
    runsOf(board, move).map((run) => worthOf(run, move, printed, (symbol) => points[symbol]));
  assert.deepEqual(worth([tile(8, 8, "H")], [tile(8, 9, "O"), tile(8, 10, "H")]), [(1 + 2 * 2 + 1) * 3]);
  assert.deepEqual(worth([tile(8, 9, "O"), tile(8, 10, "H")], [tile(8, 8, "H")]), [4]);
});

test("an action is laid out and written as players do it", () => {
  const table = tableOf(["O", "H", "H"], [tile(1, 1, "Na")]);
  const action = { type: "place", placements: [tile(7, 8, "H"), tile(8, 8, "O"), tile(9, 8, "H")] };
  const draft = draftFor(action, table, printed);
  assert.deepEqual([symbols(draft), draft.down], [["7,8 H", "8,8 O", "9,8 H"], true]);
  assert.deepEqual(actionOf(draft), action);
  assert.equal(draftFor({ type: "pass" }, table, printed), null);
  assert.equal(draftFor({ type: "place", placements: [tile(7, 8, "Zn")] }, table, printed), null);
  assert.equal(draftFor({ type: "place", placements: [tile(1, 1, "O")] }, table, printed), null);
  assert.deepEqual(beginningOf(action.placements), { square: "H\u20607", down: true });
  assert.deepEqual(beginningOf([tile(8, 8, "Mg"), tile(8, 9, "O")]), { square: "8\u2060H", down: false });
  const { square } = beginningOf([tile(3, 8, "O"), tile(4, 8, "H")]);
  assert.deepEqual(typesetProse(`${square}, down`), [`${square}, down`], "a square, not hydrogen");
});

test("the latest move and the ruling on it are marked until something else happens", () => {
  const placed = {
    version: 4,
    type: "tiles_placed",
    player: 0,
    placements: [tile(8, 8, "H")],
    runs: [{ tiles: ["H", "H"] }],
    score: 2,
  };
  const ruled = { version: 6, type: "ruling_given", player: 0, challenger: 2, ruling: "invalid" };
  const back = { version: 7, type: "move_taken_back", player: 0, placements: placed.placements };
  const passed = { version: 9, type: "passed", player: 1 };
  assert.deepEqual(latestMove([placed, passed]), placed.placements);
  assert.deepEqual(latestMove([placed, ruled, back]), []);
  assert.equal(latestRuling([placed, ruled, back]), ruled);
  assert.equal(latestRuling([placed, ruled, back, passed]), null);
  assert.deepEqual(sheetOf([placed, { ...placed, version: 5, player: 1 }, { ...back, version: 6 }]), [
    { version: 4, player: 0, runs: [{ tiles: ["H", "H"] }], score: 2 },
  ]);
  const table = tableOf([], [tile(1, 1, "C"), tile(8, 8, "H")], {
    last_move: { version: 4, player: 0, tiles: 1, score: 2, accepted: [] },
  });
  assert.deepEqual(openMove(table), { before: [tile(1, 1, "C")], move: [tile(8, 8, "H")] });
});

test("a zoomed board shows the chosen square and my tiles, as far as they fit", () => {
  const view = { from: 0, to: 300 };
  const square = (at) => ({ from: 44 * at, to: 44 * (at + 1) });
  assert.equal(scrolled(view, square(2), [], 88), 0, "in view already");
  assert.equal(scrolled(view, square(6), [], 88), 44 * 9 - 300, "with two neighbours");
  assert.equal(scrolled(view, square(-1), [], 88), -132);
  const tiles = [1, 2, 3, 4].map(square);
  assert.equal(scrolled(view, square(5), tiles, 88), 0, "of seven squares, the two neighbours go");
  assert.equal(scrolled(view, square(6), tiles, 88), 44 * 7 - 300, "the first tile is still in view");
  assert.equal(scrolled(view, square(9), tiles, 88), 44 * 12 - 300, "too far apart: the square alone");
});

test("the last round says whose last turn is to come", () => {
  assert.equal(lastTurn([0, 1], 2, 0), "all");
  assert.equal(lastTurn([0], 2, 0), "yours", "the other has had it");
  assert.equal(lastTurn([1], 2, 0), "had");
  assert.equal(lastTurn([0, 1], 2, null), "had");
});

test("a ruling on one's own move or challenge stays until one's next play", () => {
  const ruling = { version: 4, type: "ruling_given", player: 1, challenger: 0, text: "valid" };
  const log = [{ version: 3, type: "tiles_placed", player: 1, text: "" }, ruling];
  assert.equal(rulingFor(log, 0), ruling);
  assert.equal(rulingFor(log, 1), ruling);
  assert.equal(rulingFor(log, 2), null);
  const later = [...log, { version: 5, type: "tiles_placed", player: 1, text: "" }];
  assert.equal(rulingFor(later, 0), ruling, "the other plays on, and it is still to be read");
  assert.equal(rulingFor(later, 1), null);
});
