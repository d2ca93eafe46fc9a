/** Practice: things to name are dealt, answers are counted, what was not known comes back soon, and a round has an end. */

/**
 * @typedef {{cards: readonly string[] | null, formula: string | null}} Exercise cards that build something, or a formula
 * @typedef {{right: number, asked: number, streak: number, best: number}} Score
 * @typedef {{exercise: Exercise, said: string, answer: "right" | "wrong" | "shown", name: string}} Done
 * @typedef {{readonly deck: readonly Exercise[], readonly now: Exercise | null, readonly score: Score, readonly most: number | null,
 *   readonly done: readonly Done[]}} Round `most`: after how many it ends
 */

const AGAIN_AFTER = 4; // exercises until one that was not known comes back

/** @type {Score} */
const NO_SCORE = { right: 0, asked: 0, streak: 0, best: 0 };

/** @param {any} kept the score of an earlier visit @param {number | null} [most] @returns {Round} */
export function roundOf(kept, most = null) {
  const whole = kept && Object.keys(NO_SCORE).every((name) => Number.isInteger(kept[name]));
  return { deck: [], now: null, score: whole ? kept : NO_SCORE, most, done: [] };
}

/** The next one. All come once before any comes twice, but for those that were not known. @param {Round} round @param {readonly Exercise[]} all @param {() => number} chance @returns {Round} */
export function deal(round, all, chance) {
  const [next = null, ...deck] = round.deck.length ? round.deck : shuffled(all, chance);
  const now = next && { ...next, cards: next.cards && shuffled(next.cards, chance) };
  return { ...round, deck, now };
}

/** What nobody can decide counts for nothing, and comes back. @param {Round} round @param {{said: string, answer: "right" | "wrong" | "unresolved" | "shown", name: string}} given @returns {Round} */
export function count(round, { said, answer, name }) {
  const exercise = round.now;
  if (!exercise) return round;
  const right = answer === "right";
  const deck = right ? round.deck : round.deck.toSpliced(Math.min(AGAIN_AFTER, round.deck.length), 0, exercise);
  if (answer === "unresolved") return { ...round, deck };
  const { score } = round;
  const streak = right ? score.streak + 1 : 0;
  return {
    ...round,
    deck,
    done: [...round.done, { exercise, said, answer, name }],
    score: { right: score.right + Number(right), asked: score.asked + 1, streak, best: Math.max(score.best, streak) },
  };
}

/** @param {Round} round */
export const isOver = (round) => round.most !== null && round.done.length >= round.most;

/** @param {Round} round */
export const rightOf = (round) => round.done.filter(({ answer }) => answer === "right").length;

/** @param {Round} round @returns {Round} */
export const forget = (round) => ({ ...round, score: NO_SCORE });

/** What a link asks to be practised. @param {URLSearchParams} query @returns {{set: string, most: number | null}} */
export function chosenIn(query) {
  const most = Number(query.get("count"));
  return { set: query.get("set") || "cards", most: Number.isInteger(most) && most > 0 ? Math.min(most, 100) : null };
}

/**
 * The exercises of a set: all builds, those of one kind, ions, acids, or formulas that a teacher listed.
 * @param {string} set @param {{builds: {cards: string[], molecule: string}[], ions: string[], acids: string[]}} known @returns {Exercise[]}
 */
export function exercisesOf(set, { builds, ions, acids }) {
  if (set === "ions" || set === "acids") return (set === "ions" ? ions : acids).map((formula) => ({ cards: null, formula }));
  const kind = builds.filter(({ molecule }) => set === "cards" || molecule === set);
  if (kind.length) return kind.map(({ cards }) => ({ cards, formula: null }));
  const listed = set.split(",").map((formula) => formula.trim()).filter((formula) => /^[A-Za-z0-9()[\]^+\-·.]{1,64}$/.test(formula));
  return listed.slice(0, 100).map((formula) => ({ cards: null, formula }));
}

/** @template T @param {readonly T[]} items @param {() => number} chance @returns {T[]} */
function shuffled(items, chance) {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(chance() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}
