/** Recent events a few lines at a time: the log in pieces that fit the news strip, and which piece is shown. */

/**
 * @typedef {import("./asked.js").Event} Event
 * @typedef {{from: number, to: number, player: number | null, events: Event[]}} Piece
 */

const LETTERS = 84; // letters that fit two lines of a phone
const BEHIND = 4; // pieces shown one after the other; if there are more, the earlier ones are a step back

/**
 * Consecutive events of one player, as many as fit; self-evident ones are left out.
 * @param {Event[]} log
 * @returns {Piece[]}
 */
export function piecesOf(log) {
  /** @type {Piece[]} */
  const pieces = [];
  let letters = 0;
  for (const event of log) {
    if (!event.text) continue;
    const last = pieces.at(-1);
    letters += event.text.length;
    if (last && last.player === event.player && letters <= LETTERS) {
      last.events.push(event);
      last.to = event.version;
    } else {
      pieces.push({ from: event.version, to: event.version, player: event.player, events: [event] });
      letters = event.text.length;
    }
  }
  return pieces;
}

/** The piece that contains an event, or the last one before it. @param {Piece[]} pieces @param {number} version */
export function placeOf(pieces, version) {
  const after = pieces.findIndex((piece) => piece.from > version);
  return after < 0 ? pieces.length - 1 : Math.max(0, after - 1);
}

/**
 * Where to continue when more has happened than was shown: at the first new piece, unless that is too far back.
 * @param {Piece[]} pieces
 * @param {number} seen the last version shown
 */
export function nextOf(pieces, seen) {
  const first = pieces.findIndex((piece) => piece.to > seen);
  return first < 0 ? pieces.length - 1 : Math.max(first, pieces.length - BEHIND);
}

/**
 * What a newcomer counts as having seen: everything up to their own last action.
 * @param {Event[]} log
 * @param {number | null} me
 */
export const seenBy = (log, me) =>
  me === null ? (log.at(-1)?.version ?? 0) : (log.findLast((event) => event.player === me)?.version ?? 0);
