/** Reading what somebody types: which tiles could be meant. */

const MOST = 6;
const LONGEST = 60;
const FORMULA = /[\d()[\]{}.·•^+\-−₀-₉]/;

/**
 * One reading is taken; several are offered; none has a reason.
 * @typedef {{readings: string[][], formula: string | null, trouble: string | null}} Reading
 */

/** @param {string} text @param {string[]} edition symbols with a tile @param {Record<string, unknown>} elements all symbols @returns {Reading} */
export function read(text, edition, elements) {
  const typed = text.trim();
  if (!typed) return { readings: [], formula: null, trouble: null };
  if (FORMULA.test(typed)) return { readings: [], formula: typed, trouble: null };
  const exact = asWritten(typed, elements);
  if (exact?.every((symbol) => edition.includes(symbol))) return { readings: [exact], formula: null, trouble: null };
  const readings = splits(typed, edition);
  if (exact && !readings.some((reading) => reading.join() === exact.join())) readings.push(exact);
  return { readings, formula: null, trouble: readings.length ? null : trouble(typed, elements) };
}

/** MgNO as Mg N O, if every symbol is one. */
function asWritten(text, elements) {
  const symbols = text.match(/[A-Z][a-z]?/g) ?? [];
  const whole = symbols.join("") === text.replace(/\s+/g, "");
  return whole && symbols.length && symbols.length <= LONGEST && symbols.every((symbol) => symbol in elements) ? symbols : null;
}

/** Every way to read letters as tiles of the edition, whatever their case; spaces keep tiles apart. */
function splits(text, edition) {
  const letters = text.toLowerCase();
  const bySpelling = new Map(edition.map((symbol) => [symbol.toLowerCase(), symbol]));
  /** @type {Map<number, string[][]>} */
  const from = new Map([[letters.length, [[]]]]);
  for (let start = letters.length - 1; start >= 0; start--) {
    if (/\s/.test(letters[start])) {
      from.set(start, from.get(start + 1) ?? []);
      continue;
    }
    const found = [];
    for (const length of [2, 1]) {
      const symbol = bySpelling.get(letters.slice(start, start + length));
      if (symbol && start + length <= letters.length) found.push(...(from.get(start + length) ?? []).map((rest) => [symbol, ...rest]));
    }
    from.set(start, found.slice(0, MOST));
  }
  return from.get(0) ?? [];
}

function trouble(text, elements) {
  const odd = text.match(/[^A-Za-z\s]/)?.[0];
  if (odd) return `“${odd}” is on no tile.`;
  const symbol = (text.match(/[A-Z][a-z]?|[a-z]/g) ?? []).find((part) => !(part in elements)) ?? text;
  return `“${symbol.slice(0, 12)}” is no element of this edition.`;
}
