/** The log of rulings on this device, newest first. */

import { recall, remember } from "./storage.js";

const NAME = "log";
const MOST = 60;

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} at ISO 8601
 * @property {"run" | "challenge" | "name"} kind
 * @property {string} title what was asked, in short
 * @property {string} subtitle
 * @property {"valid" | "invalid" | "unresolved"} ruling
 * @property {boolean} sealed
 * @property {string} link where it can be seen again
 * @property {any} question
 * @property {any} answer
 * @property {"valid" | "invalid"} [table] what the table decided where the judge did not
 * @property {{ruling: "valid" | "invalid" | "unresolved", reason: string}} [plain] by the reference, where the question names a box
 * @property {boolean} [here] whether the device answered, not the server
 * @property {boolean} [early] whether the judge of this device had not loaded everything yet
 * @property {string} [key] with which a challenge can be settled
 */

/** @returns {Entry[]} */
export function entries() {
  const kept = recall(NAME, /** @type {Entry[]} */ ([]));
  return Array.isArray(kept) ? kept.filter((entry) => entry?.id && entry.ruling && entry.link) : [];
}

/** Puts an entry first, in place of an older one of the same id. Old ones go when the device is full. @param {Entry} entry */
export function keep(entry) {
  let kept = [entry, ...entries().filter((other) => other.id !== entry.id)].slice(0, MOST);
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
