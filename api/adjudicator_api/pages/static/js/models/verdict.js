/** What a verdict shows first: its leading check, the nearest miss, and whether the numbers add up. */

/**
 * @typedef {"valid" | "invalid" | "unresolved"} Ruling
 * @typedef {{tiles: number[], ion: string, charge: number}} Unit
 * @typedef {{numbers?: number[], units?: Unit[], sum?: number, smiles?: string}} Witness
 * @typedef {{rule: string, set: string | null, outcome: "pass" | "fail" | "unresolved", code: string, message: string,
 *   params?: Record<string, any>, witness?: Witness | null}} Check
 * @typedef {{name: string, smiles: string | null, cid: number | null, boiling_point_k: number | null, source: string,
 *   kind?: string, remark?: string | null}} Known
 * @typedef {{ruling: Ruling, rules: string, edition: string, tiles: string[], formula: string, name: string | null,
 *   accepted_by: string[],
 *   checks: Check[], known: Known | null, authority: string | null, reason: string}} Verdict
 */

/** The label of an edition for people, with twelve digits of its digest. @param {string} label */
export const shortLabel = (label) => label.replace(/(sha256:[0-9a-f]{12})[0-9a-f]+$/, "$1");

/** The check that the verdict leads with. @param {Verdict} verdict @returns {Check} */
export function decisive(verdict) {
  const led = verdict.checks.filter((check) => check.message === verdict.reason);
  return (
    led.find((check) => check.set !== null && verdict.accepted_by.includes(check.set)) ??
    led[0] ??
    verdict.checks[verdict.checks.length - 1]
  );
}

/**
 * What other rules of the game would accept (C-WORDS).
 * @param {Verdict} verdict
 * @returns {{name: string, real: boolean} | null}
 */
export function legalElsewhere(verdict) {
  const { first } = decisive(verdict).params ?? {};
  return first?.code === "legal_elsewhere" ? { name: first.name, real: first.real } : null;
}

/**
 * The smallest change that would make it legal: "One Cl short: the sum is +1". Only where it adds up: tiles of one
 * element, whose number in this run makes the sum zero.
 * @param {Verdict} verdict
 * @returns {{changes: [string, number][], total: number} | null}
 */
export function nearestMiss(verdict) {
  const { params = {}, witness } = decisive(verdict);
  const mend = params.nearest ?? params.mends?.[0];
  if (!mend || params.total === undefined || mend.changes.length !== 1) return null;
  const [[kind, times]] = mend.changes;
  const number = witness?.numbers?.[verdict.tiles.indexOf(kind)];
  return number !== undefined && params.total + times * number === 0
    ? { changes: mend.changes, total: params.total }
    : null;
}

/**
 * The numbers or ions to show: those of the leading check, or of the check that accepted the run.
 * @param {Verdict} verdict
 * @returns {Witness | null}
 */
export function witness(verdict) {
  const telling = (/** @type {Check} */ check) =>
    Boolean(check?.witness && (check.witness.numbers || check.witness.units));
  const lead = decisive(verdict);
  if (telling(lead)) return lead.witness ?? null;
  const kin = verdict.checks.find(
    (check) =>
      telling(check) && check.set !== null && (verdict.accepted_by.includes(check.set) || check.set === lead.set),
  );
  return kin?.witness ?? null;
}

/** The structure that a check found or that is on record. @param {Verdict} verdict @returns {string | null} */
export function smilesOf(verdict) {
  return verdict.known?.smiles ?? verdict.checks.find((check) => check.witness?.smiles)?.witness?.smiles ?? null;
}

/**
 * The checks of each set, in order; "" holds those that apply to any run.
 * @param {Verdict} verdict
 * @returns {[string, Check[]][]}
 */
export function checksBySet(verdict) {
  /** @type {Map<string, Check[]>} */
  const sets = new Map();
  for (const check of verdict.checks) sets.set(check.set ?? "", [...(sets.get(check.set ?? "") ?? []), check]);
  return [...sets];
}

/**
 * The terms of the sum, equal ones together: +2 once, −1 twice.
 * @param {Witness | null} shown
 * @returns {{number: number, times: number}[]}
 */
export function termsOf(shown) {
  const numbers = shown?.units ? shown.units.map((unit) => unit.charge) : (shown?.numbers ?? []);
  return [...new Set(numbers)].map((number) => ({ number, times: numbers.filter((other) => other === number).length }));
}

/**
 * A set that refused what another accepted, though the run passed at least one of its checks first.
 * @param {Verdict} verdict @returns {{accepted: string, refused: string, check: Check} | null}
 */
export function overruled(verdict) {
  const [accepted] = verdict.accepted_by;
  if (verdict.ruling !== "valid" || accepted === undefined) return null;
  for (const [set, checks] of checksBySet(verdict)) {
    if (!set || verdict.accepted_by.includes(set) || checks[0].outcome !== "pass") continue;
    const failed = checks.find((check) => check.outcome === "fail");
    if (failed) return { accepted, refused: set, check: failed };
  }
  return null;
}
