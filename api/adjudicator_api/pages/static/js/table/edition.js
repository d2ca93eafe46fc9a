/** The pieces as printed in the box that a game is played with. */

import { ask, AskError } from "../requests.js";
import { printedOf } from "../boxes.js";
import { data } from "../data.js";
import { learn } from "../words.js";

const page = /** @type {any} */ (data).table;
learn(page?.edition?.words);
/** @type {Map<string, Promise<void>>} keyed by label: the editions requested */
const asked = new Map();

/** @param {string} label */
async function fetchEdition(label) {
  try {
    const { edition } = await ask(`/v1/rulesets/${page.box}?edition=${label.split(" ").at(-1)}`);
    page.edition = edition;
    learn(edition.words);
    const [game] = data.games;
    if (!game) return;
    const { tiles, board } = printedOf(edition, data.elements);
    game.tiles = tiles;
    if (board) Object.assign(game.board ?? {}, board); // in place, because tables hold a reference to it
  } catch (error) {
    if (!(error instanceof AskError)) throw error; // then the reference is shown: the game's judge is not affected
  }
}

/** Resolves when the pieces of this edition are loaded. @param {string} label @returns {Promise<void>} */
export function editionAtHand(label) {
  let found = asked.get(label);
  if (!found) {
    found = label && label !== page.edition?.label ? fetchEdition(label) : Promise.resolve();
    asked.set(label, found);
  }
  return found;
}

/**
 * Whether it can be drawn now; if not, `draw` is called as soon as it can.
 * @param {string} label
 * @param {() => void} draw
 */
export function isPrinted(label, draw) {
  if (!label || label === page.edition?.label || asked.get(label) === done) return true;
  editionAtHand(label).then(() => {
    asked.set(label, done);
    draw();
  });
  return false;
}

const done = Promise.resolve();
