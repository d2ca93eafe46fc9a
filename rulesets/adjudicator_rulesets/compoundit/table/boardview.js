/**
 * The board for laying tiles: squares, the runs that would result, a small map while zoomed in, tiles that are dragged.
 */

import { keyOf, layoutOf } from "#js/models/board.js";
import { h } from "#js/patch.js";
import { bare, tileView } from "#js/tile.js";
import { has, t } from "#js/words.js";
import { gone, laidAt, pressed, rubbedOut, scrolled, typedLetter } from "./models.js";

/**
 * @typedef {import("./models.js").Draft} Draft
 * @typedef {import("./models.js").Table} Table
 * @typedef {import("./models.js").Square} Square
 * @typedef {import("./models.js").Placement} Placement
 * @typedef {import("./models.js").Printed} Printed
 * @typedef {import("#js/table/page.js").Context} Context
 * @typedef {{squares: number[][], ruling: string | null}} Outlined
 * @typedef {{table: Table, draft: Draft, ctx: Context, printed: Printed, mine: boolean, latest: readonly Placement[],
 *   outlined: readonly Outlined[]}} Shown
 */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const FAR = 8; // pixels after which a press is a drag
const EDGE = 36; // pixels from the edge of the view at which a drag moves the board
const VIEW = ".board-view";

/**
 * Zooms in for fingers, which need larger squares than a mouse, once a square is chosen.
 * @param {Draft} draft
 * @param {Event} event
 * @returns {Draft}
 */
export const closeIn = (draft, event) =>
  /** @type {PointerEvent} */ (event).pointerType === "touch" && draft.at ? { ...draft, close: true } : draft;

/**
 * Stores the shorter side and the width of the view for the board in it. Measured, because a board sized by its
 * container (cqw) is laid out again completely at every press anywhere on the page.
 */
const sized = new ResizeObserver((seen) => {
  for (const {
    target,
    contentRect: { width, height },
  } of seen) {
    const view = /** @type {HTMLElement} */ (target);
    view.style.setProperty("--side", `${Math.min(width, height)}px`);
    view.style.setProperty("--wide", `${width}px`);
    if (!wanted || !view.dataset.seen) continue;
    const key = view.dataset.seen; // a refusal below takes some of the height; keep the chosen square in sight
    view.dataset.seen = "";
    bringIntoView(key, wanted);
  }
});

/** @param {Element} view */
function begun(view) {
  sized.observe(view);
  showPart();
}

/** @param {number} length */
const upTo = (length) => Array.from({ length }, (_, i) => i + 1);

/** @param {Shown} shown */
export function boardView(shown) {
  const { draft, printed, mine } = shown;
  const layout = layoutOf(printed);
  const lies = { laid: byPlace(draft.laid), placed: byPlace(shown.table.board), fresh: byPlace(shown.latest) };
  const key = `${draft.at ? keyOf(draft.at) : ""} ${draft.close}`;
  wanted = draft.close;
  requestAnimationFrame(() => settle(key));
  return h(
    "div",
    { key: "board", class: "board-frame" }, // the class `close` is added by `settle`
    h(
      "div",
      {
        class: "board-view",
        ...(mine ? {} : { tabindex: 0, role: "group", "aria-label": t("compoundit.board") }),
        scroll: showPart,
        mounted: begun,
      },
      ruler("board-cols", upTo(layout.cols).map(columnName)),
      ruler("board-rows", upTo(layout.rows).map(String)),
      h(
        "game-board",
        {
          class: "board",
          role: mine ? "grid" : "table",
          "aria-label": t("compoundit.board"),
          "data-down": draft.down,
          ...(mine ? acts(shown) : {}),
        },
        upTo(layout.rows).map((row) =>
          h(
            "div",
            { key: row, class: "board-row", role: "row" },
            upTo(layout.cols).map((col) => square(shown, layout, lies, { row, col })),
          ),
        ),
        outlines(layout, shown.outlined),
      ),
    ),
    draft.close && map(shown, layout),
  );
}

/** @template {Square} T @param {readonly T[]} tiles */
const byPlace = (tiles) => new Map(tiles.map((tile) => [keyOf(tile), tile]));

/** Event handlers of the board, for all its squares. @param {Shown} shown */
function acts(shown) {
  const { table, draft, ctx, printed } = shown;
  return {
    click(/** @type {MouseEvent} */ event) {
      const [square, place] = squareOf(event);
      if (!square || wasDragged(square)) return;
      const next = pressed(table, draft, place, printed);
      if (next.laid.length > draft.laid.length) ctx.change(closeIn(next, event));
      else if (next.laid !== draft.laid) ctx.change(next);
      else ctx.refine(next);
    },
    keydown: (/** @type {KeyboardEvent} */ event) => keyed(shown, event),
    pointerdown(/** @type {PointerEvent} */ event) {
      const [square, place] = squareOf(event);
      const laid = square && draft.laid.find((tile) => keyOf(tile) === keyOf(place));
      if (laid) drag(event, square, laid.slot);
    },
    "tile-dropped": (/** @type {CustomEvent<number>} */ event) =>
      ctx.change(laidAt(table, draft, event.detail, squareOf(event)[1], printed)),
  };
}

/** @param {Event} event @returns {[HTMLElement | null, Square]} */
function squareOf(event) {
  const square = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".square"));
  return [square, { row: Number(square?.dataset.row), col: Number(square?.dataset.col) }];
}

/** @param {number} col */
const columnName = (col) => String.fromCharCode(64 + col);

/**
 * The names of the columns or rows, as in hints and the log, in a margin that stays where the board is scrolled.
 * @param {string} side
 * @param {string[]} names
 */
const ruler = (side, names) =>
  h(
    "div",
    { key: side, class: `board-ruler ${side}`, "aria-hidden": "true" },
    names.map((name) => h("span", { key: name }, name)),
  );

/**
 * Squares already described: at every press, nearly all of the 225 are reused.
 * @type {Map<string, ReturnType<typeof h>>}
 */
const described = new Map();

/**
 * @param {Shown} shown @param {import("#js/models/board.js").Layout} layout
 * @param {{laid: Map<string, Draft["laid"][number]>, placed: Map<string, Placement>, fresh: Map<string, Placement>}}
 *   lies
 * @param {Square} place
 */
function square({ draft, ctx, mine }, layout, lies, place) {
  const isAt = (/** @type {Square} */ one) => one.row === place.row && one.col === place.col;
  const here = keyOf(place);
  const laid = lies.laid.has(here);
  const placed = lies.laid.get(here) ?? lies.placed.get(here);
  const kind = layout.kinds.get(here);
  const chosen = mine && draft.at !== null && isAt(draft.at);
  const first = mine && (draft.at ? chosen : isAt(layout.centre));
  const fresh = !laid && lies.fresh.has(here);
  const tile = placed && ctx.tile(placed.symbol);
  const key = [here, kind, mine, chosen, first, laid, fresh, tile?.symbol, tile?.name, tile?.family].join();
  const before = described.get(key);
  if (before) return before;
  const said = [
    t("board.square", place),
    kind && has(`board.${kind}`) && t(`board.${kind}`),
    tile
      ? laid
        ? t("board.new", { name: tile.name })
        : fresh
          ? t("compoundit.just_laid", { name: tile.name })
          : tile.name
      : t("board.empty"),
  ];
  const node = h(
    "div",
    {
      key: place.col,
      class: "square",
      role: mine ? "gridcell" : "cell",
      "data-row": place.row,
      "data-col": place.col,
      "data-kind": kind,
      "data-piece": tile ? here : null,
      "data-laid": laid ? "yes" : null,
      "data-fresh": fresh ? "yes" : null,
      "aria-label": said.filter(Boolean).join(", "),
      ...(mine ? { tabindex: first ? 0 : -1, "aria-selected": String(chosen) } : {}),
    },
    tile && tileView(bare(tile), { size: 28, state: laid ? "new" : undefined, hidden: true }),
  );
  described.set(key, node);
  return node;
}

/**
 * An outline around the tiles of every run that would result; its shape, too, shows whether the run is legal.
 * @param {{rows: number, cols: number}} layout
 * @param {readonly Outlined[]} runs
 */
function outlines(layout, runs) {
  const around = (/** @type {Outlined} */ { squares, ruling }) => {
    const [[row, col], [lastRow, lastCol]] = [squares[0], squares[squares.length - 1]];
    return h("rect", {
      key: JSON.stringify([squares[0], squares.at(-1)]),
      "data-ruling": ruling,
      x: col - 0.97,
      y: row - 0.97,
      width: lastCol - col + 0.94,
      height: lastRow - row + 0.94,
      rx: 0.22,
    });
  };
  return h(
    "svg",
    { key: "outlines", class: "outlines", viewBox: `0 0 ${layout.cols} ${layout.rows}`, "aria-hidden": "true" },
    runs.map(around),
  );
}

/**
 * The whole board in small, with the visible part marked; a press scrolls there.
 * @param {Shown} shown
 * @param {{rows: number, cols: number}} layout
 */
function map({ table, draft }, layout) {
  const dots = (/** @type {string} */ kind, /** @type {readonly Square[]} */ tiles) =>
    h("path", { key: kind, class: kind, d: tiles.map(({ row, col }) => `M${col - 1} ${row - 1}h1v1h-1z`).join("") });
  const go = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const view = document.querySelector(VIEW);
    if (!view) return;
    view.scrollLeft = ((event.clientX - box.left) / box.width) * view.scrollWidth - view.clientWidth / 2;
    view.scrollTop = ((event.clientY - box.top) / box.height) * view.scrollHeight - view.clientHeight / 2;
  };
  const away = draft.at && draft.at.col > layout.cols / 2; // away from where tiles are being laid
  return h(
    "svg",
    {
      key: "map",
      class: away ? "board-map at-left" : "board-map",
      viewBox: `0 0 ${layout.cols} ${layout.rows}`,
      "aria-hidden": "true",
      click: go,
      mounted: showPart,
    },
    dots("lies", table.board),
    dots("new", draft.laid),
    h("rect", { key: "seen", class: "seen", rx: 0.5 }),
  );
}

/** Marks the visible part on the map; the browser scrolls on its own. */
function showPart() {
  const [view, seen] = [document.querySelector(VIEW), document.querySelector(".board-map .seen")];
  if (!view || !seen || !view.scrollWidth) return;
  const across = 15 / view.scrollWidth;
  const down = 15 / view.scrollHeight;
  const box = {
    x: view.scrollLeft * across,
    y: view.scrollTop * down,
    width: view.clientWidth * across,
    height: view.clientHeight * down,
  };
  for (const [name, value] of Object.entries(box)) seen.setAttribute(name, value.toFixed(2));
}

let wanted = false; // large squares, as last described
/**
 * The square under a dragged tile when squares become large: it stays under the tile.
 * @type {{square: Element, x: number, y: number} | null}
 */
let anchored = null;

/**
 * Enlarges the squares only after the frame that answers the press: 225 of them take time to lay out.
 * @param {string} key
 */
function settle(key) {
  const frame = document.querySelector(VIEW)?.parentElement;
  if (frame?.classList.contains("close") === wanted) bringIntoView(key, wanted);
  else
    requestAnimationFrame(() => {
      frame?.classList.toggle("close", wanted);
      bringIntoView(key, wanted);
    });
}

/**
 * Scrolls the board within its frame, not the page, when another square is chosen.
 * @param {string} key
 * @param {boolean} close
 */
function bringIntoView(key, close) {
  const view = /** @type {HTMLElement | null} */ (document.querySelector(VIEW));
  if (!view || view.dataset.seen === key) return;
  view.dataset.seen = key;
  showPart();
  if (anchored && close) {
    const box = anchored.square.getBoundingClientRect();
    view.scrollLeft += box.left + box.width / 2 - anchored.x;
    view.scrollTop += box.top + box.height / 2 - anchored.y;
    anchored = null;
    showPart();
    return;
  }
  const laid = [...view.querySelectorAll("[data-laid]")];
  const chosen =
    view.querySelector("[aria-selected=true]") ??
    (close ? (laid[0] ?? view.querySelector("[data-fresh]") ?? view.querySelector("[tabindex='0']")) : null);
  if (!chosen) return;
  const [around, box] = [view.getBoundingClientRect(), chosen.getBoundingClientRect()];
  const margin = view.querySelector(".board-rows")?.getBoundingClientRect().width ?? 0;
  const room = (close ? 2 : 0) * box.width; // neighbouring squares that should stay visible
  const tiles = laid.map((one) => one.getBoundingClientRect());
  view.scrollLeft += scrolled(
    { from: around.left + margin, to: around.right },
    { from: box.left, to: box.right },
    tiles.map(({ left, right }) => ({ from: left, to: right })),
    room,
  );
  view.scrollTop += scrolled(
    { from: around.top + margin, to: around.bottom },
    { from: box.top, to: box.bottom },
    tiles.map(({ top, bottom }) => ({ from: top, to: bottom })),
    room,
  );
  showPart();
}

/** @param {Shown} shown @param {KeyboardEvent} event */
function keyed({ table, draft, ctx, printed }, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = ARROWS[event.key];
  const [square, place] = squareOf(event);
  const here = square && place;
  const there = here && !draft.at ? { ...draft, at: here } : draft; // the first key starts at the focus
  if (arrow) ctx.refine(gone(there, ...arrow, printed));
  else if (event.key === "Enter" && here) square.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  else if (event.key === " ") ctx.refine({ ...there, down: !draft.down, typed: "" });
  else if (event.key === "Backspace" || event.key === "Delete") ctx.change(rubbedOut(draft));
  else if (/^[A-Za-z]$/.test(event.key)) {
    const next = typedLetter(table, there, event.key, printed);
    if (next.laid === draft.laid) ctx.refine(next);
    else ctx.change(next);
  } else return;
  event.preventDefault();
  event.stopPropagation();
  /** @type {HTMLElement | null} */ (document.querySelector(`${VIEW} [aria-selected=true]`))?.focus({
    preventScroll: true,
  });
}

// --- dragging ---------------------------------------------------------------------------------------------------

/** Whether a click only ends a drag of this element. @param {EventTarget | null} source */
export const wasDragged = (source) => /** @type {HTMLElement} */ (source).dataset.dragged !== undefined;

/**
 * A tile follows the finger; the element it is dropped on gets `tile-dropped` with its slot, and uses the table as it
 * is by then.
 * @param {PointerEvent} event
 * @param {HTMLElement} source
 * @param {number} slot
 * @param {() => void} [arrived] called when it is over the board for the first time
 */
export function drag(event, source, slot, arrived) {
  const face = source.querySelector("element-tile");
  if (event.button || !face) return;
  const from = { x: event.clientX, y: event.clientY };
  /** @type {HTMLElement | null} */
  let ghost = null;
  /** @type {Element | null} */
  let over = null;
  source.setPointerCapture(event.pointerId);

  const under = (/** @type {number} */ x, /** @type {number} */ y) =>
    document.elementsFromPoint(x, y).find((one) => one.matches(".square, .rack-place")) ?? null;
  const move = (/** @type {PointerEvent} */ now) => {
    if (!ghost) {
      if (Math.hypot(now.clientX - from.x, now.clientY - from.y) < FAR) return;
      ghost = /** @type {HTMLElement} */ (face.cloneNode(true));
      ghost.classList.add("dragged-tile");
      document.body.append(ghost);
      source.dataset.dragged = "";
    }
    const up = now.pointerType === "touch" ? 44 : 0; // above the finger, so that it stays visible
    ghost.style.transform = `translate(${now.clientX}px, ${now.clientY - up}px) translate(-50%, -50%)`;
    const found = under(now.clientX, now.clientY - up) ?? under(now.clientX, now.clientY);
    if (found !== over) {
      over?.removeAttribute("data-over");
      found?.setAttribute("data-over", "");
      over = found;
      if (found?.matches(".square") && arrived) {
        anchored = { square: found, x: now.clientX, y: now.clientY - up };
        arrived();
        arrived = undefined;
      }
    }
    scrollAtEdge(now.clientX, now.clientY - up);
  };
  const end = (/** @type {PointerEvent} */ now) => {
    source.removeEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"])
      source.removeEventListener(name, /** @type {EventListener} */ (end));
    ghost?.remove();
    over?.removeAttribute("data-over");
    setTimeout(() => delete source.dataset.dragged); // after the click at the end of a drag
    if (ghost && over && now.type === "pointerup")
      over.dispatchEvent(new CustomEvent("tile-dropped", { detail: slot, bubbles: true }));
  };
  source.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) source.addEventListener(name, /** @type {EventListener} */ (end));
}

/** @param {number} x @param {number} y */
function scrollAtEdge(x, y) {
  const view = document.querySelector(VIEW);
  if (!view) return;
  const box = view.getBoundingClientRect();
  if (x < box.left || x > box.right || y < box.top || y > box.bottom) return;
  const step = 8;
  if (x < box.left + EDGE) view.scrollLeft -= step;
  if (x > box.right - EDGE) view.scrollLeft += step;
  if (y < box.top + EDGE) view.scrollTop -= step;
  if (y > box.bottom - EDGE) view.scrollTop += step;
}
