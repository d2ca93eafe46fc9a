/** Setting up a table: presets, who sits where, what the service is asked for. */

/**
 * @typedef {{kind: "me" | "here" | "friend" | "bot", name: string, bot: string | null}} Chair
 * @typedef {{preset: string, options: Record<string, any>, chairs: Chair[], clock: number | null, hints: boolean, watch: "public" | "players"}} SetUp
 * @typedef {{slug: string, label: string, players: number, options: Record<string, any>}} Preset
 */

/** @param {string} name */
export const slugOf = (name) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_").replaceAll(/^_|_$/g, "");

/** Those that the game has words for, else all by their names. @param {{presets: {name: string, players: number, options: object}[]}} schema @param {(slug: string) => string | null} words @returns {Preset[]} */
export function presetsOf(schema, words) {
  const all = schema.presets.map(({ name, players, options }) => ({ slug: slugOf(name), label: words(slugOf(name)) ?? "", players, options, name }));
  const worded = all.filter(({ label }) => label);
  return (worded.length ? worded : all).map(({ name, label, ...preset }) => ({ ...preset, label: label || name }));
}

/** @param {Preset} preset @param {{players: number[]}} schema @param {string[]} bots @param {string} me @returns {SetUp} */
export function setUpFrom(preset, schema, bots, me) {
  const few = Math.max(2, Math.min(...schema.players));
  return { preset: preset.slug, options: preset.options, chairs: seatsFor(few, [{ kind: "me", name: me, bot: null }], bots), clock: null, hints: true, watch: "players" };
}

/** Another preset: its options and its number of players; who sits there stays. @param {Preset} preset @param {SetUp} before @param {string[]} bots @returns {Partial<SetUp>} */
export function begunWith(preset, before, bots) {
  return { preset: preset.slug, options: preset.options, chairs: seatsFor(preset.players, before.chairs, bots) };
}

/** So many chairs: those that are there, then bots of middling strength. @param {number} count @param {Chair[]} chairs @param {string[]} bots @returns {Chair[]} */
export function seatsFor(count, chairs, bots) {
  const bot = bots.includes("greedy") ? "greedy" : (bots.at(-1) ?? "greedy");
  const added = Array.from({ length: Math.max(0, count - chairs.length) }, () => /** @type {Chair} */ ({ kind: "bot", name: "", bot }));
  return [...chairs.slice(0, count), ...added];
}

/** What the service is asked for. @param {string} game @param {SetUp} chosen */
export function wanted(game, { options, chairs, clock, hints, watch }) {
  const seats = chairs.map((chair) => (chair.kind === "bot" ? { bot: chair.bot } : chair.kind === "friend" ? {} : { name: chair.name.trim() }));
  return { game, options, seats, hints, watch, clock: clock === null ? null : { seconds: clock } };
}

/** Six characters, however they were typed; null if they are no code. @param {string} said */
export function readCode(said) {
  const code = said.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return /^[A-HJKMNP-Z2-9]{6}$/.test(code) ? code : null;
}
