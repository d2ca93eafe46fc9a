/** The log of rulings on this device, newest first. */

import { recall, remember } from "./storage.js";

const NAME = "log";
const MOST = 60; // of each kind: rulings must not push out challenges, which go into the file of a device

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} at ISO 8601
 * @property {"run" | "challenge" | "name"} kind
 * @property {string} title the question, in short
 * @property {string} subtitle
 * @property {"valid" | "invalid" | "unresolved"} ruling
 * @property {boolean} sealed
 * @property {string} link where to see it again
 * @property {any} question
 * @property {any} answer
 * @property {"valid" | "invalid"} [table] the table's decision where the judge had none
 * @property {{ruling: "valid" | "invalid" | "unresolved", reason: string}} [plain] the reference's ruling, where the
 *   question names a box
 * @property {boolean} [here] whether this device answered instead of the server
 * @property {boolean} [early] whether the judge of this device had not loaded everything yet
 * @property {string} [key] the key to settle a challenge
 */

/** @returns {Entry[]} */
export function entries() {
  const kept = recall(NAME, /** @type {Entry[]} */ ([]));
  return Array.isArray(kept) ? kept.filter((entry) => entry?.id && entry.ruling && entry.link) : [];
}

/**
 * Puts an entry first and removes an older one with the same id. When the storage is full, the oldest entries go.
 * @param {Entry} entry
 */
export function keep(entry) {
  const left = { run: MOST, name: MOST, challenge: MOST };
  let kept = [entry, ...entries().filter((other) => other.id !== entry.id)].filter(({ kind }) => left[kind]-- > 0);
  while (!remember(NAME, kept) && kept.length > 1) kept = kept.slice(0, Math.ceil(kept.length / 2));
  document.dispatchEvent(new CustomEvent("log-changed"));
}

/** @param {string} id */
export function find(id) {
  return entries().find((entry) => entry.id === id) ?? null;
}

export function forget() {
  remember(NAME, []);
  document.dispatchEvent(new CustomEvent("log-changed"));
}
