/**
 * Whether the service can be reached. Requests decide: `navigator.onLine` can stay true after a reload without a network.
 * Its `false` is believed at once, and its events only say when to try again.
 */

import { inPocket } from "./address.js";

let reachable = inPocket || navigator.onLine;

export const isReachable = () => reachable;

/** What a request found out; tells the page when it changes. @param {boolean} answered */
export function note(answered) {
  if (reachable === answered || inPocket) return;
  reachable = answered;
  document.dispatchEvent(new CustomEvent("network-changed"));
}

/** Asks the service for a sign of life. */
export async function probe() {
  if (inPocket) return;
  try {
    await fetch("/healthz", { cache: "no-store" });
    note(true);
  } catch {
    note(false);
  }
}

addEventListener("offline", () => note(false));
addEventListener("online", probe);
