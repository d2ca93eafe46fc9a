/** Requests to the service, and what can prevent an answer. */

import { reach } from "./reach.js";
import { whileHere } from "./visit.js";
import { language, t } from "./words.js";

const PATIENCE = 15_000; // milliseconds
const { signal } = whileHere();
/** @type {Record<string, string>} complete keys, because a page gets only the words that its script names */
const TROUBLES = {
  unreachable: "trouble.unreachable",
  slow: "trouble.slow",
  busy: "trouble.busy",
  broken: "trouble.broken",
  full: "trouble.full",
};
/** @type {Record<string, string>} keyed by the name of the exception */
const THROWN = { TimeoutError: "slow", QuotaExceededError: "full" };

/**
 * `kind`: unreachable (no network or no server, which a page cannot tell apart), slow, refused (the question is at
 * fault), busy, broken, full (no room on this device).
 */
export class AskError extends Error {
  /**
   * @param {string} kind
   * @param {string} message
   * @param {any} [problem]
   * @param {number | null} [after] seconds to wait
   */
  constructor(kind, message, problem = null, after = null) {
    super(message);
    this.kind = kind;
    this.problem = problem;
    this.after = after;
  }
}

/**
 * Never settles once the page that asked is left: its answer would look for what the next page does not have.
 * @type {typeof fetched}
 */
export async function ask(...question) {
  try {
    return await fetched(...question);
  } finally {
    if (signal.aborted) await new Promise(() => {});
  }
}

/**
 * @param {string} path
 * @param {object | string | null} [body] posted as JSON, or as is if it is a string; without it the request is a GET
 * @param {{method?: string, headers?: Record<string, string>, heard?: (answer: Response) => void, patience?: number}}
 *   [more] `patience`: ms to wait for the server
 * @returns {Promise<any>} null if unchanged (304); a PDF as a blob
 */
async function fetched(path, body, { method = "POST", headers: own = {}, heard, patience = PATIENCE } = {}) {
  const posts = body !== undefined && body !== null; // an empty file as well
  const headers = { "Accept-Language": language(), ...(posts ? { "Content-Type": "application/json" } : {}), ...own };
  let answer;
  try {
    answer = await reach(
      path,
      { headers, ...(posts ? { method, body: typeof body === "string" ? body : JSON.stringify(body) } : {}) },
      patience,
    );
  } catch (error) {
    throw failed((error instanceof DOMException && THROWN[error.name]) || "unreachable");
  }
  heard?.(answer);
  if (answer.status === 304) return null;
  let content;
  try {
    const isPdf = answer.ok && answer.headers.get("Content-Type") === "application/pdf";
    content = await (isPdf ? answer.blob() : answer.json());
  } catch {
    throw failed(answer.status === 502 || answer.status === 504 ? "unreachable" : "broken");
  }
  if (answer.ok) return content;
  if (answer.status === 429 || answer.status === 503)
    throw failed("busy", content, Number(answer.headers.get("Retry-After")) || null);
  if (answer.status >= 500) throw failed("broken", content);
  throw new AskError("refused", faultOfName(content) ?? content.detail ?? t("trouble.unreadable"), content);
}

/**
 * What is wrong with a name, without its place in the request, which only programs know.
 * @param {{errors?: {code: string, message: string}[]}} problem
 */
function faultOfName({ errors = [] }) {
  const message = errors.find(({ code }) => /^(name_|same_names$)/.test(code))?.message;
  return message && `${message[0].toUpperCase()}${message.slice(1)}.`;
}

/** @param {string} kind @param {any} [problem] @param {number | null} [after] */
function failed(kind, problem, after) {
  return new AskError(kind, t(TROUBLES[kind]), problem, after);
}
