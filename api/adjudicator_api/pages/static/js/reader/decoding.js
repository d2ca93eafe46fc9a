/**
 * From what the reader sees at each step to a run of tiles, held to a box: only its symbols, and no symbol more often
 * than the box has it.
 */

/**
 * @typedef {import("./net.js").Scores} Scores
 * @typedef {{name: string, class: number, count: number}} Kind a kind of tile: its class in the scores, and how many
 *   there are
 * @typedef {{name: string, sure: number}} Tile a tile of the run, and how likely it is
 * @typedef {{tiles: Tile[], likely: number, fit: number}} Reading `likely`: of all runs that were considered; `fit`:
 *   the logarithm of how likely the run is by what the reader sees
 * @typedef {{kinds: number[], counts: number[], ended: number, open: number, more: Map<number, Prefix>}} Prefix a run
 *   so far: logarithms of how likely it is, ended by nothing or by its last tile
 */

const BREADTH = 24; // runs that are followed at the same time
const FAINT = Math.log(1e-4); // a kind less likely at a step is not considered there

/** @param {number} a @param {number} b @returns {number} the logarithm of the sum of what a and b are logarithms of */
export function added(a, b) {
  const more = Math.max(a, b);
  return more === -Infinity ? more : more + Math.log1p(Math.exp(Math.min(a, b) - more));
}

/**
 * Logarithms of how likely each kind and nothing (the last) is at each step, among the kinds of the box alone.
 * @param {Scores} scores
 * @param {readonly Kind[]} kinds
 * @returns {Float64Array[]}
 */
export function likelihoods({ steps, classes, values }, kinds) {
  return Array.from({ length: steps }, (_, step) => {
    const own = Float64Array.from(
      [...kinds.map((kind) => kind.class), classes - 1],
      (one) => values[step * classes + one],
    );
    const sum = own.reduce(added, -Infinity);
    return own.map((value) => value - sum);
  });
}

/**
 * The logarithm of how much of all that the reader sees is of the box's kinds or nothing. Held to a box, even a letter
 * upside down is surely the one that it resembles most; this tells that it resembles none.
 * @param {Scores} scores
 * @param {readonly Kind[]} kinds
 */
export function shareOfBox({ steps, classes, values }, kinds) {
  const own = [...kinds.map((kind) => kind.class), classes - 1];
  let share = 0;
  for (let step = 0; step < steps; step++) {
    const all = values.subarray(step * classes, (step + 1) * classes);
    share += own.reduce((sum, one) => added(sum, all[one]), -Infinity) - all.reduce(added, -Infinity);
  }
  return share;
}

/**
 * The likeliest run by all the ways in which the steps can say it, found by following the likeliest beginnings. A way
 * is nothing, then steps of one tile, then nothing, and so on: the reader has learnt that nothing lies between two
 * tiles, so what it says at neighbouring steps is one tile, even where it wavers between two symbols.
 * @param {Float64Array[]} steps
 * @param {readonly Kind[]} kinds
 * @param {{breadth?: number, faint?: number}} [how]
 * @returns {Reading}
 */
export function decoded(steps, kinds, { breadth = BREADTH, faint = FAINT } = {}) {
  const nothing = kinds.length;
  /** @type {Prefix[]} */
  let beam = [{ ...begun(null, -1, kinds), ended: 0 }];
  for (const said of steps) {
    /** @type {Map<Prefix, {ended: number, open: number}>} */
    const next = new Map();
    const add = (/** @type {Prefix} */ prefix, /** @type {"ended" | "open"} */ how, /** @type {number} */ value) => {
      const sums = next.get(prefix) ?? { ended: -Infinity, open: -Infinity };
      sums[how] = added(sums[how], value);
      next.set(prefix, sums);
    };
    for (const prefix of beam) {
      const whole = added(prefix.ended, prefix.open);
      const last = prefix.kinds.at(-1);
      add(prefix, "ended", whole + said[nothing]);
      if (last !== undefined) add(prefix, "open", prefix.open + said[last]);
      kinds.forEach(({ count }, kind) => {
        if (said[kind] < faint || prefix.counts[kind] >= count) return;
        const longer = prefix.more.get(kind) ?? begun(prefix, kind, kinds);
        prefix.more.set(kind, longer);
        add(longer, "open", prefix.ended + said[kind]); // the next tile only after nothing
      });
    }
    for (const [prefix, sums] of next) Object.assign(prefix, sums);
    beam = [...next.keys()]
      .filter((prefix) => total(prefix) > -Infinity)
      .sort((one, other) => total(other) - total(one))
      .slice(0, breadth);
  }
  return readingOf(beam, kinds);
}

/** @param {Prefix | null} parent @param {number} kind @param {readonly Kind[]} all @returns {Prefix} */
function begun(parent, kind, all) {
  const counts = parent ? [...parent.counts] : all.map(() => 0);
  if (kind >= 0) counts[kind]++;
  const kinds = parent ? [...parent.kinds, kind] : [];
  return { kinds, counts, ended: -Infinity, open: -Infinity, more: new Map() };
}

/** @param {Prefix} prefix */
const total = (prefix) => added(prefix.ended, prefix.open);

/**
 * The first of the runs; a tile is as sure as the share of all that agree with it: as long, and the same kind there.
 * @param {Prefix[]} beam
 * @param {readonly Kind[]} kinds
 * @returns {Reading}
 */
function readingOf(beam, kinds) {
  if (!beam.length) return { tiles: [], likely: 0, fit: -Infinity };
  const [best] = beam;
  const all = beam.map(total).reduce(added, -Infinity);
  const share = (/** @type {(prefix: Prefix) => boolean} */ agrees) =>
    Math.exp(beam.filter(agrees).map(total).reduce(added, -Infinity) - all);
  const tiles = best.kinds.map((kind, i) => ({
    name: kinds[kind].name,
    sure: share((other) => other.kinds.length === best.kinds.length && other.kinds[i] === kind),
  }));
  return { tiles, likely: Math.exp(total(best) - all), fit: total(best) };
}
