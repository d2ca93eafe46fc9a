/** The element tile: one view at three sizes, the same that the server writes. */

import { h } from "./patch.js";
import { counted, listed, signed, spokenSigned } from "./words.js";

/**
 * @typedef {{symbol: string, name: string, family: string, points: number | null, numbers: number[] | null}} Tile
 * @typedef {{size?: 28 | 48 | 72, state?: string, label?: string, hidden?: boolean}} Shown
 */

/** The numbers of a tile; short where three of them share a small tile: ±3 5. @param {readonly number[]} numbers */
export function numbersText(numbers) {
  const full = numbers.map(signed).join(" ");
  if (numbers.length === 2 && numbers[0] === -numbers[1]) return { full, short: `±${Math.abs(numbers[0])}` };
  if (numbers.length < 3) return { full, short: full };
  const [first, second, ...rest] = numbers;
  const short = first === -second ? [`±${Math.abs(second)}`, ...rest] : [signed(first), second, ...rest];
  return { full, short: short.join(" ") };
}

/** "oxygen, one point, minus two" @param {Tile} tile */
export function spoken(tile) {
  const said = [tile.name];
  if (tile.points !== null && tile.points !== undefined) said.push(counted(tile.points, "points"));
  if (tile.numbers?.length) said.push(listed(tile.numbers.map(spokenSigned), "or"));
  return said.join(", ");
}

/** A tile to look at; `hidden` where something around it says what it is. @param {Tile} tile @param {Shown} [shown] */
export function tileView(tile, { size = 48, state, label, hidden = false } = {}) {
  const { full, short } = tile.numbers?.length ? numbersText(tile.numbers) : { full: "", short: "" };
  const said = hidden ? { "aria-hidden": "true" } : { role: "img", "aria-label": label ?? spoken(tile) };
  return h(
    "element-tile",
    { family: tile.family, size, state, ...said },
    tile.points !== null && tile.points !== undefined && h("span", { class: "points" }, tile.points),
    h("span", { class: "symbol" }, tile.symbol),
    full && h("span", { class: "numbers" }, h("span", { class: "full" }, full), short !== full && h("span", { class: "short" }, short)),
  );
}

/** A tile without what is printed small. @param {Tile} tile @returns {Tile} */
export const bare = (tile) => ({ ...tile, points: null, numbers: null });

/** A tile that can be pressed. @param {Tile} tile @param {Shown} [shown] @param {Record<string, unknown>} [props] */
export function tileButton(tile, { label, ...shown } = {}, props = {}) {
  return h("button", { type: "button", class: "tile-button", "aria-label": label ?? spoken(tile), ...props }, tileView(tile, { ...shown, hidden: true }));
}
