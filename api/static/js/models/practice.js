/** Practice: hands are dealt, answers are counted, what was not known comes back soon. */

/**
 * @typedef {{right: number, asked: number, streak: number, best: number}} Score
 * @typedef {{readonly deck: readonly (readonly string[])[], readonly hand: readonly string[], readonly score: Score}} Round
 */

const AGAIN_AFTER = 4; // hands until one that was not known comes back

/** @type {Score} */
const NO_SCORE = { right: 0, asked: 0, streak: 0, best: 0 };

/** @param {any} kept the score of an earlier visit @returns {Round} */
export function roundOf(kept) {
  const whole = kept && Object.keys(NO_SCORE).every((name) => Number.isInteger(kept[name]));
  return { deck: [], hand: [], score: whole ? kept : NO_SCORE };
}

/** @param {Round} round @param {readonly (readonly string[])[]} deck @returns {Round} */
export const withDeck = (round, deck) => ({ ...round, deck });

/** The next hand. All hands come once before any comes twice, but for those that were not known. @param {Round} round @param {readonly (readonly string[])[]} all @param {() => number} chance @returns {Round} */
export function deal(round, all, chance) {
  const [next = [], ...deck] = round.deck.length ? round.deck : shuffled(all, chance);
  return { ...round, deck, hand: shuffled(next, chance) };
}

/** What nobody can decide counts for nothing. @param {Round} round @param {readonly string[]} hand @param {"right" | "wrong" | "unresolved" | "shown"} answer @returns {Round} */
export function count(round, hand, answer) {
  if (answer === "unresolved") return round;
  const right = answer === "right";
  const { score } = round;
  const streak = right ? score.streak + 1 : 0;
  const deck = right ? round.deck : round.deck.toSpliced(Math.min(AGAIN_AFTER, round.deck.length), 0, hand);
  return { ...round, deck, score: { right: score.right + Number(right), asked: score.asked + 1, streak, best: Math.max(score.best, streak) } };
}

/** @param {Round} round @returns {Round} */
export const forget = (round) => ({ ...round, score: NO_SCORE });

/** @template T @param {readonly T[]} items @param {() => number} chance @returns {T[]} */
function shuffled(items, chance) {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(chance() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}
