/**
 * How a score given by the judge is made up: points of the tiles, and the bonus squares that the move covered first.
 *
 * It explains and never decides: if the parts do not add up to the judge's score, there are none.
 */

/**
 * @typedef {{symbol: string, points: number, times: number}} Part
 * @typedef {{parts: Part[], times: number}} Sum
 * @typedef {{row: number, col: number}} Square
 */

/** @type {Record<string, ["element" | "compound", number]>} */
const KINDS = {
  "double-element": ["element", 2],
  "triple-element": ["element", 3],
  "double-compound": ["compound", 2],
  "triple-compound": ["compound", 3],
};

/**
 * @param {{squares: number[][] | null, tiles: string[], score: number | null}} run
 * @param {{bonuses?: {row: number, col: number, kind: string}[]}} printed the board of the edition
 * @param {(symbol: string, square: Square) => number | null} pointsOf
 * @param {readonly Square[]} move the squares covered by the move
 * @returns {Sum | null}
 */
export function partsOf({ squares, tiles, score }, printed, pointsOf, move) {
  if (!squares || score === null) return null;
  let whole = 1;
  const parts = tiles.map((symbol, i) => {
    const [row, col] = squares[i];
    const isNew = move.some((square) => square.row === row && square.col === col);
    const kind = isNew ? printed.bonuses?.find((bonus) => bonus.row === row && bonus.col === col)?.kind : undefined;
    const [of, times] = KINDS[kind ?? ""] ?? ["element", 1];
    if (of === "compound") whole *= times;
    return { symbol, points: pointsOf(symbol, { row, col }) ?? 0, times: of === "element" ? times : 1 };
  });
  const sum = parts.reduce((total, { points, times }) => total + points * times, 0) * whole;
  return sum === score ? { parts, times: whole } : null;
}

/** The sum as text: (1 × 2 + 1) × 3. @param {Sum} sum */
export function written({ parts, times }) {
  const added = parts.map(({ points, times: by }) => (by > 1 ? `${points} × ${by}` : `${points}`)).join(" + ");
  return times > 1 ? `(${added}) × ${times}` : added;
}
