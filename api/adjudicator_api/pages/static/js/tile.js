/** The element tile: one view in three sizes, the same as the server renders. */

import { formula } from "./dom.js";
import { h } from "./patch.js";
import { counted, listed, signed, spokenSigned, t } from "./words.js";

const MANY = 4; // numbers from which on all are set at the smallest size

/**
 * @typedef {{symbol: string, name: string, family: string, points: number | null, numbers: number[] | null, count?:
 *   number}} Tile `count`: how many a box has
 * @typedef {{size?: 28 | 48 | 72, state?: string, label?: string, hidden?: boolean, blank?: boolean}} Shown `blank`: a
 *   blank stands for the tile
 */

/** "oxygen, one point, minus two" @param {Tile} tile */
export function spoken(tile) {
  const said = [tile.name];
  if (tile.points !== null && tile.points !== undefined) said.push(counted(tile.points, "points"));
  if (tile.numbers?.length) said.push(listed(tile.numbers.map(spokenSigned), "or"));
  return said.join(", ");
}

/**
 * A tile for display; `hidden` from screen readers where its surroundings name it.
 * @param {Tile} tile
 * @param {Shown} [shown]
 */
export function tileView(tile, { size = 48, state, label, hidden = false, blank = false } = {}) {
  const numbers = tile.numbers ?? [];
  const said = hidden ? { "aria-hidden": "true" } : { role: "img", "aria-label": label ?? spoken(tile) };
  return h(
    "element-tile",
    { family: tile.family, size, state, "data-blank": blank && "", ...said },
    tile.points !== null && tile.points !== undefined && h("span", { class: "points" }, tile.points),
    h("span", { class: "symbol" }, tile.symbol.length > 2 ? formula(tile.symbol) : tile.symbol), // a card: SO4
    numbers.length > 0 &&
      h("span", { class: "numbers", "data-count": Math.min(numbers.length, MANY) }, numbers.map(signed).join(" ")),
  );
}

/**
 * The blank tile or, for a box without blanks, a placeholder that says so.
 * @param {() => void} click
 * @param {{points: number} | null} [printed]
 * @param {boolean} [chosen]
 */
export const blankButton = (click, printed = null, chosen = false) =>
  h(
    "button",
    {
      key: "blank",
      type: "button",
      class: "tile-button",
      "data-key": "blank",
      "aria-label": printed ? `${t("judge.blank_tile")}, ${counted(printed.points, "points")}` : t("judge.blank"),
      "aria-pressed": printed && String(chosen),
      click,
    },
    h(
      "element-tile",
      { state: printed ? (chosen ? "selected" : undefined) : "blocked", size: 48, "aria-hidden": "true" },
      printed && h("span", { class: "points" }, printed.points),
      h("span", { class: "symbol" }, "?"),
    ),
  );

/** A tile without its small print. @param {Tile} tile @returns {Tile} */
export const bare = (tile) => ({ ...tile, points: null, numbers: null });

/** A tile as a button. @param {Tile} tile @param {Shown} [shown] @param {Record<string, unknown>} [props] */
export function tileButton(tile, { label, ...shown } = {}, props = {}) {
  return h(
    "button",
    { type: "button", class: "tile-button", "aria-label": label ?? spoken(tile), ...props },
    tileView(tile, { ...shown, hidden: true }),
  );
}
