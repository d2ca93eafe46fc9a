/** A request to the service: over the network or to the judge on this device. */

import { inPocket } from "./address.js";
import { answerOf } from "./models/reaching.js";
import { isReachable, note, probe } from "./network.js";
import { askPocket, keptPocket } from "./pocket.js";

/** What a device can answer; tables, practice of a class and printing need the server. */
const ON_DEVICE =
  /^\/v1\/(judge|challenges|names|valence|structures|substances|reference|rulesets|editions|exercises)\b/;

const SEEN_BEFORE = /^\/v1\/structures\b/; // the service worker also answers this, from its cache

/**
 * Works like `fetch`, for addresses of the service.
 * @param {string} path
 * @param {RequestInit} [init]
 * @param {number} [patience] milliseconds to wait for the server
 * @returns {Promise<Response>}
 */
export async function reach(path, init = {}, patience) {
  if (inPocket) return askPocket(path, init);
  const kept = ON_DEVICE.test(path) && (await keptPocket()) !== null;
  const server = (/** @type {number} */ within = 0) =>
    fetch(path, within ? { ...init, signal: AbortSignal.timeout(within) } : init);
  const noted = SEEN_BEFORE.test(path) ? () => {} : note;
  return answerOf(
    { server, device: () => askPocket(path, init), kept, reachable: isReachable(), note: noted, probe },
    patience,
  );
}
