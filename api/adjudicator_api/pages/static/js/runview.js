/** The run as movable tiles: tap to remove, drag or ◂ ▸ to move. Its state is in `models/run.js`. */

import { tileOf } from "./data.js";
import { announce } from "./dom.js";
import * as model from "./models/run.js";
import { h, patch } from "./patch.js";
import { tileButton } from "./tile.js";
import { listed, t } from "./words.js";

/**
 * @typedef {import("./models/run.js").Run} Run
 * @typedef {import("./data.js").Game} Game
 * @typedef {{from: number, at: number, x: number, y: number, moved: boolean}} Drag
 */

const FAR = 8; // pixels after which a press is a drag

export class RunView {
  /** @type {Drag | null} */
  #drag = null;
  #run = model.runOf();
  /** @type {Game | undefined} */
  #game;

  /** @param {HTMLElement} place @param {(run: Run, kind: "tiles" | "cursor") => void} changed */
  constructor(place, changed) {
    this.place = place;
    this.changed = changed;
    place.setAttribute("role", "list");
    place.addEventListener("keydown", (event) => this.#onKey(event));
    place.addEventListener("pointermove", (event) => this.#onMove(event));
    place.addEventListener("pointerup", () => this.#onUp());
    place.addEventListener("pointercancel", () => this.#onUp());
  }

  /** @param {Run} run @param {Game} game */
  show(run, game) {
    const focused = this.place.contains(document.activeElement);
    const fewer = run.tiles.length < this.#run.tiles.length;
    this.#run = run;
    this.#game = game;
    this.#patch();
    if (focused && (fewer || !this.place.contains(document.activeElement))) this.#focus(Math.max(run.cursor, 0));
  }

  /** @param {string} symbol */
  add(symbol) {
    if (model.isFull(this.#run)) announce(t("tile.full", { n: this.#run.most }));
    else
      this.#become(
        model.add(this.#run, symbol),
        t("tile.added", { name: this.#name(symbol), place: this.#run.cursor + 2 }),
      );
  }

  /** @param {number} at */
  remove(at) {
    if (at in this.#run.tiles)
      this.#become(model.remove(this.#run, at), t("tile.removed", { name: this.#name(this.#run.tiles[at]) }));
  }

  /** @param {number} step */
  move(step) {
    const moved = model.shift(this.#run, step);
    const name = this.#name(moved.tiles[moved.cursor]);
    if (moved !== this.#run)
      this.#become(moved, t("tile.moved", { name, place: moved.cursor + 1, count: moved.tiles.length }));
  }

  undo() {
    const before = model.undo(this.#run);
    const tiles = listed(before.tiles.map((symbol) => this.#name(symbol)));
    if (before !== this.#run) this.#become(before, tiles ? t("tile.undone", { tiles }) : t("tile.undone_all"));
  }

  clear() {
    this.#become(model.clear(this.#run), t("tile.cleared"));
  }

  /** @param {Run} run @param {string} said */
  #become(run, said) {
    this.changed(run, "tiles");
    announce(said);
  }

  /** @param {string} symbol */
  #name(symbol) {
    return tileOf(this.#game, symbol).name;
  }

  #patch() {
    const { tiles, cursor } = this.#run;
    const { from, at } = this.#drag?.moved ? this.#drag : { from: -1, at: -1 };
    const keys = tiles.map(
      (symbol, place) => `${symbol}${tiles.slice(0, place).filter((other) => other === symbol).length}`,
    );
    const order = tiles.map((_, place) => place);
    if (from >= 0) order.splice(at, 0, ...order.splice(from, 1));
    patch(
      this.place,
      order.map((place) => this.#item(tiles[place], place, keys[place], place === from)),
    );
    this.place.classList.toggle("at-start", cursor < 0 && tiles.length > 0);
    if (tiles.length) this.place.removeAttribute("aria-label");
    else this.place.setAttribute("aria-label", t("tile.empty_run"));
  }

  /** @param {string} symbol @param {number} place @param {string} key @param {boolean} held */
  #item(symbol, place, key, held) {
    const known = this.#game?.tiles.some((printed) => printed.symbol === symbol);
    const state = !known ? "blocked" : place === this.#run.cursor ? "selected" : undefined;
    const words = { name: this.#name(symbol), place: place + 1, count: this.#run.tiles.length };
    const button = tileButton(
      tileOf(this.#game, symbol),
      { state, label: t(known ? "tile.in_run" : "tile.foreign", words) },
      {
        focus: () => !this.#drag && this.changed(model.pointAt(this.#run, place), "cursor"),
        click: () => !this.#drag?.moved && this.remove(place),
        pointerdown: (/** @type {PointerEvent} */ event) => this.#onDown(event, place),
      },
    );
    return h("div", { key, role: "listitem", held, class: held ? "dragged" : null }, button);
  }

  /** @param {number} place */
  #focus(place) {
    /** @type {HTMLElement | null | undefined} */ (
      this.place.children[Math.min(place, this.#run.tiles.length - 1)]?.querySelector("button")
    )?.focus();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const along = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (along && (event.altKey || event.shiftKey || event.ctrlKey)) this.move(along);
    else if (along) this.#focus(Math.max(this.#run.cursor + along, 0));
    else if (event.key === "Delete" || event.key === "Backspace") this.remove(this.#run.cursor);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // --- dragging ---------------------------------------------------------------------------------------------

  /** @param {PointerEvent} event @param {number} place */
  #onDown(event, place) {
    if (event.button) return;
    this.#drag = { from: place, at: place, x: event.clientX, y: event.clientY, moved: false };
    /** @type {Element} */ (event.target).closest("button")?.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #onMove(event) {
    const drag = this.#drag;
    if (!drag || (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR)) return;
    drag.moved = true;
    const over = [...this.place.children].findIndex((item) => {
      const box = item.getBoundingClientRect();
      return (
        event.clientX >= box.left &&
        event.clientX <= box.right &&
        event.clientY >= box.top &&
        event.clientY <= box.bottom
      );
    });
    if (over >= 0) drag.at = over;
    this.#patch(); // only the other tiles move; the browser keeps the dragged one under the finger
  }

  #onUp() {
    const drag = this.#drag;
    if (!drag) return;
    setTimeout(() => {
      this.#drag = null; // after the click at the end of a drag
      if (drag.moved) this.changed(model.moveTo(this.#run, drag.from, drag.at), "tiles");
    });
  }
}
