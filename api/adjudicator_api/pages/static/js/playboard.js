/** A board with its bonus squares and the points of its tiles, to look at or to lay a play on by tapping. */

import { laidBy, letterOf, playIn, tapped } from "./models/plays.js";
import { h } from "./patch.js";
import { t } from "./words.js";

/**
 * @typedef {{size: number, tiles: {row: number, col: number, symbol: string}[], squares?: {row: number, col: number,
 *   kind: string}[]}} Board
 * @typedef {Record<string, number>} Points by symbol
 */

/** A tile on a square, with its points. @param {string} symbol @param {Points} points */
const laidTile = (symbol, points) => [symbol, symbol in points && h("sub", {}, points[symbol])];

/**
 * @param {Board} board
 * @param {object} table attributes
 * @param {(row: number, col: number, kind: string | undefined) => unknown} square
 */
function boardTable({ size, squares = [] }, table, square) {
  const kinds = new Map(squares.map(({ row, col, kind }) => [`${row} ${col}`, kind]));
  const steps = Array.from({ length: size }, (_, i) => i + 1);
  return [
    h(
      "table",
      { class: "class-board", "aria-label": t("class.board"), ...table },
      h(
        "tbody",
        {},
        h(
          "tr",
          {},
          h("td"),
          steps.map((col) => h("th", { scope: "col" }, letterOf(col))),
        ),
        steps.map((row) =>
          h(
            "tr",
            { key: row },
            h("th", { scope: "row" }, row),
            steps.map((col) => square(row, col, kinds.get(`${row} ${col}`))),
          ),
        ),
      ),
    ),
    squares.length > 0 && h("p", { class: "small soft" }, t("class.squares")),
  ];
}

/** A board to look at. @param {Board} board @param {Points} [points] */
export function boardView(board, points = {}) {
  const there = new Map(board.tiles.map(({ row, col, symbol }) => [`${row} ${col}`, symbol]));
  return boardTable(board, {}, (row, col, kind) => {
    const symbol = there.get(`${row} ${col}`);
    return h(
      "td",
      { key: col, "data-square": kind, "data-tile": symbol ? "yes" : null },
      symbol && laidTile(symbol, points),
    );
  });
}

/**
 * A tap on a square begins the play there; a second tap on it turns the direction.
 * @param {Board} board
 * @param {Points} points
 * @param {string} draft
 * @param {(draft: string) => void} change
 */
export function playBoard(board, points, draft, change) {
  const there = new Map(board.tiles.map(({ row, col, symbol }) => [`${row} ${col}`, symbol]));
  const play = playIn(draft);
  const laid = laidBy(play);
  const middle = Math.ceil(board.size / 2);
  return [
    h("p", { class: "small soft" }, t("class.tap_play")),
    boardTable(board, { class: "class-board tapped" }, (row, col, kind) => {
      const key = `${row} ${col}`;
      const begins = play?.row === row && play.col === col;
      const symbol = there.get(key) ?? laid.get(key);
      const label = [`${row}${letterOf(col)}`, symbol, kind && t(`class.square_${kind}`)].filter(Boolean).join(" ");
      return h(
        "td",
        {
          key: col,
          "data-square": kind,
          "data-tile": there.has(key) ? "yes" : null,
          "data-laid": laid.has(key) ? "yes" : null,
          "data-begins": begins ? (play.down ? "down" : "across") : null,
        },
        h(
          "button",
          {
            type: "button",
            tabindex: begins || (!play && row === middle && col === middle) ? 0 : -1,
            "aria-label": label,
            "aria-pressed": String(begins),
            click: () => there.has(key) || change(tapped(draft, row, col)),
            keydown: (/** @type {KeyboardEvent} */ event) => steer(event),
          },
          symbol ? laidTile(symbol, points) : begins ? (play.down ? "↓" : "→") : "",
        ),
      );
    }),
  ];
}

/** Arrow keys move between the squares: 225 tab stops would be too many. @param {KeyboardEvent} event */
function steer(event) {
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  const cell = /** @type {HTMLElement} */ (event.currentTarget).closest("td");
  const row = cell?.closest("tr");
  if (!step || !cell || !row) return;
  const table = row.closest("table");
  const next = table?.rows[row.rowIndex + step[0]]?.cells[cell.cellIndex + step[1]]?.querySelector("button");
  if (!next) return;
  event.preventDefault();
  next.focus();
}
