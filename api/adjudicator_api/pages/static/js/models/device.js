/**
 * What a device can answer without the server: the finite games, from answers that the judge gave in advance.
 *
 * Nothing is computed here. A build is looked up by its cards, a name among those that the judge accepted.
 */

/**
 * @typedef {import("./verdict.js").Verdict} Verdict
 * @typedef {{verdict: Verdict, shown: any, answers: Record<string, any>}} Build
 * @typedef {{shown: any, answers: Record<string, any>}} Names
 * @typedef {Record<string, Build[]>} Known the builds of each game
 */

/** @param {readonly string[]} cards */
const handOf = (cards) => [...cards].sort().join(" ");

/** @param {Known} known @param {string} rules @param {readonly string[]} cards @returns {Build | null} */
export function buildOf(known, rules, cards) {
  return known[rules]?.find(({ verdict }) => handOf(verdict.tiles) === handOf(cards)) ?? null;
}

/** Whether this device knows everything about a game. @param {Known} known @param {string} rules */
export const knows = (known, rules) => rules in known;

/**
 * The verdict on cards, in the order of the question; null if these cards are no build.
 * @param {Known} known
 * @param {string} rules
 * @param {readonly string[]} cards
 * @returns {Verdict | null}
 */
export function judged(known, rules, cards) {
  const build = buildOf(known, rules, cards);
  return build && inOrder(build.verdict, cards);
}

/**
 * The verdict on a composition, in the judge's order.
 * @param {Known} known
 * @param {string} rules
 * @param {string} formula
 * @returns {Verdict | null}
 */
export function judgedFormula(known, rules, formula) {
  return buildOf(known, rules, cardsOf(formula) ?? [])?.verdict ?? null;
}

/** One ruling on several verdicts, as on the server: valid only if all are. @param {readonly Verdict[]} verdicts */
export function together(verdicts) {
  /** @type {string[]} */
  const rulings = verdicts.map(({ ruling }) => ruling);
  const ruling = ["invalid", "unresolved", "valid"].find((word) => rulings.includes(word));
  return { ruling, verdicts: [...verdicts] };
}

/**
 * The judge's answer to a name, if it is among the stored ones.
 * @param {Known} known
 * @param {string} rules
 * @param {readonly string[]} cards
 * @param {string} name
 * @returns {any}
 */
export function named(known, rules, cards, name) {
  const build = buildOf(known, rules, cards);
  const given = build && answerOf(build, name);
  return build && given ? { ...given, is: name, verdict: inOrder(build.verdict, cards) } : null;
}

/** @param {Names} names @param {string} name @returns {any} */
export const answerOf = (names, name) => names.answers[name.trim().replace(/\s+/g, " ").toLowerCase()] ?? null;

/**
 * What the cards are, without revealing whether a name is right.
 * @param {Known} known
 * @param {string} rules
 * @param {readonly string[]} cards
 * @returns {any}
 */
export function shown(known, rules, cards) {
  const build = buildOf(known, rules, cards);
  return build && { ...build.shown, verdict: inOrder(build.verdict, cards) };
}

/**
 * The same verdict for the same cards in another order.
 * @param {Verdict} verdict
 * @param {readonly string[]} cards
 * @returns {Verdict}
 */
function inOrder(verdict, cards) {
  const left = verdict.tiles.map((symbol, place) => ({ symbol, place }));
  const places = cards.map(
    (symbol) =>
      left.splice(
        left.findIndex((one) => one.symbol === symbol),
        1,
      )[0].place,
  );
  const checks = verdict.checks.map((check) => {
    const numbers = check.witness?.numbers;
    return numbers
      ? { ...check, witness: { ...check.witness, numbers: places.map((place) => numbers[place]) } }
      : check;
  });
  return { ...verdict, tiles: [...cards], checks };
}

/**
 * The cards of a simple formula (H2O as H H O); null for any other.
 * @param {string} formula
 * @returns {string[] | null}
 */
export function cardsOf(formula) {
  const [cards, rest] = group(formula);
  return rest === "" && cards.length ? cards : null;
}

/** @param {string} text @returns {[string[], string]} the cards up to a closing bracket, and the rest of the text */
function group(text) {
  /** @type {string[]} */
  const cards = [];
  let rest = text;
  for (;;) {
    /** @type {string[]} */
    let part;
    const symbol = rest.match(/^[A-Z][a-z]?/)?.[0];
    if (symbol) {
      part = [symbol];
      rest = rest.slice(symbol.length);
    } else if (rest.startsWith("(")) {
      const [inner, after] = group(rest.slice(1));
      if (!after.startsWith(")")) return [[], text];
      part = inner;
      rest = after.slice(1);
    } else return [cards, rest];
    const count = rest.match(/^\d{1,2}/)?.[0] ?? "";
    rest = rest.slice(count.length);
    for (let i = 0; i < Number(count || 1); i++) cards.push(...part);
  }
}
