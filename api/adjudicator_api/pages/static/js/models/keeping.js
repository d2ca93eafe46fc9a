/**
 * All the data of a device in one file: games as records, boxes as TOML, practice in the format of its own file,
 * challenges as the log has them, and settings.
 *
 * Wherever such a file can be opened, a file with only one of these works too.
 */

import { isRecord } from "./record.js";
import { FILE as PRACTICE } from "./rounds.js";

/**
 * @typedef {import("./record.js").Recorded} Recorded
 * @typedef {{id: string, at: string, record: Recorded}} Game `id` on the device that wrote it
 * @typedef {{games: Game[], boxes: string[], practice: object | null, challenges: object[], settings: Record<string,
 *   unknown>}} Belongings
 */

export const DEVICE = "device";
const VERSION = 1;

/** @param {Belongings} belongings @param {string} at */
export const fileOf = (belongings, at) => JSON.stringify({ adjudicator: DEVICE, version: VERSION, at, ...belongings });

const OURS = /^\s*\{\s*"(adjudicator|schema)"/; // how each of our files begins
const NONE = { games: [], boxes: [], practice: null, challenges: [], settings: {} };

/**
 * The content of a file, or why it cannot be read: it comes from another program, comes from a newer version, ends
 * too early, or is damaged. Earlier versions wrote neither challenges nor settings.
 * @param {string} text @returns {Belongings | "foreign" | "newer" | "cut" | "damaged"}
 */
export function belongingsFrom(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    return OURS.test(text) ? "cut" : "foreign";
  }
  if (isRecord(file)) return { ...NONE, games: [{ id: "", at: "", record: file }] };
  if (![DEVICE, PRACTICE].includes(file?.adjudicator)) return "foreign";
  if (!Number.isInteger(file.version) || file.version < 1) return "damaged";
  if (file.version > VERSION) return "newer";
  if (file.adjudicator === PRACTICE) return { ...NONE, practice: file };
  const { games, boxes, practice, challenges = [], settings = {} } = file;
  const whole =
    Array.isArray(games) &&
    games.every(isGame) &&
    Array.isArray(boxes) &&
    boxes.every((box) => typeof box === "string") &&
    typeof practice === "object" &&
    Array.isArray(challenges) &&
    challenges.every(isEntry) &&
    isPlain(settings);
  return whole ? { games, boxes, practice, challenges, settings } : "damaged";
}

/** @param {any} value */
const isPlain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** An entry of the log. @param {any} entry */
const isEntry = (entry) =>
  ["id", "at", "title", "ruling", "link"].every((name) => typeof entry?.[name] === "string") &&
  entry.kind === "challenge" &&
  entry.link.startsWith("/challenge/") &&
  isPlain(entry.answer);

/** @param {any} game */
const isGame = (game) => typeof game?.id === "string" && typeof game.at === "string" && isRecord(game.record);
