/**
 * A board of squares with pieces in layers: those laid before, and those of the move.
 *
 * It knows neither size nor game: the edition gives the rows, the columns and what is printed on the squares.
 */

/**
 * @typedef {{row: number, col: number, symbol: string, blank?: boolean}} Placement rows and columns count from 1; a
 *   blank stands for its symbol
 * @typedef {{row: number, col: number}} Square
 * @typedef {{rows: number, cols: number, centre: Square, kinds: ReadonlyMap<string, string>}} Layout
 * @typedef {Readonly<Record<string, readonly Placement[]>>} Laid the pieces of each layer
 * @typedef {{readonly layout: Layout, readonly laid: Laid, readonly layer: string, readonly at: Square, readonly down:
 *   boolean,
 *   readonly typed: Placement | null, readonly blank?: boolean, readonly past: readonly {laid: Laid, at: Square}[]}}
 *   Board
 * @typedef {{size?: number, rows?: number, cols?: number, centre?: number[], atoms?: number[][],
 *   bonuses?: {row: number, col: number, kind: string}[]}} Printed the board of an edition
 */

/** @param {Square} square */
export const keyOf = ({ row, col }) => `${row},${col}`;

/** @param {Printed} printed @returns {Layout} */
export function layoutOf(printed) {
  const rows = printed.rows ?? printed.size ?? 0;
  const cols = printed.cols ?? printed.size ?? 0;
  const [row = Math.ceil(rows / 2), col = Math.ceil(cols / 2)] = printed.centre ?? [];
  const kinds = new Map((printed.bonuses ?? []).map((bonus) => [keyOf(bonus), bonus.kind]));
  for (const [atomRow, atomCol] of printed.atoms ?? []) kinds.set(keyOf({ row: atomRow, col: atomCol }), "atom");
  return { rows, cols, centre: { row, col }, kinds };
}

/**
 * @param {Layout} layout
 * @param {Laid} laid the layers, lowest first
 * @param {string} [layer] the active one
 * @returns {Board}
 */
export function boardOf(layout, laid, layer = Object.keys(laid)[0]) {
  return { layout, laid, layer, at: layout.centre, down: false, typed: null, past: [] };
}

/** @param {Layout} layout @param {Square} square */
export const isOn = ({ rows, cols }, { row, col }) => row >= 1 && col >= 1 && row <= rows && col <= cols;

/** The piece on a square, and its layer. @param {Board} board @param {Square} square */
export function pieceAt(board, square) {
  for (const layer of Object.keys(board.laid).reverse()) {
    const found = board.laid[layer].find((placed) => placed.row === square.row && placed.col === square.col);
    if (found) return { ...found, layer };
  }
  return null;
}

/** @param {Board} board */
export const isEmpty = (board) => Object.values(board.laid).every((placed) => !placed.length);

/** @param {Board} board @param {string} layer @returns {Board} */
export const layIn = (board, layer) => ({ ...board, layer, typed: null });

/** @param {Board} board @returns {Board} */
export const turn = (board) => ({ ...board, down: !board.down, typed: null });

/**
 * Chooses a square; choosing it again turns the direction.
 * @param {Board} board
 * @param {Square} square
 * @param {{again?: boolean}} [how]
 * @returns {Board}
 */
export function choose(board, square, { again = false } = {}) {
  if (!isOn(board.layout, square)) return board;
  const same = square.row === board.at.row && square.col === board.at.col;
  return {
    ...board,
    at: { row: square.row, col: square.col },
    down: again && same ? !board.down : board.down,
    typed: null,
  };
}

/** @param {Board} board @param {number} rows @param {number} cols @returns {Board} */
export function go(board, rows, cols) {
  const at = {
    row: within(board.at.row + rows, board.layout.rows),
    col: within(board.at.col + cols, board.layout.cols),
  };
  return { ...board, at, typed: null };
}

/**
 * Lays a piece on the chosen square and moves on to the next empty one.
 * @param {Board} board
 * @param {string} symbol
 * @returns {Board}
 */
export function place(board, symbol) {
  const laid = { ...board.at, symbol, ...(board.blank ? { blank: true } : {}) };
  return step({ ...changed(board, put(board, laid)), typed: laid, blank: false }, 1);
}

/**
 * Lays a run that was read from the table, as far as the board goes. What lies there already is not laid again, and the
 * square of a piece that nobody could read (null) stays free.
 * @param {Board} board
 * @param {readonly (string | null)[]} run
 * @returns {Board}
 */
export function layRun(board, run) {
  let laid = board;
  for (const symbol of run) {
    const lies = symbol === null || pieceAt(laid, laid.at)?.symbol === symbol;
    const free = lies || !pieceAt(laid, laid.at) ? laid : step(laid, 1);
    if (!lies && pieceAt(free, free.at)) return laid;
    const next = step(free, 1, { toEmpty: false });
    laid = lies ? next : { ...place(free, symbol), at: next.at };
    if (next === free) return laid;
  }
  return pieceAt(laid, laid.at) ? step(laid, 1) : laid;
}

/** Switches whether the next piece is a blank that stands for its symbol. @param {Board} board @returns {Board} */
export const takeBlank = (board) => ({ ...board, blank: !board.blank, typed: null });

/** Removes the piece on the chosen square, or the one just before it. @param {Board} board @returns {Board} */
export function take(board) {
  const chosen = pieceAt(board, board.at) ? board : step(board, -1, { toEmpty: false });
  if (!pieceAt(chosen, chosen.at)) return { ...chosen, typed: null };
  return { ...changed(chosen, lift(chosen.laid, chosen.at), board.at), typed: null };
}

/**
 * Types a letter of a symbol: N and then a small letter a is Na; a capital letter begins the next piece.
 * @param {Board} board
 * @param {string} letter
 * @param {readonly string[]} symbols
 * @returns {Board}
 */
export function type(board, letter, symbols) {
  const { typed } = board;
  const longer = typed?.symbol.length === 1 && letter === letter.toLowerCase() ? typed.symbol + letter : "";
  if (typed && symbols.includes(longer))
    return { ...changed(board, put(board, { ...typed, symbol: longer })), typed: null };
  const short = letter.toUpperCase();
  return symbols.includes(short) ? place(board, short) : board;
}

/** @param {Board} board @returns {Board} */
export function clear(board) {
  if (isEmpty(board)) return board;
  return { ...changed(board, Object.fromEntries(Object.keys(board.laid).map((layer) => [layer, []]))), typed: null };
}

/** @param {Board} board @returns {Board} */
export function undo(board) {
  const before = board.past.at(-1);
  return before ? { ...board, ...before, typed: null, past: board.past.slice(0, -1) } : board;
}

/**
 * Moves the pieces of one layer to another: a move that stands.
 * @param {Board} board
 * @param {string} from
 * @param {string} to
 * @returns {Board}
 */
export function merge(board, from, to) {
  return changed(board, { ...board.laid, [from]: [], [to]: [...board.laid[to], ...board.laid[from]] });
}

/** @param {Board} board @param {string} layer @returns {Board} the board with a move taken back */
export function withdraw(board, layer) {
  return changed(board, { ...board.laid, [layer]: [] });
}

/**
 * The stored placements that are possible on this board.
 * @param {unknown} kept
 * @param {Layout} layout
 * @param {(symbol: string) => boolean} isSymbol
 * @returns {Placement[]}
 */
export function placements(kept, layout, isSymbol) {
  if (!Array.isArray(kept)) return [];
  return kept.filter(
    (placed) =>
      Number.isInteger(placed?.row) && Number.isInteger(placed.col) && isOn(layout, placed) && isSymbol(placed.symbol),
  );
}

/** @param {Board} board @param {Placement} placed @returns {Laid} */
function put(board, placed) {
  const lifted = lift(board.laid, placed);
  return { ...lifted, [board.layer]: [...lifted[board.layer], placed] };
}

/** @param {Laid} laid @param {Square} square @returns {Laid} */
function lift(laid, { row, col }) {
  return Object.fromEntries(
    Object.entries(laid).map(([layer, placed]) => [layer, placed.filter((one) => one.row !== row || one.col !== col)]),
  );
}

/**
 * @param {Board} board
 * @param {Laid} laid
 * @param {Square} [at] where the cursor was before the change
 * @returns {Board}
 */
function changed(board, laid, at = board.at) {
  return { ...board, laid, past: [...board.past, { laid: board.laid, at }] };
}

/** @param {Board} board @param {1 | -1} by @param {{toEmpty?: boolean}} [how] @returns {Board} */
function step(board, by, { toEmpty = true } = {}) {
  const next = { ...board.at };
  do next[board.down ? "row" : "col"] += by;
  while (toEmpty && pieceAt(board, next));
  return isOn(board.layout, next) ? { ...board, at: next } : board;
}

/** @param {number} number @param {number} most */
const within = (number, most) => Math.min(Math.max(number, 1), most);
