/** Typed or pasted tiles: one per line, as from a spreadsheet, with symbol, count, points and oxidation numbers. */

/**
 * @typedef {{symbol: string, count: number, points: number, oxidation: number[]}} Tile
 * @typedef {{line: number, text: string, code: "symbol" | "few" | "number" | "twice"}} Fault
 */

const SIGN = /^[+-]?\d{1,3}[+-]?$/;

/** @param {string} text a number with its sign before or after it; "" for anything else */
function numberOf(text) {
  if (!SIGN.test(text)) return null;
  const [digits] = text.match(/\d+/) ?? [""];
  return text.includes("-") ? -Number(digits) : Number(digits);
}

/** The words of a line: its cells, and the items of a list in a cell. @param {string} line */
const wordsOf = (line) =>
  line
    .replaceAll(/[−–]/g, "-")
    .replaceAll(/["'’]/g, " ")
    .replaceAll("±", "+-")
    .split(/[\s,;/|]+/)
    .flatMap((word) => (/^\+-\d+$/.test(word) ? [`+${word.slice(2)}`, `-${word.slice(2)}`] : [word]))
    .filter(Boolean);

/**
 * A first line without any number is a header and is skipped.
 * @param {string} text @param {Record<string, [string, string]>} elements name and family, by symbol
 * @returns {{tiles: Tile[], faults: Fault[]}}
 */
export function read(text, elements) {
  const named = new Map(
    Object.entries(elements).flatMap(([symbol, [name]]) => [
      [symbol.toLowerCase(), symbol],
      [name.toLowerCase(), symbol],
    ]),
  );
  /** @type {Tile[]} */
  const tiles = [];
  /** @type {Fault[]} */
  const faults = [];
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((line) => line.trim());
  lines.forEach((line, at) => {
    const [word, ...rest] = wordsOf(line);
    if (word === undefined || (at === first && !/\d/.test(line))) return;
    const fault = (/** @type {Fault["code"]} */ code, /** @type {string} */ what) =>
      faults.push({ line: at + 1, text: what, code });
    const symbol = word in elements ? word : named.get(word.toLowerCase());
    const numbers = rest.map(numberOf);
    const odd = rest.find((_, place) => numbers[place] === null);
    if (!symbol) return fault("symbol", word);
    if (odd !== undefined) return fault("number", odd);
    if (numbers.length < 3) return fault("few", line.trim());
    if (tiles.some((tile) => tile.symbol === symbol)) return fault("twice", symbol);
    const [count, points, ...oxidation] = /** @type {number[]} */ (numbers);
    tiles.push({
      symbol,
      count,
      points,
      oxidation: [...new Set(oxidation)].filter((number) => number !== 0).toSorted((one, other) => one - other),
    });
  });
  return { tiles, faults };
}
