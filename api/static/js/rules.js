/** The rules of a game: the contents are folded on a phone, and the rules can be searched. */

import { byId } from "./dom.js";
import "./frame.js";
import { matches } from "./models/search.js";
import { t } from "./words.js";

const contents = /** @type {HTMLDetailsElement} */ (document.querySelector(".contents details"));
const wide = matchMedia("(min-width: 900px)");

function fold() {
  contents.open = wide.matches;
}

wide.addEventListener("change", fold);
fold();
contents.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest("a") && !wide.matches) contents.open = false;
});

/** Rules that have all the words stay; sections without any go. */
function search() {
  const { value } = byId("search");
  const searching = value.trim() !== "";
  let found = 0;
  for (const section of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".rules-text > section"))) {
    const rules = /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll(".rule-list > li"));
    let shown = 0;
    for (const rule of rules) {
      rule.hidden = searching && !matches(rule.textContent ?? "", value);
      shown += Number(!rule.hidden);
    }
    section.hidden = searching && shown === 0;
    found += shown;
  }
  byId("search-found").textContent = !searching ? "" : found ? t("rules.found", { count: found, n: found }) : t("rules.nothing");
}

byId("search").addEventListener("input", search);
