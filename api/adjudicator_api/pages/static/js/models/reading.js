/** Reads typed text: the tiles or the formula that it could mean, whatever the case of its letters. */

/**
 * @typedef {{tiles: string[], formula: null} | {tiles: null, formula: string}} Meant a run in its order, or a
 *   composition
 * @typedef {{code: "odd_letter" | "odd_sign" | "charge" | "bracket" | "count" | "too_many", part: string, at: number}}
 *   Trouble
 *   what is wrong, the text at fault, and its position
 * @typedef {{readings: Meant[], foreign: string[], trouble: Trouble | null}} Reading
 *   a single reading is taken, several are offered, none comes with a reason; `foreign` are elements that the edition
 *   lacks
 * @typedef {{text: string, at: number, letters: boolean}} Token
 */

const MOST_READINGS = 6;
export const MOST_TILES = 60;
const FORMULA = /[\d()[\]{}.·•]/;
const CHARGE = /[\^+\-−⁺⁻]/;
const ALLOWED = /[A-Za-z\s\d()[\]{}.·•]/;
const CLOSES = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);
const LOWERED = "₀₁₂₃₄₅₆₇₈₉";

/** @type {Reading} */
const NOTHING = { readings: [], foreign: [], trouble: null };

/**
 * @param {string} text
 * @param {readonly string[]} edition the symbols that have a tile
 * @param {readonly string[]} elements the symbols of all elements
 * @returns {Reading}
 */
export function read(text, edition, elements) {
  const typed = text.replace(/[₀-₉]/g, (digit) => String(LOWERED.indexOf(digit))).trimEnd();
  if (!typed.trim()) return NOTHING;
  const odd = [...typed].findIndex((sign) => !ALLOWED.test(sign));
  if (odd >= 0) {
    const part = [...typed][odd];
    return { ...NOTHING, trouble: { code: CHARGE.test(part) ? "charge" : "odd_sign", part, at: odd } };
  }
  const isFormula = FORMULA.test(typed);
  const tokens = tokensOf(typed);
  const wrong = isFormula ? badStructure(tokens) : null;
  if (wrong) return { ...NOTHING, trouble: wrong };
  const readings = readingsOf(tokens, edition, elements);
  if (!readings.length) return { ...NOTHING, trouble: oddLetter(tokens, edition) };
  const fitting = readings.filter((tokensRead) => tileCount(tokensRead) <= MOST_TILES);
  if (!fitting.length) return { ...NOTHING, trouble: { code: "too_many", part: String(MOST_TILES), at: 0 } };
  const foreign =
    fitting.length === 1 ? fitting[0].flat().filter((part) => /^[A-Z]/.test(part) && !edition.includes(part)) : [];
  return {
    readings: fitting.map((found) =>
      isFormula ? { tiles: null, formula: found.flat().join("") } : { tiles: found.flat(), formula: null },
    ),
    foreign: [...new Set(foreign)],
    trouble: null,
  };
}

/**
 * Runs of letters, numbers, and every other sign by itself; spaces only separate letters.
 * @param {string} text
 * @returns {Token[]}
 */
function tokensOf(text) {
  return [...text.matchAll(/[A-Za-z]+|\d+|[^\sA-Za-z\d]/g)].map((found) => ({
    text: found[0],
    at: found.index,
    letters: /[A-Za-z]/.test(found[0]),
  }));
}

/**
 * Every token as symbols, or as the sign it is: as written if the case is right, else in every possible way.
 * @param {Token[]} tokens
 * @param {readonly string[]} edition
 * @param {readonly string[]} elements
 * @returns {string[][][]}
 */
function readingsOf(tokens, edition, elements) {
  const exact = tokens.map((token) => (token.letters ? asWritten(token.text, elements) : [token.text]));
  const written = exact.every((part) => part !== null) ? /** @type {string[][]} */ (exact) : null;
  if (written && symbolsIn(written).every((symbol) => edition.includes(symbol))) return [written];
  const found = combinations(tokens, edition);
  if (written && !found.some((one) => String(one) === String(written))) found.push(written);
  return found.length ? found : combinations(tokens, elements);
}

/** @param {string[][]} parts */
const symbolsIn = (parts) => parts.flat().filter((part) => /^[A-Z]/.test(part));

/** MgNO as Mg N O, if every part is a symbol. @param {string} letters @param {readonly string[]} elements */
function asWritten(letters, elements) {
  const symbols = letters.match(/[A-Z][a-z]?/g) ?? [];
  return symbols.join("") === letters && symbols.every((symbol) => elements.includes(symbol)) ? symbols : null;
}

/** @param {Token[]} tokens @param {readonly string[]} symbols @returns {string[][][]} */
function combinations(tokens, symbols) {
  /** @type {string[][][]} */
  let found = [[]];
  for (const token of tokens) {
    const ways = token.letters ? splits(token.text, symbols) : [[token.text]];
    found = found.flatMap((one) => ways.map((way) => [...one, way])).slice(0, MOST_READINGS);
  }
  return found;
}

/**
 * Every way to read letters as symbols, whatever their case.
 * @param {string} text
 * @param {readonly string[]} symbols
 * @returns {string[][]}
 */
function splits(text, symbols) {
  const letters = text.toLowerCase();
  const bySpelling = new Map(symbols.map((symbol) => [symbol.toLowerCase(), symbol]));
  /** @type {string[][][]} the readings of the text from each letter on */
  const from = [];
  from[letters.length] = [[]];
  for (let start = letters.length - 1; start >= 0; start--) {
    from[start] = [2, 1]
      .filter((length) => start + length <= letters.length)
      .flatMap((length) => {
        const symbol = bySpelling.get(letters.slice(start, start + length));
        return symbol ? from[start + length].map((rest) => [symbol, ...rest]) : [];
      })
      .slice(0, MOST_READINGS);
  }
  return from[0];
}

/**
 * The letter where no reading can continue: x in hhx, q in naq.
 * @param {Token[]} tokens
 * @param {readonly string[]} symbols
 * @returns {Trouble}
 */
function oddLetter(tokens, symbols) {
  const spellings = new Set(symbols.map((symbol) => symbol.toLowerCase()));
  for (const token of tokens.filter(({ letters }) => letters)) {
    const letters = token.text.toLowerCase();
    const reached = new Set([0]);
    for (let at = 0; at < letters.length; at++) {
      if (!reached.has(at)) continue;
      for (const length of [1, 2])
        if (spellings.has(letters.slice(at, at + length)) && at + length <= letters.length) reached.add(at + length);
    }
    const furthest = Math.max(...reached);
    if (furthest < letters.length) return { code: "odd_letter", part: token.text[furthest], at: token.at + furthest };
  }
  const [first] = tokens;
  return { code: "odd_letter", part: first.text, at: first.at };
}

/** Finds unpaired brackets and numbers that count nothing. @param {Token[]} tokens @returns {Trouble | null} */
function badStructure(tokens) {
  /** @type {Token[]} */
  const open = [];
  let before = "start";
  for (const token of tokens) {
    const { text, at } = token;
    if (token.letters) before = "part";
    else if (/\d/.test(text)) {
      const counts = before === "part" || before === "dot";
      if (!counts || /^0/.test(text) || text.length > 2) return { code: "count", part: text, at };
      before = before === "dot" ? "times" : "number";
    } else if (/[.·•]/.test(text)) {
      if (open.length || before === "start" || before === "dot" || before === "times")
        return { code: "odd_sign", part: text, at };
      before = "dot";
    } else if (CLOSES.has(text)) {
      if (open.pop()?.text !== CLOSES.get(text) || before === "start") return { code: "bracket", part: text, at };
      before = "part";
    } else {
      open.push(token);
      before = "start";
    }
  }
  const last = tokens[tokens.length - 1];
  if (open.length) return { code: "bracket", part: open[0].text, at: open[0].at };
  return before === "dot" || before === "times" ? { code: "odd_sign", part: last.text, at: last.at } : null;
}

/** The number of tiles of a reading. @param {string[][]} tokens */
function tileCount(tokens) {
  /** @type {number[]} tiles in each open bracket; a number can still multiply the last piece */
  const sums = [0];
  let last = 0;
  let times = 1;
  let total = 0;
  for (const [part, ...more] of tokens) {
    if (/[A-Z]/.test(part)) {
      last = 1;
      sums[sums.length - 1] += 1 + more.length;
    } else if (/\d/.test(part)) {
      if (last) sums[sums.length - 1] += last * (Number(part) - 1);
      else times = Number(part);
      last = 0;
    } else if (/[.·•]/.test(part)) {
      total += times * sums[0];
      sums[0] = last = 0;
      times = 1;
    } else if (CLOSES.has(part)) {
      last = sums.pop() ?? 0;
      sums[sums.length - 1] += last;
    } else {
      sums.push(0);
      last = 0;
    }
  }
  return total + times * sums[0];
}
