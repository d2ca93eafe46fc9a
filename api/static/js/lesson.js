/** A verdict as a lesson: the ruling, the numbers that add up or do not, the structure, what is on record. */

import { setTitle, tileOf } from "./data.js";
import { formula, h, icon, prose } from "./dom.js";
import { drawing } from "./drawing.js";
import { ruleLink } from "./rulebook.js";
import { tileElement } from "./tile.js";
import { capital, celsius, listed, signed, spelled, spokenSigned } from "./words.js";

export const WORDS = { valid: "Valid", invalid: "Invalid", unresolved: "Unresolved" };

/** The check that the verdict leads with. */
export function decisive(verdict) {
  const led = verdict.checks.filter((check) => check.message === verdict.reason);
  return led.find((check) => verdict.accepted_by.includes(check.set)) ?? led[0] ?? verdict.checks.at(-1);
}

/** "One Cl short: the sum is +1", where a small change would do; otherwise the reason as it is. */
export function nearestMiss(verdict) {
  const { params = {}, message } = decisive(verdict);
  const [mend] = params.mends ?? [];
  if (!mend || params.total === undefined) return message;
  const steps = mend.changes.map(([kind, number]) =>
    number > 0 ? `${spelled(number)} ${kind} short` : `${spelled(-number)} ${kind} too many`,
  );
  return `${capital(listed(steps))}: the sum is ${signed(params.total)}.`;
}

/** The large word. @param {{ruling: string, word?: string, name?: string | null, below?: Node | string | null}} shown */
export function hero({ ruling, word = WORDS[ruling], name, below }) {
  return h(
    "header",
    { class: "hero", "data-ruling": ruling },
    icon(ruling),
    h("h1", { class: "hero-word", tabindex: "-1" }, word),
    name && h("p", { class: "hero-name" }, name),
    below && h("p", { class: "hero-below" }, below),
  );
}

/** The hero of a verdict on a run. */
export function verdictHero(verdict, sealed) {
  if (sealed) return hero({ ruling: verdict.ruling, below: verdict.tiles.join(" ") });
  if (verdict.ruling === "valid") {
    return hero({ ruling: "valid", name: verdict.name ?? formula(verdict.formula), below: verdict.name && formula(verdict.formula) });
  }
  const name = verdict.ruling === "invalid" ? nearestMiss(verdict) : "The judge cannot decide this one.";
  return hero({ ruling: verdict.ruling, name, below: formula(verdict.formula) });
}

/** Everything below the hero. */
export function lesson(verdict, game) {
  const lead = decisive(verdict);
  return h(
    "div",
    { class: "lesson stack" },
    h("section", { class: "why stack" }, h("h2", {}, "Why"), picture(verdict, game), h("p", {}, reason(verdict, lead))),
    onRecord(verdict),
    structure(verdict),
    everyCheck(verdict),
    h("p", { class: "small soft fine-print" }, [verdict.rules, verdict.edition, verdict.authority].filter(Boolean).join(" · ")),
  );
}

function reason(verdict, lead) {
  const set = lead.set ? `${setTitle(lead.set)}, ` : "";
  return h("span", {}, prose(lead.message), " ", h("span", { class: "rule-of" }, `${set}rule `, ruleLink(lead.rule)));
}

// --- the picture: tiles, their numbers, the sum -----------------------------------------------------------------

/** Tiles with what they count; ions in brackets. */
export function picture(verdict, game) {
  const { units, numbers, sum } = witness(verdict) ?? {};
  const pieces = units
    ? units.map((unit) => piece(verdict, game, unit.tiles, unit.charge, unit.ion))
    : verdict.tiles.map((_, place) => piece(verdict, game, [place], numbers?.[place]));
  const total = sum === undefined ? null : h(
    "div",
    { class: "sum", "data-outcome": sum === 0 ? "pass" : "fail" },
    h("span", { "aria-hidden": "true" }, "="),
    h("b", {}, signed(sum)),
  );
  const said = units
    ? `${listed(units.map((unit) => `${unit.ion} ${spokenSigned(unit.charge)}`))}; the sum is ${spokenSigned(sum)}`
    : numbers
      ? `${listed(verdict.tiles.map((symbol, place) => `${tileOf(game, symbol).name} ${spokenSigned(numbers[place])}`))}; the sum is ${spokenSigned(sum)}`
      : listed(verdict.tiles.map((symbol) => tileOf(game, symbol).name));
  return h("div", { class: "picture", role: "img", "aria-label": said }, h("div", { class: "pieces", "aria-hidden": "true" }, ...pieces, total));
}

function piece(verdict, game, places, charge, ion) {
  const bracketed = places.length > 1;
  const tiles = places.map((place) => tileElement({ ...tileOf(game, verdict.tiles[place]), points: null, numbers: null }));
  return h(
    "div",
    { class: bracketed ? "piece ion" : "piece" },
    h("div", { class: "piece-tiles" }, ...tiles),
    charge !== undefined && h("b", { class: "charge" }, signed(charge)),
    bracketed && h("span", { class: "ion-name" }, ion),
  );
}

/** Numbers or ions to show: those of the leading check, else of whatever accepted the run. */
function witness(verdict) {
  const telling = (check) => check?.witness && (check.witness.numbers || check.witness.units);
  const lead = decisive(verdict);
  if (telling(lead)) return lead.witness;
  const kin = verdict.checks.filter((check) => telling(check) && (verdict.accepted_by.includes(check.set) || check.set === lead.set));
  return kin[0]?.witness ?? null;
}

// --- what chemistry knows -----------------------------------------------------------------------------------------

function onRecord(verdict) {
  const remark = verdict.checks.find((check) => check.code === "not_on_record");
  const { known } = verdict;
  if (!known) return remark ? h("section", { class: "stack" }, h("h2", {}, "On record"), h("p", {}, prose(remark.message))) : null;
  const boils = known.boiling_point_k === null ? null : `${capital(known.kind ?? "boils")} at ${celsius(known.boiling_point_k)}`;
  return h(
    "section",
    { class: "stack known" },
    h("h2", {}, "Known compound"),
    h("p", { class: "known-name" }, capital(known.name)),
    h("p", {}, boils ? h("b", {}, boils) : "No boiling point on record."),
    h(
      "p",
      { class: "small soft" },
      `Source: ${known.source}`,
      known.cid ? " · " : "",
      known.cid && h("a", { href: `https://pubchem.ncbi.nlm.nih.gov/compound/${known.cid}`, rel: "noreferrer external" }, `PubChem ${known.cid}`),
    ),
    remark && h("p", {}, prose(remark.message)),
  );
}

function structure(verdict) {
  const smiles = verdict.known?.smiles ?? verdict.checks.find((check) => check.witness?.smiles)?.witness.smiles;
  if (!smiles) return null;
  return h(
    "section",
    { class: "stack" },
    h("h2", {}, "Structure"),
    drawing(`smiles=${encodeURIComponent(smiles)}`, verdict.name ?? verdict.formula),
  );
}

// --- every check ----------------------------------------------------------------------------------------------------

function everyCheck(verdict) {
  const bySet = new Map();
  for (const check of verdict.checks) {
    const group = check.set ?? "";
    bySet.set(group, [...(bySet.get(group) ?? []), check]);
  }
  return h(
    "details",
    { class: "checks" },
    h("summary", {}, h("span", {}, "Every check"), icon("more")),
    ...[...bySet].map(([set, checks]) => h("section", {}, h("h3", {}, set ? setTitle(set) : "Any run"), checkList(checks))),
  );
}

const OUTCOMES = { pass: "valid", fail: "invalid", unresolved: "unresolved" };
const SPOKEN = { pass: "Passed", fail: "Failed", unresolved: "Open" };

export function checkList(checks) {
  return h(
    "ul",
    { class: "check-list" },
    ...checks.map((check) =>
      h(
        "li",
        { "data-outcome": check.outcome },
        h("span", { class: "mark" }, icon(OUTCOMES[check.outcome]), h("span", { class: "out-of-sight" }, SPOKEN[check.outcome])),
        h("span", {}, prose(check.message), " ", ruleLink(check.rule)),
      ),
    ),
  );
}
