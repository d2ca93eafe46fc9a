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

/** @param {any} read */
export const isRecord = (read) =>
  typeof read?.game === "string" && Array.isArray(read.events) && Array.isArray(read.players) && read.events.length > 0;

/**
 * Whether play can continue from a record: the game is not over, and the record says who sits where.
 * @param {Recorded} record
 */
export const goesOn = (record) => !record.result && "table" in record;
