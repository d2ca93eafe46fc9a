/** The boxes of this device: those that it uses instead of the reference, and all that were saved or opened on it. */

import { ask } from "./requests.js";
import { h } from "./patch.js";
import { isSealed } from "./seal.js";
import { recall, remember } from "./storage.js";
import { t } from "./words.js";

/**
 * @typedef {import("./tile.js").Tile} Tile
 * @typedef {{tiles: Tile[], board?: import("./models/board.js").Printed, blank?: {count: number, points: number} |
 *   null}} Printed what pages show of an edition
 * @typedef {{digest: string, game: string, name: string, printed: Record<string, Printed>}} Box
 */

const NAME = "boxes";
const SAVED = "saved-boxes";
const DIGEST = /^sha256:([0-9a-f]{12}|[0-9a-f]{64})$/;

/** @returns {Record<string, Box>} */
const kept = () => {
  const found = recall(NAME, /** @type {any} */ ({}));
  return found && typeof found === "object" ? found : {};
};

/** The box in use for a game or for a game that shares its box. @param {string} rules @returns {Box | null} */
export function boxOf(rules) {
  const [id] = rules.split(":");
  const box = Object.values(kept()).find((one) => one?.printed && id in one.printed);
  return box && DIGEST.test(box.digest) ? box : null;
}

/** @param {string} rules @returns {string | undefined} the digest to send with a question */
export const editionFor = (rules) => boxOf(rules)?.digest;

/** All boxes in use. @returns {Box[]} */
export const boxesInUse = () => Object.keys(kept()).flatMap((game) => boxOf(game) ?? []);

/** Makes this device use a box. @param {Box} box */
export function useBox(box) {
  remember(NAME, { ...kept(), [box.game]: box });
  listBox(box);
}

/** @typedef {{digest: string, game: string, name: string}} Saved */

/** Every box that was saved or opened on this device, the latest first. @returns {Saved[]} */
export function savedBoxes() {
  const found = recall(SAVED, /** @type {any} */ ([]));
  const listed = (Array.isArray(found) ? found : []).filter(
    (box) => DIGEST.test(box?.digest) && typeof box.game === "string" && typeof box.name === "string",
  );
  const others = boxesInUse().filter(({ digest }) => !listed.some((box) => box.digest === digest));
  return [...others.map(({ digest, game, name }) => ({ digest, game, name })), ...listed];
}

/** Lists a box that was saved here. @param {Saved} box @param {string} [instead] the digest of the one it replaces */
export function listBox({ digest, game, name }, instead = digest) {
  const others = savedBoxes().filter((box) => box.digest !== instead && box.digest !== digest);
  remember(SAVED, [{ digest, game, name }, ...others]);
}

/** Takes a box off the list; a game that used it goes back to the reference. @param {Saved} box */
export function unlistBox({ digest, game }) {
  if (boxOf(game)?.digest === digest) dropBox(game);
  remember(
    SAVED,
    savedBoxes().filter((box) => box.digest !== digest),
  );
}

/** Goes back to the reference. @param {string} game */
export function dropBox(game) {
  const { [game]: _gone, ...rest } = kept();
  remember(NAME, rest);
}

/**
 * What pages show of an edition.
 * @param {any} edition as a rule set describes it
 * @param {Record<string, [string, string]>} elements
 * @returns {Printed}
 */
export function printedOf(edition, elements) {
  const printed = [...(edition.tiles ?? []), ...(edition.elements ?? [])]
    .filter((one) => one.symbol)
    .toSorted((one, other) => other.count - one.count);
  const tiles = [...printed, ...(edition.optional ?? [])].map((one) => {
    const [name, family] = elements[one.symbol] ?? [one.symbol, ""];
    return {
      symbol: one.symbol,
      name,
      family,
      points: one.points ?? null,
      numbers: one.oxidation ?? one.valence ?? null,
      count: one.count,
    };
  });
  return { tiles, ...(edition.board?.size ? { board: edition.board, blank: edition.blank ?? null } : {}) };
}

/**
 * @param {{digest: string, game: string, name: string}} found
 * @param {readonly string[]} rules the rule sets that use it
 * @param {Record<string, [string, string]>} elements @returns {Promise<Box>}
 */
export async function boxFrom({ digest, game, name }, rules, elements) {
  const described = await Promise.all(rules.map((one) => ask(`/v1/rulesets/${one}?edition=${digest}`)));
  return {
    digest,
    game,
    name,
    printed: Object.fromEntries(described.map(({ edition }, at) => [rules[at], printedOf(edition, elements)])),
  };
}

/**
 * A line that says which box is in use, with links to change it and to return to the reference; empty for the
 * reference.
 * @param {string} rules
 */
export function boxLine(rules) {
  const box = boxOf(rules);
  if (!box) return null;
  const back = () => {
    dropBox(box.game);
    location.reload();
  };
  const name = h("span", {}, t("box.in_use", { name: box.name }));
  if (isSealed()) return [name];
  return [
    name,
    h("a", { key: "box", href: `/box/${box.digest}` }, t("box.change")),
    h("button", { key: "back", type: "button", class: "link", click: back }, t("box.back")),
  ];
}
