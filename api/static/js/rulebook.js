/** The rule in our words, one tap away: the page carries every rule of its games in templates. */

import { byId, h, put } from "./dom.js";
import { openSheet } from "./frame.js";

/** A button that opens a rule. */
export function ruleLink(id, text = id) {
  if (!document.getElementById(`rule-${id}`)) return h("span", {}, text);
  return h("button", { type: "button", class: "rule-link", "data-rule": id, "aria-label": `Rule ${id}` }, text);
}

function showRule(id) {
  const template = document.getElementById(`rule-${id}`);
  if (!template) return;
  byId("rule-title").textContent = id;
  put(
    byId("rule-text"),
    template.content.cloneNode(true),
    h("p", {}, h("a", { href: `/rules/${template.dataset.game}#${id}` }, "All rules of this game")),
  );
  openSheet("rule-sheet");
}

document.addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-rule]");
  if (pressed) showRule(pressed.dataset.rule);
  const mentioned = event.target.closest("#rule-text a[href^='#']");
  if (mentioned) {
    event.preventDefault();
    showRule(mentioned.getAttribute("href").slice(1));
  }
});
