/** What is wrong with a run, in one sentence. */

import { decisive, legalElsewhere, nearestMiss } from "./models/verdict.js";
import { capital, language, listed, signed, spelled, t } from "./words.js";

/** @param {import("./models/verdict.js").Verdict} verdict */
export function missText(verdict) {
  const elsewhere = legalElsewhere(verdict);
  if (elsewhere)
    return t(elsewhere.real ? "ruling.real_elsewhere" : "ruling.legal_elsewhere", {
      name: language() === "en" ? capital(elsewhere.name) : (verdict.name ?? verdict.formula),
    });
  const miss = nearestMiss(verdict);
  if (!miss) return decisive(verdict).message;
  const steps = miss.changes.map(([kind, number]) =>
    t(number > 0 ? "ruling.short" : "ruling.too_many", { n: spelled(Math.abs(number)), kind }),
  );
  return t("ruling.miss", { steps: capital(listed(steps)), total: signed(miss.total) });
}
