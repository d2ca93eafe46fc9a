import assert from "node:assert/strict";
import { test } from "node:test";
import * as model from "../../api/adjudicator_api/pages/static/js/models/board.js";

const LAYOUT = model.layoutOf({
  rows: 3,
  cols: 5,
  bonuses: [{ row: 1, col: 2, kind: "double-element" }],
  atoms: [[2, 3]],
});
const board = (laid = { before: [], move: [] }, layer) => model.boardOf(LAYOUT, laid, layer);
const symbols = (one) => model.keyOf(one) + one.symbol;

test("the edition says how large it is and what is printed", () => {
  assert.deepEqual(LAYOUT.centre, { row: 2, col: 3 });
  assert.deepEqual(
    [...LAYOUT.kinds],
    [
      ["1,2", "double-element"],
      ["2,3", "atom"],
    ],
  );
  assert.deepEqual(model.layoutOf({ size: 4, centre: [1, 1] }).centre, { row: 1, col: 1 });
});

test("pieces are placed from the chosen square on, past occupied squares", () => {
  let one = model.choose(board({ before: [{ row: 2, col: 3, symbol: "O" }], move: [] }, "move"), { row: 2, col: 2 });
  one = ["H", "H"].reduce(model.place, one);
  assert.deepEqual(one.laid.move.map(symbols), ["2,2H", "2,4H"]);
  assert.deepEqual(one.at, { row: 2, col: 5 });
  one = model.place(model.place(one, "Cl"), "F");
  assert.deepEqual(one.laid.move.map(symbols), ["2,2H", "2,4H", "2,5F"], "at the edge the last square is laid anew");
});

test("a run that was read lies over what lies there, with room for blanks, and ends with the board", () => {
  const from = (col, laid) => model.choose(board(laid, "move"), { row: 2, col });
  const lying = { before: [{ row: 2, col: 3, symbol: "O" }], move: [] };
  const laid = (one) => one.laid.move.map(symbols);
  assert.deepEqual(laid(model.layRun(from(2, lying), ["H", "O", "H"])), ["2,2H", "2,4H"]);
  assert.deepEqual(laid(model.layRun(from(2, lying), ["H", "C", "H"])), ["2,2H", "2,4C", "2,5H"]);
  const spaced = model.layRun(from(1), ["H", null, "O"]);
  assert.deepEqual(laid(spaced), ["2,1H", "2,3O"]);
  assert.deepEqual(spaced.at, { row: 2, col: 4 });
  assert.deepEqual(laid(model.layRun(from(4), ["H", "C", "O", "N"])), ["2,4H", "2,5C"]);
  assert.deepEqual(laid(model.layRun(from(2, lying), ["H", "O"])), ["2,2H"]);
  assert.deepEqual(model.layRun(from(2, lying), ["H", "O"]).at, { row: 2, col: 4 });
});

test("a blank stands for the piece that is laid next, and only for that one", () => {
  let one = model.place(model.takeBlank(board()), "O");
  assert.deepEqual(one.laid.before, [{ row: 2, col: 3, symbol: "O", blank: true }]);
  one = model.place(one, "H");
  assert.deepEqual(one.laid.before[1], { row: 2, col: 4, symbol: "H" });
  one = model.place(model.takeBlank(model.takeBlank(one)), "H");
  assert.equal(one.laid.before[2].blank, undefined, "the second tap puts it back");
  one = ["N", "a"].reduce((laid, letter) => model.type(laid, letter, ["N", "Na"]), model.takeBlank(board()));
  assert.deepEqual(one.laid.before, [{ row: 2, col: 3, symbol: "Na", blank: true }], "typed as well");
});

test("removing, turning and undoing", () => {
  let one = ["H", "O"].reduce(model.place, model.turn(board()));
  assert.deepEqual(one.laid.before.map(symbols), ["2,3H", "3,3O"]);
  one = model.take(one);
  assert.deepEqual(one.laid.before.map(symbols), ["2,3H"]);
  assert.deepEqual(model.undo(one).laid.before.map(symbols), ["2,3H", "3,3O"]);
  assert.ok(model.isEmpty(model.clear(one)));
  assert.deepEqual(model.undo(model.clear(one)).laid, one.laid);
});

test("the chosen square again turns, another does not", () => {
  const one = model.choose(board(), { row: 2, col: 3 }, { again: true });
  assert.equal(one.down, true);
  assert.equal(model.choose(one, { row: 1, col: 1 }, { again: true }).down, true);
  assert.equal(model.choose(one, { row: 9, col: 1 }), one, "beyond the edge nothing is chosen");
  assert.deepEqual(model.go(one, 5, -9).at, { row: 3, col: 1 });
});

test("letters become symbols", () => {
  const one = [..."NaClO"].reduce(
    (now, letter) => model.type(now, letter, ["N", "Na", "C", "Cl", "O"]),
    model.choose(board(), { row: 1, col: 1 }),
  );
  assert.deepEqual(one.laid.before.map(symbols), ["1,1Na", "1,2Cl", "1,3O"]);
});

test("an accepted move joins the board, a refused one is removed", () => {
  const one = board({ before: [{ row: 1, col: 1, symbol: "H" }], move: [{ row: 1, col: 2, symbol: "O" }] });
  assert.deepEqual(model.merge(one, "move", "before").laid, {
    before: [...one.laid.before, ...one.laid.move],
    move: [],
  });
  assert.deepEqual(model.withdraw(one, "move").laid, { before: one.laid.before, move: [] });
  assert.deepEqual(model.undo(model.withdraw(one, "move")).laid, one.laid);
});

test("of a stored board only pieces that fit this board are restored", () => {
  const kept = [
    { row: 1, col: 1, symbol: "H" },
    { row: 9, col: 1, symbol: "H" },
    { row: 1, col: 2, symbol: "Qq" },
    null,
    { row: "1", col: 1, symbol: "H" },
  ];
  assert.deepEqual(
    model.placements(kept, LAYOUT, (symbol) => symbol === "H"),
    [kept[0]],
  );
  assert.deepEqual(
    model.placements("?", LAYOUT, () => true),
    [],
  );
});
