/** What is shown about a substance that was looked up. */

/**
 * @typedef {{rules: string, game: string, title: string, ruling: string, reason: string}} RulingOn
 * @typedef {{ruling: string, reason: string, rules: string, variants: string[]}} Group rule sets with the same ruling
 *   for the same reason; `rules` is the first
 * @typedef {{game: string, title: string, groups: Group[]}} OfGame
 */

/**
 * Rulings grouped by game and, within a game, by rule sets that rule alike; those where it is legal come first.
 * @param {readonly RulingOn[]} rulings
 * @returns {OfGame[]}
 */
export function byGame(rulings) {
  /** @type {OfGame[]} */
  const games = [];
  for (const { rules, game: id, title, ruling, reason } of rulings) {
    const [, variant = ""] = rules.split(":");
    let game = games.find((one) => one.game === id);
    if (!game) games.push((game = { game: id, title, groups: [] }));
    let group = game.groups.find((one) => one.ruling === ruling && one.reason === reason);
    if (!group) game.groups.push((group = { ruling, reason, rules, variants: [] }));
    group.variants.push(variant);
  }
  const refused = (/** @type {Group} */ group) => Number(group.ruling !== "valid");
  for (const game of games) game.groups.sort((one, other) => refused(one) - refused(other));
  return games.toSorted((one, other) => refused(one.groups[0]) - refused(other.groups[0]));
}

/**
 * Whether the input looks like a word rather than symbols: four small letters in a row, or a letter that no symbol has.
 * @param {string} text
 */
export const isWord = (text) => /[a-zäöüß]{4}/.test(text) || /[äöüß]/i.test(text);
