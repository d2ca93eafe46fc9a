/** The rule in our words, one tap away: read from the page of its game, which the device keeps. */

import { byId, prose } from "./dom.js";
import { openSheet } from "./frame.js";
import { h, patch } from "./patch.js";
import { has, t } from "./words.js";

/** @type {Map<string, Promise<Document>>} */
const read = new Map();

/** A button that opens a rule. @param {string} id @param {string} digest the game whose rules it is of */
export function ruleLink(id, digest) {
  return h("button", { type: "button", class: "rule-link", "aria-label": t("rule.of", { id }), click: () => showRule(id, digest) }, id);
}

/** The page with a game's rules. @param {string} digest @returns {Promise<Document>} */
export function rulesOf(digest) {
  const kept = read.get(digest);
  if (kept) return kept;
  const asked = fetch(`/rules/${digest}`)
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
    .then((text) => new DOMParser().parseFromString(text, "text/html"));
  asked.catch(() => read.delete(digest));
  read.set(digest, asked);
  return asked;
}

/** @param {string} id @param {string} digest */
async function showRule(id, digest) {
  byId("rule-title").textContent = id;
  const more = [has("rule.english") && h("p", { class: "small soft" }, t("rule.english")), h("p", {}, h("a", { href: `/rules/${digest}#${id}` }, t("rule.all")))];
  patch(byId("rule-text"), h("div", { class: "skeleton" }, h("i")), more);
  openSheet("rule-sheet");
  const text = await rulesOf(digest)
    .then((page) => page.getElementById(id)?.querySelector("p") ?? null)
    .catch(() => null);
  if (byId("rule-title").textContent !== id) return;
  patch(byId("rule-text"), h("p", { lang: "en" }, text ? [...text.childNodes].map((node) => piece(node, digest)) : prose(t("rule.unread"))), more);
}

/** A piece of a rule: text, code, stress, lowered numbers, or the id of another rule. @param {Node} node @param {string} digest @returns {import("./patch.js").Piece} */
function piece(node, digest) {
  if (!(node instanceof HTMLElement)) return node.textContent;
  if (node.localName === "a") return ruleLink(node.textContent ?? "", digest);
  return h(["code", "em", "strong", "sub"].includes(node.localName) ? node.localName : "span", {}, [...node.childNodes].map((child) => piece(child, digest)));
}
