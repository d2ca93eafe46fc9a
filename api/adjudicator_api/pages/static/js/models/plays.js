/** A play as text, "8H MgO" across or "H8 MgO" down, and as squares to tap. */

/** @typedef {{row: number, col: number, down: boolean, tiles: string[]}} Play */

const ACROSS = /^(\d{1,2})\s*([A-Z])(?:\s+(.*))?$/i;
const DOWN = /^([A-Z])(\d{1,2})(?:\s+(.*))?$/i;

/** @param {number} col */
export const letterOf = (col) => String.fromCharCode(64 + col);

/** @param {string} letter */
const columnOf = (letter) => letter.toUpperCase().charCodeAt(0) - 64;

/** @param {string} text @returns {string[]} */
const symbolsIn = (text) => text.match(/[A-Z][a-z]?/g) ?? [];

/** @param {string} text @returns {Play | null} null where no square is named */
export function playIn(text) {
  const across = ACROSS.exec(text.trim());
  if (across)
    return { row: Number(across[1]), col: columnOf(across[2]), down: false, tiles: symbolsIn(across[3] ?? "") };
  const down = DOWN.exec(text.trim());
  return down ? { row: Number(down[2]), col: columnOf(down[1]), down: true, tiles: symbolsIn(down[3] ?? "") } : null;
}

/** @param {Play} play */
export const textOf = ({ row, col, down, tiles }) =>
  `${down ? `${letterOf(col)}${row}` : `${row}${letterOf(col)}`} ${tiles.join("")}`;

/**
 * The play after a tap on a square: it begins there; a second tap turns it.
 * @param {string} text
 * @param {number} row
 * @param {number} col
 */
export function tapped(text, row, col) {
  const play = playIn(text) ?? { row: 0, col: 0, down: false, tiles: [] };
  const again = play.row === row && play.col === col;
  return textOf({ ...play, row, col, down: again !== play.down });
}

/** The play after a tap on a tile of the rack. @param {string} text @param {string} symbol */
export function added(text, symbol) {
  const play = playIn(text);
  return play ? textOf({ ...play, tiles: [...play.tiles, symbol] }) : text;
}

/** The play without its last tile or, if it has none, without its square. @param {string} text */
export function shorter(text) {
  const play = playIn(text);
  if (!play) return "";
  return play.tiles.length ? textOf({ ...play, tiles: play.tiles.slice(0, -1) }) : "";
}

/**
 * Where the tiles of a play lie, square by square.
 * @param {Play | null} play
 * @returns {Map<string, string>} by "row col"
 */
export function laidBy(play) {
  if (!play) return new Map();
  return new Map(
    play.tiles.map((symbol, step) => [
      `${play.row + (play.down ? step : 0)} ${play.col + (play.down ? 0 : step)}`,
      symbol,
    ]),
  );
}

/**
 * The places of a rack that a play uses.
 * @param {readonly string[]} rack
 * @param {Play | null} play
 * @returns {Set<number>}
 */
export function usedOf(rack, play) {
  const used = new Set();
  for (const symbol of play?.tiles ?? []) {
    const place = rack.findIndex((one, i) => one === symbol && !used.has(i));
    if (place >= 0) used.add(place);
  }
  return used;
}
