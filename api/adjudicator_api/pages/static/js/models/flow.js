/**
 * The one flow of every question: enter, the opponent confirms, the judge is asked, then a ruling or trouble.
 *
 * Every question sent has a ticket. The answer to an older ticket goes into the log, but never takes
 * the screen.
 */

/**
 * @typedef {"enter" | "confirm" | "asking" | "ruling" | "trouble"} Step
 * @typedef {{kind: string, message: string, problem?: any, after?: number | null}} Failure
 * @typedef {{readonly step: Step, readonly question: any, readonly entry: any, readonly remark: string,
 *   readonly failure: Failure | null, readonly ticket: number, readonly tries: number}} Flow
 * @typedef {{type: "ask", question: any} | {type: "yes"} | {type: "give", question: any} | {type: "again"} | {type:
 *   "change"} | {type: "next"}
 *   | {type: "answered", ticket: number, entry: any, remark?: string} | {type: "failed", ticket: number, failure:
 *   Failure}
 *   | {type: "settled", entry: any} | {type: "return", place: Place}} Act
 * @typedef {{step: "enter" | "confirm" | "ruling", question: any}} Place where the user is, for the browser's history
 */

/** @type {Flow} */
export const START = { step: "enter", question: null, entry: null, remark: "", failure: null, ticket: 0, tries: 0 };

const WAITS = [2, 4, 8, 15, 30]; // seconds until an unreachable server is asked again

/** @param {Flow} flow @param {Act} act @returns {Flow} */
export function advance(flow, act) {
  switch (act.type) {
    case "ask":
      return at(flow, "confirm", act.question);
    case "yes":
      return flow.step === "confirm" ? asking(flow, flow.question, 0) : flow;
    case "give":
      return asking(flow, act.question, 0);
    case "again":
      return flow.step === "trouble" ? asking(flow, flow.question, flow.tries + 1) : flow;
    case "change":
      return at(flow, "enter", flow.question);
    case "next":
      return at(flow, "enter", null);
    case "answered":
      return awaited(flow, act.ticket)
        ? { ...flow, step: "ruling", entry: act.entry, remark: act.remark ?? "", failure: null }
        : flow;
    case "failed":
      return awaited(flow, act.ticket) ? { ...flow, step: "trouble", failure: act.failure } : flow;
    case "settled":
      return flow.step === "ruling" ? { ...flow, entry: act.entry } : flow;
    case "return":
      return act.place.step === "ruling"
        ? asking(flow, act.place.question, 0)
        : at(flow, act.place.step, act.place.question);
  }
}

/** @param {Flow} flow @param {"enter" | "confirm"} step @param {any} question @returns {Flow} */
function at(flow, step, question) {
  return { ...START, step, question, ticket: flow.ticket + 1 };
}

/** @param {Flow} flow @param {any} question @param {number} tries @returns {Flow} */
function asking(flow, question, tries) {
  return { ...START, step: "asking", question, ticket: flow.ticket + 1, tries };
}

/** @param {Flow} flow @param {number} ticket */
const awaited = (flow, ticket) => flow.step === "asking" && flow.ticket === ticket;

/**
 * The place for the browser's history: asking and trouble belong to the ruling they lead to.
 * @param {Flow} flow
 * @returns {Place}
 */
export function placeOf(flow) {
  return { step: flow.step === "enter" || flow.step === "confirm" ? flow.step : "ruling", question: flow.question };
}

/** @param {Place | null} one @param {Place | null} other */
export const samePlace = (one, other) =>
  one?.step === other?.step && JSON.stringify(one?.question ?? null) === JSON.stringify(other?.question ?? null);

/** A place from the history, if it is one of ours. @param {any} kept @returns {Place | null} */
export function placeFrom(kept) {
  return kept && ["enter", "confirm", "ruling"].includes(kept.step)
    ? { step: kept.step, question: kept.question ?? null }
    : null;
}

/**
 * Seconds until the question is sent again automatically; null if people decide.
 * @param {Flow} flow
 * @returns {number | null}
 */
export function retryAfter(flow) {
  if (flow.step !== "trouble" || !flow.failure) return null;
  if (flow.failure.kind === "busy") return Math.max(flow.failure.after ?? 5, 1);
  return flow.failure.kind === "unreachable" ? WAITS[Math.min(flow.tries, WAITS.length - 1)] : null;
}

/**
 * What a key means outside text fields.
 * @param {Step} step @param {string} key @returns {"yes" | "change" | "next" | "type" | null}
 */
export function meaningOf(step, key) {
  if (step === "enter") return key.length === 1 && key !== " " ? "type" : null;
  if (step === "confirm") return key === "Enter" ? "yes" : key === "Escape" ? "change" : null;
  if (key === "Escape") return step === "ruling" ? null : "change";
  return step === "ruling" && key.toLowerCase() === "n" ? "next" : null;
}
