/**
 * Whether the service can be reached. Requests decide: `navigator.onLine` can stay true after a reload without a
 * network.
 * Its `false` is trusted at once, and its events only say when to try again.
 */

import { inPocket } from "./address.js";
import { whileHere } from "./visit.js";

let reachable = inPocket || navigator.onLine;

export const isReachable = () => reachable;

/** Records the outcome of a request and tells the page about changes. @param {boolean} answered */
export function note(answered) {
  if (reachable === answered || inPocket) return;
  reachable = answered;
  document.dispatchEvent(new CustomEvent("network-changed"));
}

/** Pings the service. */
export async function probe() {
  if (inPocket) return;
  try {
    await fetch("/healthz", { cache: "no-store" });
    note(true);
  } catch {
    note(false);
  }
}

const during = whileHere();
addEventListener("offline", () => note(false), during);
addEventListener("online", probe, during);
