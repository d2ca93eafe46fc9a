/** The run as tiles that can be moved: tap to remove, drag or ◂ ▸ to move, and every step can be undone. */

import { tileOf } from "./data.js";
import { announce, h, put } from "./dom.js";
import { tileButton } from "./tile.js";
import { listed } from "./words.js";

const FAR = 8; // pixels that make a press a drag
const MOST = 60;

/** `<tile-run>`: `tiles` is the run; sends `run-changed`. */
class TileRun extends HTMLElement {
  #tiles = [];
  #past = [];
  #cursor = -1;
  #drag = null;
  game = null;

  connectedCallback() {
    this.setAttribute("role", "list");
    this.addEventListener("keydown", (event) => this.#onKey(event));
    this.addEventListener("pointermove", (event) => this.#onMove(event));
    this.addEventListener("pointerup", () => this.#onUp());
    this.addEventListener("pointercancel", () => this.#onUp());
    this.#show();
  }

  get tiles() {
    return [...this.#tiles];
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get cursor() {
    return this.#cursor;
  }

  /** Takes a whole new run; what was there can be undone. */
  replace(tiles, { silent = false } = {}) {
    if (tiles.join() === this.#tiles.join()) return;
    this.#change(tiles.slice(0, MOST), Math.min(tiles.length, MOST) - 1, { silent });
  }

  /** A run to begin with, that has no past. */
  start(tiles) {
    this.#tiles = tiles.slice(0, MOST);
    this.#past = [];
    this.#cursor = this.#tiles.length - 1;
    this.#show();
  }

  /** Lays a tile behind the one that the cursor is at. */
  add(symbol) {
    if (this.#tiles.length >= MOST) {
      announce(`A run has at most ${MOST} tiles.`);
      return;
    }
    const at = this.#cursor + 1;
    this.#change(this.#tiles.toSpliced(at, 0, symbol), at);
    announce(`${tileOf(this.game, symbol).name} added, tile ${at + 1}`);
  }

  remove(at) {
    const name = tileOf(this.game, this.#tiles[at]).name;
    this.#change(this.#tiles.toSpliced(at, 1), at - 1); // the next tile comes in its place
    announce(`${name} removed`);
  }

  /** Moves the tile at the cursor by one place. */
  move(step) {
    const to = this.#cursor + step;
    if (to < 0 || to >= this.#tiles.length || this.#cursor < 0) return;
    this.#moveTo(this.#cursor, to);
    announce(`${tileOf(this.game, this.#tiles[to]).name} is now tile ${to + 1} of ${this.#tiles.length}`);
  }

  undo() {
    const before = this.#past.pop();
    if (!before) return;
    this.#tiles = before;
    this.#cursor = before.length - 1;
    this.#show();
    this.#tell();
    announce(before.length ? `Undone: ${listed(before.map((symbol) => tileOf(this.game, symbol).name))}` : "Undone: no tiles");
  }

  clear() {
    if (this.#tiles.length) this.#change([], -1);
    announce("Cleared");
  }

  #moveTo(from, to) {
    const tiles = this.tiles;
    tiles.splice(to, 0, ...tiles.splice(from, 1));
    this.#change(tiles, to);
  }

  #change(tiles, cursor, { silent = false } = {}) {
    this.#past.push(this.#tiles);
    this.#tiles = tiles;
    this.#cursor = cursor;
    this.#show();
    if (!silent) this.#tell();
  }

  #tell() {
    this.dispatchEvent(new CustomEvent("run-changed"));
  }

  #show() {
    const focused = [...this.children].findIndex((item) => item.contains(document.activeElement));
    put(this, ...this.#tiles.map((symbol, place) => this.#item(symbol, place)));
    this.classList.toggle("at-start", this.#cursor < 0 && this.#tiles.length > 0);
    if (focused >= 0) this.#button(Math.min(Math.max(this.#cursor, 0), this.#tiles.length - 1))?.focus();
    if (this.#tiles.length) this.removeAttribute("aria-label");
    else this.setAttribute("aria-label", "The run, empty");
  }

  #item(symbol, place) {
    const tile = tileOf(this.game, symbol);
    const known = this.game?.tiles.some((printed) => printed.symbol === symbol);
    const state = !known ? "blocked" : place === this.#cursor ? "selected" : undefined;
    const label = `${tile.name}, tile ${place + 1} of ${this.#tiles.length}${known ? "" : ", not in this edition"}, remove`;
    const button = tileButton(tile, { state, label }, {
      focus: () => this.#setCursor(place),
      click: () => this.#onClick(place),
      pointerdown: (event) => this.#onDown(event, place),
    });
    return h("div", { role: "listitem" }, button);
  }

  #button(place) {
    return this.children[place]?.querySelector("button");
  }

  #setCursor(place) {
    if (this.#drag) return;
    this.#cursor = place;
    this.classList.remove("at-start");
    [...this.children].forEach((item, at) => {
      const face = item.querySelector("element-tile");
      if (face.getAttribute("state") === "blocked") return;
      if (at === place) face.setAttribute("state", "selected");
      else face.removeAttribute("state");
    });
    this.dispatchEvent(new CustomEvent("cursor-moved"));
  }

  #onClick(place) {
    if (this.#drag?.moved) return;
    this.remove(place);
  }

  #onKey(event) {
    const along = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (along && (event.altKey || event.shiftKey || event.ctrlKey)) this.move(along);
    else if (along) this.#button(this.#cursor + along)?.focus();
    else if (event.key === "Delete" || event.key === "Backspace") this.remove(this.#cursor);
    else return;
    event.preventDefault();
  }

  // --- dragging -------------------------------------------------------------------------------------------

  #onDown(event, place) {
    if (event.button) return;
    this.#drag = { from: place, at: place, x: event.clientX, y: event.clientY, moved: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  #onMove(event) {
    const drag = this.#drag;
    if (!drag) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
    const items = [...this.children];
    if (!drag.moved) {
      drag.moved = true;
      drag.item = items[drag.from];
      drag.item.classList.add("dragged");
    }
    const over = items.findIndex((item) => {
      const box = item.getBoundingClientRect();
      return event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    });
    if (over < 0 || over === drag.at) return;
    // The others make way: the tile under the finger stays where the browser follows it.
    if (over > drag.at) drag.item.before(...items.slice(drag.at + 1, over + 1));
    else drag.item.after(...items.slice(over, drag.at));
    drag.at = over;
  }

  #onUp() {
    const drag = this.#drag;
    if (!drag) return;
    if (drag.moved) {
      drag.item.classList.remove("dragged");
      if (drag.at !== drag.from) this.#moveTo(drag.from, drag.at);
      else this.#show();
    }
    setTimeout(() => (this.#drag = null)); // after the click that a drag ends with
  }
}

customElements.define("tile-run", TileRun);
