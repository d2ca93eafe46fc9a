/** The data that the server put into this page: games with their tiles, and the names of all elements. */

import { boxOf } from "./boxes.js";
import { has, learn, t } from "./words.js";

/**
 * @typedef {import("./tile.js").Tile} Tile
 * @typedef {{name: string, title: string, about: string}} RuleSet
 * @typedef {{id: string, title: string, rulebook: string, piece: "tile" | "card", ordered: boolean, example: string,
 *   tiles: Tile[],
 *   box: string, numbers: import("./models/correcting.js").Numbers | null,
 *   words?: Record<string, string>, board?: import("./models/board.js").Printed, blank?: {count: number, points:
 *   number} | null, base: RuleSet[], extras: RuleSet[]}} Game
 */

const source = document.getElementById("page-data");

/** @type {{games: Game[], elements: Record<string, [string, string]>}} */
export const data = source ? JSON.parse(source.textContent ?? "{}") : { games: [], elements: {} };

/** Replaces tiles and board of a game by those of the box in use on this device. @param {Game} game */
export function printedBy(game) {
  Object.assign(game, boxOf(game.id)?.printed[game.id] ?? {});
}
for (const game of data.games) learn(game.words);
if (!("table" in data)) data.games.forEach(printedBy); // a table uses the box of its own game

export const allSymbols = Object.keys(data.elements);

/**
 * A tile of the game, or the bare element if the game has none.
 * @param {Game | undefined} game
 * @param {string} symbol
 * @returns {Tile}
 */
export function tileOf(game, symbol) {
  const printed = game?.tiles.find((tile) => tile.symbol === symbol);
  if (printed) return printed;
  const [name, family] = data.elements[symbol] ?? [symbol, ""];
  return { symbol, name, family, points: null, numbers: null };
}

/** The game that a rule set such as "game:standard" belongs to. @param {string} rules */
export function gameOf(rules) {
  const [id] = rules.split(":");
  return data.games.find((game) => game.id === id) ?? data.games[0];
}

/** @param {string} set */
export const setTitle = (set) => (has(`sets.${set}`) ? t(`sets.${set}`) : set);

/** The title of a rule set of a game. @param {string} variant */
export const variantTitle = (variant) =>
  has(`variants.${variant}`) ? t(`variants.${variant}`) : variant.replaceAll("-", " ");

/** "Title · standard" @param {string} rules */
export function rulesTitle(rules) {
  const [id, variant] = rules.split(":");
  const game = data.games.find((one) => one.id === id);
  return variant ? `${game?.title ?? id} · ${variant.split("+").map(variantTitle).join(" + ")}` : (game?.title ?? id);
}
