/** A round of exercises and this device's memory of each exercise, as pure values; the page shows them. */

/**
 * @typedef {{prompt: string, answer: string, kind: string, formula?: string, name?: string, clues?: string[], tiles?:
 *   string[], rack?: string[],
 *   equation?: {reactants: string[], products: string[]}, board?: import("../playboard.js").Board, points?:
 *   import("../playboard.js").Points, scores?: string}} Question
 * @typedef {{exercise: string, question: Question, choices: string[]}} Asked
 * @typedef {{outcome: "right" | "wrong" | "unresolved", right: boolean, score: number, reason: string, expected:
 *   {answer: string, text: string, because: string, also: string[]}, memory: Memory}} Mark
 * @typedef {{asked: Asked, said: string, mark: Mark, shown: boolean}} Done
 * @typedef {{readonly queue: readonly Asked[], readonly done: readonly Done[], readonly many: number}} Round `many`:
 *   distinct exercises
 * @typedef {{due: string, last?: string | null, state?: number} & Record<string, unknown>} Memory
 * @typedef {Record<string, Memory>} Memories keyed by the text of the exercise
 */

const AGAIN_AFTER = 3; // exercises until a missed one comes back
const MOST_KEPT = 2000;

/** @param {readonly Asked[]} exercises @returns {Round} */
export const roundOf = (exercises) => ({ queue: exercises, done: [], many: exercises.length });

/** @param {Round} round @returns {Asked | null} */
export const now = (round) => round.queue[0] ?? null;

/**
 * The round after an answer: a right one leaves it; a missed or undecided one comes back soon.
 * @param {Round} round
 * @param {Omit<Done, "asked">} given
 * @returns {Round}
 */
export function count(round, given) {
  const [asked, ...rest] = round.queue;
  if (!asked) return round;
  const right = given.mark.right && !given.shown;
  return {
    ...round,
    queue: right ? rest : rest.toSpliced(Math.min(AGAIN_AFTER, rest.length), 0, asked),
    done: [...round.done, { asked, ...given }],
  };
}

/** The first answer to each exercise, which is the one that counts. @param {Round} round @returns {Done[]} */
export function firsts(round) {
  /** @type {Map<string, Done>} */
  const found = new Map();
  for (const one of round.done)
    if (one.mark.outcome !== "unresolved" && !found.has(one.asked.exercise)) found.set(one.asked.exercise, one);
  return [...found.values()];
}

/** @param {Done} done */
export const isRight = ({ mark, shown }) => mark.right && !shown;

/** @param {Round} round */
export const missed = (round) => firsts(round).filter((one) => !isRight(one));

/**
 * The result of a daily puzzle without its answer: the first score in fifths, and the number of attempts.
 * @param {Round} round
 */
export function told(round) {
  const [first] = round.done;
  const full = first && !first.shown ? Math.round(5 * first.mark.score) : 0;
  return `${"■".repeat(full)}${"□".repeat(5 - full)} ${round.done.length}×`;
}

// --- memories -----------------------------------------------------------------------------------------------------

/**
 * The memories in any stored or imported value; anything of another shape is dropped.
 * @param {unknown} kept
 * @returns {Memories}
 */
export function memoriesOf(kept) {
  if (typeof kept !== "object" || kept === null || Array.isArray(kept)) return {};
  const sound = Object.entries(kept).filter(
    ([text, memory]) =>
      text.length <= 600 &&
      /^[a-z]+:./.test(text) &&
      typeof memory === "object" &&
      memory !== null &&
      !Number.isNaN(Date.parse(memory.due)),
  );
  return limited(Object.fromEntries(sound));
}

/** When an exercise was answered last. @param {Memory} memory */
const answeredAt = (memory) => Date.parse(memory.last ?? "") || 0;

/**
 * A total order, so that merging gives the same whichever device merges: the answer given last counts, even if it was
 * wrong and the exercise is due sooner because of it. Equal times are decided by the content.
 * @param {Memory} one
 * @param {Memory} other
 */
function compare(one, other) {
  const byTime = answeredAt(one) - answeredAt(other) || Date.parse(one.due) - Date.parse(other.due);
  if (byTime) return byTime;
  const [mine, theirs] = [one, other].map((memory) => JSON.stringify(Object.entries(memory).sort()));
  return mine < theirs ? -1 : Number(mine > theirs);
}

/** At most so many memories: those answered longest ago are dropped. @param {Memories} memories @returns {Memories} */
function limited(memories) {
  const all = Object.entries(memories);
  if (all.length <= MOST_KEPT) return memories;
  all.sort(([text, one], [other, two]) => compare(two, one) || (text < other ? -1 : 1));
  return Object.fromEntries(all.slice(0, MOST_KEPT));
}

/**
 * The memories with one added; those answered longest ago are dropped above the limit.
 * @param {Memories} memories
 * @param {string} exercise
 * @param {Memory} memory
 */
export const kept = (memories, exercise, memory) => limited({ ...memories, [exercise]: memory });

/**
 * The memories of two devices: of each exercise the one that was answered last. Merging again changes nothing, and it
 * does not matter which device merges.
 * @param {Memories} mine
 * @param {Memories} theirs
 * @returns {Memories}
 */
export function merged(mine, theirs) {
  const both = { ...mine };
  for (const [exercise, memory] of Object.entries(theirs))
    if (!both[exercise] || compare(memory, both[exercise]) > 0) both[exercise] = memory;
  return limited(both);
}

/** The end of a day where the learner is. @param {number} moment */
export const endOfDay = (moment) => new Date(moment).setHours(24, 0, 0, 0);

const KNOWN = 2; // the state of a memory that is only reviewed, no longer learnt

/**
 * Progress in each topic: how many of its exercises were answered, are known, and are due.
 * @param {Memories} memories
 * @param {readonly {topic: string, levels: number[]}[]} topics
 * @param {number} moment until which exercises count as due
 * @returns {{topic: string, all: number, seen: number, known: number, due: number}[]} topics that were practised
 */
export function progress(memories, topics, moment) {
  const all = Object.entries(memories).map(([text, memory]) => ({
    topic: /~([a-z][a-z0-9-]*)[^~]*$/.exec(text)?.[1],
    known: memory.state === KNOWN,
    due: Date.parse(memory.due) < moment,
  }));
  return topics
    .map(({ topic, levels }) => {
      const own = all.filter((one) => one.topic === topic);
      const count = (/** @type {"known" | "due"} */ what) => own.filter((one) => one[what]).length;
      const every = levels.reduce((sum, n) => sum + n, 0);
      return { topic, all: every, seen: own.length, known: count("known"), due: count("due") };
    })
    .filter(({ seen }) => seen > 0);
}

/**
 * The exercises that are due, the longest overdue first.
 * @param {Memories} memories
 * @param {number} moment
 * @returns {string[]}
 */
export function due(memories, moment) {
  const come = Object.entries(memories).filter(([, memory]) => Date.parse(memory.due) <= moment);
  return come.sort(([, one], [, other]) => Date.parse(one.due) - Date.parse(other.due)).map(([text]) => text);
}

export const FILE = "practice"; // how a practice file identifies itself

/** The memories as a file. @param {Memories} memories */
export const exported = (memories) => JSON.stringify({ adjudicator: FILE, version: 1, memories }, null, 1);

/**
 * Merges the memories of a file.
 * @param {Memories} memories
 * @param {string} text
 * @returns {Memories | null} null if the text is no such file
 */
export function imported(memories, text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    return null;
  }
  return file?.adjudicator === FILE ? merged(memories, memoriesOf(file.memories)) : null;
}

// --- the address --------------------------------------------------------------------------------------------------

/**
 * @typedef {{topic: string, level: number, kind: string, count: number, choices: boolean, loose: boolean, list:
 *   string}} Choice
 */

/**
 * What a link asks for; old links list formulas separated by commas.
 * @param {URLSearchParams} query
 * @returns {Choice}
 */
export function choiceIn(query) {
  const number = (/** @type {string} */ name, /** @type {number} */ otherwise, /** @type {number} */ most) => {
    const given = Number(query.get(name));
    return Number.isInteger(given) && given > 0 ? Math.min(given, most) : otherwise;
  };
  const set = query.get("set") ?? "";
  const list = set.includes(":")
    ? set
    : set
        .split(",")
        .map((one) => one.trim())
        .filter(Boolean)
        .join("\n");
  return {
    topic: query.get("topic") ?? "",
    level: number("level", 0, 3),
    kind: query.get("kind") ?? "",
    count: number("count", 10, 40),
    choices: query.get("choices") === "1",
    loose: query.get("loose") !== "0",
    list,
  };
}

/** @param {Choice} choice */
export function addressOf({ topic, level, kind, count, choices, loose, list }) {
  const said = {
    ...(list ? { set: list } : { topic, ...(level ? { level: String(level) } : {}), count: String(count) }),
    ...(kind ? { kind } : {}),
    ...(choices ? { choices: "1" } : {}),
    ...(loose ? {} : { loose: "0" }),
  };
  return `/practice?${new URLSearchParams(said)}`;
}
