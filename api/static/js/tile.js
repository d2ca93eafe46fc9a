import { h, put } from "./dom.js";
import { listed, plural, signed, spokenSigned } from "./words.js";

/**
 * @typedef {{symbol: string, name: string, family: string, points: number | null, numbers: number[] | null}} Tile
 */

/** The numbers of a tile; short where three of them share a small tile: ±3 5. */
export function numbersText(numbers) {
  const full = numbers.map(signed).join(" ");
  if (numbers.length === 2 && numbers[0] === -numbers[1]) return { full, short: `±${Math.abs(numbers[0])}` };
  if (numbers.length < 3) return { full, short: full };
  const [first, second, ...rest] = numbers;
  const short = first === -second ? [`±${second}`, ...rest] : [signed(first), second, ...rest];
  return { full, short: short.join(" ") };
}

/** "oxygen, one point, minus two" @param {Tile} tile */
export function spoken(tile) {
  const parts = [tile.name];
  if (tile.points !== null && tile.points !== undefined) parts.push(plural(tile.points, "point"));
  if (tile.numbers?.length) parts.push(listed(tile.numbers.map(spokenSigned), "or"));
  return parts.join(", ");
}

/** `<element-tile symbol name family points numbers size state>`: an element as it is printed. */
class ElementTile extends HTMLElement {
  static observedAttributes = ["state"];

  connectedCallback() {
    const points = this.getAttribute("points");
    const numbers = this.getAttribute("numbers");
    const parts = [h("span", { class: "symbol" }, this.getAttribute("symbol"))];
    if (points) parts.unshift(h("span", { class: "points" }, points));
    if (numbers) {
      const { full, short } = numbersText(numbers.split(" ").map(Number));
      const shown = [h("span", { class: "full" }, full)];
      if (short !== full) shown.push(h("span", { class: "short" }, short));
      parts.push(h("span", { class: "numbers" }, ...shown));
    }
    put(this, ...parts);
    if (this.closest("button, [aria-hidden=true]")) return;
    this.setAttribute("role", "img");
    if (!this.hasAttribute("aria-label")) this.setAttribute("aria-label", spoken(this.printed));
  }

  /** @returns {Tile} */
  get printed() {
    const points = this.getAttribute("points");
    const numbers = this.getAttribute("numbers");
    return {
      symbol: this.getAttribute("symbol") ?? "",
      name: this.getAttribute("name") ?? "",
      family: this.getAttribute("family") ?? "",
      points: points ? Number(points) : null,
      numbers: numbers ? numbers.split(" ").map(Number) : null,
    };
  }
}

customElements.define("element-tile", ElementTile);

/** @param {Tile} tile @param {{size?: 28 | 48 | 72, state?: string, label?: string}} [options] */
export function tileElement(tile, { size = 48, state, label } = {}) {
  return h("element-tile", {
    symbol: tile.symbol,
    name: tile.name,
    family: tile.family,
    points: tile.points,
    numbers: tile.numbers?.join(" "),
    size,
    state,
    "aria-label": label,
  });
}

/** A tile that can be pressed. */
export function tileButton(tile, { label, ...options } = {}, props = {}) {
  const face = tileElement(tile, options);
  return h("button", { type: "button", class: "tile-button", "aria-label": label ?? spoken(tile), ...props }, face);
}
