/** A class on the server, followed like a table, and what this device may do in it. */

import { recall, remember } from "../storage.js";
import { Wire } from "../table/wire.js";

export class ClassWire extends Wire {
  /** @override */
  get path() {
    return `/v1/classes/${this.id}`;
  }
}

/** @typedef {{question: number, answer: string, key: string, tried?: boolean}} Unsent an answer without a reply */
/** @typedef {{id: string, token: string, nickname?: string, unsent?: Unsent | null}} Kept */

/**
 * The class that this device has joined or opened under a code or an id.
 * @param {string} name
 * @returns {Kept | null}
 */
export const kept = (name) => recall("classes", /** @type {Record<string, Kept>} */ ({}))[name] ?? null;

/**
 * Stores a class with its token, which a pupil who reloads the page needs; null forgets it.
 * @param {string} name
 * @param {Kept | null} what
 */
export function keep(name, what) {
  const all = recall("classes", /** @type {Record<string, Kept>} */ ({}));
  delete all[name];
  const few = Object.fromEntries(Object.entries(all).slice(-19));
  remember("classes", what ? { ...few, [name]: what } : few);
}

/**
 * The id and the token of a teacher's class. A token in the address is stored and removed from it; without one, the
 * stored token is used.
 */
export function taught() {
  const [, , id = ""] = location.pathname.split("/");
  const given = location.hash.slice(1);
  if (given) {
    keep(id, { id, token: given });
    history.replaceState(null, "", location.pathname); // so that nobody reads it off a projector
  }
  return { id, token: given || kept(id)?.token || null };
}

/** A key for a request that may be sent twice. */
export const requestKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
