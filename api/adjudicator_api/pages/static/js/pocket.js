/** The judge on this device, in a worker of this page: that of the pocket edition, or the one kept for when the server is away. */

import { here, home, inPocket, judgeScript, pocketUrl } from "./address.js";

/** @typedef {{id: number, answer?: {status: number, headers: [string, string][], body: Uint8Array<ArrayBuffer>}, failed?: string, step?: string}} Told */

const PATIENCE = 120_000; // milliseconds: it may have to wake up first
/** Without a body, whatever is sent. @type {number[]} */
const EMPTY = [204, 304];
const TABLES = /^\/(play|join|look)\b/; // these live on the server

/** @type {Worker | null} */
let worker = null;
let asked = 0;
/** @type {Map<number, {resolve: (answer: Response) => void, reject: (error: Error) => void}>} */
const waiting = new Map();

/** Whether a judge of this device has been asked. */
export const isJudgeHere = () => worker !== null;

/** The pocket edition that this device keeps of this service; null if it keeps none. @returns {Promise<ServiceWorkerRegistration | null>} */
export async function keptPocket() {
  if (inPocket || pocketUrl?.origin !== location.origin || TABLES.test(here())) return null;
  const found = await navigator.serviceWorker?.getRegistration(pocketUrl).catch(() => null); // there is none over plain http
  return found?.active && found.scope === pocketUrl.href ? found : null;
}

/** Begins to load the judge, so that it is awake when it is asked. */
export function wakeJudge() {
  const script = judgeScript ?? (pocketUrl && new URL("worker.mjs", pocketUrl));
  if (worker || script === null) return;
  worker = new Worker(script, { type: "module" });
  worker.addEventListener("message", ({ data }) => hear(data));
  worker.addEventListener("error", (event) => giveUp(event.message || "worker"));
  tell("waking");
}

/** As `fetch`. @param {string} path @param {RequestInit} init @returns {Promise<Response>} */
export function askPocket(path, { method = "GET", headers = {}, body = null }) {
  wakeJudge();
  const id = ++asked;
  const question = { method, address: path, base: home(), headers: [...new Headers(headers)], body: body === null ? null : new TextEncoder().encode(String(body)) };
  const signal = AbortSignal.timeout(PATIENCE);
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    signal.addEventListener("abort", () => {
      waiting.delete(id);
      reject(signal.reason);
    });
    worker?.postMessage({ id, question });
  });
}

/** @param {Told} told */
function hear({ id, answer, failed, step }) {
  if (step) return tell(step);
  const asker = waiting.get(id);
  if (id === undefined) return giveUp(failed ?? "worker");
  waiting.delete(id);
  if (answer) asker?.resolve(new Response(EMPTY.includes(answer.status) ? null : answer.body, { status: answer.status, headers: answer.headers }));
  else asker?.reject(new Error(failed));
}

/** A judge that did not wake: the next question tries again. @param {string} reason */
function giveUp(reason) {
  worker?.terminate();
  worker = null;
  for (const { reject } of waiting.values()) reject(new Error(reason));
  waiting.clear();
  tell("failed");
}

/** @param {string} step waking, python, archives, ready, failed */
function tell(step) {
  document.documentElement.dataset.judge = step;
  document.dispatchEvent(new CustomEvent("judge-waking", { detail: step }));
}
