/** How strong bots are: apart from the lobby, so that the end of a game loads no more than this. */

const LEVELS = ["random", "gentle", "greedy", "strong"];

/**
 * The level above the strongest of these bots; null if there is none, or one of them is of no level.
 * @param {readonly (string | null)[]} bots
 * @returns {string | null}
 */
export function levelAbove(bots) {
  const levels = bots.map((bot) => LEVELS.indexOf(bot ?? ""));
  return !levels.length || levels.includes(-1) ? null : (LEVELS[Math.max(...levels) + 1] ?? null);
}
