/** Reads strips beside the page, so that the picture of the camera does not stop meanwhile. */

import { decoded, likelihoods, shareOfBox } from "./decoding.js";
import { readerOf, scoresOf } from "./net.js";
import { normal, qualityOf, turned } from "./strip.js";

/**
 * @typedef {import("./decoding.js").Reading} Reading
 * @typedef {{id: number, strips: {grey: Float32Array, width: number}[], box: {name: string, count: number}[], blanks:
 *   number, bothWays: boolean}} Question strips of the same run, looked at in different ways; `blanks`: how many tiles
 *   without a symbol there are; `bothWays`: look from the other side even if there is no need
 * @typedef {{id: number, reading: Reading, other: Reading | null, turned: boolean, looks: number, quality:
 *   import("./strip.js").Quality}} Answer `other`: another run that is read from the other side, at least about as
 *   fitting; `turned`: it fits clearly better; `looks`: how many strips were looked at
 */

const BLANK = "?";
const WELL = 0.99; // how likely a run is that needs no second look
const CLEARLY = 1; // by how much one reading fits better than another: e times as likely
/** @type {Promise<import("./net.js").Reader> | null} */
let loading = null;

/** The reader, loaded once; what could not be loaded is tried again by the next question. */
const loaded = () =>
  (loading ??= load().catch((error) => {
    loading = null;
    throw error;
  }));

async function load() {
  const answer = await fetch(new URL("./reader.bin", import.meta.url));
  if (!answer.ok) throw new Error(`reader.bin: ${answer.status}`);
  return readerOf(await answer.arrayBuffer());
}

addEventListener("message", async ({ data }) => {
  const { id, strips, box, blanks, bothWays } = /** @type {Question} */ (data);
  try {
    const reader = await loaded();
    const kinds = box
      .map(({ name, count }) => ({ name, count, class: reader.symbols.indexOf(name) }))
      .filter((kind) => kind.class >= 0);
    if (blanks) kinds.push({ name: BLANK, count: blanks, class: reader.symbols.length });
    let looks = 0;
    /** The best of the strips; one that is read well is enough. @param {(grey: Float32Array) => Float32Array} way */
    const read = (way) => {
      /** @type {Reading | null} */
      let best = null;
      for (const { grey, width } of strips) {
        looks++;
        const scores = scoresOf(reader, normal(way(grey)), width);
        const found = decoded(likelihoods(scores, kinds), kinds);
        found.fit += shareOfBox(scores, kinds);
        if (!best || worth(found) > worth(best)) best = found;
        if (worth(best) > WELL && best.fit > -CLEARLY) break;
      }
      return /** @type {Reading} */ (best);
    };
    const reading = read((grey) => grey);
    const quality = qualityOf(strips[0].grey, strips[0].width);
    const needed = bothWays || !reading.tiles.length || reading.fit < -CLEARLY; // no reading fits better than 0
    const behind = needed ? read(turned) : null;
    const other = behind?.tiles.length && !same(behind, reading) && behind.fit > reading.fit - CLEARLY ? behind : null;
    const better = other !== null && other.fit > reading.fit + CLEARLY;
    postMessage({ id, reading, other, turned: better, looks, quality });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
});

/** A likely run counts more than an empty strip, of which nothing is likely too. @param {Reading} reading */
const worth = ({ tiles, likely }) => (tiles.length ? likely : 0);

/** @param {Reading} one @param {Reading} other */
const same = (one, other) =>
  one.tiles.length === other.tiles.length && one.tiles.every((tile, i) => tile.name === other.tiles[i].name);
