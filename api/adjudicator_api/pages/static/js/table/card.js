/** The rules on one screen: a turn, what scores, how it ends. */

import { h } from "../patch.js";
import { t } from "../words.js";

/** @param {{turn: string, score: string, end: string} | null} card */
export function ruleCard(card) {
  return (
    card &&
    h(
      "dl",
      { key: "card", class: "rule-card" },
      /** @type {const} */ (["turn", "score", "end"]).map((part) =>
        h("div", { key: part }, h("dt", {}, t(`lesson.card_${part}`)), h("dd", {}, card[part])),
      ),
    )
  );
}
