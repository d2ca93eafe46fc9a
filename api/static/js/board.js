/** The board: tiles that lay there before, and those of the move. */

import { tileOf } from "./data.js";
import { h, put } from "./dom.js";
import { tileElement } from "./tile.js";
import { plural } from "./words.js";

/** @typedef {{row: number, col: number, symbol: string}} Placement */

const KINDS = {
  "double-element": "element times two",
  "triple-element": "element times three",
  "double-compound": "compound times two",
  "triple-compound": "compound times three",
  atom: "atom square",
};
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const key = (row, col) => `${row},${col}`;

/** @returns {Map<string, Placement>} */
const bySquare = (placements) => new Map(placements.map((placed) => [key(placed.row, placed.col), placed]));

function kindsOf(layout) {
  const kinds = new Map(layout.bonuses.map(({ row, col, kind }) => [key(row, col), kind]));
  for (const [row, col] of layout.atoms) kinds.set(key(row, col), "atom");
  return kinds;
}

function face(game, placed, isNew) {
  const tile = { ...tileOf(game, placed.symbol), points: null, numbers: null };
  return tileElement(tile, { size: 28, state: isNew ? "new" : undefined });
}

/** A board to look at. @param {Placement[]} before @param {Placement[]} move */
export function boardPicture(game, before, move) {
  const layout = game.board;
  const kinds = kindsOf(layout);
  const [old, laid] = [bySquare(before), bySquare(move)];
  const rows = Array.from({ length: layout.size }, (_, i) => i + 1);
  const square = (row, col) => {
    const placed = laid.get(key(row, col)) ?? old.get(key(row, col));
    return h("span", { class: "square", "data-kind": kinds.get(key(row, col)) }, placed && face(game, placed, laid.has(key(row, col))));
  };
  const said = `Board with ${plural(before.length, "tile")} and ${plural(move.length, "new tile")}`;
  return h(
    "div",
    { class: "board picture-only", role: "img", "aria-label": said },
    ...rows.map((row) => h("div", { class: "board-row", "aria-hidden": "true" }, ...rows.map((col) => square(row, col)))),
  );
}

/** `<game-board>`: a square is chosen, tiles go there and on from there. Sends `board-changed`. */
class GameBoard extends HTMLElement {
  game = null;
  layer = "before";
  down = false;
  #tiles = { before: new Map(), move: new Map() };
  #past = [];
  #at = { row: 8, col: 8 };
  #typed = null;
  #again = false; // whether the square that is pressed had the focus before

  /** @param {{before: Placement[], move: Placement[]}} tiles */
  start({ before, move }) {
    this.#tiles = { before: bySquare(before), move: bySquare(move) };
    this.#past = [];
    const [row, col] = this.game.board.centre;
    this.#at = { row, col };
    this.#build();
  }

  get before() {
    return [...this.#tiles.before.values()];
  }

  get move() {
    return [...this.#tiles.move.values()];
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get isEmpty() {
    return !this.#tiles.before.size && !this.#tiles.move.size;
  }

  /** Lays a tile on the chosen square and goes on to the next empty one. */
  place(symbol) {
    const { row, col } = this.#at;
    this.#change(() => this.#lay(row, col, symbol));
    this.#typed = { row, col, symbol };
    this.#step(1);
    this.#show();
  }

  /** Takes the tile of the chosen square away, or the one just before it. */
  take() {
    this.#typed = null;
    if (!this.#placed(this.#at)) this.#step(-1, { toEmpty: false });
    const { row, col } = this.#at;
    if (this.#placed(this.#at)) this.#change(() => this.#lift(row, col));
    this.#show();
  }

  undo() {
    const before = this.#past.pop();
    if (!before) return;
    this.#tiles = before.tiles;
    this.#at = before.at;
    this.#tell();
    this.#show();
  }

  clear() {
    if (!this.isEmpty) this.#change(() => (this.#tiles = { before: new Map(), move: new Map() }));
    this.#show();
  }

  turn() {
    this.down = !this.down;
    this.#show();
    this.#tell();
  }

  // --- changing ---------------------------------------------------------------------------------------------

  #lay(row, col, symbol) {
    this.#lift(row, col);
    this.#tiles[this.layer].set(key(row, col), { row, col, symbol });
  }

  #lift(row, col) {
    this.#tiles.before.delete(key(row, col));
    this.#tiles.move.delete(key(row, col));
  }

  #change(change) {
    const { before, move } = this.#tiles;
    this.#past.push({ tiles: { before: new Map(before), move: new Map(move) }, at: { ...this.#at } });
    change();
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new CustomEvent("board-changed"));
  }

  #placed({ row, col }) {
    return this.#tiles.move.get(key(row, col)) ?? this.#tiles.before.get(key(row, col));
  }

  #step(steps, { toEmpty = true } = {}) {
    const { size } = this.game.board;
    const next = { ...this.#at };
    do {
      next[this.down ? "row" : "col"] += steps;
    } while (toEmpty && this.#placed(next));
    if (Math.min(next.row, next.col) >= 1 && Math.max(next.row, next.col) <= size) this.#at = next;
  }

  // --- showing ------------------------------------------------------------------------------------------------

  #build() {
    const { size } = this.game.board;
    const numbers = Array.from({ length: size }, (_, i) => i + 1);
    this.kinds = kindsOf(this.game.board);
    this.className = "board";
    this.setAttribute("role", "grid");
    this.setAttribute("aria-label", "Board");
    put(
      this,
      ...numbers.map((row) =>
        h("div", { class: "board-row", role: "row" }, ...numbers.map((col) => h("div", { class: "square", role: "gridcell", "data-row": row, "data-col": col, "data-kind": this.kinds.get(key(row, col)) }))),
      ),
    );
    this.onpointerdown = (event) => (this.#again = event.target.closest(".square") === document.activeElement);
    this.onclick = (event) => this.#onClick(event);
    this.onkeydown = (event) => this.#onKey(event);
    this.#show();
  }

  #square({ row, col }) {
    return this.children[row - 1].children[col - 1];
  }

  #show() {
    const focused = this.contains(document.activeElement);
    for (const line of this.children) for (const square of line.children) this.#showSquare(square);
    this.toggleAttribute("data-down", this.down);
    const chosen = this.#square(this.#at);
    chosen.tabIndex = 0;
    chosen.setAttribute("aria-selected", "true");
    if (focused) chosen.focus({ preventScroll: true });
    const { scrollWidth = 0, clientWidth = 0 } = this.parentElement ?? {};
    if (scrollWidth > clientWidth) chosen.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  #showSquare(square) {
    const [row, col] = [Number(square.dataset.row), Number(square.dataset.col)];
    const placed = this.#placed({ row, col });
    const isNew = this.#tiles.move.has(key(row, col));
    const shown = placed ? `${placed.symbol}${isNew ? "*" : ""}` : "";
    if (square.dataset.shown !== shown) {
      square.dataset.shown = shown;
      put(square, placed && h("span", { "aria-hidden": "true" }, face(this.game, placed, isNew)));
    }
    const kind = KINDS[square.dataset.kind];
    const what = placed ? `${tileOf(this.game, placed.symbol).name}${isNew ? ", new" : ""}` : "empty";
    square.setAttribute("aria-label", [`row ${row}, column ${col}`, kind, what].filter(Boolean).join(", "));
    square.setAttribute("aria-selected", "false");
    square.tabIndex = -1;
  }

  #onClick(event) {
    const square = event.target.closest(".square");
    if (!square) return;
    this.#typed = null;
    const chosen = { row: Number(square.dataset.row), col: Number(square.dataset.col) };
    if (this.#again && chosen.row === this.#at.row && chosen.col === this.#at.col) this.turn();
    this.#at = chosen;
    square.focus({ preventScroll: true });
    this.#show();
    square.focus({ preventScroll: true });
  }

  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) this.#go(...arrow);
    else if (event.key === "Backspace" || event.key === "Delete") this.take();
    else if (event.key === " ") this.turn();
    else if (/^[A-Za-z]$/.test(event.key)) this.#type(event.key);
    else return;
    event.preventDefault();
  }

  #go(rows, cols) {
    const { size } = this.game.board;
    const within = (number) => Math.min(Math.max(number, 1), size);
    this.#at = { row: within(this.#at.row + rows), col: within(this.#at.col + cols) };
    this.#typed = null;
    this.#show();
  }

  /** N, then a small a, is Na; N, then a capital, is the next tile. */
  #type(letter) {
    const has = (symbol) => this.game.tiles.some((tile) => tile.symbol === symbol);
    const { row, col, symbol } = this.#typed ?? {};
    const longer = symbol?.length === 1 && letter === letter.toLowerCase() ? symbol + letter : "";
    if (longer && has(longer)) {
      this.#change(() => this.#lay(row, col, longer));
      this.#typed = null;
      this.#show();
    } else if (has(letter.toUpperCase())) this.place(letter.toUpperCase());
  }
}

customElements.define("game-board", GameBoard);
