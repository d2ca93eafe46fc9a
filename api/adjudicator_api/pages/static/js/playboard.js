/** A board on which a play is laid by tapping, for answers on a phone. */

import { laidBy, letterOf, playIn, tapped } from "./models/plays.js";
import { h } from "./patch.js";
import { t } from "./words.js";

/**
 * A tap on a square begins the play there; a second tap on it turns the direction.
 * @param {{size: number, tiles: {row: number, col: number, symbol: string}[]}} board
 * @param {string} draft
 * @param {(draft: string) => void} change
 */
export function playBoard({ size, tiles }, draft, change) {
  const there = new Map(tiles.map(({ row, col, symbol }) => [`${row} ${col}`, symbol]));
  const play = playIn(draft);
  const laid = laidBy(play);
  const middle = Math.ceil(size / 2);
  const steps = Array.from({ length: size }, (_, i) => i + 1);
  const square = (/** @type {number} */ row, /** @type {number} */ col) => {
    const key = `${row} ${col}`;
    const begins = play?.row === row && play.col === col;
    const label = `${row}${letterOf(col)} ${there.get(key) ?? laid.get(key) ?? ""}`.trim();
    return h(
      "td",
      {
        key: col,
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
        there.get(key) ?? laid.get(key) ?? (begins ? (play.down ? "↓" : "→") : ""),
      ),
    );
  };
  return [
    h("p", { class: "small soft" }, t("class.tap_play")),
    h(
      "div",
      { class: "board-scroll" },
      h(
        "table",
        { class: "class-board tapped", "aria-label": t("class.board") },
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
              steps.map((col) => square(row, col)),
            ),
          ),
        ),
      ),
    ),
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
