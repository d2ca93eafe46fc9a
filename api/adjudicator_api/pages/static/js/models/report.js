/** A disputed ruling as a link: the question, the answer, and the versions involved. */

import { shortLabel } from "./verdict.js";

/** @typedef {{said: string, because: string, versions: string}} Report */

const LONGEST = 200; // letters of a reason: the link must fit into an e-mail and a QR code

/** @param {import("../journal.js").Entry} entry @param {string} program its version @returns {Report} */
export function reportOf({ answer, sealed, ruling }, program) {
  const verdicts = answer.verdicts ??
    answer.runs?.map((/** @type {any} */ run) => run.verdict) ?? [answer.verdict ?? answer];
  const reason = answer.reason ?? answer.message ?? verdicts.map((/** @type {any} */ one) => one.reason).join(" ");
  const labels = [answer.edition, ...verdicts.flatMap((/** @type {any} */ one) => [one?.edition, one?.authority])]
    .filter(Boolean)
    .map(shortLabel);
  return {
    said: answer.answer ?? ruling,
    because: sealed ? "" : cut(reason ?? ""),
    versions: [...new Set([program, ...labels])].join(", "),
  };
}

/** @param {string} text */
const cut = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

/** @param {string} link to the ruling @param {Report} report */
export function reportLink(link, report) {
  const given = new URLSearchParams(Object.entries(report).filter(([, text]) => text));
  return `${link}${link.includes("?") ? "&" : "?"}${given}`;
}

/** The report in an address. @param {string} search @returns {Report | null} */
export function reportFrom(search) {
  const query = new URLSearchParams(search);
  const said = query.get("said");
  return (said && { said, because: query.get("because") ?? "", versions: query.get("versions") ?? "" }) || null;
}

/**
 * Where to send a report: an e-mail address, or a form whose address has a placeholder for the text.
 * @param {string} to
 * @param {string} subject
 * @param {string} text
 */
export function reportAddress(to, subject, text) {
  if (to.startsWith("https://")) return to.replace("{text}", encodeURIComponent(text));
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
}
