/** When a reading is shown as sure, calibrated as tools/reading/card.md says. Other tiles are marked. */

/**
 * @typedef {import("./worker.js").Answer} Answer
 * @typedef {import("./decoding.js").Reading} Reading
 */

export const SURE = 0.99; // how likely each tile is among the runs that the box allows
const FITS = -1; // how well a run fits among all symbols, as a logarithm
const WELL = 0.99; // how likely a run is that needs no second look

/**
 * A run that fits badly resembles symbols that the box does not have; a single tile may be all that a frame across the
 * run has of it, and a run that goes on is not read to its end. @param {Answer} answer
 */
export const isPlausible = ({ reading: { tiles, fit, cut }, turned }) =>
  tiles.length > 1 && fit > FITS && !cut && !turned;

/** Nothing is sure that fits better from the other side: K upside down passes for H. @param {Answer} answer */
export function isSure(answer) {
  const { reading, other } = answer;
  const fitsBest = !other || other.fit <= reading.fit;
  return isPlausible(answer) && fitsBest && reading.tiles.every((tile) => tile.sure >= SURE);
}

/** A likely run counts more than an empty strip, of which nothing is likely too. @param {Reading} reading */
export const worth = ({ tiles, likely }) => (tiles.length ? likely : 0);

/** @param {Reading} reading */
export const isWell = (reading) => worth(reading) > WELL && reading.fit > FITS;

/**
 * Of two looks at the same run. A look that reads fewer tiles has cut some off, and is sure of the others, unless it
 * contains the other look, which may have seen tiles in parts of letters.
 * @param {Reading} one
 * @param {Reading} other
 * @param {boolean} contains
 */
export const isBetter = (one, other, contains) =>
  worth(one) > worth(other) && (one.tiles.length >= other.tiles.length || (contains && isWell(one)));
