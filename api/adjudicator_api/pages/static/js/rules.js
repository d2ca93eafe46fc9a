/** The rules of a game: the contents are folded on a phone, and the rules can be searched. */

import "./contents.js";
import { byId } from "./dom.js";
import "./frame.js";
import { matches } from "./models/search.js";
import { t } from "./words.js";

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
