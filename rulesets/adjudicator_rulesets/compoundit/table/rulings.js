/**
 * What the judge says about a move while it is laid. A challenge and its ruling are in `challenges.js`, what a tap
 * opens in `opened.js`: both come when they are wanted.
 */

import { formula, icon, prose } from "#js/dom.js";
import { missText } from "#js/miss.js";
import { h, patch } from "#js/patch.js";
import { ruleLink } from "#js/rulebook.js";
import { inSheet } from "#js/table/sheets.js";
import { capital, points, rulingWord, t } from "#js/words.js";

/**
 * @typedef {import("#js/patch.js").Child} Child
 * @typedef {import("#js/models/verdict.js").Verdict} Verdict
 * @typedef {import("#js/models/verdict.js").Check} Check
 * @typedef {import("#js/table/page.js").Context} Context
 * @typedef {import("./models.js").Run & {score: number, verdict?: Verdict}} Judged
 * @typedef {(parts: typeof import("./opened.js")) => Child} Opened
 */

export const RULES = "compoundit";

// --- while laying -----------------------------------------------------------------------------------------------

/** One run: mark, name or nearest miss, points. It opens to its lesson. @param {Judged} run @param {Context} ctx */
export function runLine(run, ctx) {
  const { verdict } = run;
  const written = run.tiles.join("");
  const key = JSON.stringify([run.squares[0], run.squares.at(-1)]);
  if (!verdict)
    return h("span", { key, class: "run-line" }, h("b", {}, written), run.score !== null && ` · ${points(run.score)}`);
  const valid = verdict.ruling === "valid";
  const said = valid
    ? capital(verdict.name ?? verdict.formula)
    : verdict.ruling === "invalid"
      ? missText(verdict)
      : t("ruling.cannot_decide");
  return h(
    "button",
    { key, type: "button", class: "run-line", "data-ruling": verdict.ruling, click: () => openRun(run, ctx) },
    h(
      "span",
      { class: "mark" },
      icon(verdict.ruling),
      h("span", { class: "out-of-sight" }, rulingWord(verdict.ruling)),
    ),
    h("span", {}, h("b", {}, valid ? formula(verdict.formula) : written), " ", prose(said), valid && ` · ${run.score}`),
  );
}

/** The faults of the move on the board. @param {Check[]} checks */
export function boardFaults(checks) {
  return checks
    .filter((check) => check.outcome !== "pass")
    .map((check) =>
      h(
        "span",
        { key: check.code, class: "run-line", "data-ruling": "invalid" },
        h("span", { class: "mark" }, icon("invalid")),
        h("span", {}, prose(check.message), " ", ruleLink(check.rule, RULES, t("table.rule"))),
      ),
    );
}

/** @param {Judged} run @param {Context} ctx */
function openRun(run, ctx) {
  const { verdict } = run;
  if (verdict)
    openSheet(run.tiles.map((symbol) => ctx.tile(symbol).symbol).join(""), ({ runOpened }) => runOpened(verdict));
}

// --- what a tap opens -----------------------------------------------------------------------------------------------

/** @param {string} title @param {Opened} show */
export function openSheet(title, show) {
  inSheet("event", title, (body) => patch(body, opened(title, show)));
}

/**
 * The place of something in `opened.js`, filled as soon as that is there.
 * @param {string | number} key
 * @param {Opened} show
 */
export function opened(key, show) {
  const fill = async (/** @type {Element} */ place) => {
    patch(place, await import("./opened.js").then(show, sorry));
    place.removeAttribute("aria-busy");
  };
  return h("div", { key, own: true, "aria-busy": "true", mounted: fill });
}

/** @param {unknown} error */
export const sorry = (error) =>
  h("p", { class: "small soft" }, error instanceof Error ? error.message : t("trouble.broken"));
