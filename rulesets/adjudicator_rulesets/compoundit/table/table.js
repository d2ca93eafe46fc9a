/** CompoundIt!: the board, the rack, the judge's view of a move, challenges. */

import { data } from "#js/data.js";
import { formula, icon, prose } from "#js/dom.js";
import { h, patch } from "#js/patch.js";
import { running } from "#js/models/asked.js";
import { openTable } from "#js/table/page.js";
import { inSheet } from "#js/table/sheets.js";
import { clock } from "#js/table/show.js";
import { spoken, tileButton, tileView } from "#js/tile.js";
import { inWords, listed, points, rulingWord, signed, t } from "#js/words.js";
import { boardView, closeIn, drag, wasDragged } from "./boardview.js";
import {
  actionOf,
  draftFor,
  freshDraft,
  keptDraft,
  lastTurn,
  latestMove,
  beginningOf,
  latestRuling,
  leaptOver,
  moved,
  nextOf,
  onRack,
  openMove,
  recalled,
  rulingFor,
  runsOf,
  sheetOf,
  shuffled,
  takenBack,
  tapped,
  worthOf,
} from "./models.js";
import { compound, named as answered } from "./names.js";
import { boardFaults, opened as shownLater, runLine } from "./rulings.js";

/**
 * @typedef {import("#js/models/asked.js").View} View
 * @typedef {import("#js/models/asked.js").Ask} Ask
 * @typedef {import("#js/models/asked.js").Action} Action
 * @typedef {import("#js/models/asked.js").Event} Event
 * @typedef {import("#js/table/page.js").Context} Context
 * @typedef {import("#js/table/show.js").Button} Button
 * @typedef {import("./models.js").Draft} Draft
 */

/** @type {import("./models.js").Printed} */
const printed = data.games[0].board ?? {};

openTable({
  draft: (view) => freshDraft(view.table),
  kept: (draft, view) => keptDraft(draft, view.table),
  spends: (action) => action.type === "place" || action.type === "pass",
  take: (action, view) => draftFor(action, view.table, printed),
  aim,
  hint: ({ text, value }) => `${text} ${points(value)}.`,
  table: onTable,
  hand,
  bar,
  ask: asked,
  line: told,
  named: answered,
  label: (action, view, ctx) => (action.type === "place" && action.placements ? moveLabel(action, view, ctx) : null),
  event: opened,
  result: scoreSheet,
  why: ended,
  interval: stopFor,
  score: withDraft,
  parts: movesOf,
});

// --- the value of the move --------------------------------------------------------------------------------------

/**
 * The runs of the draft as far as they are known: with verdicts if moves are judged at once, else only with their
 * points.
 * @param {View} view @param {Draft} draft @param {Context} ctx
 */
function appraised(view, draft, ctx) {
  const laid = draft.laid;
  const runs = runsOf(view.table.board, laid).map((run) => ({
    ...run,
    score: worthOf(run, laid, printed, (symbol) => ctx.tile(symbol).points ?? 0),
  }));
  const score = runs.reduce((sum, run) => sum + run.score, 0);
  const judged = view.options.mode === "verified" && ctx.asked("place") && laid.length > 0;
  const preview = judged ? ctx.preview(actionOf(draft)) : null;
  const known = preview?.verdict.runs;
  const checks = /** @type {import("#js/models/verdict.js").Check[]} */ (preview?.verdict.checks ?? []);
  const over = leaptOver(view.table, draft, printed);
  return {
    runs: known ?? (judged ? runs.map((run) => ({ ...run, score: null })) : runs), // no points before the ruling
    checks,
    over,
    misplaced: Boolean(over) || checks.some(({ outcome }) => outcome === "fail"),
    ruling: preview?.verdict.ruling ?? null,
    score,
    judged,
  };
}

/**
 * The points so far and, for who lays a move that is not wrong, those of the move: "17 + 8".
 * @param {number} seat
 * @param {View} view
 * @param {Draft} draft
 * @param {Context} ctx
 */
function withDraft(seat, view, draft, ctx) {
  const { score } = view.players[seat];
  if (seat !== ctx.me || !draft?.laid.length || !ctx.asked("place")) return String(score);
  const move = appraised(view, draft, ctx);
  const counts = move.ruling !== "invalid" && !move.misplaced && !(move.judged && move.ruling === null);
  return counts && move.score ? running(score, move.score) : String(score);
}

/** @type {typeof import("./challenges.js") | null} */
let challenges = null;

/** What is shown of a challenge; null until it has come. @param {Context} ctx */
function onChallenge(ctx) {
  if (!challenges)
    import("./challenges.js").then((module) => {
      challenges = module;
      ctx.redraw();
    });
  return challenges;
}

// --- the table ----------------------------------------------------------------------------------------------------

/** @param {View} view @param {Draft} draft @param {Context} ctx */
function onTable(view, draft, ctx) {
  printed.leaping = ctx.edition.new_tiles === "unbroken-line";
  const mine = view.status === "playing" && ctx.me !== null;
  const { runs, misplaced } = appraised(view, draft, ctx);
  const { before, move } = openMove(view.table);
  const outlined = view.table.challenge
    ? runsOf(before, move).map(({ squares }) => ({ squares, ruling: null }))
    : draft.laid.length
      ? runs.map((/** @type {any} */ run) => ({
          squares: run.squares,
          ruling: misplaced ? null : (run.verdict?.ruling ?? null),
        }))
      : [];
  const ruled = latestRuling(ctx.log);
  return [
    view.table.challenge && onChallenge(ctx)?.talk(view, ctx),
    ruled && onChallenge(ctx)?.rulingNote(ruled, ctx),
    boardView({ table: view.table, draft, ctx, printed, mine, latest: latestMove(ctx.log), outlined }),
    h(
      "p",
      { key: "supplies", class: "supplies small" },
      view.players
        .filter((player) => view.table.supply_sizes[player.seat] !== undefined)
        .map((player) =>
          h(
            "span",
            { key: player.seat },
            t("compoundit.supply", {
              name: ctx.label(player.seat),
              count: view.table.supply_sizes[player.seat],
              n: view.table.supply_sizes[player.seat],
            }),
          ),
        ),
    ),
  ];
}

// --- the rack -----------------------------------------------------------------------------------------------------

/** @param {View} view @param {Draft} draft @param {Context} ctx */
function hand(view, draft, ctx) {
  return [
    h("div", { key: "told", class: "told", role: "status" }, toldOf(view, draft, ctx)),
    h(
      "div",
      { key: "rack", class: "rack-and-tools" },
      h(
        "ul",
        { class: "rack", "aria-label": t("compoundit.rack") },
        draft.order.map((slot, place) => rackPlace(view, draft, ctx, slot, place)),
      ),
      tools(draft, ctx),
    ),
  ];
}

/** What to do, or what the tiles amount to. @param {View} view @param {Draft} draft @param {Context} ctx */
function toldOf(view, draft, ctx) {
  if (draft.held !== null)
    return h(
      "span",
      { class: "run-line" },
      t("compoundit.where", { name: ctx.tile(view.table.rack[draft.held]).name }),
    );
  if (!draft.laid.length) return h("span", { class: "run-line soft" }, t("compoundit.hint"));
  const { runs, checks, over, judged, ruling: known } = appraised(view, draft, ctx);
  if (over && !judged) return leapFault(over, ctx);
  if (judged && known === null && !runs.length) return h("span", { class: "run-line soft" }, t("compoundit.no_run"));
  return [boardFaults(checks), runs.map((/** @type {any} */ run) => runLine(run, ctx))];
}

/** What challengers would object to, where moves are not judged. @param {{symbol: string}} over @param {Context} ctx */
const leapFault = ({ symbol }, ctx) =>
  h(
    "span",
    { class: "run-line", "data-ruling": "invalid" },
    h("span", { class: "mark" }, icon("invalid")),
    h("span", {}, t("compoundit.leaps", { name: ctx.tile(symbol).name }), " ", ctx.rule("C-LINE")),
  );

/** @param {View} view @param {Draft} draft @param {Context} ctx @param {number} slot @param {number} place */
function rackPlace(view, draft, ctx, slot, place) {
  const symbol = view.table.rack[slot];
  const tile = ctx.tile(symbol);
  const laid = draft.laid.find((one) => one.slot === slot);
  const dropped = (/** @type {CustomEvent<number>} */ event) => {
    const back = draft.laid.find((one) => one.slot === event.detail);
    if (back) ctx.change(takenBack(draft, back));
    else ctx.refine(moved(draft, event.detail, place));
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    const by = event.altKey ? ({ ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0) : 0;
    if (!by) return;
    event.preventDefault();
    ctx.refine(moved(draft, slot, place + by));
  };
  const take = (/** @type {MouseEvent} */ event) => {
    if (wasDragged(event.currentTarget)) return;
    const next = closeIn(tapped(view.table, draft, slot, printed), event);
    if (next.laid === draft.laid) ctx.refine(next);
    else ctx.change(next);
    const at = next.laid.at(-1);
    if (at && next.laid !== draft.laid) ctx.say(t("compoundit.laid", { name: tile.name, row: at.row, col: at.col }));
  };
  return h(
    "li",
    { key: slot, class: "rack-place", "tile-dropped": dropped },
    // one button in both states, so that it keeps the focus and the layout does not shift
    laid
      ? h("button", {
          type: "button",
          class: "rack-gap",
          "aria-label": t("compoundit.take_back", { name: tile.name }),
          click: (/** @type {MouseEvent} */ event) =>
            !wasDragged(event.currentTarget) && ctx.change(takenBack(draft, laid)),
        })
      : tileButton(
          tile,
          { state: draft.held === slot ? "selected" : undefined, label: spoken(tile) },
          {
            "aria-pressed": draft.held === slot ? "true" : null,
            click: take,
            keydown: key,
            pointerdown: (/** @type {PointerEvent} */ event) =>
              drag(
                event,
                /** @type {HTMLElement} */ (event.currentTarget),
                slot,
                event.pointerType === "touch" && !draft.close ? () => ctx.refine({ ...draft, close: true }) : undefined,
              ),
          },
        ),
  );
}

/** @param {Draft} draft @param {Context} ctx */
function tools(draft, ctx) {
  const tool = (
    /** @type {string} */ name,
    /** @type {string} */ label,
    /** @type {() => void} */ click,
    /** @type {boolean | null} */ pressed = null,
  ) =>
    h(
      "button",
      {
        key: label,
        type: "button",
        class: "icon-button",
        "aria-label": label,
        title: label,
        "aria-pressed": pressed === null ? null : String(pressed),
        click,
      },
      icon(name),
    );
  return h(
    "div",
    { class: "rack-tools", role: "group", "aria-label": t("compoundit.tools") },
    tool(draft.down ? "down" : "across", t(draft.down ? "board.to_across" : "board.to_down"), () =>
      ctx.refine({ ...draft, down: !draft.down }),
    ),
    tool("zoom", t("challenge.zoom"), () => ctx.refine({ ...draft, close: !draft.close }), draft.close),
    tool("shuffle", t("compoundit.shuffle"), () => ctx.refine(shuffled(draft))),
    tool("ions", t("compoundit.reference"), () => reference(ctx)),
  );
}

/** The numbers of the tiles and the list of ions in the box. @param {Context} ctx */
function reference(ctx) {
  const { tiles, ions } = ctx.edition;
  inSheet("event", t("compoundit.reference"), (body) =>
    patch(
      body,
      h("h3", {}, t("compoundit.numbers")),
      h(
        "ul",
        { class: "tile-table" },
        tiles.map((/** @type {{symbol: string, count: number}} */ tile) =>
          h(
            "li",
            { key: tile.symbol },
            tileView(ctx.tile(tile.symbol), { size: 72 }),
            h("span", { class: "small" }, `× ${tile.count}`),
          ),
        ),
      ),
      h("h3", {}, t("rules.ions")),
      h(
        "ul",
        { class: "ion-table" },
        ions.map((/** @type {{name: string, formula: string, charge: number}} */ ion) =>
          h(
            "li",
            { key: ion.name },
            formula(ion.formula),
            h("span", {}, inWords(ion.name)),
            h("span", { class: "ion-charge" }, signed(ion.charge)),
          ),
        ),
      ),
    ),
  );
}

/**
 * What to tap next to lay these tiles: a square, a tile, or Play.
 * @param {Action} action
 * @param {View} view
 * @param {Draft} draft
 */
function aim(action, view, draft) {
  if (action.type !== "place") return null;
  const next = nextOf(action.placements, draft);
  if (!next) return '[data-button="play"]';
  const { down } = beginningOf(action.placements);
  const turned = action.placements.length < 2 || draft.down === down;
  if (draft.at?.row !== next.row || draft.at.col !== next.col || !turned)
    return `.square[data-row="${next.row}"][data-col="${next.col}"]`;
  const place = draft.order.findIndex(
    (slot) => view.table.rack[slot] === next.symbol && !draft.laid.some((tile) => tile.slot === slot),
  );
  return `.rack-place:nth-child(${place + 1}) button`;
}

// --- the bar ------------------------------------------------------------------------------------------------------

/** @param {View} view @param {Draft} draft @param {Context} ctx @returns {Button[] | null} */
function bar(view, draft, ctx) {
  if (view.table.challenge) return talking(ctx);
  const turn = ctx.asked("place") || ctx.asked("pass");
  const { ruling: known, score, judged, misplaced } = appraised(view, draft, ctx);
  const laid = draft.laid.length > 0;
  const [accept] = ctx.listed("accept");
  const [challenge] = ctx.listed("challenge");
  /** @type {(Button | false | undefined)[]} */
  const buttons = [
    ctx.asked("place") &&
      (laid || !accept) && {
        key: "play",
        label:
          laid && !misplaced && known !== "invalid" && !(judged && known === null)
            ? t("compoundit.play", { score })
            : t("compoundit.play_nothing"),
        primary: !misplaced,
        disabled: !laid || (judged && known !== "valid"),
        why: t(laid ? "compoundit.why_not" : "compoundit.hint"),
        press: () => ctx.send(actionOf(draft)),
      },
    accept && !laid && { key: "accept", label: t("compoundit.do_accept"), act: accept, primary: !turn },
    challenge && {
      key: "challenge",
      label: [
        t("compoundit.do_challenge"),
        clock(ctx.asks.find(({ kinds }) => kinds.includes("challenge"))?.by ?? null),
      ],
      act: challenge,
    },
    laid && { key: "recall", label: t("compoundit.recall"), press: () => ctx.change(recalled(draft)) },
    turn && !laid && { key: "pass", label: t("compoundit.do_pass"), act: { type: "pass" } },
  ];
  return /** @type {Button[]} */ (buttons.filter(Boolean));
}

/**
 * Buttons for the viewer's opinion on a challenged move, and for asking the judge.
 * @param {Context} ctx
 * @returns {Button[]}
 */
function talking(ctx) {
  const holds = ctx
    .listed("settle")
    .map((action) => ({
      key: action.ruling,
      label: t(`compoundit.say_ruling_${action.ruling}`),
      act: action,
      primary: true,
    }));
  return [
    ...holds,
    ...ctx
      .listed("ask_judge")
      .map((action) => ({ key: "ask_judge", label: t("compoundit.do_ask_judge"), act: action })),
  ];
}

/** What the viewer or another player is asked. @param {Ask} ask @param {View} view @param {Context} ctx */
function asked(ask, view, ctx) {
  const { last_move } = view.table;
  const name = ctx.name(ask.player);
  const mine = ask.player === ctx.me;
  if (ask.about === "challenge") {
    if (!mine) return t("compoundit.other_settle", { name });
    if (!ask.kinds.includes("settle")) return t("compoundit.ask_wait");
    const player = last_move?.player ?? null;
    return t(ctx.isYou(player) ? "compoundit.ask_settle_yours" : "compoundit.ask_settle", { player: ctx.name(player) });
  }
  if (ask.kinds.includes("challenge") && last_move) {
    return mine ? t("compoundit.ask_reply", moveWords(view, ctx)) : t("compoundit.other_reply", { name });
  }
  if (!mine) return t("compoundit.other_place", { name });
  if (ctx.asked("challenge")) return t("compoundit.ask_reply_or_place", moveWords(view, ctx));
  return t(ask.kinds.includes("place") ? "compoundit.ask_place" : "compoundit.ask_pass");
}

/** The last move in words, such as "Ann laid NaCl for 6 points". @param {View} view @param {Context} ctx */
function moveWords(view, ctx) {
  const { before, move } = openMove(view.table);
  const { player, score } = view.table.last_move;
  return {
    name: ctx.name(player),
    runs:
      runsOf(before, move)
        .map((run) => run.tiles.join(""))
        .join(", ") || move.map((tile) => tile.symbol).join(""),
    points: points(score),
  };
}

// --- the log and the end ------------------------------------------------------------------------------------------

/**
 * The compounds of a move, by name once nobody can challenge it: a name would tell that it is legal.
 * @param {{version: number, [fact: string]: any}} move @param {View} view @param {Context} ctx
 */
function named({ version, runs }, view, ctx) {
  const open = view.status === "playing" && view.table.last_move?.version === version;
  return runs.map((/** @type {{tiles: string[]}} */ { tiles }) =>
    open ? tiles.join("") : compound(tiles, view.options.rules, ctx.redraw),
  );
}

/**
 * A move that may be made: where its tiles lie, as a hint names its compounds; afterwards its compounds, too.
 * @param {Action} action @param {View} view @param {Context} ctx
 */
function moveLabel({ placements }, view, ctx) {
  const { square, down } = beginningOf(placements);
  const place = t(down ? "compoundit.from_down" : "compoundit.from_across", { square });
  if (view.status === "playing") return place;
  const runs = runsOf(view.table.board, placements);
  const names = runs.map(({ tiles }) => compound(tiles, view.options.rules, ctx.redraw));
  return `${names.join(" + ")} (${place})`;
}

/** A move as read out at the table. @param {Event} event @param {View} view @param {Context} ctx */
function told(event, view, ctx) {
  if (event.type !== "tiles_placed") return null;
  const laid =
    named(event, view, ctx).join(" + ") ||
    event.placements.map((/** @type {{symbol: string}} */ tile) => tile.symbol).join("");
  const who =
    event.player === ctx.me ? t("compoundit.you_lay") : t("compoundit.lays", { name: ctx.name(event.player) });
  return `${who} ${laid} · ${event.score}`;
}

/** @param {Event} event @param {View} view @param {Context} ctx */
function opened(event, view, ctx) {
  const { version } = event;
  if (event.type === "tiles_placed") return shownLater(version, ({ moveOpened }) => moveOpened(event, view, ctx));
  if (event.type === "ruling_given") return shownLater(version, ({ ruling }) => ruling(event, ctx));
  return null;
}

/** @param {View} view @param {Context} ctx */
function ended(view, ctx) {
  const reason = view.result?.reason;
  if (reason === "all_passed") return t("compoundit.why_all_passed");
  if (reason !== "supply_low") return null;
  const seats = low(view);
  const mine = seats.length === 1 && ctx.isYou(seats[0]);
  return t(mine ? "compoundit.why_supply_low_you" : "compoundit.why_supply_low", {
    names: listed(seats.map(ctx.name)),
  });
}

/** A ruling on one's own move or challenge, or the last round. @param {View} view @param {Context} ctx */
function stopFor(view, ctx) {
  const event = rulingFor(ctx.log, ctx.me);
  const said = event && onChallenge(ctx)?.consequence(event, ctx);
  if (!event || !said) return lastRound(view, ctx);
  return {
    ...stop(view),
    key: `ruling ${event.version}`,
    title: rulingWord(event.ruling),
    text: `${event.text} ${said}`,
  };
}

/** @param {View} view */
const stop = (view) => ({
  next: t("compoundit.play_on"),
  sheet: null,
  score: (/** @type {number} */ seat) => String(view.players[seat].score),
});

/** C-END: from here on everybody has one more turn. @param {View} view @param {Context} ctx */
function lastRound(view, ctx) {
  const left = /** @type {number[] | null} */ (view.table.last_turns);
  if (!left?.length) return null;
  const seats = low(view);
  return {
    key: "last round",
    title: t("compoundit.last_round"),
    text: t(`compoundit.last_turn_${lastTurn(left, view.players.length, ctx.me)}`, {
      low: seats.every(ctx.isYou)
        ? t("compoundit.low_yours")
        : t("compoundit.low_of", { names: listed(seats.map(ctx.label)) }),
    }),
    ...stop(view),
  };
}

/** Whose supply is the smallest. @param {View} view */
function low(view) {
  const sizes = /** @type {number[]} */ (view.table.supply_sizes);
  return view.players.map(({ seat }) => seat).filter((seat) => sizes[seat] === Math.min(...sizes));
}

/** The moves that a score is made of, and the best. @param {number} seat @param {View} _ @param {Context} ctx */
function movesOf(seat, _, ctx) {
  const scores = sheetOf(ctx.log).flatMap((line) => (line.player === seat ? [line.score] : []));
  return scores.length
    ? t("compoundit.moves", { count: scores.length, n: scores.length, best: Math.max(...scores) })
    : null;
}

/** @param {View} view @param {Context} ctx */
function scoreSheet(view, ctx) {
  const lines = sheetOf(ctx.log);
  return (
    lines.length > 0 &&
    h(
      "div",
      { class: "score-sheet" },
      view.players.map(({ seat, score }) =>
        h(
          "section",
          { key: seat, class: "stack" },
          h("h3", {}, ctx.label(seat), " ", h("b", {}, score)),
          h(
            "ol",
            {},
            lines
              .filter((line) => line.player === seat)
              .map((line) =>
                h("li", { key: line.version }, prose(named(line, view, ctx).join(" + ")), h("b", {}, line.score)),
              ),
          ),
        ),
      ),
    )
  );
}
