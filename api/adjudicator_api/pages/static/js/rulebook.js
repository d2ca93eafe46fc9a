/** A rule in our words, one tap away, read from its game's page, which the device has stored. */

import { at } from "./address.js";
import { byId, prose } from "./dom.js";
import { openSheet } from "./frame.js";
import { h, patch } from "./patch.js";
import { language, t } from "./words.js";

/** @type {Map<string, Promise<Document>>} */
const read = new Map();

/**
 * A button that opens a rule.
 * @param {string} id
 * @param {string} rulebook the game that the rule belongs to
 * @param {string} [text] its label; players do not know rules by their ids
 */
export function ruleLink(id, rulebook, text = id) {
  return h(
    "button",
    {
      type: "button",
      class: "rule-link",
      "aria-label": text === id ? t("rule.of", { id }) : null,
      click: () => showRule(id, rulebook),
    },
    text,
  );
}

/** The page with a game's rules. @param {string} rulebook @returns {Promise<Document>} */
export function rulesOf(rulebook) {
  const kept = read.get(rulebook);
  if (kept) return kept;
  const asked = fetch(at(`/rules/${rulebook}`))
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
    .then((text) => new DOMParser().parseFromString(text, "text/html"));
  asked.catch(() => read.delete(rulebook));
  read.set(rulebook, asked);
  return asked;
}

/** @param {string} id @param {string} rulebook */
async function showRule(id, rulebook) {
  byId("rule-title").textContent = id;
  const more = [h("p", {}, h("a", { href: `/rules/${rulebook}#${id}` }, t("rule.all")))];
  patch(byId("rule-text"), h("div", { class: "skeleton" }, h("i")), more);
  openSheet("rule-sheet");
  const text = await rulesOf(rulebook)
    .then((page) => page.getElementById(id)?.querySelector("p") ?? null)
    .catch(() => null);
  if (byId("rule-title").textContent !== id) return;
  patch(
    byId("rule-text"),
    h(
      "p",
      { lang: text?.closest("section")?.lang || language() },
      text ? [...text.childNodes].map((node) => piece(node, rulebook)) : prose(t("rule.unread")),
    ),
    more,
  );
}

/**
 * A part of a rule: text, code, emphasis, subscripts, or the id of another rule.
 * @param {Node} node
 * @param {string} rulebook
 * @returns {import("./patch.js").Piece}
 */
function piece(node, rulebook) {
  if (!(node instanceof HTMLElement)) return node.textContent;
  if (node.localName === "a") return ruleLink(node.textContent ?? "", rulebook);
  return h(
    ["code", "em", "strong", "sub"].includes(node.localName) ? node.localName : "span",
    {},
    [...node.childNodes].map((child) => piece(child, rulebook)),
  );
}
