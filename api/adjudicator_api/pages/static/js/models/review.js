/** A finished game as a list of decisions: what was done, what was best, and the views to draw it from. */

/**
 * @typedef {import("./asked.js").View} View
 * @typedef {import("./asked.js").Event} Event
 * @typedef {import("./asked.js").Action} Action
 * @typedef {import("./record.js").Recorded} Recorded
 * @typedef {{version: number, until: number, player: number, played: string, score: number | null, best: string | null,
 *   best_score: number, why: string | null,
 *   lost: number | null, taken_back: boolean, best_action: Action | null, others: {player: number, change: number}[],
 *   error?: number | null, chance_lost?: number | null, chance_error?: number | null,
 *   chances?: number[] | null, luck?: {points: number, error: number, chance: number, chance_error: number} | null,
 *   accurate?: boolean | null, swing?: number, text?: string | null}} Step `lost` is null if unknown
 * @typedef {{version: number, seat: number | null}} Moment
 */

/**
 * Every event caused by a player and worth a sentence; which of them were decisions is known with the analysis.
 * @param {Recorded} record
 * @param {(type: string) => string} say
 * @returns {Step[]}
 */
export function stepsOf(record, say) {
  const worded = record.events.some((event) => event.text); // a file may have no sentences at all
  return record.events.flatMap((event) =>
    event.player === null || event.player === undefined || event.version < 2 || (worded && !event.text)
      ? []
      : [
          {
            version: event.version,
            until: event.version,
            player: event.player,
            played: event.text ?? say(event.type),
            score: null,
            best: null,
            best_score: 0,
            why: null,
            lost: null,
            taken_back: false,
            best_action: null,
            others: [],
          },
        ],
  );
}

/**
 * The steps with those after a version replaced by a part of the analysis; what was analysed before stays so.
 * @param {readonly Step[]} steps
 * @param {readonly Step[]} part
 * @param {number} after
 * @param {number} [listed] the version up to which the part has all decisions
 * @returns {Step[]}
 */
export function withPart(steps, part, after, listed = Infinity) {
  const known = new Map(steps.filter((step) => step.lost !== null).map((step) => [step.version, step]));
  const later = part.map((step) => (step.lost === null ? (known.get(step.version) ?? step) : step));
  const rest = steps.filter((step) => step.version > listed);
  return [...steps.filter((step) => step.version <= after), ...later, ...rest];
}

/**
 * In which order the seats' decisions are analysed: the reader's own first; all together where all are.
 * @param {readonly number[]} mine
 * @param {number} number
 * @returns {(number | null)[]}
 */
export function passesOf(mine, number) {
  if (!mine.length || mine.length >= number) return [null];
  const others = Array.from({ length: number }, (_, seat) => seat).filter((seat) => !mine.includes(seat));
  return [...mine, ...others];
}

/**
 * Names of which several may be equal, numbered from the second on, as in sentences.
 * @param {readonly string[]} names
 * @returns {string[]}
 */
export function toldApart(names) {
  const before = (/** @type {number} */ at) => names.slice(0, at).filter((name) => name === names[at]).length;
  return names.map((name, at) => (before(at) ? `${name} ${before(at) + 1}` : name));
}

/**
 * Whether there was something better: less at once that makes no difference in the end is not missed, nor is a chance
 * within its error.
 * @param {Step} step
 */
export const isMissed = ({ accurate, lost, chance_lost: chance, chance_error: error }) =>
  !accurate && ((chance ?? 0) > (error ?? 0) || (lost ?? 0) > 0);

/** The number of analysed steps. @param {readonly Step[]} steps */
export const searched = (steps) => steps.filter((step) => step.lost !== null).length;

/** The step at or before an event. @param {readonly Step[]} steps @param {number} version */
export function stepAt(steps, version) {
  const found = steps.findLastIndex((step) => step.version <= version);
  return Math.max(found, 0);
}

/**
 * The moments before and after a step, as its player saw them.
 * @param {Step} step
 * @returns {{before: Moment, after: Moment}}
 */
export const momentsOf = (step) => ({
  before: { version: step.version - 1, seat: step.player },
  after: { version: step.until, seat: step.player },
});

/** @param {Moment} moment */
export const momentKey = ({ version, seat }) => `${version} ${seat}`;

/**
 * The moments to request around a step, so that the next ones are loaded in time.
 * @param {readonly Step[]} steps
 * @param {number} at
 * @param {ReadonlyMap<string, unknown>} known
 * @param {number} most
 * @returns {Moment[]}
 */
export function wantedAround(steps, at, known, most) {
  const near = [...steps.slice(at, at + 8), ...steps.slice(Math.max(at - 4, 0), at).reverse()];
  const moments = near.flatMap((step) => Object.values(momentsOf(step)));
  const fresh = new Map(
    moments.filter((moment) => !known.has(momentKey(moment))).map((moment) => [momentKey(moment), moment]),
  );
  return [...fresh.values()].slice(0, most);
}

/**
 * The view of a past moment, in the form that tables are drawn from.
 * @param {Recorded} record
 * @param {string} title
 * @param {any} seen the game's own view
 * @returns {View}
 */
export function viewOf(record, title, seen) {
  const players = seen.seats.map((/** @type {{out: string | null}} */ seat, /** @type {number} */ at) => ({
    seat: at,
    name: record.players[at] ?? "",
    kind: at < record.players.length ? "person" : "neutral",
    bot: null,
    score: seen.scores[at] ?? 0,
    present: true,
    out: seat.out ?? null,
  }));
  const around = {
    id: "",
    status: /** @type {"over"} */ ("over"),
    revision: 0,
    host: false,
    code: null,
    hints: false,
    phrases: false,
    remarks: [],
    watch: "",
    clock: null,
    result: null,
    rematch: null,
    title,
  };
  return { ...seen, ...around, players, asks: [], actions: [] };
}

/**
 * A record without its sentences, which are only for reading and need not be sent.
 * @param {Recorded} record
 * @returns {Recorded}
 */
export const bare = (record) => ({ ...record, events: record.events.map(({ text, ...event }) => event) });

/**
 * The record as it was before a step, for a table at which this seat decides again and the others are bots.
 * @param {Recorded} record
 * @param {Step} step
 * @param {(seat: number) => string} botOf
 */
export const recordBefore = (record, { version, player }, botOf) => ({
  ...record,
  result: null,
  events: bare(record).events.filter((event) => event.version < version),
  table: {
    hints: true,
    seats: record.players.map((name, seat) =>
      seat === player ? { kind: "person", name } : { kind: "bot", name, bot: botOf(seat) },
    ),
  },
});

/**
 * Each player's points after each step: lines over the game.
 * @param {readonly Step[]} steps
 * @param {number} seats
 * @returns {number[][]}
 */
export function scoreLines(steps, seats) {
  const lines = Array.from({ length: seats }, () => [0]);
  for (const step of steps) {
    const changes = new Map(step.others.map(({ player, change }) => [player, change]));
    lines.forEach((line, seat) =>
      line.push((line.at(-1) ?? 0) + (seat === step.player ? (step.score ?? 0) : 0) + (changes.get(seat) ?? 0)),
    );
  }
  return lines;
}

/**
 * Each player's chance of winning at each analysed step: lines from 0 to 1, each point with its position.
 * @param {readonly Step[]} steps
 * @param {number} seats
 * @returns {[number, number][][]}
 */
export function chanceLines(steps, seats) {
  const known = steps.flatMap((step, place) => (step.chances ? [{ place, chances: step.chances }] : []));
  return Array.from({ length: seats }, (_, seat) =>
    known.map(({ place, chances }) => /** @type {[number, number]} */ ([place + 0.5, chances[seat] ?? 0])),
  );
}

/**
 * Shares of one as whole percentages whose sum is theirs: those that lose most by rounding down are rounded up.
 * @param {readonly number[]} shares
 * @returns {number[]}
 */
export function percentages(shares) {
  const exact = shares.map((share) => 100 * share);
  const down = exact.map(Math.floor);
  const missing = Math.round(exact.reduce((sum, one) => sum + one, 0)) - down.reduce((sum, one) => sum + one, 0);
  const order = exact.map((_, at) => at).sort((one, other) => exact[other] - down[other] - (exact[one] - down[one]));
  for (const at of order.slice(0, missing)) down[at] += 1;
  return down;
}

const TURNING = 0.05; // change in the chance of winning; less is no turning point
const MOST_TURNING = 5;

/**
 * The positions of the few steps that moved the game most, in order.
 * @param {readonly Step[]} steps
 * @returns {number[]}
 */
export function turningPoints(steps) {
  const moved = steps.flatMap((step, place) =>
    step.text && (step.swing ?? 0) >= TURNING ? [{ place, swing: step.swing ?? 0 }] : [],
  );
  return moved
    .sort((one, other) => other.swing - one.swing)
    .slice(0, MOST_TURNING)
    .map(({ place }) => place)
    .sort((one, other) => one - other);
}

/**
 * The positions of the decisions of these seats; all if there are none.
 * @param {readonly Step[]} steps
 * @param {readonly number[]} seats
 * @returns {number[]}
 */
export function placesOf(steps, seats) {
  const all = steps.map((_, place) => place);
  const own = all.filter((place) => seats.includes(steps[place].player));
  return own.length ? own : all;
}

/**
 * The position of the dearest mistake of these seats, by winning chance, then by points; null if there is none.
 * @param {readonly Step[]} steps
 * @param {readonly number[]} seats
 * @returns {number | null}
 */
export function largestMiss(steps, seats) {
  const cost = (/** @type {number} */ place) => steps[place].chance_lost ?? 0;
  const lost = (/** @type {number} */ place) => steps[place].lost ?? 0;
  const [worst] = steps
    .map((_, place) => place)
    .filter((place) => seats.includes(steps[place].player) && isMissed(steps[place]))
    .sort((one, other) => cost(other) - cost(one) || lost(other) - lost(one));
  return worst ?? null;
}

/** The entry nearest to a position, among sorted ones. @param {readonly number[]} places @param {number} at */
export const nearest = (places, at) => places.findLast((place) => place <= at) ?? places[0] ?? 0;

/**
 * The share of a player's decisions that were as good as the best; null before the first is analysed.
 * @param {readonly Step[]} steps
 * @param {number} player
 * @returns {number | null}
 */
export function accuracyOf(steps, player) {
  const own = steps.filter((step) => step.player === player && typeof step.accurate === "boolean");
  return own.length ? own.filter((step) => step.accurate).length / own.length : null;
}
