/** A finished game, decision by decision: what was done, the best action and why, and the table at that moment. */

import { at as addressHere, inPocket, tableHere } from "../address.js";
import { ask, AskError } from "../requests.js";
import { data } from "../data.js";
import { announce, byId, icon, prose } from "../dom.js";
import { plain } from "../models/form.js";
import {
  accuracyOf,
  bare,
  chanceLines,
  isMissed,
  largestMiss,
  momentKey,
  momentsOf,
  nearest,
  passesOf,
  percentages,
  placesOf,
  recordBefore,
  scoreLines,
  searched,
  stepAt,
  stepsOf,
  toldApart,
  turningPoints,
  viewOf,
  wantedAround,
  withPart,
} from "../models/review.js";
import { h, patch } from "../patch.js";
import { saveRecord } from "../saving.js";
import { share } from "../sharing.js";
import { learn, signed, t } from "../words.js";
import { bringGame } from "./bringing.js";
import { editionAtHand } from "./edition.js";
import { addressOf, keepAnalysis, keptAnalysis, keptRecord, lookAddress, tableOf } from "./kept.js";
import { showMissed } from "./missed.js";
import { seatMark } from "./pieces.js";
import { isYou } from "./saying.js";
import { pause } from "./wire.js";

/**
 * @typedef {import("../patch.js").Child} Child
 * @typedef {import("../models/asked.js").View} View
 * @typedef {import("../models/review.js").Step} Step
 * @typedef {import("../models/review.js").Recorded} Recorded
 * @typedef {import("./page.js").Table} Table
 * @typedef {import("./page.js").Context} Context
 * @typedef {"before" | "after" | "best"} Side what the table shows of a decision
 */

const ANALYSED = 40_000; // ms; the server gives up earlier
const FIRST = 1; // turns in the first request, so that something is shown soon
const PART = 12;
const PASSING = ["busy", "slow", "unreachable"]; // troubles that pass: the question is asked again by itself
const SOONEST = 2; // seconds before the first of these attempts, twice as many before the next
const LATEST = 30;
const MOST = 24; // moments to request at once
/** @param {number | null | undefined} share */
const percent = (share) => Math.round(100 * (share ?? 0));
const printed = /** @type {any} */ (data).table;

/** @param {Table} table @param {(room: any, view: View) => Context} contextOf */
export function lookAgain(table, contextOf) {
  const id = tableHere();
  const kept = tableOf(id)?.seats ?? [];
  const token = kept[0]?.token;
  const own = { headers: /** @type {Record<string, string>} */ (token ? { Authorization: `Bearer ${token}` } : {}) };
  /** @type {Recorded | null} */
  let record = null;
  /** @type {string[]} */
  let names = [];
  /** @type {Step[]} */
  let steps = [];
  /** @type {Map<string, any>} views by moment; null while one is loading */
  const seen = new Map();
  let at = 0;
  /** the seats whose decisions are mine: none if all are, or if I only look on @type {number[]} */
  let mine = [];
  let only = true; // whether the stepper goes through my decisions only
  let chosen = false; // whether the reader has gone to a decision, or moves about the page, which then stays
  /** the decision to which the reader has gone, also before the page was left @type {number | null} */
  let looked = null;
  let shown = /** @type {Side} */ ("before");
  let state = "loading";
  let trouble = "";
  /** @type {Map<AbortController, string>} questions that are asked again in a moment, with the reason */
  const waiting = new Map();
  /** the seats whose turns are still to be analysed, in their order; null: all at once @type {(number | null)[]} */
  let passes = [];
  let whole = false; // whether all steps are known to be decisions: until then draws and the like are among them
  let reached = 0; // the version up to which turns of the first of them are analysed
  let unseen = false; // whether views cannot be loaded
  let busy = false; // whether a table to decide again is being opened

  // --- requests to the server -----------------------------------------------------------------------------------

  async function load() {
    try {
      const log = () => ask(`/v1/games/${id}/log`, null, own);
      const { words, ...found } = (id ? await answered(log) : keptRecord()) ?? {};
      learn(words);
      record = "events" in found ? found : null;
      if (!record) throw new AskError("refused", t("look.no_record"));
      names = toldApart(record.players);
      await editionAtHand(record.edition);
      steps = stepsOf(record, plain);
      if (kept.length < record.players.length) mine = kept.map(({ seat }) => seat);
      passes = passesOf(mine, names.length);
      goOn();
      at = stepAt(steps, looked ?? steps[worst() ?? placesOf(steps, mine)[0] ?? 0]?.version ?? 0);
      draw();
      await analyse();
    } catch (error) {
      state = "failed";
      trouble = error instanceof AskError ? error.message : t("trouble.broken");
      if (record) trouble = `${t("look.no_analysis")} ${trouble}`;
    }
    draw();
  }

  /** Goes on with the analysis that this tab had begun when the page was left. */
  function goOn() {
    const had = /** @type {any} */ (keptAnalysis(keptAs()));
    if (had) ({ steps, passes, reached, whole, looked } = had);
    if (had) state = passes.length ? "analysing" : "analysed";
  }

  const keepOn = () => keepAnalysis(keptAs(), { steps, passes, reached, whole, looked });

  /** What is analysed is worded in a language, and calls some seats "you". */
  const keptAs = () => [id, record?.events.length, document.documentElement.lang, ...mine].join(" ");

  /** Requests the analysis part by part, from where it stopped. */
  async function analyse() {
    for (let search = searched(steps) ? PART : FIRST; passes.length; search = PART) {
      const { turns, next, listed } = await part(reached, search, passes[0]);
      const version = steps[at]?.version ?? 0;
      steps = withPart(steps, turns, reached, listed ?? Infinity);
      whole ||= listed === null;
      if (next === null) passes.shift();
      reached = next ?? 0;
      at = chosen || looked !== null ? stepAt(steps, version) : (worst() ?? places()[0] ?? 0);
      state = "analysing";
      keepOn();
      draw();
    }
    state = "analysed";
  }

  /** My largest miss, once all decisions of mine are analysed. */
  const worst = () =>
    !known() || passes.some((seat) => seat === null || mine.includes(seat)) ? null : largestMiss(steps, mine);

  /** Asks at once what is asked again in a moment, and goes on with what failed. */
  async function tryAgain() {
    for (const asked of waiting.keys()) asked.abort();
    if (state !== "failed") return;
    trouble = "";
    if (!record) {
      state = "loading";
      draw();
      await load();
      return;
    }
    state = "analysing";
    draw();
    try {
      await analyse();
    } catch (error) {
      state = "failed";
      trouble = error instanceof AskError ? error.message : t("trouble.broken");
    }
    draw();
  }

  /**
   * Requests some turns of the analysis.
   * @param {number} after
   * @param {number} search
   * @param {number | null} player
   * @returns {Promise<{turns: Step[], next: number | null, listed: number | null}>}
   */
  function part(after, search, player) {
    const more = { patience: ANALYSED };
    const whose = player === null ? "" : `&player=${player}`;
    return answered(() =>
      id
        ? ask(`/v1/games/${id}/analysis?after=${after}&search=${search}${whose}`, null, { ...own, ...more })
        : ask("/v1/records/analysis", { record: bare(/** @type {Recorded} */ (record)), after, search, player }, more),
    );
  }

  /**
   * Asks until there is an answer, more and more rarely while the trouble lasts; a tap asks at once.
   * @template T
   * @param {() => Promise<T>} question
   * @returns {Promise<T>}
   */
  async function answered(question) {
    for (let wait = SOONEST; ; wait = Math.min(2 * wait, LATEST)) {
      try {
        return await question();
      } catch (error) {
        if (!(error instanceof AskError) || !PASSING.includes(error.kind)) throw error;
        const seconds = Math.max(error.after ?? 0, Math.round(wait * (1 + Math.random() / 2)));
        const asked = new AbortController();
        waiting.set(asked, `${error.message}. ${t("trouble.wait", { n: seconds })}`);
        draw();
        await pause(seconds * 1000, asked.signal);
        waiting.delete(asked);
        draw();
      }
    }
  }

  /** Requests the views around this step that are missing. */
  async function fetchViews() {
    const told = turns().map((place) => momentsOf(steps[place]).before); // what was best there is named from it
    const unseenThere = told.filter((moment) => !seen.has(momentKey(moment)));
    const wanted = [...wantedAround(steps, at, seen, MOST - unseenThere.length), ...unseenThere];
    if (!record || !wanted.length) return;
    for (const moment of wanted) seen.set(momentKey(moment), null);
    try {
      const whole = { record: bare(record), moments: wanted };
      const { moments, words } = await answered(() => ask("/v1/records/moments", whole));
      learn(words);
      for (const moment of moments) seen.set(momentKey(moment), moment.view);
    } catch (error) {
      for (const moment of wanted) seen.delete(momentKey(moment));
      trouble = error instanceof AskError ? error.message : t("trouble.broken");
      unseen = true;
    }
    draw();
  }

  // --- rendering --------------------------------------------------------------------------------------------------

  function draw() {
    const step = steps[at];
    const troubles = new Set([trouble, ...waiting.values()].filter(Boolean));
    patch(
      byId("look"),
      head(),
      [...troubles].map((text) => h("p", { key: text, class: "note", role: "alert" }, icon("unresolved"), text)),
      (waiting.size > 0 || (state === "failed" && (record ? steps.length > 0 : Boolean(id)))) &&
        h("button", { key: "again", type: "button", class: "button", click: tryAgain }, t("look.try_again")),
      !record && state === "loading" && h("div", { key: "wait", class: "skeleton" }, h("i"), h("i")),
      record && !step && h("p", { key: "none" }, t("look.no_decisions")),
      record &&
        step && [
          h("div", { key: "course", class: "look-course" }, searching(), filters()),
          h(
            "section",
            { key: "step", class: "look-step stack", "aria-live": "polite", "aria-label": whichText() },
            decision(step),
          ),
          h("section", { key: "table", class: "look-table", "aria-label": t("table.table") }, atThatMoment(step)),
          h("div", { key: "stepper", class: "look-stepper stepper" }, stepper()),
          known() && h("div", { key: "curve", class: "look-curve" }, course()),
          turning(),
          (whole || state === "failed") && // until then, what was dealt and drawn is among them
            h(
              "section",
              { key: "steps", class: "look-steps stack" },
              h("h2", {}, t(only && mine.length ? "look.mine_only" : "look.decisions")),
              h(
                "ol",
                { class: "step-list" },
                places().map((place) => stepLine(steps[place], place)),
              ),
            ),
        ],
    );
    if (record && !unseen) fetchViews();
  }

  function head() {
    return h(
      "header",
      { key: "head", class: "look-head" },
      h(
        "a",
        {
          class: "icon-button",
          href: id ? addressOf({ game: printed.game, id }) : "/play",
          "aria-label": t(id ? "look.to_table" : "table.to_lobby"),
        },
        icon("left"),
      ),
      h("h1", {}, t("look.title", { game: printed.title })),
      id &&
        record &&
        !inPocket &&
        h("button", { type: "button", class: "button", click: shareIt }, icon("share"), h("span", {}, t("look.share"))),
      record &&
        h(
          "button",
          { type: "button", class: "button", click: () => record && saveRecord(record, id) },
          icon("down"),
          h("span", {}, t("table.record")),
        ),
    );
  }

  /** Every player's points over the game, and where points were lost. */
  function course() {
    const seats = record?.players.length ?? 0;
    const chances = chanceLines(steps, seats);
    const scores = scoreLines(steps, seats);
    const top = Math.max(1, ...scores.flat());
    const low = Math.min(0, ...scores.flat());
    const most = Math.max(0.05, ...steps.map((step) => step.chance_lost ?? 0));
    const here = steps[at]?.chances;
    const now = here ? percentages(here) : null;
    const y = (/** @type {number} */ share) => (60 - share * 56).toFixed(2);
    // The chance to win where it is known, else points.
    const byChance = chances[0]?.length > 1;
    const lines = byChance
      ? chances
      : scores.map((line) => line.map((score, place) => [place, (score - low) / (top - low)]));
    return [
      h(
        "p",
        { key: "curve", class: "small curve-label" },
        h("b", {}, t(byChance ? "look.curve_chance" : "look.curve_points")),
        h("span", { class: "soft" }, t(byChance ? "look.curve_range" : "look.curve_top", { n: top })),
      ),
      h(
        "svg",
        {
          key: "course",
          class: "course",
          viewBox: `0 0 ${Math.max(steps.length, 1)} 80`,
          preserveAspectRatio: "none",
          "aria-hidden": "true",
          click: (/** @type {MouseEvent} */ event) =>
            go(Math.floor((event.offsetX / /** @type {Element} */ (event.currentTarget).clientWidth) * steps.length)),
        },
        h("rect", { class: "here", x: at, y: 0, width: 1, height: 80 }),
        steps.map(
          (step, place) =>
            (step.chance_lost ?? 0) > 0 &&
            h("rect", {
              key: place,
              class: "lost",
              x: place + 0.15,
              y: 80 - ((step.chance_lost ?? 0) / most) * 18,
              width: 0.7,
              height: ((step.chance_lost ?? 0) / most) * 18,
            }),
        ),
        lines.map((line, seat) =>
          h("polyline", {
            key: `line ${seat}`,
            "data-seat": seat,
            points: line.map(([x, share]) => `${x},${y(share)}`).join(" "),
          }),
        ),
      ),
      h(
        "dl",
        { key: "legend", class: "small look-legend" },
        figureLine("look.now", (seat) => (now ? t("look.chance_now", { chance: now[seat] }) : null)),
        figureLine("look.whole_game", (seat) => {
          const accuracy = state === "analysed" ? accuracyOf(steps, seat) : null;
          return accuracy === null ? null : t("look.accuracy", { share: percent(accuracy) });
        }),
      ),
    ];
  }

  /**
   * A figure of every player, or only their marks where nothing is known yet.
   * @param {string} label
   * @param {(seat: number) => string | null} figure
   */
  function figureLine(label, figure) {
    const figures = names.map((_, seat) => figure(seat));
    if (label !== "look.now" && figures.every((one) => one === null)) return null;
    return [
      h("dt", { key: `${label} term` }, t(label)),
      h(
        "dd",
        { key: label, class: "legend" },
        figures.map((one, seat) =>
          h("span", { key: seat }, seatMark(seat), ` ${[nameHere(seat), one].filter(Boolean).join(" · ")}`),
        ),
      ),
    ];
  }

  /** @param {number} seat */
  const nameHere = (seat) => (isYou({ seats: screen() }, seat) ? t("table.you_are") : names[seat]);

  /** Who plays at this screen. */
  const screen = () => mine.map((seat) => ({ seat }));

  /** The decisions that the stepper and the list go through. */
  const places = () => placesOf(steps, only ? mine : []);

  /** Which decision this is, among those gone through. */
  function whichText() {
    const gone = places();
    return whole ? t("look.decision", { n: gone.indexOf(at) + 1, count: gone.length }) : t("look.searching");
  }

  /** Where they are, once it is known. */
  const turns = () => (state === "analysed" ? turningPoints(steps) : []);

  /** What there is to say of a step, with the best as the table calls it. @param {Step} step */
  function finding(step) {
    const text = step.text ?? "";
    const named = bestName(step);
    return step.best && named ? text.replace(step.best, () => named) : text;
  }

  /** The best action in the table's own words, if it has any. @param {Step} step */
  function bestName(step) {
    const view = viewHere(step, true);
    const action = step.best_action;
    return (action && view && table.label?.(action, view, contextFor(view, step, null))) || null;
  }

  /** The few decisions that decided the game. */
  function turning() {
    const places = turns();
    return (
      places.length > 0 &&
      h(
        "section",
        { key: "turning", class: "look-turning stack" },
        h("h2", {}, t("look.turning")),
        h(
          "ol",
          { class: "step-list" },
          places.map((place) =>
            h(
              "li",
              { key: place },
              h(
                "button",
                {
                  type: "button",
                  class: "step-line",
                  "aria-current": place === at ? "step" : null,
                  click: () => come(place),
                },
                seatMark(steps[place].player),
                h(
                  "span",
                  {},
                  prose(ownWords(steps[place]) ?? steps[place].played),
                  h("br"),
                  h("span", { class: "small soft" }, prose(finding(steps[place]))),
                ),
              ),
            ),
          ),
        ),
      )
    );
  }

  /** Whether the turns and their points are loaded, analysed or not. */
  const known = () => state === "analysing" || state === "analysed" || steps.some((step) => step.lost !== null);

  /** The progress of the analysis. */
  const searching = () =>
    !known() || (state === "analysing" && !whole)
      ? h("p", { key: "searching", class: "small soft", role: "status" }, state !== "failed" && t("look.searching"))
      : state === "analysing" && [
          h("progress", {
            key: "searched",
            class: "searched",
            max: steps.length,
            value: searched(steps),
            "aria-label": t("look.searching"),
          }),
          h("p", { key: "so far", class: "small soft" }, t("look.so_far", { n: searched(steps), count: steps.length })),
        ];

  /** Whose decisions are gone through. */
  function filters() {
    const largest = worst();
    const filter = (/** @type {boolean} */ own, /** @type {string} */ label) =>
      h(
        "button",
        { type: "button", class: "chip", "aria-pressed": String(only === own), click: () => show(shown, own) },
        label,
      );
    return (
      mine.length > 0 &&
      h(
        "div",
        { key: "whose", class: "row", role: "group", "aria-label": t("look.whose") },
        filter(true, t("look.mine_only")),
        filter(false, t("look.everybodys")),
        // always here, so that what lies below it stays in its place
        h(
          "button",
          {
            type: "button",
            class: "chip",
            disabled: largest === null || largest === at,
            click: () => largest !== null && go(largest),
          },
          t("look.to_worst"),
        ),
      )
    );
  }

  function stepper() {
    const gone = places();
    const here = gone.indexOf(nearest(gone, at));
    const button = (/** @type {number} */ by, /** @type {string} */ name, /** @type {string} */ label) =>
      h(
        "button",
        {
          key: name,
          type: "button",
          class: "icon-button",
          "aria-label": label,
          "aria-disabled": here + by < 0 || here + by >= gone.length ? "true" : null,
          click: () => go(gone[here + by] ?? -1),
        },
        icon(name),
      );
    return [
      button(-1, "left", t("look.earlier")),
      h("input", {
        type: "range",
        min: 1,
        max: gone.length,
        value: String(here + 1),
        "aria-label": whichText(),
        input: (/** @type {any} */ event) => go(gone[Number(event.target.value) - 1] ?? -1),
      }),
      h("span", { class: "small" }, whole && t("look.of", { n: here + 1, count: gone.length })),
      button(1, "right", t("look.later")),
    ];
  }

  /** A hint speaks to the one whose decision it was: to somebody else's eyes it says to whom. @param {Step} step */
  function reason(step) {
    const why = step.why ?? "";
    return isYou({ seats: screen() }, step.player) ? why : t("look.hint_for", { name: names[step.player], why });
  }

  /** @param {Step} step */
  function decision(step) {
    const named = bestName(step) ?? step.best;
    return [
      h("h2", { key: "who" }, seatMark(step.player), nameHere(step.player)),
      (whole || state === "failed") &&
        h(
          "p",
          { key: "played" },
          prose(ownWords(step) ?? step.played),
          Boolean(step.score) && !ownWords(step) && [" ", h("b", {}, signed(step.score ?? 0))],
          step.taken_back && ` (${t("look.taken_back")})`,
        ),
      step.lost === null
        ? state === "analysing" && h("p", { key: "searching", class: "soft" }, t("look.searching"))
        : !step.best
          ? h("p", { key: "none", class: "soft" }, t("look.nothing"))
          : isMissed(step)
            ? h(
                "div",
                { key: "best", class: "better" },
                h("p", { class: "small" }, h("b", {}, t("look.better", { figures: figures(step) }))),
                h("p", {}, prose(named ?? "")),
                step.why && h("p", { class: "soft" }, prose(reason(step))),
              )
            : h(
                "p",
                { key: "best", class: "best-found" },
                icon("valid"),
                t("look.best_found"),
                step.why && step.score === step.best_score && h("span", { class: "soft" }, " ", prose(reason(step))),
              ),
      luckHere(step),
      h(
        "div",
        { key: "sides", class: "sides", role: "group", "aria-label": t("look.sides") },
        side("before", t("look.show_before")),
        side("after", t("look.show_after")),
        canLay(step) && side("best", t("look.show_best")),
      ),
    ];
  }

  /** Ways to do better: to play on from before it, and what exercises know of the game. @param {Step} step */
  const practice = (step) =>
    id &&
    h(
      "div",
      { key: "missed", class: "look-practice row" },
      h(
        "button",
        { type: "button", class: "button", disabled: busy, click: () => decideAgain(step) },
        t("look.decide_again"),
      ),
      h("div", {
        class: "ending-missed",
        own: true,
        mounted: (/** @type {HTMLElement} */ place) => showMissed(place, id, kept),
      }),
    );

  /** So many points, or what this game is decided by. @param {number | string} n */
  const amount = (n) => table.amount?.(n) ?? t("look.points", { n });

  /** What was lost, with its error: points, winning chance, or both if both were. @param {Step} step */
  function figures(step) {
    const lost = withError(step.lost ?? 0, step.error ?? 0);
    const chance = withError(percent(step.chance_lost), percent(step.chance_error));
    const parts = [step.lost && amount(lost), step.chance_lost && t("look.chance_lost", { chance })];
    return parts.filter(Boolean).join(" · ");
  }

  /** A figure with its error, where it is not exact. @param {number} lost @param {number} error */
  const withError = (lost, error) => (error ? t("look.with_error", { lost, error }) : String(lost));

  /** The effect of chance, if there was any. @param {Step} step @returns {Child} */
  function luckHere(step) {
    const luck = step.luck;
    if (!luck || Math.abs(luck.chance) <= 2 * luck.chance_error) return false;
    return h(
      "p",
      { key: "luck", class: "small soft" },
      t(luck.chance < 0 ? "look.bad_luck" : "look.good_luck", {
        amount: amount(Math.abs(luck.points)),
        chance: Math.abs(percent(luck.chance)),
      }),
    );
  }

  /**
   * The action in the table's own words if it has any: of mine as done by "you", of others from an onlooker's view.
   * @param {Step} step
   * @returns {string | null}
   */
  function ownWords(step) {
    const event = record?.events.find((one) => one.version === step.version);
    const view = viewHere(steps[at], true) ?? viewHere(steps[at], false); // any will do: it says how the game is played
    if (!event || !view || !table.line) return null;
    const lookedOn = { ...view, you: isYou({ seats: screen() }, step.player) ? step.player : null };
    return table.line(event, lookedOn, contextFor(lookedOn, step, null));
  }

  /** @param {Side} of @param {string} label */
  const side = (of, label) =>
    h(
      "button",
      { type: "button", class: "button", "aria-pressed": String(shown === of), click: () => show(of) },
      label,
    );

  /** Whether this game's table can lay out the best action. @param {Step} step */
  function canLay(step) {
    const view = viewHere(step, true);
    return Boolean(view && step.best_action && (step.lost ?? 0) > 0 && table.take?.(step.best_action, view));
  }

  /** @param {Step} step @param {boolean} before @returns {View | null} */
  function viewHere(step, before) {
    const { before: then, after } = momentsOf(step);
    const found = seen.get(momentKey(before ? then : after));
    return found && record ? viewOf({ ...record, players: names }, printed.title, found) : null;
  }

  /** @param {Step} step @returns {Child} */
  function atThatMoment(step) {
    const laid = shown === "best" && canLay(step);
    const view = viewHere(step, laid || shown === "before");
    if (!view) return h("div", { key: "wait", class: "skeleton" }, h("i"));
    const draft = laid && step.best_action ? table.take?.(step.best_action, view) : (table.draft?.(view) ?? null);
    const ctx = contextFor(view, step, draft);
    return [
      h(
        "ul",
        { key: "scores", class: "strip" },
        view.players
          .filter((player) => player.kind !== "neutral")
          .map((player) =>
            h(
              "li",
              { key: player.seat, class: "player", "data-turn": player.seat === step.player ? "yes" : null },
              seatMark(player.seat),
              h("span", { class: "player-name" }, nameHere(player.seat)),
              h("b", { class: "player-score" }, table.score?.(player.seat, view, draft, ctx) ?? player.score),
            ),
          ),
      ),
      h("div", { key: "playing", class: "playing" }, table.table(view, draft, ctx)),
      table.hand && h("div", { key: "own", class: "own" }, table.hand(view, draft, ctx)),
      isMissed(step) && mine.includes(step.player) && practice(step),
    ];
  }

  /** The context of a read-only table. @param {View} view @param {Step} step @param {any} draft */
  function contextFor(view, step, draft) {
    const log = (record?.events ?? []).filter((event) => event.version <= view.version);
    const still = () => null;
    const room = {
      seats: screen(),
      log,
      news: log.filter((event) => event.version >= step.version),
      draft,
      sending: null,
      trouble: null,
      change: still,
      refine: still,
      preview: still,
      judge: still,
      send: async () => false,
      told: { draw },
    };
    return contextOf(room, view);
  }

  /** What was lost: winning chance, by which the largest miss is found, else points. @param {Step} step */
  const lostMark = ({ lost, chance_lost: chance }) =>
    percent(chance) > 0 ? `${signed(-percent(chance))} %` : signed(-(lost ?? 0));

  /** @param {Step} step @param {number} place */
  function stepLine(step, place) {
    return h(
      "li",
      { key: `${step.version}` },
      h(
        "button",
        { type: "button", class: "step-line", "aria-current": place === at ? "step" : null, click: () => come(place) },
        seatMark(step.player),
        h("span", {}, prose(ownWords(step) ?? step.played)),
        isMissed(step) && h("span", { class: "lost-mark" }, lostMark(step)),
      ),
    );
  }

  // --- the user's actions -----------------------------------------------------------------------------------------

  /** @param {number} place */
  function go(place) {
    if (place < 0 || place >= steps.length || place === at) return;
    at = place;
    chosen = true;
    looked = steps[at].version;
    if (known()) keepOn();
    unseen = false; // so that they are requested again
    shown = "before";
    draw();
    announce(`${whichText()}. ${steps[at].played}`);
  }

  /** Goes there from a list, which may be far below. @param {number} place */
  function come(place) {
    go(place);
    document.querySelector(".look-course")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Side} of @param {boolean} [own] whether to go through my decisions only */
  function show(of, own = only) {
    shown = of;
    only = own;
    at = nearest(places(), at);
    if (shown === "best" && !canLay(steps[at])) shown = "before";
    draw();
  }

  /** Opens a table with the game as it was before a decision. @param {Step} step */
  async function decideAgain(step) {
    if (!record || busy) return;
    busy = true;
    draw();
    try {
      const { players } = await ask(`/v1/games/${id}`, null, own);
      const botOf = (/** @type {number} */ seat) => players[seat].bot ?? printed.bots[0].name;
      const before = recordBefore(record, step, botOf);
      const { table: made } = await bringGame(before, printed.title, undefined, true);
      location.assign(addressHere(addressOf(made)));
    } catch (error) {
      trouble = error instanceof AskError ? error.message : t("trouble.broken");
      busy = false;
      draw();
    }
  }

  async function shareIt() {
    try {
      if (token) await ask(`/v1/games/${id}/share`, {}, own);
    } catch (error) {
      trouble = error instanceof AskError ? error.message : t("trouble.broken");
      draw();
      return;
    }
    share(lookAddress({ game: printed.game, id }), t("look.title", { game: printed.title }), "game");
  }

  for (const moved of ["wheel", "pointerdown", "keydown"])
    addEventListener(moved, () => (chosen = true), { once: true, passive: true });
  load();
}
