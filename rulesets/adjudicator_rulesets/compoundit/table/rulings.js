/**
 * What the judge and the players say about a move: its runs while it is laid, the discussion of a challenge, the
 * ruling.
 */

import { ask } from "#js/requests.js";
import { boardPicture } from "#js/board.js";
import { checkList } from "#js/checks.js";
import { data } from "#js/data.js";
import { formula, icon, prose } from "#js/dom.js";
import { hero, lesson, missText, runCard } from "#js/lesson.js";
import { partsOf, written as sumText } from "#js/models/scoring.js";
import { h, patch } from "#js/patch.js";
import { ruleLink } from "#js/rulebook.js";
import { seatMark } from "#js/table/pieces.js";
import { inSheet } from "#js/table/sheets.js";
import { bare, tileView } from "#js/tile.js";
import { capital, points, rulingWord, t } from "#js/words.js";
import { openMove, runsOf } from "./models.js";

/**
 * @typedef {import("#js/patch.js").Child} Child
 * @typedef {import("#js/models/asked.js").View} View
 * @typedef {import("#js/models/asked.js").Event} Event
 * @typedef {import("#js/models/verdict.js").Verdict} Verdict
 * @typedef {import("#js/models/verdict.js").Check} Check
 * @typedef {import("#js/table/page.js").Context} Context
 * @typedef {import("./models.js").Run & {score: number, verdict?: Verdict}} Judged
 */

const RULES = "compoundit";
const [game] = data.games;

/** @param {string} symbol */
const pointsOf = (symbol) => game.tiles.find((tile) => tile.symbol === symbol)?.points ?? null;

// --- while laying -----------------------------------------------------------------------------------------------

/** One run: mark, name or nearest miss, points. It opens to its lesson. @param {Judged} run @param {Context} ctx */
export function runLine(run, ctx) {
  const { verdict } = run;
  const written = run.tiles.join("");
  const key = JSON.stringify([run.squares[0], run.squares.at(-1)]);
  if (!verdict) return h("span", { key, class: "run-line" }, h("b", {}, written), ` · ${points(run.score)}`);
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
    inSheet("event", run.tiles.map((symbol) => ctx.tile(symbol).symbol).join(""), (body) =>
      patch(
        body,
        hero({
          ruling: verdict.ruling,
          name: verdict.ruling === "valid" ? capital(verdict.name ?? verdict.formula) : missText(verdict),
        }),
        lesson(verdict),
      ),
    );
}

// --- a challenge ----------------------------------------------------------------------------------------------------

/**
 * The discussion at the table: the runs in question, and each player's opinion of them.
 * @param {View} view
 * @param {Context} ctx
 */
export function talk(view, ctx) {
  const { challenge, last_move } = view.table;
  if (!challenge || !last_move) return null;
  const { before, move } = openMove(view.table);
  const said = new Map(challenge.said);
  return h(
    "section",
    { key: "talk", class: "talk stack", "aria-labelledby": "talk-title" },
    h(
      "h2",
      { id: "talk-title" },
      t("compoundit.talk", { challenger: ctx.name(challenge.challenger), player: ctx.name(last_move.player) }),
    ),
    h(
      "ul",
      { class: "talk-runs" },
      runsOf(before, move).map((run) =>
        h(
          "li",
          { key: run.squares.join(" ") },
          run.tiles.map((symbol) => tileView(bare(ctx.tile(symbol)), { size: 28, hidden: true })),
          h("span", { class: "out-of-sight" }, run.tiles.map((symbol) => ctx.tile(symbol).name).join(", ")),
        ),
      ),
    ),
    h(
      "ul",
      { class: "talk-said" },
      view.players
        .filter((player) => player.kind !== "open" && player.out === null)
        .map((player) => opinion(player, /** @type {string | undefined} */ (said.get(player.seat)))),
    ),
  );
}

/** @param {{seat: number, name: string}} player @param {string | undefined} said */
function opinion({ seat, name }, said) {
  return h(
    "li",
    { key: seat, "data-ruling": said },
    seatMark(seat),
    h("span", {}, name),
    said
      ? h("b", { class: "mark" }, icon(said), t(`compoundit.holds_${said}`))
      : h("span", { class: "soft" }, t("compoundit.thinks")),
  );
}

// --- rulings --------------------------------------------------------------------------------------------------------

/** The consequence of a ruling. @param {Event} event @param {Context} ctx */
function consequence(event, ctx) {
  if (event.ruling === "unresolved") return t("compoundit.stays_open");
  return t(event.ruling === "invalid" ? "challenge.takes_back" : "challenge.loses", {
    player: ctx.name(event.ruling === "invalid" ? event.player : event.challenger),
  });
}

/** The ruling, shown over the board until the next play. @param {Event} event @param {Context} ctx */
export function rulingNote(event, ctx) {
  const open = () => inSheet("event", t("ruling.ruling"), (body) => patch(body, ruling(event, ctx)));
  return h(
    "button",
    { key: "ruled", type: "button", class: "ruled", "data-ruling": event.ruling, click: open },
    icon(event.ruling),
    h("span", {}, h("b", {}, rulingWord(event.ruling)), ` ${consequence(event, ctx)}`),
    icon("open"),
  );
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
      patch(place, h("p", { class: "small soft" }, error instanceof Error ? error.message : t("trouble.broken")));
    }
    place.removeAttribute("aria-busy");
  };
  return h("div", { key: `judged ${version}`, class: "runs", own: true, "aria-busy": "true", mounted: fill });
}
