/** Reads strips beside the page, so that the picture of the camera does not stop meanwhile. */

import { decoded, likelihoods } from "./decoding.js";
import { readerOf, scoresOf } from "./net.js";
import { normal, qualityOf, turned } from "./strip.js";

/**
 * @typedef {import("./decoding.js").Reading} Reading
 * @typedef {{id: number, strips: {grey: Float32Array, width: number}[], box: {name: string, count: number}[], blanks:
 *   number, bothWays: boolean}} Question strips of the same run, looked at in different ways; `blanks`: how many tiles
 *   without a symbol there are
 * @typedef {{id: number, reading: Reading, other: Reading | null, quality: import("./strip.js").Quality}} Answer
 *   `other`: read from the other side
 */

const BLANK = "?";
/** @type {Promise<import("./net.js").Reader>} */
const loading = fetch(new URL("./reader.bin", import.meta.url)).then(async (answer) => {
  if (!answer.ok) throw new Error(`reader.bin: ${answer.status}`);
  return readerOf(await answer.arrayBuffer());
});

addEventListener("message", async ({ data }) => {
  const { id, strips, box, blanks, bothWays } = /** @type {Question} */ (data);
  try {
    const reader = await loading;
    const kinds = box
      .map(({ name, count }) => ({ name, count, class: reader.symbols.indexOf(name) }))
      .filter((kind) => kind.class >= 0);
    if (blanks) kinds.push({ name: BLANK, count: blanks, class: reader.symbols.length });
    const read = (/** @type {(grey: Float32Array) => Float32Array} */ way) =>
      strips
        .map(({ grey, width }) => decoded(likelihoods(scoresOf(reader, normal(way(grey)), width), kinds), kinds))
        .reduce((one, other) => (worth(other) > worth(one) ? other : one));
    const reading = read((grey) => grey);
    const quality = qualityOf(strips[0].grey, strips[0].width);
    postMessage({ id, reading, other: bothWays ? read(turned) : null, quality });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
});

/** A likely run counts more than an empty strip, of which nothing is likely too. @param {Reading} reading */
const worth = ({ tiles, likely }) => (tiles.length ? likely : 0);
