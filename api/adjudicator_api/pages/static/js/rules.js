/** The rules of a game: contents that collapse on a phone, and a search. */

import "./contents.js";
import { byId } from "./dom.js";
import "./frame.js";
import { matches } from "./models/search.js";
import { t } from "./words.js";

/** Shows the rules that contain all the words, and hides empty sections. */
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
  byId("search-found").textContent = !searching
    ? ""
    : found
      ? t("rules.found", { count: found, n: found })
      : t("rules.nothing");
}

byId("search").addEventListener("input", search);
