/** Setting up a table: presets, who sits where, and the request to the service. */

/**
 * @typedef {{kind: "me" | "here" | "friend" | "bot", name: string, bot: string | null}} Chair
 * @typedef {{options: Record<string, any>, chairs: Chair[], clock: number | null, hints: boolean, phrases: boolean,
 *   watch: "public" | "players", edition: string | null}} SetUp
 * @typedef {{slug: string, label: string, players: number, options: Record<string, any>, minutes: number | null}}
 *   Preset without minutes it is one of the others
 */

/** @param {string} name */
export const slugOf = (name) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "");

/**
 * The editions of a game by their names, such as "paired" from "ion/paired-1 sha256:…"; the default comes first, as
 * null.
 * @param {{editions: string[]}} schema
 * @returns {{edition: string | null, name: string}[]}
 */
export function editionsOf(schema) {
  return schema.editions.map((label, at) => ({
    edition: at === 0 ? null : label,
    name: label.replace(/^[^/]*\//, "").replace(/(-\d+)?( .*)?$/, ""),
  }));
}

/**
 * The presets that the game has words for, or all presets by their names; the foremost come first, in their order.
 * @param {{presets: {name: string, players: number, options: object}[]}} schema
 * @param {(slug: string) => string | null} words
 * @param {{name: string, minutes: number}[]} [foremost]
 * @returns {Preset[]}
 */
export function presetsOf(schema, words, foremost = []) {
  const place = (/** @type {{name: string}} */ preset) => {
    const at = foremost.findIndex(({ name }) => name === preset.name);
    return at < 0 ? foremost.length : at;
  };
  const ordered = schema.presets.toSorted((one, other) => place(one) - place(other));
  const all = ordered.map(({ name, players, options }) => ({
    minutes: foremost.find((one) => one.name === name)?.minutes ?? null,
    slug: slugOf(name),
    label: words(slugOf(name)) ?? "",
    players,
    options,
    name,
  }));
  const worded = all.filter(({ label }) => label);
  return (worded.length ? worded : all).map(({ name, label, ...preset }) => ({ ...preset, label: label || name }));
}

/**
 * A preset as it is: me, and bots on the other seats.
 * @param {Preset} preset
 * @param {string[]} bots
 * @param {string} me
 * @returns {SetUp}
 */
export function setUpFrom(preset, bots, me) {
  return {
    options: preset.options,
    chairs: seatsFor(preset.players, [{ kind: "me", name: me, bot: null }], bots),
    clock: null,
    hints: true,
    phrases: true,
    watch: "players",
    edition: null,
  };
}

/**
 * Switches to another preset: its options and number of players; the people on the seats stay.
 * @param {Preset} preset
 * @param {SetUp} before
 * @param {string[]} bots
 * @returns {Partial<SetUp>}
 */
export function begunWith(preset, before, bots) {
  return { options: preset.options, chairs: seatsFor(preset.players, before.chairs, bots) };
}

/**
 * The matching preset: among those with the same options the one for this number of players, or the only one.
 * @param {readonly Preset[]} presets
 * @param {SetUp} chosen
 * @param {object} usual the default options
 * @returns {string | null}
 */
export function presetOf(presets, { options, chairs }, usual) {
  const all = (/** @type {object} */ chosen) => JSON.stringify({ ...usual, ...chosen });
  const same = presets.filter((preset) => all(preset.options) === all(options));
  const found = same.find((preset) => preset.players === chairs.length) ?? (same.length === 1 ? same[0] : null);
  return found?.slug ?? null;
}

/**
 * The given number of chairs: the existing ones, then bots of medium strength.
 * @param {number} count
 * @param {Chair[]} chairs
 * @param {string[]} bots
 * @returns {Chair[]}
 */
export function seatsFor(count, chairs, bots) {
  const bot = bots.includes("greedy") ? "greedy" : (bots.at(-1) ?? "greedy");
  const added = Array.from(
    { length: Math.max(0, count - chairs.length) },
    () => /** @type {Chair} */ ({ kind: "bot", name: "", bot }),
  );
  return [...chairs.slice(0, count), ...added];
}

const BOTS = ["Marie", "Dmitri", "Lise", "Antoine", "Dorothy", "Linus", "Ida", "Fritz", "Rosalind"];

export const PEOPLE = /** @type {const} */ (["bots", "friends", "here"]);
const KINDS = /** @type {Record<string, Chair["kind"]>} */ ({ bots: "bot", friends: "friend", here: "here" });

/** The kind of people I play with, if there is only one kind. @param {SetUp} chosen @returns {string | null} */
export function peopleOf({ chairs }) {
  const others = new Set(chairs.slice(1).map((chair) => chair.kind));
  return others.size === 1 ? (PEOPLE.find((people) => others.has(KINDS[people])) ?? null) : null;
}

/**
 * Puts people of one kind on all seats but mine. Among people, hints are off unless chosen.
 * @param {SetUp} chosen
 * @param {string} people
 * @param {string[]} bots
 * @returns {SetUp}
 */
export function withPeople(chosen, people, bots) {
  const kind = KINDS[people] ?? "bot";
  const [bot] = seatsFor(1, [], bots);
  const chairs = chosen.chairs.map((chair, at) =>
    at === 0 ? chair : kind === "bot" ? bot : /** @type {Chair} */ ({ kind, name: "", bot: null }),
  );
  return { ...chosen, chairs, hints: kind === "bot" };
}

/**
 * The names of the bots at these chairs, by place: of people who made chemistry, and of nobody who sits there.
 * @param {readonly Chair[]} chairs
 * @returns {(string | null)[]}
 */
export function botNames(chairs) {
  const people = new Set(chairs.filter(({ kind }) => kind !== "bot").map(({ name }) => name.trim().toLowerCase()));
  const free = BOTS.filter((name) => !people.has(name.toLowerCase()));
  return chairs.map((chair) => (chair.kind === "bot" ? (free.shift() ?? null) : null));
}

/** What the service calls somebody without a name, in the language of whoever reads it. @param {number} at */
export const nameless = (at) => `Player ${at + 1}`;

/**
 * The request that opens the table.
 * @param {string} game
 * @param {SetUp} chosen
 * @param {string} [own] the box in use on this device
 */
export function wanted(game, { options, chairs, clock, hints, phrases, watch, edition: chosen }, own) {
  const bots = botNames(chairs);
  const edition = own ?? chosen;
  const seats = chairs.map((chair, at) =>
    chair.kind === "bot"
      ? { bot: chair.bot, ...(bots[at] ? { name: bots[at] } : {}) }
      : chair.kind === "friend"
        ? {}
        : { name: chair.name.trim() || nameless(at) },
  );
  const here = chairs.filter((chair) => chair.kind === "me" || chair.kind === "here").length;
  return {
    game,
    options,
    seats,
    hints,
    phrases,
    watch,
    clock: clock === null ? null : { seconds: clock },
    ...(here > 1 ? { one_screen: true } : {}),
    ...(edition ? { edition } : {}),
  };
}

/**
 * The address of a server's tables; null if the text is not such an address.
 * @param {string} said
 * @returns {URL | null}
 */
export function serverFrom(said) {
  const text = said.trim();
  try {
    const url = new URL("/play", /^https?:\/\//i.test(text) ? text : `https://${text}`);
    return text && !/\s/.test(text) && !url.username ? url : null;
  } catch {
    return null;
  }
}

/** A code of six characters, however it was typed; null if it is none. @param {string} said */
export function readCode(said) {
  const code = said.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return /^[A-HJKMNP-Z2-9]{6}$/.test(code) ? code : null;
}
