/** Reads strips beside the page, so that the picture of the camera does not stop meanwhile. */

import { decoded, likelihoods, shareOfBox } from "./decoding.js";
import { goesOn } from "./ends.js";
import { readerOf, scoresOf } from "./net.js";
import { normal, qualityOf, turned } from "./strip.js";
import { isBetter, isWell } from "./sureness.js";

/**
 * @typedef {import("./decoding.js").Reading & {cut: boolean}} Reading `cut`: it goes on where the strip ends
 * @typedef {{grey: Float32Array, width: number, part: readonly number[]}} Strip `part`: from and to, of the frame
 * @typedef {{id: number, strips: Strip[], column: boolean, box: {name: string, count: number}[], blanks: number,
 *   bothWays: boolean}} Question strips of the same run, looked at in different ways;
 *   `column`: of a frame on its end, with what is above to the left; `blanks`: how many tiles without a symbol there
 *   are; `bothWays`: look from the other side even if there is no need
 * @typedef {{id: number, reading: Reading, other: Reading | null, turned: boolean, looks: number, quality:
 *   import("./strip.js").Quality}} Answer `other`: another run that is read from the other side, at least about as
 *   fitting; `turned`: it fits clearly better; `looks`: how many strips were looked at
 */

const BLANK = "?";
const CLEARLY = 1; // by how much one reading fits better than another: e times as likely
/** @type {Reading} */
const EMPTY = { tiles: [], likely: 0, fit: -Infinity, cut: false };
/** @typedef {"reader.bin" | "reader-columns.bin"} Weights for rows of tiles, and for columns of upright ones */
/** @type {Map<Weights, Promise<import("./net.js").Reader>>} */
const loading = new Map();

/** A reader, loaded once; what could not be loaded is tried again by the next question. @param {Weights} weights */
function loaded(weights) {
  const known = loading.get(weights);
  if (known) return known;
  const coming = load(weights).catch((error) => {
    loading.delete(weights);
    throw error;
  });
  loading.set(weights, coming);
  return coming;
}

/** @param {Weights} weights */
async function load(weights) {
  const answer = await fetch(new URL(`./${weights}`, import.meta.url));
  if (!answer.ok) throw new Error(`${weights}: ${answer.status}`);
  return readerOf(await answer.arrayBuffer());
}

addEventListener("message", async ({ data }) => {
  const { id, strips, column, box, blanks, bothWays } = /** @type {Question} */ (data);
  try {
    let looks = 0;
    /**
     * The best of the strips; one that is read well is enough.
     * @param {Weights} weights
     * @param {(grey: Float32Array) => Float32Array} way
     */
    const read = async (weights, way) => {
      const reader = await loaded(weights);
      const kinds = box
        .map(({ name, count }) => ({ name, count, class: reader.symbols.indexOf(name) }))
        .filter((kind) => kind.class >= 0);
      if (blanks) kinds.push({ name: BLANK, count: blanks, class: reader.symbols.length });
      /** @type {Reading | null} */
      let best = null;
      let [from, to] = strips[0].part; // of the best
      for (const { grey, width, part } of strips) {
        looks++;
        const pixels = normal(way(grey));
        const scores = scoresOf(reader, pixels, width);
        const steps = likelihoods(scores, kinds);
        const found = { ...decoded(steps, kinds), cut: goesOn(pixels, width, steps) };
        found.fit += shareOfBox(scores, kinds);
        if (!best || isBetter(found, best, part[0] <= from && part[1] >= to))
          [best, from, to] = [found, part[0], part[1]];
        if (isWell(best)) break;
      }
      return /** @type {Reading} */ (best);
    };
    const asIs = (/** @type {Float32Array} */ grey) => grey;
    let reading = await read(column ? "reader-columns.bin" : "reader.bin", asIs);
    /** @type {Reading | null} */
    let behind = null;
    if (bothWays || !fitsWell(reading)) {
      if (column) {
        // a frame on its end may hold a row of tiles that lie on their side: from below to above, or the other way
        const rows = [await read("reader.bin", turned), await read("reader.bin", asIs)];
        const ways = [reading, await read("reader-columns.bin", turned), ...rows];
        reading = fittest([reading, rows[0]]);
        behind = fittest(ways.filter((one) => one !== reading && !same(one, reading)));
      } else behind = await read("reader.bin", turned);
    }
    const quality = qualityOf(strips[0].grey, strips[0].width);
    const other = behind?.tiles.length && !same(behind, reading) && behind.fit > reading.fit - CLEARLY ? behind : null;
    const better = other !== null && other.fit > reading.fit + CLEARLY;
    postMessage({ id, reading, other, turned: better, looks, quality });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
});

/** Whether nothing could fit better: no reading fits better than 0. @param {Reading} reading */
const fitsWell = ({ tiles, fit }) => tiles.length > 0 && fit > -CLEARLY;

/**
 * The one that fits best of those with tiles, or an empty one.
 * @param {readonly Reading[]} readings
 * @returns {Reading}
 */
const fittest = (readings) =>
  readings.reduce((best, one) => (one.tiles.length && (!best.tiles.length || one.fit > best.fit) ? one : best), EMPTY);

/** @param {Reading} one @param {Reading} other */
const same = (one, other) =>
  one.tiles.length === other.tiles.length && one.tiles.every((tile, i) => tile.name === other.tiles[i].name);
