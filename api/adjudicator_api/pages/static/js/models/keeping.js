/**
 * All the data of a device in one file: games as records, boxes as TOML, practice in the format of its own file,
 * challenges as the log has them, and settings.
 *
 * Wherever such a file can be opened, a file with only one of these works too.
 */

import { faultOf, isRecord } from "./record.js";
import { FILE as PRACTICE } from "./rounds.js";

/**
 * @typedef {import("./record.js").Recorded} Recorded
 * @typedef {{id: string, at: string, record: Recorded}} Game `id` on the device that wrote it
 * @typedef {{games: Game[], boxes: string[], used?: string[], practice: object | null, challenges: object[], settings:
 *   Record<string, unknown>}} Belongings `used`: the digests of the boxes that games use instead of the reference
 */

export const DEVICE = "device";
const VERSION = 1;

/** @param {Belongings} belongings @param {string} at */
export const fileOf = (belongings, at) => JSON.stringify({ adjudicator: DEVICE, version: VERSION, at, ...belongings });

const NONE = { games: [], boxes: [], practice: null, challenges: [], settings: {} };

/**
 * The content of a file, or why it cannot be read: it comes from another program, comes from a newer version, ends
 * too early, or is damaged. Earlier versions wrote neither challenges nor settings, nor which boxes are used.
 * @param {string} text @returns {Belongings | "foreign" | "newer" | "cut" | "damaged"}
 */
export function belongingsFrom(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    return faultOf(text);
  }
  if (isRecord(file)) return { ...NONE, games: [{ id: "", at: "", record: file }] };
  if (![DEVICE, PRACTICE].includes(file?.adjudicator)) return "foreign";
  if (!Number.isInteger(file.version) || file.version < 1) return "damaged";
  if (file.version > VERSION) return "newer";
  if (file.adjudicator === PRACTICE) return { ...NONE, practice: file };
  const { games, boxes, used, practice, challenges = [], settings = {} } = file;
  const whole =
    Array.isArray(games) &&
    games.every(isGame) &&
    areTexts(boxes) &&
    (used === undefined || areTexts(used)) &&
    typeof practice === "object" &&
    Array.isArray(challenges) &&
    challenges.every(isEntry) &&
    isPlain(settings);
  if (!whole) return "damaged";
  return {
    games: games.map(dated),
    boxes,
    ...(used ? { used } : {}),
    practice,
    challenges: challenges.map(dated),
    settings,
  };
}

/**
 * Without a time that is none: what was kept is worth more than when.
 * @template {{at: string}} Kept
 * @param {Kept} kept
 */
const dated = (kept) => (Number.isNaN(Date.parse(kept.at)) ? { ...kept, at: "" } : kept);

/** @param {any} value */
const areTexts = (value) => Array.isArray(value) && value.every((one) => typeof one === "string");

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
