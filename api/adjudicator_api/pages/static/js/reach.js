/** A request to the service: over the network or to the judge on this device. */

import { inPocket } from "./address.js";
import { answerOf } from "./models/reaching.js";
import { isReachable, note, probe } from "./network.js";
import { askPocket, keptPocket } from "./pocket.js";

/** What a device can answer; tables, practice of a class and printing are the server's. */
const ON_DEVICE = /^\/v1\/(judge|challenges|names|valence|structures|substances|reference|rulesets|editions|exercises)\b/;

const SEEN_BEFORE = /^\/v1\/structures\b/; // answered without the server too, by what the service worker keeps

/** As `fetch`, for addresses of the service. @param {string} path @param {RequestInit} [init] @param {number} [patience] with the server, in milliseconds @returns {Promise<Response>} */
export async function reach(path, init = {}, patience) {
  if (inPocket) return askPocket(path, init);
  const kept = ON_DEVICE.test(path) && (await keptPocket()) !== null;
  const server = (/** @type {number} */ within = 0) => fetch(path, within ? { ...init, signal: AbortSignal.timeout(within) } : init);
  const noted = SEEN_BEFORE.test(path) ? () => {} : note;
  return answerOf({ server, device: () => askPocket(path, init), kept, reachable: isReachable(), note: noted, probe }, patience);
}
