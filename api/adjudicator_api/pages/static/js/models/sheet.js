/** The score sheet of a board: every move that was ruled on, and each player's points. */

/**
 * @typedef {{id: string, player: string, ruling: "valid" | "invalid" | "unresolved", score: number, what: string}} Turn
 * @typedef {readonly Turn[]} Sheet
 */

/**
 * Writes a move down; the same ruling again, such as after a decision of the table, replaces the old entry.
 * @param {Sheet} sheet
 * @param {Turn} turn
 * @returns {Sheet}
 */
export function written(sheet, turn) {
  const at = sheet.findIndex(({ id }) => id === turn.id);
  return at < 0 ? [...sheet, turn] : sheet.with(at, turn);
}

/** @param {Sheet} sheet @param {string} id @returns {Sheet} the sheet without a move that is being changed */
export const struck = (sheet, id) => sheet.filter((turn) => turn.id !== id);

/**
 * Each player's points, in the order of their first moves.
 * @param {Sheet} sheet
 * @returns {{player: string, total: number, turns: Turn[]}[]}
 */
export function totals(sheet) {
  const players = [...new Set(sheet.map(({ player }) => player))];
  return players.map((player) => {
    const turns = sheet.filter((turn) => turn.player === player);
    return { player, turns, total: turns.reduce((sum, { score }) => sum + score, 0) };
  });
}

/** The sheet in a stored value, if it is one. @param {any} kept @returns {Sheet} */
export function sheetFrom(kept) {
  if (!Array.isArray(kept)) return [];
  return kept.filter(
    (turn) => typeof turn?.id === "string" && typeof turn.player === "string" && Number.isInteger(turn.score),
  );
}
