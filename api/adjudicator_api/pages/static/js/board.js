/** Shows a board, read-only or for laying tiles. Its state is in `models/board.js`. */

import { tileOf } from "./data.js";
import * as model from "./models/board.js";
import { h } from "./patch.js";
import { bare, tileView } from "./tile.js";
import { counted, has, t } from "./words.js";

/**
 * @typedef {import("./models/board.js").Board} Board
 * @typedef {import("./models/board.js").Placement} Placement
 * @typedef {import("./data.js").Game} Game
 */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {number} length */
const upTo = (length) => Array.from({ length }, (_, i) => i + 1);

/** @param {Game} game @param {Placement} placed @param {boolean} isNew */
const face = (game, placed, isNew) =>
  tileView(bare(tileOf(game, placed.symbol)), {
    size: 28,
    state: isNew ? "new" : undefined,
    hidden: true,
    blank: placed.blank,
  });

/**
 * A read-only board; the squares in `failing` are marked.
 * @param {Game} game
 * @param {readonly Placement[]} before
 * @param {readonly Placement[]} move
 * @param {readonly [number, number][]} [failing]
 */
export function boardPicture(game, before, move, failing = []) {
  const layout = model.layoutOf(game.board ?? {});
  const board = model.boardOf(layout, { before, move });
  const said = t("board.picture", { before: counted(before.length, "tiles"), move: counted(move.length, "new_tiles") });
  const square = (/** @type {number} */ row, /** @type {number} */ col) => {
    const placed = model.pieceAt(board, { row, col });
    const fails = failing.some(([one, other]) => one === row && other === col);
    return h(
      "span",
      { class: "square", "data-fails": fails && "", "data-kind": layout.kinds.get(model.keyOf({ row, col })) },
      placed && face(game, placed, placed.layer === "move"),
    );
  };
  return h(
    "div",
    { class: "board picture-only", role: "img", "aria-label": said },
    upTo(layout.rows).map((row) =>
      h(
        "div",
        { class: "board-row", "aria-hidden": "true" },
        upTo(layout.cols).map((col) => square(row, col)),
      ),
    ),
  );
}

/**
 * The rows of a board to lay tiles on: tiles go to the chosen square and those after it. `fresh` is the layer whose
 * tiles look new.
 * @param {Game} game @param {Board} board @param {{fresh: string, changed: (board: Board) => void}} how
 */
export function boardRows(game, board, { fresh, changed }) {
  const symbols = game.tiles.map((tile) => tile.symbol);
  let again = false; // whether the pressed square already had the focus
  const press = (/** @type {PointerEvent} */ event) => {
    again = event.currentTarget === document.activeElement;
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    const next = event.key === "?" && game.blank ? model.takeBlank(board) : keyed(board, event, symbols);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    changed(next);
  };
  return upTo(board.layout.rows).map((row) =>
    h(
      "div",
      { key: row, class: "board-row", role: "row" },
      upTo(board.layout.cols).map((col) => {
        const chosen = board.at.row === row && board.at.col === col;
        const click = () => changed(model.choose(board, { row, col }, { again }));
        return square(game, board, row, col, fresh, {
          "aria-selected": chosen,
          tabindex: chosen ? 0 : -1,
          pointerdown: press,
          click,
          keydown: key,
        });
      }),
    ),
  );
}

/**
 * @param {Game} game
 * @param {Board} board
 * @param {number} row
 * @param {number} col
 * @param {string} fresh
 * @param {Record<string, unknown>} props
 */
function square(game, board, row, col, fresh, props) {
  const placed = model.pieceAt(board, { row, col });
  const kind = board.layout.kinds.get(model.keyOf({ row, col }));
  const element = placed && tileOf(game, placed.symbol).name;
  const name = placed?.blank ? t("board.blank", { name: element ?? "" }) : element;
  const isNew = placed?.layer === fresh;
  const said = [
    t("board.square", { row, col }),
    kind && has(`board.${kind}`) && t(`board.${kind}`),
    name ? (isNew ? t("board.new", { name }) : name) : t("board.empty"),
  ];
  return h(
    "div",
    {
      key: col,
      class: "square",
      role: "gridcell",
      "data-row": row,
      "data-col": col,
      "data-kind": kind,
      "aria-label": said.filter(Boolean).join(", "),
      ...props,
      "aria-selected": String(props["aria-selected"]),
    },
    placed && face(game, placed, isNew),
  );
}

/** @param {Board} board @param {KeyboardEvent} event @param {readonly string[]} symbols @returns {Board | null} */
function keyed(board, event, symbols) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const arrow = ARROWS[event.key];
  if (arrow) return model.go(board, ...arrow);
  if (event.key === "Backspace" || event.key === "Delete") return model.take(board);
  if (event.key === " ") return model.turn(board);
  return /^[A-Za-z]$/.test(event.key) ? model.type(board, event.key, symbols) : null;
}
