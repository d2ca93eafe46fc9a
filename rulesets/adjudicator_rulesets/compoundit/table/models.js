/**
 * A move being laid out: which tiles of the rack lie where, where the next one goes, and which runs they make.
 *
 * Nothing here knows chemistry: the judge says whether a run is legal. Rows and columns count from 1.
 */

import { isOn, keyOf, layoutOf } from "#js/models/board.js";

/**
 * @typedef {{row: number, col: number}} Square
 * @typedef {{row: number, col: number, symbol: string}} Placement
 * @typedef {Placement & {slot: number}} Laid a tile of the rack on the board; `slot` is its place among the tiles as
 *   the server counts them
 * @typedef {{at: Square | null, down: boolean, laid: Laid[], order: number[], held: number | null, close: boolean,
 *   typed: string}} Draft
 *   `at`: where the next tile goes. `order`: the slots as they lie on the rack. `held`: a tile waiting for its square.
 *   `close`: large squares.
 * @typedef {{rack: string[] | null, board: Placement[], last_move: {version: number, player: number, tiles: number,
 *   score: number, accepted: number[]} | null,
 *   challenge: {challenger: number, said: [number, "valid" | "invalid"][]} | null, [more: string]: any}} Table
 * @typedef {{squares: number[][], tiles: string[]}} Run
 * @typedef {import("#js/models/board.js").Printed & {leaping?: boolean}} Printed
 *   `leaping`: whether tiles of the board may lie between those of a move
 * @typedef {import("#js/models/asked.js").Event} Event
 */

/** @param {Table} table @returns {Draft} */
export function freshDraft(table) {
  return {
    at: null,
    down: false,
    laid: [],
    order: (table.rack ?? []).map((_, slot) => slot),
    held: null,
    close: false,
    typed: "",
  };
}

/** @param {Square} a @param {Square} b */
const isSame = (a, b) => a.row === b.row && a.col === b.col;

/** @param {readonly Placement[]} placed @param {Square} square */
const at = (placed, square) => placed.find((one) => isSame(one, square));

/** @param {Table} table @param {Draft} draft @param {Square} square what lies there, from the board or from the move */
export const pieceOn = (table, draft, square) => at(table.board, square) ?? at(draft.laid, square) ?? null;

/** The first tile of a move that is not laid yet. @param {readonly Placement[]} move @param {Draft} draft */
export const nextOf = (move, draft) => move.find((tile) => at(draft.laid, tile)?.symbol !== tile.symbol) ?? null;

/** Slots still on the rack, in its order. @param {Draft} draft */
export const onRack = (draft) => draft.order.filter((slot) => !draft.laid.some((tile) => tile.slot === slot));

/**
 * The draft under a new view; null if another player's tile lies on one of its squares, or a tile has left the rack.
 * @param {Draft} draft @param {Table} table @returns {Draft | null}
 */
export function keptDraft(draft, table) {
  const rack = table.rack ?? [];
  if (draft.laid.length && draft.laid.every((tile) => at(table.board, tile)?.symbol === tile.symbol))
    return freshDraft(table); // it was played
  if (draft.laid.some((tile) => at(table.board, tile))) return null;
  /** @type {Set<number>} */
  const taken = new Set();
  const slotOf = (/** @type {Laid} */ tile) => {
    const same =
      rack[tile.slot] === tile.symbol && !taken.has(tile.slot)
        ? tile.slot
        : rack.findIndex((symbol, slot) => symbol === tile.symbol && !taken.has(slot));
    taken.add(same);
    return same;
  };
  const laid = draft.laid.map((tile) => ({ ...tile, slot: slotOf(tile) }));
  if (laid.some((tile) => tile.slot < 0)) return null;
  const held = draft.held !== null && draft.held < rack.length ? draft.held : null;
  return { ...draft, laid, held, order: reorder(draft.order, rack.length) };
}

/** The old order as far as possible, then the newly drawn tiles. @param {number[]} order @param {number} size */
function reorder(order, size) {
  const known = order.filter((slot) => slot < size);
  return [...known, ...Array.from({ length: size }, (_, slot) => slot).filter((slot) => !known.includes(slot))];
}

// --- choosing squares and laying tiles ------------------------------------------------------------------------

/**
 * A press on a square: a held tile goes there, a tile of the move comes back, the chosen square turns the direction,
 * any other square is chosen.
 * @param {Table} table @param {Draft} draft @param {Square} square @param {Printed} printed @returns {Draft}
 */
export function pressed(table, draft, square, printed) {
  if (at(draft.laid, square)) return { ...takenBack(draft, square), at: square };
  if (draft.held !== null && !pieceOn(table, draft, square)) return laidAt(table, draft, draft.held, square, printed);
  if (draft.at && isSame(draft.at, square)) return { ...draft, down: !draft.down, typed: "" };
  return { ...draft, at: square, typed: "" };
}

/** @param {Draft} draft @param {number} rows @param {number} cols @param {Printed} printed @returns {Draft} */
export function gone(draft, rows, cols, printed) {
  const layout = layoutOf(printed);
  const from = draft.at ?? layout.centre;
  const next = draft.at ? { row: from.row + rows, col: from.col + cols } : from;
  return isOn(layout, next) ? { ...draft, at: next, typed: "" } : draft;
}

/**
 * The next square without a tile, starting from a given square; none beyond a tile of the board, where the new tiles
 * have to lie side by side (C-LINE).
 * @param {Table} table
 * @param {Draft} draft
 * @param {Square} from
 * @param {Printed} printed
 * @returns {Square | null}
 */
function nextFree(table, draft, from, printed) {
  const layout = layoutOf(printed);
  const square = { row: from.row, col: from.col };
  while (isOn(layout, square)) {
    if (!pieceOn(table, draft, square)) return square;
    if (draft.laid.length && !printed.leaping && at(table.board, square)) return null;
    square[draft.down ? "row" : "col"] += 1;
  }
  return null;
}

/**
 * The tile of the board that lies between those of the move, which C-LINE forbids; null without one.
 * @param {Table} table @param {Draft} draft @param {Printed} printed @returns {Placement | null}
 */
export function leaptOver(table, { laid }, printed) {
  const [rows, cols] = [laid.map(({ row }) => row), laid.map(({ col }) => col)];
  const between = (/** @type {number} */ one, /** @type {number[]} */ all) =>
    all.length > 0 && one >= Math.min(...all) && one <= Math.max(...all);
  const inLine = new Set(rows).size === 1 || new Set(cols).size === 1;
  if (printed.leaping || !inLine) return null;
  return table.board.find(({ row, col }) => between(row, rows) && between(col, cols)) ?? null;
}

/**
 * A press on a tile of the rack: it goes to the chosen square, or to the next free one; if none is chosen, it is held
 * until one is.
 * @param {Table} table @param {Draft} draft @param {number} slot @param {Printed} printed @returns {Draft}
 */
export function tapped(table, draft, slot, printed) {
  const start = draft.at ?? (table.board.length || draft.laid.length ? null : layoutOf(printed).centre);
  const square = start && nextFree(table, draft, start, printed);
  if (!square) return { ...draft, held: draft.held === slot ? null : slot };
  return laidAt(table, draft, slot, square, printed);
}

/**
 * @param {Table} table
 * @param {Draft} draft
 * @param {number} slot
 * @param {Square} square free
 * @param {Printed} printed
 * @returns {Draft}
 */
export function laidAt(table, draft, slot, square, printed) {
  const symbol = table.rack?.[slot];
  if (symbol === undefined || at(table.board, square)) return draft;
  // the tile that lay there goes back
  const others = draft.laid.filter((tile) => tile.slot !== slot && !isSame(tile, square));
  const laid = {
    ...draft,
    laid: [...others, { row: square.row, col: square.col, symbol, slot }],
    held: null,
    typed: "",
  };
  return { ...laid, at: nextFree(table, laid, square, printed) ?? square };
}

/** @param {Draft} draft @param {Square} square @returns {Draft} */
export const takenBack = (draft, square) => ({
  ...draft,
  laid: draft.laid.filter((tile) => !isSame(tile, square)),
  typed: "",
});

/** Takes back the tile on the chosen square, or the last one laid. @param {Draft} draft @returns {Draft} */
export function rubbedOut(draft) {
  const tile = (draft.at && at(draft.laid, draft.at)) ?? draft.laid.at(-1);
  return tile ? { ...takenBack(draft, tile), at: { row: tile.row, col: tile.col } } : draft;
}

/** @param {Draft} draft @returns {Draft} */
export const recalled = (draft) => ({
  ...draft,
  laid: [],
  held: null,
  typed: "",
  at: draft.laid[0] ? { row: draft.laid[0].row, col: draft.laid[0].col } : draft.at,
});

/** @param {Draft} draft @param {() => number} [random] @returns {Draft} */
export function shuffled(draft, random = Math.random) {
  const order = [...draft.order];
  for (let left = order.length - 1; left > 0; left -= 1) {
    const other = Math.floor(random() * (left + 1));
    [order[left], order[other]] = [order[other], order[left]];
  }
  return { ...draft, order };
}

/**
 * Moves a tile to another place on the rack.
 * @param {Draft} draft
 * @param {number} slot
 * @param {number} place in the order
 * @returns {Draft}
 */
export function moved(draft, slot, place) {
  const others = draft.order.filter((one) => one !== slot);
  const to = Math.min(Math.max(place, 0), others.length);
  return { ...draft, order: others.toSpliced(to, 0, slot) };
}

/**
 * A letter of a symbol. N lays nitrogen; a small a after it turns it into sodium. If only sodium is on the rack, N
 * waits for its a.
 * @param {Table} table @param {Draft} draft @param {string} letter @param {Printed} printed @returns {Draft}
 */
export function typedLetter(table, draft, letter, printed) {
  const find = (/** @type {Draft} */ from, /** @type {string} */ symbol) =>
    onRack(from).find((slot) => table.rack?.[slot] === symbol);
  const last = draft.laid.at(-1);
  if (draft.typed && letter === letter.toLowerCase()) {
    const short = last?.symbol === draft.typed && !draft.held ? last : null;
    const before = short ? { ...takenBack(draft, short), at: { row: short.row, col: short.col } } : draft;
    const slot = find(before, draft.typed + letter);
    if (slot !== undefined) return tapped(table, before, slot, printed);
  }
  const first = letter.toUpperCase();
  const longer = onRack(draft).some((slot) => table.rack?.[slot].length === 2 && table.rack[slot].startsWith(first));
  const slot = find(draft, first);
  const laid = slot === undefined ? draft : tapped(table, draft, slot, printed);
  return slot === undefined && !longer ? { ...draft, typed: "" } : { ...laid, typed: longer ? first : "" };
}

// --- the runs of a move -------------------------------------------------------------------------------------------

/** @param {Draft} draft */
export const actionOf = (draft) => ({
  type: "place",
  placements: draft.laid.map(({ row, col, symbol }) => ({ row, col, symbol })),
});

/**
 * A draft that plays an action, for hints and to show the best move.
 * @param {{type: string, [field: string]: any}} action
 * @param {Table} table
 * @param {Printed} printed
 * @returns {Draft | null}
 */
export function draftFor(action, table, printed) {
  if (action.type !== "place") return null;
  let draft = freshDraft(table);
  for (const placed of /** @type {Placement[]} */ (action.placements)) {
    const slot = onRack(draft).find((one) => table.rack?.[one] === placed.symbol);
    if (slot === undefined || pieceOn(table, draft, placed)) return null;
    draft = laidAt(table, draft, slot, placed, printed);
  }
  return draft.laid.length ? { ...draft, down: new Set(draft.laid.map((tile) => tile.row)).size > 1 } : null;
}

/**
 * Every run of two or more tiles with a new one among them: across before down (C-RUN, C-ALL).
 * @param {readonly Placement[]} board @param {readonly Placement[]} move @returns {Run[]}
 */
export function runsOf(board, move) {
  const tiles = new Map([...board, ...move].map((tile) => [keyOf(tile), tile.symbol]));
  /** @type {Map<string, Run>} */
  const found = new Map();
  for (const [down, across] of [
    [0, 1],
    [1, 0],
  ]) {
    for (const { row, col } of [...move].sort((a, b) => a.row - b.row || a.col - b.col)) {
      let start = { row, col };
      while (tiles.has(keyOf({ row: start.row - down, col: start.col - across })))
        start = { row: start.row - down, col: start.col - across };
      /** @type {Run} */
      const run = { squares: [], tiles: [] };
      for (let next = start; tiles.has(keyOf(next)); next = { row: next.row + down, col: next.col + across }) {
        run.squares.push([next.row, next.col]);
        run.tiles.push(tiles.get(keyOf(next)) ?? "");
      }
      if (run.tiles.length > 1) found.set(JSON.stringify(run.squares), run);
    }
  }
  return [...found.values()];
}

const TIMES = { double: 2, triple: 3 };

/**
 * The score of a run: points of its tiles, with the bonus squares that the move covers first (C-SCORE).
 * @param {Run} run
 * @param {readonly Placement[]} move
 * @param {Printed} printed
 * @param {(symbol: string) => number} pointsOf
 */
export function worthOf(run, move, printed, pointsOf) {
  let whole = 1;
  let sum = 0;
  run.squares.forEach(([row, col], place) => {
    const kind = at(move, { row, col }) && printed.bonuses?.find((bonus) => isSame(bonus, { row, col }))?.kind;
    const [size, of] = /** @type {["double" | "triple" | "", string]} */ ((kind ?? "-").split("-"));
    const times = size ? TIMES[size] : 1;
    if (of === "compound") whole *= times;
    sum += pointsOf(run.tiles[place]) * (of === "element" ? times : 1);
  });
  return sum * whole;
}

/** The last move while it can be challenged, and the board without it. @param {Table} table */
export function openMove({ board, last_move }) {
  const cut = board.length - (last_move?.tiles ?? 0);
  return { before: board.slice(0, cut), move: board.slice(cut) };
}

// --- recent events --------------------------------------------------------------------------------------------------

/**
 * The tiles of the latest move if it still lies there: marked until the next one.
 * @param {readonly Event[]} log
 * @returns {Placement[]}
 */
export function latestMove(log) {
  const last = log.findLast((event) => event.type === "tiles_placed" || event.type === "move_taken_back");
  return last?.type === "tiles_placed" ? last.placements : [];
}

/** The ruling on the latest move, until the next play. @param {readonly Event[]} log @returns {Event | null} */
export function latestRuling(log) {
  const last = log.findLast((event) => ["tiles_placed", "passed", "ruling_given", "game_ended"].includes(event.type));
  return last?.type === "ruling_given" ? last : null;
}

/**
 * The moves of all players with their points: the score sheet.
 * @param {readonly Event[]} log
 * @returns {{version: number, player: number, runs: {tiles: string[]}[], score: number}[]}
 */
export function sheetOf(log) {
  const back = log.flatMap((event) =>
    event.type === "move_taken_back"
      ? [log.findLast((other) => other.type === "tiles_placed" && other.version < event.version)?.version]
      : [],
  );
  return log.flatMap((event) =>
    event.type === "tiles_placed" && event.player !== null && !back.includes(event.version)
      ? [{ version: event.version, player: event.player, runs: event.runs, score: event.score }]
      : [],
  );
}

/**
 * Where a move begins, as players write it, 8H across and H8 down. A joiner keeps H8 from being set as a formula.
 * @param {readonly Placement[]} placements
 * @returns {{square: string, down: boolean}}
 */
export function beginningOf(placements) {
  const [{ row, col }] = [...placements].sort((a, b) => a.row - b.row || a.col - b.col);
  const down = placements.some((tile) => tile.row !== row);
  const letter = String.fromCharCode(64 + col);
  return { square: (down ? [letter, row] : [row, letter]).join("\u2060"), down };
}

/** @typedef {{from: number, to: number}} Stretch in pixels, along one direction */

/**
 * How far to scroll so that the chosen square and my tiles are in view, with some room around the square if there is
 * enough; too many tiles leave the view to the square.
 * @param {Stretch} view
 * @param {Stretch} chosen
 * @param {readonly Stretch[]} tiles
 * @param {number} room
 * @returns {number}
 */
export function scrolled(view, chosen, tiles, room) {
  /** @param {number} by */
  const all = (by) => ({
    from: Math.min(chosen.from - by, ...tiles.map(({ from }) => from)),
    to: Math.max(chosen.to + by, ...tiles.map(({ to }) => to)),
  });
  const fits = (/** @type {Stretch} */ one) => one.to - one.from <= view.to - view.from;
  const shown = [all(room), all(0)].find(fits) ?? { from: chosen.from - room, to: chosen.to + room };
  if (shown.from < view.from) return shown.from - view.from;
  return Math.max(0, Math.min(shown.to - view.to, shown.from - view.from));
}

const PLAYS = ["tiles_placed", "passed", "tiles_exchanged"];

/**
 * The ruling on a player's move or challenge, until that player's next play.
 * @param {readonly Event[]} log
 * @param {number | null} me
 */
export function rulingFor(log, me) {
  const last = log.findLast(
    ({ type, player, challenger }) =>
      (type === "ruling_given" && [player, challenger].includes(me)) || (player === me && PLAYS.includes(type)),
  );
  return last?.type === "ruling_given" ? last : null;
}

/**
 * Who has a last turn to come (C-END), as a viewer is told: everybody, the viewer, or only others.
 * @param {readonly number[]} left
 * @param {number} players
 * @param {number | null} me
 */
export const lastTurn = (left, players, me) =>
  me === null || !left.includes(me) ? "had" : left.length === players ? "all" : "yours";
