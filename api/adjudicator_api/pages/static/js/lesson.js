/** A verdict as a lesson: the ruling, whether the numbers add up, the structure, what is on record. */

import { gameOf, setTitle, tileOf } from "./data.js";
import { formula, icon, prose } from "./dom.js";
import { checkList } from "./checks.js";
import { drawing } from "./drawing.js";
import { missText } from "./miss.js";
import { checksBySet, decisive, overruled, shortLabel, smilesOf, termsOf, witness } from "./models/verdict.js";
import { h } from "./patch.js";
import { ruleLink } from "./rulebook.js";
import { bare, tileView } from "./tile.js";
import { capital, celsius, inWords, listed, rulingWord, signed, spokenSigned, t } from "./words.js";

/**
 * @typedef {import("./models/verdict.js").Verdict} Verdict
 * @typedef {import("./models/verdict.js").Check} Check
 * @typedef {import("./data.js").Game} Game
 * @typedef {import("./patch.js").Child} Child
 */

const [LONG, VERY_LONG] = [40, 100]; // characters of a reason; longer ones are set smaller

/** @param {string} text */
const lengthOf = (text) => (text.length > VERY_LONG ? "very-long" : text.length > LONG ? "long" : null);

const [LONG_WORD, VERY_LONG_WORD] = [17, 22]; // letters of a name that a small phone shows unbroken

/** @param {string} text */
function wordOf(text) {
  const longest = Math.max(...text.split(/[\s-]/).map((word) => word.length));
  return text.length > LONG ? null : longest > VERY_LONG_WORD ? "very-long" : longest > LONG_WORD ? "long" : null;
}

/** The large word of a ruling. @param {{ruling: string, word?: string, name?: Child, below?: Child}} shown */
export function hero({ ruling, word = rulingWord(ruling), name, below }) {
  return h(
    "header",
    { class: "hero", "data-ruling": ruling },
    icon(ruling),
    h("h1", { class: "hero-word", tabindex: "-1" }, word),
    name &&
      h(
        "p",
        {
          class: "hero-name",
          ...(typeof name === "string" ? { "data-length": lengthOf(name), "data-word": wordOf(name) } : {}),
        },
        typeof name === "string" ? prose(name) : name,
      ),
    below && h("p", { class: "hero-below" }, typeof below === "string" ? prose(below) : below),
  );
}

/**
 * The hero of a verdict on a run.
 * @param {Verdict} verdict
 * @param {boolean} sealed
 * @param {"valid" | "invalid" | undefined} table the table's decision
 * @param {string | null} [asked] the formula as somebody wrote it
 */
export function verdictHero(verdict, sealed, table, asked) {
  if (table)
    return hero({
      ruling: table,
      name: t("ruling.hero_table"),
      below: sealed ? verdict.tiles.join(" ") : formula(verdict.formula),
    });
  if (sealed) return hero({ ruling: verdict.ruling, below: verdict.tiles.join(" ") });
  const written = formula(asked ?? verdict.formula);
  if (verdict.ruling === "valid")
    return hero({ ruling: "valid", name: verdict.name ?? written, below: verdict.name && written });
  const name = verdict.ruling === "invalid" ? missText(verdict) : t("ruling.cannot_decide");
  return hero({ ruling: verdict.ruling, name, below: written });
}

/** Everything below the hero. @param {Verdict} verdict */
export function lesson(verdict) {
  const game = gameOf(verdict.rules);
  const lead = decisive(verdict);
  const drawn = structure(verdict);
  const counts = !drawn || witness(verdict) !== null; // a Lewis ruling shows the structure of its witness
  return h(
    "div",
    { class: "lesson stack" },
    h(
      "section",
      { class: "why stack" },
      h("h2", {}, t("ruling.why")),
      counts ? picture(verdict, game) : drawn,
      h("p", {}, reason(lead, game)),
      though(verdict, game),
    ),
    onRecord(verdict),
    counts && drawn && h("section", { class: "stack" }, h("h2", {}, t("ruling.structure")), drawn),
    everyCheck(verdict, game),
    h(
      "p",
      { class: "small soft fine-print" },
      [verdict.rules, shortLabel(verdict.edition), verdict.authority].filter(Boolean).join(" · "),
    ),
  );
}

/** @param {Check} lead @param {Game} game */
function reason(lead, game) {
  const rule = lead.set ? t("ruling.rule_of", { set: setTitle(lead.set) }) : t("ruling.rule");
  return h(
    "span",
    {},
    prose(lead.message),
    " ",
    h("span", { class: "rule-of" }, `${rule} `, ruleLink(lead.rule, game.rulebook)),
  );
}

/** A note where another set would have refused it. @param {Verdict} verdict @param {Game} game */
function though(verdict, game) {
  const other = overruled(verdict);
  if (!other) return null;
  const words = { accepted: t(`as.${other.accepted}`), refused: t(`as.${other.refused}`), why: other.check.message };
  return h(
    "p",
    { class: "note" },
    icon("invalid"),
    h("span", {}, prose(t("ruling.though", words)), " ", ruleLink(other.check.rule, game.rulebook)),
  );
}

const FEW = 12; // tiles to show large

// --- the picture: tiles, their numbers, the sum -----------------------------------------------------------------

/**
 * Tiles with their numbers, ions in brackets, and below them the sum, which stays on one line.
 * @param {Verdict} verdict
 * @param {Game} game
 */
export function picture(verdict, game) {
  const shown = witness(verdict);
  const { units, numbers, sum } = shown ?? {};
  const pieces = units
    ? units.map((unit) => piece(verdict, game, unit.tiles, unit.charge, inWords(unit.ion)))
    : verdict.tiles.map((_, place) => piece(verdict, game, [place], numbers?.[place], ""));
  const counted = units
    ? units.map((unit) => `${inWords(unit.ion)} ${spokenSigned(unit.charge)}`)
    : verdict.tiles.map(
        (symbol, place) => `${tileOf(game, symbol).name}${numbers ? ` ${spokenSigned(numbers[place])}` : ""}`,
      );
  const said =
    sum === undefined ? listed(counted) : t("ruling.the_sum", { parts: listed(counted), total: spokenSigned(sum) });
  return h(
    "div",
    { class: "picture", role: "img", "aria-label": said },
    h("div", { class: verdict.tiles.length > FEW ? "pieces many" : "pieces", "aria-hidden": "true" }, pieces),
    sum !== undefined && sumLine(termsOf(shown), sum),
  );
}

/** +2 + 2 × (−1) = 0 @param {{number: number, times: number}[]} terms @param {number} sum */
function sumLine(terms, sum) {
  const written = terms.map(({ number, times }, i) => {
    const value = i || times > 1 ? `(${signed(number)})` : signed(number);
    return h("span", { class: "term" }, i > 0 && "+ ", times > 1 ? `${times} × ${value}` : value, " ");
  });
  return h(
    "p",
    { class: "sum", "aria-hidden": "true", "data-outcome": sum === 0 ? "pass" : "fail" },
    written,
    h("span", { class: "term" }, "= ", h("b", {}, signed(sum))),
  );
}

/**
 * @param {Verdict} verdict
 * @param {Game} game
 * @param {number[]} places
 * @param {number | undefined} charge
 * @param {string} ion
 */
function piece(verdict, game, places, charge, ion) {
  const bracketed = places.length > 1;
  return h(
    "div",
    { class: bracketed ? "piece ion" : "piece" },
    h(
      "div",
      { class: "piece-tiles" },
      places.map((place) =>
        tileView(bare(tileOf(game, verdict.tiles[place])), {
          size: verdict.tiles.length > FEW ? 28 : 48,
          hidden: true,
        }),
      ),
    ),
    charge !== undefined && h("b", { class: "charge" }, signed(charge)),
    bracketed && h("span", { class: "ion-name" }, prose(ion)),
  );
}

/**
 * One compound of several: its verdict in a line, which opens to its lesson.
 * @param {Verdict} verdict
 * @param {number | null} [worth] what it scores, if it does
 * @param {Child} [how] it comes about
 * @param {boolean} [open]
 */
export function runCard(verdict, worth = null, how = null, open = false) {
  const game = gameOf(verdict.rules);
  const word = rulingWord(verdict.ruling);
  const title = verdict.ruling === "valid" ? (verdict.name ?? verdict.formula) : word;
  return h(
    "details",
    { class: "run-card", "data-ruling": verdict.ruling, open },
    h(
      "summary",
      {},
      h("span", { class: "mark" }, icon(verdict.ruling), h("span", { class: "out-of-sight" }, word)),
      h("span", { class: "run-title" }, capital(title), " ", h("span", { class: "soft" }, formula(verdict.formula))),
      verdict.ruling === "valid" && worth !== null && h("b", { class: "run-score" }, worth),
      icon("more"),
      h(
        "span",
        { class: "run-tiles", "aria-hidden": "true" },
        verdict.tiles.map((symbol) => tileView(tileOf(game, symbol), { size: 28, hidden: true })),
      ),
      verdict.ruling === "valid" && how && h("span", { class: "run-miss" }, how),
      verdict.ruling === "invalid" && h("span", { class: "small run-miss" }, prose(missText(verdict))),
    ),
    lesson(verdict),
  );
}

// --- known facts --------------------------------------------------------------------------------------------------

/** @param {Verdict} verdict */
function onRecord(verdict) {
  const remark = verdict.checks.find((check) => check.rule.endsWith("-RULE-FIRST"));
  const { known } = verdict;
  if (!known)
    return (
      remark && h("section", { class: "stack" }, h("h2", {}, t("ruling.on_record")), h("p", {}, prose(remark.message)))
    );
  return h(
    "section",
    { class: "stack known" },
    h("h2", {}, t("ruling.known")),
    h("p", { class: "known-name" }, capital(known.name)),
    evidence(known),
    remark && h("p", {}, prose(remark.message)),
  );
}

/** "Boils at 78 °C", or nothing. @param {{boiling_point_k: number | null, kind?: string | null}} known */
export const boilingText = (known) =>
  known.boiling_point_k === null
    ? ""
    : t("ruling.at", {
        what: t(known.kind === "sublimes" ? "ruling.sublimes" : "ruling.boils"),
        degrees: celsius(known.boiling_point_k),
      });

/** The boiling point of a compound on record, and who says so. @param {import("./models/verdict.js").Known} known */
export function evidence(known) {
  const boils = boilingText(known);
  return [
    h("p", { key: "boils" }, boils ? h("b", {}, boils) : t("ruling.no_boiling_point")),
    known.remark && h("p", { key: "remark" }, `${capital(known.remark)}.`),
    h(
      "p",
      { key: "source", class: "small soft" },
      t("ruling.source", { source: known.source }),
      known.cid && [
        " · ",
        h(
          "a",
          { href: `https://pubchem.ncbi.nlm.nih.gov/compound/${known.cid}`, rel: "noreferrer external" },
          `PubChem ${known.cid}`,
        ),
      ],
    ),
  ];
}

/** The structure, if one is known or was derived; of a solid without molecules why none is. @param {Verdict} verdict */
export function structure(verdict) {
  const smiles = smilesOf(verdict);
  if (smiles === null) return null;
  const query = smiles ? `smiles=${encodeURIComponent(smiles)}` : `formula=${encodeURIComponent(verdict.formula)}`;
  return drawing(query, verdict.name ?? verdict.formula);
}

// --- every check ----------------------------------------------------------------------------------------------------

/** @param {Verdict} verdict @param {Game} game */
function everyCheck(verdict, game) {
  return h(
    "details",
    { class: "checks" },
    h("summary", {}, h("span", {}, t("ruling.every_check")), icon("more")),
    checksBySet(verdict).map(([set, checks]) =>
      h("section", {}, h("h3", {}, set ? setTitle(set) : t("ruling.any_run")), checkList(checks, game.rulebook)),
    ),
  );
}
