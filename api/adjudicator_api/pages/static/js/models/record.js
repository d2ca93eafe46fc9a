/** The record of a game, as stored in a file. */

/**
 * @typedef {import("./asked.js").Event} Event
 * @typedef {{schema: number, game: string, edition: string, options: Record<string, any>, players: string[], events:
 *   Event[], result: any}} Recorded
 */

/** The content of a file, if it is a record of a game. @param {string} text @returns {Recorded | null} */
export function recordFrom(text) {
  try {
    const read = JSON.parse(text);
    return isRecord(read) ? read : null;
  } catch {
    return null;
  }
}

export const LARGEST = 50_000_000; // bytes, for a file
const OURS = /^\s*\{\s*"(adjudicator|schema)"/; // how each of our files begins

/**
 * Why a text is none of our files: it ends too early, is damaged before its end, or comes from another program.
 * @param {string} text @returns {"cut" | "damaged" | "foreign"}
 */
export function faultOf(text) {
  const read = text.trim();
  if ('{"adjudicator"'.startsWith(read)) return "cut";
  if (!OURS.test(read)) return "foreign";
  return read.endsWith("}") ? "damaged" : "cut";
}

/** @param {any} read */
export const isRecord = (read) =>
  typeof read?.game === "string" && Array.isArray(read.events) && Array.isArray(read.players) && read.events.length > 0;

/**
 * Whether play can continue from a record: the game is not over, and the record says who sits where.
 * @param {Recorded} record
 */
export const goesOn = (record) => !record.result && "table" in record;
