/**
 * All the data of a device in one file: games as records, boxes as TOML, practice in the format of its own file.
 *
 * Wherever such a file can be opened, a file with only one of these works too.
 */

import { isRecord } from "./record.js";
import { FILE as PRACTICE } from "./rounds.js";

/**
 * @typedef {import("./record.js").Recorded} Recorded
 * @typedef {{id: string, at: string, record: Recorded}} Game `id` on the device that wrote it
 * @typedef {{games: Game[], boxes: string[], practice: object | null}} Belongings
 */

export const DEVICE = "device";
const VERSION = 1;

/** @param {Belongings} belongings @param {string} at */
export const fileOf = (belongings, at) => JSON.stringify({ adjudicator: DEVICE, version: VERSION, at, ...belongings });

/**
 * The content of a file, or why it cannot be read: it comes from another program, comes from a newer version, or is
 * damaged.
 * @param {string} text @returns {Belongings | "foreign" | "newer" | "damaged"}
 */
export function belongingsFrom(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    return text.trimStart().startsWith(`{"adjudicator":"${DEVICE}"`) ? "damaged" : "foreign";
  }
  if (isRecord(file)) return { games: [{ id: "", at: "", record: file }], boxes: [], practice: null };
  if (![DEVICE, PRACTICE].includes(file?.adjudicator)) return "foreign";
  if (!Number.isInteger(file.version) || file.version < 1) return "damaged";
  if (file.version > VERSION) return "newer";
  if (file.adjudicator === PRACTICE) return { games: [], boxes: [], practice: file };
  const { games, boxes, practice } = file;
  const whole =
    Array.isArray(games) &&
    games.every(isGame) &&
    Array.isArray(boxes) &&
    boxes.every((box) => typeof box === "string") &&
    typeof practice === "object";
  return whole ? { games, boxes, practice } : "damaged";
}

/** @param {any} game */
const isGame = (game) => typeof game?.id === "string" && typeof game.at === "string" && isRecord(game.record);
