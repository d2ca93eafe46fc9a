/** Readings of one frame of the camera after the other: hands are not steady, and one frame alone may deceive. */

/**
 * @typedef {import("./worker.js").Answer} Answer
 * @typedef {{answer: Answer, at: number, sure: boolean}} Seen what was read, and when, in milliseconds
 */

const HOLD = 1500; // milliseconds that a reading counts

/**
 * The run that most of the last readings agree on, in its likeliest reading; it is sure if one of them was, no other
 * run was sure meanwhile, and it was not seen as often to go on beyond the frame.
 * @param {readonly Seen[]} seen of which the last is the newest
 * @param {number} now
 * @returns {{recent: Seen[], best: Seen}} and the readings that still count
 */
export function agreed(seen, now) {
  const recent = seen.filter(({ at }) => now - at < HOLD);
  /** @type {Map<string, Seen[]>} */
  const byRun = new Map();
  for (const one of recent) byRun.set(runOf(one), [...(byRun.get(runOf(one)) ?? []), one]);
  const weight = (/** @type {Seen[]} */ some) => some.reduce((sum, { answer }) => sum + worth(answer), 0);
  const most = [...byRun.values()].reduce((best, some) => (weight(some) > weight(best) ? some : best));
  const best = most.reduce((one, other) => (worth(other.answer) > worth(one.answer) ? other : one));
  const contested = recent.some((one) => one.sure && runOf(one) !== runOf(best));
  const surely = most.filter(({ sure }) => sure).length;
  const cut = most.filter(({ answer }) => answer.reading.cut).length;
  return { recent, best: { ...best, sure: !contested && surely > cut } };
}

/** @param {Seen} seen */
const runOf = ({ answer }) => answer.reading.tiles.map(({ name }) => name).join(" ");

/** An empty frame says little, however likely it is. @param {Answer} answer */
const worth = ({ reading: { tiles, likely } }) => (tiles.length ? likely : 0);
