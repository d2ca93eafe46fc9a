/**
 * The judge on this device, in a worker of this page: in the pocket edition, or stored for when the server cannot be
 * reached.
 */

import { here, home, inPocket, judgeScript, pocketUrl } from "./address.js";

/**
 * @typedef {{id: number, answer?: {status: number, headers: [string, string][], body: Uint8Array<ArrayBuffer>},
 * goesOn?: boolean, event?: string, ended?: boolean, failed?: string, full?: boolean, step?: string}} Told `full`: it
 * could not be stored, so it did not happen
 */

const PATIENCE = 120_000; // milliseconds without a message from the worker, which reports its progress while starting
const SERVICE = "service"; // another part of the service has loaded or is busy
const FORGETS = "forgets"; // nothing can be stored
/** Statuses that never have a body. @type {number[]} */
const EMPTY = [204, 304];
const TABLES = /^\/(play|join|look)\b/; // these pages need the server

/** The header of answers that the judge can extend once it has loaded everything. */
export const EARLY = "Adjudicator-Early";

/** @type {Worker | null} */
let worker = null;
let asked = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let quiet;
/** @type {Map<number, {resolve: (answer: Response) => void, reject: (error: Error) => void}>} */
const waiting = new Map();
/**
 * Answers that continue, such as the stream of a table.
 * @type {Map<number, ReadableStreamDefaultController<Uint8Array>>}
 */
const streams = new Map();

/** How far the judge of this device has loaded: see `tell`. */
export const judgeStep = () => document.documentElement.dataset.judge ?? "";

/** Whether a question waits while the judge loads what it needs. */
export const isWaiting = () => loading;
let loading = false;

/** @param {boolean} yes */
function waitFor(yes) {
  if (loading === yes) return;
  loading = yes;
  tell(judgeStep());
}

/** Whether a judge of this device has been asked. */
export const isJudgeHere = () => worker !== null;

/**
 * The pocket edition of this service that this device has stored, or null.
 * @returns {Promise<ServiceWorkerRegistration | null>}
 */
export async function keptPocket() {
  if (inPocket || pocketUrl?.origin !== location.origin || TABLES.test(here())) return null;
  // service workers need https
  const found = await navigator.serviceWorker?.getRegistration(pocketUrl).catch(() => null);
  return found?.active && found.scope === pocketUrl.href ? found : null;
}

/** Whether a page asks the judge alone, which is ready before the service. @param {string} address */
export const asksJudgeAlone = (address) => /^\/(r|name|lookup|practice)?$/.test(address);

/** Starts to load the judge, so that it is ready when it is asked. */
export function wakeJudge() {
  const script = judgeScript ?? (pocketUrl && new URL("worker.mjs", pocketUrl));
  if (worker || script === null) return;
  worker = new Worker(script, { type: "module" });
  worker.addEventListener("message", ({ data }) => hear(data));
  worker.addEventListener("error", (event) => giveUp(new Error(event.message)));
  if (!asksJudgeAlone(here())) worker.postMessage({ service: true });
  tell("waking");
}

/** Works like `fetch`. @param {string} path @param {RequestInit} init @returns {Promise<Response>} */
export function askPocket(path, { method = "GET", headers = {}, body = null, signal }) {
  wakeJudge();
  const id = ++asked;
  const question = {
    method,
    address: path,
    base: home(),
    headers: [...new Headers(headers)],
    body: body === null ? null : new TextEncoder().encode(String(body)),
  };
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker?.postMessage({ id, question });
    signal?.addEventListener("abort", () => stop(id));
    watch();
  });
}

/** Forgets the questions of a page that is left, so that their answers change nothing on the next one. */
export function dropQuestions() {
  waiting.clear();
  waitFor(false);
  watch();
}

/** Gives up on a worker that stays silent for too long while a request waits. */
function watch() {
  clearTimeout(quiet);
  if (waiting.size) quiet = setTimeout(() => giveUp(new DOMException("", "TimeoutError")), PATIENCE);
}

/** Ends a stream that has no listener left. @param {number} id */
function stop(id) {
  worker?.postMessage({ id, stop: true });
  streams.get(id)?.error(new DOMException("", "AbortError"));
  streams.delete(id);
}

/** @param {Told} told */
function hear({ id, answer, goesOn, event, ended, failed, full, step }) {
  watch();
  if (step === SERVICE) return waitFor(waiting.size > 0);
  if (step === FORGETS) return document.dispatchEvent(new CustomEvent("judge-forgets"));
  if (step) return tell(step);
  if (event) return streams.get(id)?.enqueue(new TextEncoder().encode(event));
  if (ended) {
    streams.get(id)?.close();
    return streams.delete(id);
  }
  const asker = waiting.get(id);
  if (id === undefined) return giveUp(new Error(failed));
  waiting.delete(id);
  if (!waiting.size) waitFor(false);
  if (answer)
    asker?.resolve(
      new Response(EMPTY.includes(answer.status) ? null : goesOn ? goingOn(id, answer.body) : answer.body, {
        status: answer.status,
        headers: answer.headers,
      }),
    );
  else asker?.reject(full ? new DOMException(failed, "QuotaExceededError") : new Error(failed));
}

/** @param {number} id @param {Uint8Array} first */
function goingOn(id, first) {
  const start = (/** @type {ReadableStreamDefaultController<Uint8Array>} */ controller) => {
    controller.enqueue(first);
    streams.set(id, controller);
  };
  return new ReadableStream({ start, cancel: () => stop(id) });
}

/** After a judge failed to start: the next question tries again. @param {Error} reason */
function giveUp(reason) {
  worker?.terminate();
  worker = null;
  for (const { reject } of waiting.values()) reject(reason);
  waiting.clear();
  for (const controller of streams.values()) controller.error(reason);
  streams.clear();
  tell("failed");
}

/** @param {string} step waking; python; judge: it rules, but without the table and RDKit; ready; failed */
function tell(step) {
  document.documentElement.dataset.judge = step;
  document.dispatchEvent(new CustomEvent("judge-waking", { detail: step }));
}
