/** Whether a run goes on beyond the frame: half a tile at an end is not read, and the others are as likely as ever. */

const LIKELY = Math.log(0.5); // below it, nothing is less likely at a step than some tile
// In distances from one tile to the next: a tile's own edge beside its letter, and where the next one would begin.
const EDGE = [0.32, 0.44];
const BEYOND = 0.6;
const STRUCTURE = 0.15; // of the strip's contrast: less than this from top to bottom, and an edge tells nothing
const ALIKE = 0.5;

/**
 * What lies beyond the last tile is a table, the same from top to bottom, or another tile, as high as this one.
 * @param {Float32Array} pixels of a strip, with deviation 1
 * @param {number} width
 * @param {readonly Float64Array[]} steps logarithms of how likely each kind and nothing (the last) is
 */
export function goesOn(pixels, width, steps) {
  const middles = middlesOf(steps).map((at) => (at * width) / steps.length);
  if (middles.length < 2) return false;
  const [first, last] = [middles[0], /** @type {number} */ (middles.at(-1))];
  const apart = (last - first) / (middles.length - 1);
  return [
    { edge: EDGE.map((share) => last + share * apart), beyond: [last + BEYOND * apart, width] },
    { edge: EDGE.map((share) => first - share * apart).reverse(), beyond: [0, first - BEYOND * apart] },
  ].some(({ edge, beyond }) => {
    const [own, next] = [edge, beyond].map(([from, to]) => profile(pixels, width, Math.round(from), Math.round(to)));
    return own !== null && next !== null && likeness(next, own) > ALIKE;
  });
}

/** In steps, where the tiles lie. @param {readonly Float64Array[]} steps @returns {number[]} */
function middlesOf(steps) {
  /** @type {number[]} */
  const middles = [];
  let begin = -1;
  steps.forEach((said, step) => {
    const isTile = said[said.length - 1] < LIKELY;
    if (isTile && begin < 0) begin = step;
    const end = isTile ? step + 1 : step;
    if (begin >= 0 && (!isTile || end === steps.length)) {
      middles.push((begin + end) / 2);
      begin = -1;
    }
  });
  return middles;
}

/**
 * The mean of each line between two columns, less the mean of all; null where there is too little to tell.
 * @param {Float32Array} pixels
 * @param {number} width
 * @param {number} from
 * @param {number} to
 */
function profile(pixels, width, from, to) {
  if (from < 0 || to > width || to - from < 2) return null;
  const lines = Float64Array.from({ length: pixels.length / width }, (_, y) => {
    const line = pixels.subarray(y * width + from, y * width + to);
    return line.reduce((sum, pixel) => sum + pixel, 0) / line.length;
  });
  const mean = lines.reduce((sum, line) => sum + line, 0) / lines.length;
  return lines.map((line) => line - mean);
}

/**
 * How much of the second is in the first: 1 if they are alike, 0 if they have nothing in common.
 * @param {Float64Array} one
 * @param {Float64Array} other
 */
function likeness(one, other) {
  const own = other.reduce((sum, line) => sum + line * line, 0);
  if (own < STRUCTURE ** 2 * other.length) return 0;
  return one.reduce((sum, line, y) => sum + line * other[y], 0) / own;
}
