/** The tiles, ions and board of a box being edited, and every change to them. */

import { asPrinted, same } from "#js/models/correcting.js";

/**
 * @typedef {import("#js/models/box.js").Edition} Edition
 * @typedef {{size: number, centre: number[], atoms: number[][], bonuses: Record<string, number[][]>}} Board
 */

export const BONUSES = ["double-element", "triple-element", "double-compound", "triple-compound"];

export const NUMBERS = { table: "tiles", field: "oxidation" };

// --- tiles and ions -----------------------------------------------------------------------------------------------

/**
 * Adds or removes a tile, with what depends on it.
 * @param {Edition} data
 * @param {Edition} reference
 * @param {string} symbol
 * @param {boolean} there
 * @returns {Edition}
 */
export function withTile(data, reference, symbol, there) {
  const printed = reference.tiles.each.find((/** @type {any} */ tile) => tile.symbol === symbol) ?? {
    symbol,
    count: 1,
    points: 1,
    oxidation: [],
  };
  const others = data.tiles.each.filter((/** @type {any} */ tile) => tile.symbol !== symbol);
  return fitting(
    { ...data, tiles: { ...data.tiles, each: there ? [...others, printed] : others } },
    reference,
    there ? symbol : null,
  );
}

/**
 * Puts in typed or pasted tiles, replacing those of the same elements; what depends on them comes back.
 * @param {Edition} data
 * @param {Edition} reference
 * @param {readonly any[]} tiles
 * @returns {Edition}
 */
export function withTiles(data, reference, tiles) {
  let next = data;
  for (const tile of tiles) {
    const before = next.tiles.each.find((/** @type {any} */ one) => one.symbol === tile.symbol);
    if (!before) next = withTile(next, reference, tile.symbol, true);
    next = {
      ...next,
      tiles: {
        ...next.tiles,
        each: next.tiles.each.map((/** @type {any} */ one) =>
          one.symbol === tile.symbol
            ? { ...one, ...tile, oxidation: asPrinted(tile.oxidation, reference, NUMBERS, tile.symbol) }
            : one,
        ),
      },
    };
  }
  return next;
}

/**
 * A box without tiles; board, ions and exceptions belong to the rules and stay.
 * @param {Edition} data
 * @param {Edition} reference
 * @returns {Edition}
 */
export const emptied = (data, reference) => fitting({ ...data, tiles: { ...data.tiles, each: [] } }, reference, null);

/**
 * Adds or removes an ion, with what depends on it.
 * @param {Edition} data
 * @param {Edition} reference
 * @param {{name: string, formula: string, charge: number}} ion
 * @param {boolean} there
 * @returns {Edition}
 */
export function withIon(data, reference, ion, there) {
  const others = data.ions.each.filter((/** @type {any} */ one) => one.name !== ion.name);
  return fitting(
    { ...data, ions: { ...data.ions, each: there ? inOrder([...others, ion], reference.ions.each) : others } },
    reference,
    there ? ion.name : null,
  );
}

/** The ions of the reference first, in its order. @param {any[]} ions @param {any[]} order */
function inOrder(ions, order) {
  const place = (/** @type {any} */ ion) => {
    const at = order.findIndex((one) => one.name === ion.name);
    return at < 0 ? order.length : at;
  };
  return ions.toSorted((one, other) => place(one) - place(other));
}

/**
 * Keeps the salts, partners and diatomic elements that fit the tiles and ions; those that depend on `back` return.
 * @param {Edition} data
 * @param {Edition} reference
 * @param {string | null} back
 * @returns {Edition}
 */
function fitting(data, reference, back) {
  const tiles = data.tiles.each.map((/** @type {any} */ tile) => tile.symbol);
  const ions = data.ions.each.map((/** @type {any} */ ion) => ion.name);
  const there = (/** @type {string} */ unit) => tiles.includes(unit) || ions.includes(unit);
  const again = (
    /** @type {any[]} */ now,
    /** @type {any[]} */ before,
    /** @type {(one: any) => boolean} */ belongs,
  ) => [...now, ...before.filter((one) => back !== null && belongs(one) && !now.some((other) => same(one, other)))];
  const listed = (/** @type {any[] | undefined} */ now, /** @type {any[] | undefined} */ before) =>
    again((now ?? []).filter(there), before ?? [], (one) => one === back);
  const salts = again(data.salts?.each ?? [], reference.salts?.each ?? [], (salt) =>
    Object.keys(salt.units).includes(String(back)),
  ).filter((salt) => Object.keys(salt.units).every(there));
  return {
    ...data,
    diatomic: { ...data.diatomic, elements: listed(data.diatomic?.elements, reference.diatomic?.elements) },
    polyatomic: { ...data.polyatomic, partners: listed(data.polyatomic?.partners, reference.polyatomic?.partners) },
    ...(data.salts ? { salts: { ...data.salts, each: salts } } : {}),
  };
}

// --- the board ----------------------------------------------------------------------------------------------------

/**
 * @param {Board} board
 * @param {number} row
 * @param {number} col
 * @returns {string | null} centre, atom, a bonus, or null
 */
export function kindAt(board, row, col) {
  const here = (/** @type {number[][]} */ squares) => squares.some(([r, c]) => r === row && c === col);
  if (here([board.centre])) return "centre";
  if (here(board.atoms)) return "atom";
  return BONUSES.find((kind) => here(board.bonuses[kind] ?? [])) ?? null;
}

/**
 * A tap: the next kind of square, and after the last a plain one again; the centre stays.
 * @param {Board} board
 * @param {number} row
 * @param {number} col
 * @returns {Board}
 */
export function tapped(board, row, col) {
  const kind = kindAt(board, row, col);
  if (kind === "centre") return board;
  const order = [null, ...BONUSES, "atom"];
  const next = order[(order.indexOf(kind) + 1) % order.length];
  const rest = (/** @type {number[][]} */ squares) => squares.filter(([r, c]) => r !== row || c !== col);
  const put = (/** @type {number[][]} */ squares, /** @type {boolean} */ here) =>
    here ? [...rest(squares), [row, col]] : rest(squares);
  return {
    ...board,
    atoms: put(board.atoms, next === "atom"),
    bonuses: Object.fromEntries(BONUSES.map((one) => [one, put(board.bonuses[one] ?? [], next === one)])),
  };
}

/**
 * The board in another size: the centre in the middle, and every special square that still fits.
 * @param {Board} board
 * @param {number} size
 * @returns {Board}
 */
export function resized(board, size) {
  const middle = [Math.ceil(size / 2), Math.ceil(size / 2)];
  const atoms = [
    middle,
    ...board.atoms.filter(
      (square) => !same(square, board.centre) && !same(square, middle) && Math.max(...square) <= size,
    ),
  ];
  const free = (/** @type {number[][]} */ squares) =>
    squares.filter((square) => Math.max(...square) <= size && !atoms.some((atom) => same(atom, square)));
  return {
    ...board,
    size,
    centre: middle,
    atoms,
    bonuses: Object.fromEntries(Object.entries(board.bonuses).map(([kind, squares]) => [kind, free(squares)])),
  };
}
