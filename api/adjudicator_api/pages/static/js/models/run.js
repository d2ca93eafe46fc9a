/** A run of tiles being laid: the position of the next tile, and the history for undo. */

/**
 * `cursor` is the tile after which the next one goes; -1 is before the first.
 * @typedef {{readonly tiles: readonly string[], readonly cursor: number, readonly past: readonly (readonly string[])[],
 *   readonly most: number}} Run
 */

/** @param {readonly string[]} [tiles] @param {number} [most] @returns {Run} a new run without history */
export function runOf(tiles = [], most = 60) {
  const laid = tiles.slice(0, most);
  return { tiles: laid, cursor: laid.length - 1, past: [], most };
}

/** @param {Run} run */
export const isFull = (run) => run.tiles.length >= run.most;

/** Lays a tile after the one at the cursor. @param {Run} run @param {string} symbol @returns {Run} */
export function add(run, symbol) {
  if (isFull(run)) return run;
  const at = run.cursor + 1;
  return changed(run, run.tiles.toSpliced(at, 0, symbol), at);
}

/** Removes a tile; the next one takes its place. @param {Run} run @param {number} at @returns {Run} */
export function remove(run, at) {
  return at in run.tiles ? changed(run, run.tiles.toSpliced(at, 1), at - 1) : run;
}

/** Moves the tile at the cursor by one place. @param {Run} run @param {number} step @returns {Run} */
export function shift(run, step) {
  return moveTo(run, run.cursor, run.cursor + step);
}

/** @param {Run} run @param {number} from @param {number} to @returns {Run} */
export function moveTo(run, from, to) {
  if (!(from in run.tiles) || !(to in run.tiles) || from === to) return run;
  const tiles = [...run.tiles];
  tiles.splice(to, 0, ...tiles.splice(from, 1));
  return changed(run, tiles, to);
}

/** Replaces the whole run. @param {Run} run @param {readonly string[]} tiles @returns {Run} */
export function replace(run, tiles) {
  const laid = tiles.slice(0, run.most);
  return laid.join() === run.tiles.join() ? run : changed(run, laid, laid.length - 1);
}

/** @param {Run} run @returns {Run} */
export const clear = (run) => replace(run, []);

/** @param {Run} run @returns {Run} */
export function undo(run) {
  const before = run.past.at(-1);
  return before ? { ...run, tiles: before, cursor: before.length - 1, past: run.past.slice(0, -1) } : run;
}

/** @param {Run} run @param {number} cursor @returns {Run} */
export function pointAt(run, cursor) {
  return cursor === run.cursor ? run : { ...run, cursor: Math.min(Math.max(cursor, -1), run.tiles.length - 1) };
}

/** @param {Run} run @param {readonly string[]} tiles @param {number} cursor @returns {Run} */
function changed(run, tiles, cursor) {
  return { ...run, tiles, cursor, past: [...run.past, run.tiles] };
}
