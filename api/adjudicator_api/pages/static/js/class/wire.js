/** A class on the server: as a table is followed, with what this device may do there. */

import { recall, remember } from "../storage.js";
import { Wire } from "../table/wire.js";

export class ClassWire extends Wire {
  /** @override */
  get path() {
    return `/v1/classes/${this.id}`;
  }
}

/** @typedef {{id: string, token: string, nickname?: string}} Kept */

/** What this device has joined or opened, by the code or the id of the class. @param {string} name @returns {Kept | null} */
export const kept = (name) => recall("classes", /** @type {Record<string, Kept>} */ ({}))[name] ?? null;

/** Passing nothing keeps the stored token: a pupil who reloads the page needs it. @param {string} name @param {Kept | null} what */
export function keep(name, what) {
  const all = recall("classes", /** @type {Record<string, Kept>} */ ({}));
  delete all[name];
  const few = Object.fromEntries(Object.entries(all).slice(-19));
  remember("classes", what ? { ...few, [name]: what } : few);
}

/** The class of a teacher's page, and the token: out of the address, which is then without it, or kept from an earlier visit. */
export function taught() {
  const [, , id = ""] = location.pathname.split("/");
  const given = location.hash.slice(1);
  if (given) {
    keep(id, { id, token: given });
    history.replaceState(null, "", location.pathname); // so that it cannot be read off a projector
  }
  return { id, token: given || kept(id)?.token || null };
}

/** A key for a request that may be sent twice. */
export const requestKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
