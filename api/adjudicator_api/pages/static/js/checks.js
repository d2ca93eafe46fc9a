/** The checks of a ruling, each with its mark and its rule. */

import { icon, prose } from "./dom.js";
import { h } from "./patch.js";
import { ruleLink } from "./rulebook.js";
import { t } from "./words.js";

/** @typedef {import("./models/verdict.js").Check} Check */

const OUTCOMES = {
  pass: ["valid", "ruling.passed"],
  fail: ["invalid", "ruling.failed"],
  unresolved: ["unresolved", "ruling.open"],
};

/** @param {Check[]} checks @param {string} rulebook */
export function checkList(checks, rulebook) {
  return h(
    "ul",
    { class: "check-list" },
    checks.map((check) => {
      const [mark, word] = OUTCOMES[check.outcome];
      return h(
        "li",
        { "data-outcome": check.outcome },
        h("span", { class: "mark" }, icon(mark), h("span", { class: "out-of-sight" }, t(word))),
        h("span", {}, prose(check.message), " ", ruleLink(check.rule, rulebook)),
      );
    }),
  );
}
