/** A request to the service: over the network or, in the pocket edition, to the judge in a worker of this page. */

import { home, judgeScript } from "./address.js";

/** @typedef {{id: number, answer?: {status: number, headers: [string, string][], body: Uint8Array<ArrayBuffer>}, failed?: string, step?: string}} Told */

/** Without a body, whatever is sent. @type {number[]} */
const EMPTY = [204, 304];

/** @type {Worker | null} */
let worker = null;
let asked = 0;
/** @type {Map<number, {resolve: (answer: Response) => void, reject: (error: Error) => void}>} */
const waiting = new Map();

export const inPocket = judgeScript !== null;

/** As `fetch`, for addresses of the service. @param {string} path @param {RequestInit} [init] @returns {Promise<Response>} */
export function reach(path, init = {}) {
  return judgeScript === null ? fetch(path, init) : askWorker(path, init);
}

/** Begins to load the judge, so that it is awake when it is asked. */
export function wakeJudge() {
  if (worker || judgeScript === null) return;
  worker = new Worker(judgeScript, { type: "module" });
  worker.addEventListener("message", ({ data }) => hear(data));
  worker.addEventListener("error", (event) => giveUp(event.message || "worker"));
  tell("waking");
}

/** @param {string} path @param {RequestInit} init @returns {Promise<Response>} */
function askWorker(path, { method = "GET", headers = {}, body = null, signal }) {
  wakeJudge();
  const id = ++asked;
  const question = { method, address: path, base: home(), headers: [...new Headers(headers)], body: body === null ? null : new TextEncoder().encode(String(body)) };
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    signal?.addEventListener("abort", () => {
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
