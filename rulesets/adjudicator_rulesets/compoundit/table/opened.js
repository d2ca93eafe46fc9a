/** What a tap on a run, a ruling or a line of the log opens: the lesson, the board and the sum of the move. */

import { ask } from "#js/requests.js";
import { boardPicture } from "#js/board.js";
import { checkList } from "#js/checks.js";
import { data } from "#js/data.js";
import { prose } from "#js/dom.js";
import { hero, lesson, runCard } from "#js/lesson.js";
import { missText } from "#js/miss.js";
import { partsOf, written as sumText } from "#js/models/scoring.js";
import { h, patch } from "#js/patch.js";
import { tileView } from "#js/tile.js";
import { capital, points, t } from "#js/words.js";
import { consequence } from "./challenges.js";
import { RULES, sorry } from "./rulings.js";

/**
 * @typedef {import("#js/models/asked.js").View} View
 * @typedef {import("#js/models/asked.js").Event} Event
 * @typedef {import("#js/models/verdict.js").Verdict} Verdict
 * @typedef {import("#js/table/page.js").Context} Context
 * @typedef {import("./rulings.js").Judged} Judged
 */

const [game] = data.games;

/** @param {string} symbol */
const pointsOf = (symbol) => game.tiles.find((tile) => tile.symbol === symbol)?.points ?? null;

/** @param {Verdict} verdict */
export function runOpened(verdict) {
  const name = verdict.ruling === "valid" ? capital(verdict.name ?? verdict.formula) : missText(verdict);
  return h("div", { class: "stack" }, hero({ ruling: verdict.ruling, name }), lesson(verdict));
}

/** The ruling as on the judge's page. @param {Event} event @param {Context} ctx */
export function ruling(event, ctx) {
  const runs = /** @type {Judged[]} */ (event.runs ?? []);
  const decided = event.decided_by === "agreement" ? t("ruling.hero_table") : null;
  return h(
    "div",
    { class: "stack" },
    hero({ ruling: event.ruling, name: consequence(event, ctx), below: decided }),
    event.reason && h("section", { class: "stack" }, h("h3", {}, t("ruling.why")), h("p", {}, prose(event.reason))),
    runs.length > 0 &&
      h(
        "section",
        { class: "stack" },
        h("h3", {}, t("challenge.compounds")),
        h(
          "ul",
          { class: "runs" },
          runs.map((run) =>
            h("li", {}, run.verdict && runCard(run.verdict, event.ruling === "invalid" ? null : run.score)),
          ),
        ),
      ),
    (event.geometry ?? []).length > 0 &&
      h("section", { class: "stack" }, h("h3", {}, t("challenge.geometry")), checkList(event.geometry, RULES)),
  );
}

/**
 * A move in the log: where it lies, how it scores and, once it can no longer be challenged, the judge's verdict.
 * @param {Event} event @param {View} view @param {Context} ctx
 */
export function moveOpened(event, view, ctx) {
  const runs = /** @type {Judged[]} */ (event.runs);
  const before = boardBefore(event, ctx.log);
  const open = view.table.last_move?.version === event.version;
  return h(
    "div",
    { class: "stack" },
    boardPicture(game, before, event.placements),
    h(
      "ul",
      { class: "runs" },
      runs.map((run) =>
        h(
          "li",
          { class: "run-sum" },
          run.tiles.map((symbol) => tileView(ctx.tile(symbol), { size: 48 })),
          h("span", {}, `${howScored(run, event)}${points(run.score)}`),
        ),
      ),
    ),
    !open && judgedLater(event.version, runs, view.options.rules),
  );
}

/** "(1 × 2 + 2) × 3 = " @param {Judged} run @param {Event} event */
function howScored(run, event) {
  const sum = partsOf(run, game.board ?? {}, pointsOf, event.placements);
  return sum ? `${sumText(sum)} = ` : "";
}

/** The tiles on the board before the move. @param {Event} event @param {readonly Event[]} log */
function boardBefore(event, log) {
  /** @type {import("./models.js").Placement[]} */
  let board = [];
  for (const { version, type, placements } of log) {
    if (version >= event.version) break;
    if (type === "tiles_placed") board = [...board, ...placements];
    if (type === "move_taken_back") board = board.slice(0, board.length - placements.length);
  }
  return board;
}

/** Asks the judge only when the line is opened. @param {number} version @param {Judged[]} runs @param {string} rules */
function judgedLater(version, runs, rules) {
  const fill = async (/** @type {Element} */ place) => {
    try {
      const { verdicts } = await ask("/v1/judge", { rules, runs: runs.map((run) => run.tiles) });
      patch(
        place,
        verdicts.map((/** @type {Verdict} */ verdict, /** @type {number} */ at) => runCard(verdict, runs[at].score)),
      );
    } catch (error) {
      patch(place, sorry(error));
    }
    place.removeAttribute("aria-busy");
  };
  return h("div", { key: `judged ${version}`, class: "runs", own: true, "aria-busy": "true", mounted: fill });
}
