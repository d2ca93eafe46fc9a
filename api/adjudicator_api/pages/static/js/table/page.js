/**
 * A page with a table: the frame that all games share. A game passes its table to `openTable`; see CONTRIBUTING.md.
 */

import { at, inPocket, tableHere } from "../address.js";
import { data, tileOf } from "../data.js";
import { announce, byId, icon, prose } from "../dom.js";
import "../frame.js";
import { closedBy, isLesson, kindsOf, myAsks, OFFERS, stillAsked } from "../models/asked.js";
import {
  concerns,
  mayOffer,
  offersBeside,
  offersTo,
  offerToMe,
  withLapses,
  withoutHaggling,
} from "../models/offers.js";
import { latestOf, piecesOf, seenBy, summaryOf } from "../models/news.js";
import { h, patch } from "../patch.js";
import { ruleLink } from "../rulebook.js";
import { t } from "../words.js";
import { askable } from "./about.js";
import { isPrinted } from "./edition.js";
import { LESSON, addressOf, keepTable, lookAddress, phrases, sound } from "./kept.js";
import { legend } from "./legend.js";
import { chemistry, logList } from "./log.js";
import { motion } from "./motion.js";
import { News, summaryText } from "./news.js";
import { Room } from "./room.js";
import { actionText, askText, called, isYou, kindText, nameOf, offerLine, standing } from "./saying.js";
import { choose, closeSheets, fillIn } from "./sheets.js";
import { bar, holdFocus, lightHint, showTurn, strip, tick } from "./show.js";
import { pause } from "./wire.js";

/**
 * @typedef {import("../patch.js").Child} Child
 * @typedef {import("../models/asked.js").View} View
 * @typedef {import("../models/asked.js").Ask} Ask
 * @typedef {import("../models/asked.js").Action} Action
 * @typedef {import("../models/asked.js").Event} Event
 * @typedef {import("./show.js").Button} Button
 * @typedef {import("../models/news.js").Piece} Piece
 * @typedef {import("./offers.js").Store} Store
 * @typedef {import("./offers.js").Begun} Begun
 * @typedef {ReturnType<typeof contextOf>} Context what a table may ask of the frame
 *
 * @typedef {{key: string, title: string, text: string | null, next: string, sheet: Child, score: (seat: number) =>
 *   string}} Interval `key` tells one from the next; `next` is the button that goes on
 *
 * @typedef {object} Table what a game provides
 * @property {(view: View, draft: any, ctx: Context) => Child} table the table itself
 * @property {(view: View, draft: any, ctx: Context) => Child} [hand] the viewer's own part, within reach of the thumb
 * @property {(view: View, draft: any, ctx: Context) => Button[] | null} [bar] its own buttons; null for those of the
 *   listed actions
 * @property {(view: View) => any} [draft] an empty draft: what is laid out but not sent
 * @property {(draft: any, view: View) => any} [kept] a draft under a new view, as far as it is still possible; null if
 *   nothing is
 * @property {(action: Action) => boolean} [spends] whether an accepted action uses up the draft; by default all do
 * @property {(action: Action, view: View, draft: any, ctx: Context) => string | null} [aim] the selector of what to tap
 *   next for this action, for lessons; null for the button of the bar that does it
 * @property {(action: Action, view: View, ctx: Context) => string | null} [spot] the selector of what an action is
 *   about, which a hint lights; by default that of `aim`
 * @property {(view: View, ctx: Context, draft: any) => Action | null} [only] the action taken automatically where
 *   public information leaves only one, or the viewer chose it before
 * @property {boolean} [retold] whether after such an action the summary begins with the viewer's act before it
 * @property {(action: Action, view: View) => any} [take] a draft that gives this action, for hints; null if it cannot
 *   be laid out
 * @property {(action: Action) => any} [shows] a draft one tap before this action, for lessons where it cannot be laid
 *   out; null if it is one tap
 * @property {(hint: {text: string, value: number}) => string} [hint] the text of a hint; of equal texts only the first
 *   is offered
 * @property {(ask: Ask, view: View, ctx: Context) => string | null} [ask] an ask in words, of me or of others
 * @property {(action: Action, view: View, ctx: Context) => string | null} [label] a listed action in words
 * @property {(event: Event, view: View, ctx: Context) => string | null} [line] the text of a line of the log; null for
 *   its own
 * @property {() => Promise<void>} [named] resolves when lines of the log have the names they have asked for
 * @property {string[]} [small] the types of events that a summary leaves out, as everybody does them in every turn
 * @property {string[]} [quiet] the types of events that change nothing to be seen: the strip shows what came before
 * @property {string[]} [great] the types of events that a line of a summary begins with
 * @property {boolean} [sums] false where a summary says no gains: they come from other things than those it tells
 * @property {(event: Event, view: View, ctx: Context) => Child} [event] what opens from a line of the log
 * @property {(seat: number, view: View) => Store} [goods] what can be traded
 * @property {boolean} [group] whether one offer may have several partners, each with their own terms
 * @property {(view: View, ctx: Context) => Child} [result] a score sheet
 * @property {(view: View, ctx: Context) => Interval | null} [interval] what to stop for, such as the end of a round
 * @property {(seat: number, view: View, draft: any, ctx: Context) => string} [score] a player's points as shown during
 *   the game
 * @property {(view: View, ctx: Context) => string | null} [why] why the game ended, with names
 * @property {(seat: number, view: View, ctx: Context) => string} [fall] why a player is out
 * @property {(seat: number, view: View, ctx: Context) => string | null} [parts] what a player's score is made of
 * @property {(n: number | string) => string} [amount] an amount of what decides the game, if not points
 * @property {string} [rules] the game whose rule ids are cited
 */

const wide = matchMedia("(min-width: 1100px)"); // wide enough for the log beside the table, as in table.css
const SMALL = ["game_started", "offer_accepted", "offer_declined", "offer_withdrawn", "offer_voided"]; // in any game
const NAMED = 3000; // ms at most until compounds have names
const printed = /** @type {any} */ (data).table;
const id = tableHere();

/** @param {Table} table */
export function openTable(table) {
  const rules = table.rules ?? printed.rules;
  if (printed.look) {
    import("./review.js").then(({ lookAgain }) =>
      lookAgain(table, (room, view) => contextOf(room, table, rules, view)),
    );
    return;
  }
  if (printed.glance) {
    import("./glance.js").then(({ glance }) => glance(table, (room, view) => contextOf(room, table, rules, view)));
    return;
  }
  if (id === LESSON) {
    import("./coach.js")
      .then(({ openLesson }) => openLesson(printed))
      .catch((error) =>
        patch(byId("playing"), h("p", { class: "trouble-text", role: "alert" }, String(error.message))),
      );
    return;
  }
  const room = new Room(id, table, { draw, happened });
  const news = new News();
  /** @type {string} */
  let said = "";
  /** the version at which the service last acted for a player at this screen */
  let done = -1;
  /** the version that the page shows @type {number | null} */
  let shown = null;
  /** the step of the summary that the board shows; null: the present @type {number | null} */
  let step = null;
  /** the log that was read when the step was chosen @type {Event[] | null} */
  let read = null;
  // what few visits need, fetched when they do
  const moments = fetched(() => import("./ending.js"), draw);
  const arrivals = fetched(() => import("./arriving.js"), draw);
  const offers = fetched(() => import("./offers.js"), draw);
  /** the last interval of each seat, and the act before it; none when they came @type {Map<number, Stop>} */
  const stops = new Map();
  /** offers that the viewer answers later @type {Set<number>} */
  const later = new Set();
  /** the version at which each offer was last seen on the table @type {Map<number, number>} */
  const stood = new Map();
  /** the log with offers that lapsed, as of the last view whose events are known @type {Event[]} */
  let told = [];
  /** the hint on the board, until something else is asked @type {{action: Action, text: string, of: View} | null} */
  let hint = null;
  /** where the page was scrolled to before a hint @type {number | null} */
  let left = null;
  /** whether a player who is out watches on */
  let watching = false;
  /** the act whose summary was announced @type {number | null} */
  let summed = null;

  function draw() {
    const focused = document.activeElement;
    byId("room").hidden = room.curtain !== null;
    byId("room").dataset.version = String(room.view?.version ?? "");
    byId("curtain").hidden = room.curtain === null;
    if (room.curtain) closeSheets();
    patch(byId("curtain"), room.curtain && curtain(room.curtain.name));
    showLink();
    const view = room.view && isPrinted(room.view.edition, draw) ? room.view : null;
    if (!view) {
      news.forget();
      shown = step = summed = null;
      told = [];
      byId("say").hidden = true;
      for (const place of ["players", "own", "bar", "beside", "events-body", "menu-body"]) patch(byId(place));
      patch(
        byId("playing"),
        room.curtain
          ? null
          : (room.refused && arrivals()?.refusal(room)) || h("div", { class: "skeleton" }, h("i"), h("i")),
      );
      document.title = t("table.page_title", { title: printed.title });
      if (room.curtain) say(t("table.hand_to", { name: room.curtain.name }));
      return;
    }
    const ctx = contextOf(room, table, rules, view);
    told = logWithLapses(view);
    if (shown !== view.version || read !== room.log) step = null; // whatever happens, the page returns to the present
    read = room.log;
    const move = motion(shown !== null && shown !== view.version);
    shown = view.version;
    const asked = view.status === "playing" && ctx.asks.some((ask) => ask.obliged);
    const pieces = asked ? piecesOf(sinceMine(view)) : [];
    const stepped = step === null ? null : (pieces[step] ?? null);
    const past = stepped ? room.past.find((one) => one.version >= stepped.to) : null;
    const [seen, draft, sight] = stepped ? backAt(past ?? view, stepped.events) : [view, room.draft, ctx];
    room.coach?.draw(
      (action) => layOut(action, view),
      (action) => room.send(action),
      room.sending !== null || !ctx.asks.length,
    );
    const ended = room.coach !== null && room.coach.step === null;
    const interval = atInterval(view, ctx);
    const offer = ctx.me === null || ended || interval ? null : offerToMe(view, later);
    const listed = offersBeside(view, offer, later);
    const offered = hint?.action.offer ?? null;
    if (hint && ((offer?.id ?? null) !== offered || !stillAsked(hint.of, view) || (room.acted ?? 0) > hint.of.version))
      hint = null;
    const answer =
      offer !== null && hint === null
        ? offers()?.offerBar(offer, view, (seat, one) => pieceOf(view, seat, one), {
            counter: ctx.offer,
            putOff: room.coach
              ? null
              : () => {
                  later.add(offer.id);
                  draw();
                },
          })
        : null;
    // before the game has begun there is nothing on the table that a game could say anything of
    const begun = view.status !== "waiting";
    const buttons =
      ctx.me === null || ended || !begun
        ? newGame(view)
        : interval
          ? [interval.button]
          : (answer?.buttons ??
            (hint ? hintButtons(hint.action) : [...buttonsOf(view, ctx), ...offerButton(view), ...newGame(view)]));
    const closed = closedBy(view, room.kept?.again);
    const opens = (/** @type {Event} */ event) => table.event?.(event, view, ctx) ?? chemistry(event, rules ?? "");
    patch(
      byId("players"),
      strip(view, room, table.score && ((seat) => table.score?.(seat, view, room.draft, ctx) ?? "")),
    );
    showTurn(byId("players"));
    patch(
      byId("playing"),
      view.status === "waiting"
        ? (arrivals()?.waiting(room, view) ?? null)
        : [
            over(view, ctx),
            interval?.card,
            view.paused &&
              h(
                "p",
                { key: "paused", class: "note", role: "status" },
                icon("unresolved"),
                h("span", {}, t("table.paused")),
              ),
            view.status === "playing" &&
              !inPocket &&
              closed &&
              h("p", { key: "disclosed", class: "small soft" }, t(`table.${closed}`)),
            mayBeMissing(view) && arrivals()?.missing(room, view),
            table.table(seen, draft, sight),
            listed.length > 0 &&
              offers()?.offerList(listed, view, room, (seat, one) => pieceOf(view, seat, one), ctx.offer),
          ],
    );
    patch(
      byId("own"),
      view.status === "playing" && view.you !== null ? (table.hand?.(seen, draft, sight) ?? null) : null,
    );
    byId("own").hidden = interval !== null || !byId("own").hasChildNodes();
    byId("playing").inert = byId("own").inert = stepped !== null;
    patch(
      byId("bar"),
      view.status === "playing"
        ? stepped
          ? stepBar(pieces)
          : bar({
              said: ended
                ? t("lesson.over")
                : interval
                  ? interval.title
                  : (answer?.said ?? (hint ? hintText(hint, view, ctx) : askedText(view, ctx))),
              mine: !ended && ctx.asks.some((ask) => ask.obliged),
              offer: Boolean(answer ?? hint), // both need the room
              buttons,
              room,
              rules,
              more:
                ctx.me === null || ended || interval
                  ? null
                  : answer
                    ? h("span", { class: "offer-more" }, answer.more, hintButton(view, ctx, offer))
                    : moreButtons(view, ctx),
            })
        : null,
    );
    move();
    const worded = (/** @type {Event} */ event) => sentence(event, view, ctx);
    news.show({
      version: room.log.at(-1)?.version ?? null,
      latest:
        view.status === "over"
          ? null
          : (stepped ??
            latestOf(
              told,
              (event) => !event.type.startsWith("offer_") || concerns(event, room.log, view.you),
              (event) => Boolean(table.quiet?.includes(event.type)),
            )),
      summary: stepped || !asked ? [] : summary(view, ctx),
      events: sinceMine(view),
      steps: pieces.length,
      stepping: stepped !== null,
      step: () => go(stepped ? null : 0, pieces),
      remarks: phrases() ? view.remarks : [],
      name: ctx.label,
      names: (seat) => [nameOf(view, seat), ctx.label(seat)],
      opens,
      text: (event) => wording(event, view, ctx),
      said: worded,
    });
    byId("say").hidden = !(
      view.phrases &&
      phrases() &&
      ctx.me !== null &&
      room.seats.length === 1 &&
      view.players.some((player) => player.kind === "person" && player.seat !== ctx.me)
    );
    const lines = () => logList(told, room.news, opens, worded);
    patch(byId("events-body"), byId("events-sheet").open && lines());
    patch(byId("beside"), wide.matches && [h("h2", { class: "label" }, t("table.log")), lines()]);
    if (byId("menu-sheet").open) import("./menu.js").then(({ drawMenu }) => drawMenu(room, rules));
    room.coach?.light(
      (action) => (ctx.asks.length ? (table.aim?.(action, view, room.draft, ctx) ?? null) : null),
      buttons,
    );
    if (!room.coach)
      lightHint(
        hint && (table.spot?.(hint.action, view, ctx) ?? table.aim?.(hint.action, view, room.draft, ctx) ?? null),
      );
    // once its events have come: after some, the viewer decides
    const way =
      begun && view.version !== done && isRead(view) && !room.sending && !room.coach && room.seats.length === 1
        ? (table.only?.(view, ctx, room.draft) ?? null)
        : null;
    if (way) {
      done = view.version;
      room.send(way, { chosen: false });
    }
    if (!hint && left !== null) {
      scrollTo({ top: left, behavior: "instant" }); // back from what the hint was about
      left = null;
    }
    holdFocus(focused);
    const turn = ctx.asks.some((ask) => ask.obliged);
    document.title = t(turn && view.status === "playing" ? "table.page_title_turn" : "table.page_title", {
      title: printed.title,
    });
  }

  /** Lays an action of a lesson out, if the game can show it. @param {Action} action @param {View} view */
  function layOut(action, view) {
    const laid = (table.take ?? table.shows)?.(action, view);
    if (laid) room.change(laid);
    else draw();
  }

  // --- what happened --------------------------------------------------------------------------------------------

  /** Whether the events of a view have come. @param {View} view */
  const isRead = (view) => (room.log.at(-1)?.version ?? 0) >= view.version;

  /** An event in words. @param {Event} event @param {View} view @param {Context} ctx */
  const wording = (event, view, ctx) => special(event, view, ctx) ?? event.text ?? "";

  /** @param {Event} event @param {View} view @param {Context} ctx */
  const special = (event, view, ctx) =>
    offerLine(event, room.log, { ...ctx, piece: (id) => pieceNamed(view, id) }) ?? table.line?.(event, view, ctx);

  /** @param {Event} event @param {View} view @param {Context} ctx */
  function sentence(event, view, ctx) {
    const own = special(event, view, ctx);
    return own ? prose(own) : null;
  }

  /**
   * The log with the offers that lapsed, without those among bots; until the events of a view have come, as it was.
   * @param {View} view
   */
  function logWithLapses(view) {
    const open = /** @type {{id: number}[]} */ (view.offers?.open ?? []);
    for (const { id } of open) stood.set(id, view.version);
    if (!isRead(view)) return told;
    const lapsed = (/** @type {Event} */ { player }) =>
      t("table.offer_lapsed", { name: called(room, view, player ?? -1) });
    return withoutHaggling(withLapses(room.log, open, stood, lapsed), botsOf(view));
  }

  const botsOf = (/** @type {View} */ view) => new Set(view.players.filter(({ bot }) => bot).map(({ seat }) => seat));

  /** The events since the viewer's own last act. @param {View} view */
  function sinceMine(view) {
    const since = room.acted ?? seenBy(room.log, view.you);
    return withoutHaggling(room.log, botsOf(view)).filter((event) => event.version > since);
  }

  /** What each player has done since the viewer's own last act. @param {View} view @param {Context} ctx */
  function summary(view, ctx) {
    const since = room.acted ?? seenBy(room.log, view.you);
    const before = room.past.findLast((one) => one.version <= since && one.status !== "waiting");
    // The page may have seen nothing between the viewer's act and the next one: its points are not the others' doing.
    const counts = (/** @type {number} */ seat) => seat !== view.you || before?.version === since;
    const lapsed = (/** @type {Event} */ event) =>
      event.type === "offer_lapsed" && !concerns(event, room.log, view.you);
    const log = told.filter((event) => !lapsed(event));
    return summaryOf(log, {
      since,
      me: view.you,
      names: view.players.map((player) => player.name),
      small: new Set([...SMALL, ...(table.small ?? [])]),
      great: new Set(table.great),
      worded: (event) => wording(event, view, ctx),
      gains: view.players.map(({ seat, score }) =>
        before && table.sums !== false && counts(seat) ? score - before.players[seat].score : 0,
      ),
    });
  }

  /** The table as it was after some events, for looking only. @param {View} view @param {Event[]} events */
  function backAt(view, events) {
    const past = { ...view, asks: [], actions: [] };
    const until = events.at(-1)?.version ?? 0;
    const ctx = contextOf(room, table, rules, past);
    return /** @type {const} */ ([
      past,
      table.draft?.(past) ?? null,
      {
        ...ctx,
        news: events,
        log: room.log.filter((event) => event.version <= until),
        isNews: (/** @type {(event: Event) => boolean} */ test) => events.some(test),
      },
    ]);
  }

  /** Shows a step of the summary on the board, or the present. @param {number | null} to @param {Piece[]} pieces */
  function go(to, pieces) {
    step = to;
    draw();
    const events = to === null ? [] : pieces[to].events;
    announce(events.map((event) => event.text).join(" ") || t("table.at_now"));
  }

  /** The action bar while the board shows a step. @param {Piece[]} pieces */
  function stepBar(pieces) {
    const [at, count] = [step ?? 0, pieces.length];
    return bar({
      said: t("table.step_of", { n: at + 1, count }),
      mine: false,
      buttons: [
        { key: "before", label: t("table.step_before"), disabled: at === 0, press: () => go(at - 1, pieces) },
        { key: "after", label: t("table.step_after"), disabled: at === count - 1, press: () => go(at + 1, pieces) },
        { key: "now", label: t("table.to_now"), primary: true, press: () => go(null, pieces) },
      ],
      room,
      rules,
      more: null,
    });
  }

  // --- announcements --------------------------------------------------------------------------------------------

  /** @param {View} view @param {Context} ctx */
  function askedText(view, ctx) {
    const worded = (/** @type {Ask} */ ask) => table.ask?.(ask, view, ctx) ?? askText(view, ask);
    const obliged = ctx.asks.filter((ask) => ask.obliged);
    if (ctx.me === null) return `${t("table.watching")} ${standing(view, worded)}`;
    if (obliged.length) return standing(view, worded);
    const may = ctx.asks.filter((ask) => ask.about !== OFFERS).map(worded);
    const offered = offersTo(view);
    return [offered && t("table.offers_wait", { n: offered, count: offered }), standing(view, worded), ...may]
      .filter(Boolean)
      .join(" ");
  }

  /**
   * Announces what happened, then what is asked: when something is asked of the viewer, the summary, once.
   * Where names are still asked for, it waits for them.
   * @param {Event[]} events @param {View} seen
   */
  async function happened(events, seen) {
    const { seat } = room;
    if (table.named) await Promise.race([table.named(), pause(NAMED)]);
    const view = table.named ? room.view : seen;
    if (!view || room.seat !== seat) return; // the curtain has fallen
    const ctx = contextOf(room, table, rules, view);
    const mine = myAsks(view).some((ask) => ask.obliged);
    const since = room.acted ?? seenBy(room.log, view.you);
    const texts = (/** @type {Event[]} */ some) =>
      some.flatMap((event) => (event.text ? [wording(event, view, ctx)] : []));
    const [own, others] = [
      events.filter((event) => event.version <= since),
      events.filter((event) => event.version > since),
    ];
    const whole = mine && others.length > 0 && summed !== since;
    if (whole) summed = since;
    const sentences = [...texts(own), ...(whole ? [summaryText(summary(view, ctx), ctx.label)] : texts(others))];
    say([...sentences, askedText(view, ctx)].join(" "));
    if (sound() && mine) ring();
  }

  /** @param {string} text */
  function say(text) {
    if (text !== said) announce(text);
    said = text;
  }

  function showLink() {
    const lost = room.link === "lost";
    byId("link-state").dataset.link = room.link;
    patch(
      byId("link-state"),
      lost
        ? [icon("offline"), h("span", {}, t("table.reconnecting"))]
        : h("span", { class: "out-of-sight" }, t("table.connected")),
    );
  }

  // --- buttons --------------------------------------------------------------------------------------------------

  /** @param {View} view @param {Context} ctx @returns {Button[]} */
  function buttonsOf(view, ctx) {
    const own = table.bar?.(view, room.draft, ctx);
    return own ?? kindsOf(view).flatMap((kind) => listedButtons(view, ctx, kind));
  }

  /** @param {View} view @param {Context} ctx @param {ReturnType<typeof kindsOf>[number]} kind @returns {Button[]} */
  function listedButtons(view, ctx, { type, obliged, open, actions, together }) {
    const label = (/** @type {Action} */ action) => table.label?.(action, view, ctx) ?? actionText(view, action);
    /** @type {Button[]} */
    const found = [];
    if (open)
      found.push({
        key: `${type} …`,
        label: `${kindText(view.game, type)} …`,
        primary: obliged && !actions.length,
        press: () => ctx.fill(type),
      });
    if (together) {
      const of = actions.map((action, at) => ({ key: String(at), label: label(action) }));
      const pick = async () => {
        const [at] = (await choose({ title: kindText(view.game, type), of })) ?? [];
        if (at !== undefined) room.send(actions[Number(at)]);
      };
      found.push({
        key: type,
        label: `${kindText(view.game, type)} (${actions.length})`,
        primary: obliged,
        press: pick,
      });
    } else
      found.push(
        ...actions.map((action) => ({
          key: JSON.stringify(action),
          label: label(action),
          act: action,
          primary: obliged,
        })),
      );
    return found;
  }

  /**
   * A button to the offers, which a small screen does not show: they are below the game's own part.
   * @param {View} view
   * @returns {Button[]}
   */
  function offerButton(view) {
    const offered = offersTo(view);
    return offered
      ? [
          {
            key: "answer",
            label: t("table.offers_to_answer", { n: offered, count: offered }),
            press: () => offers()?.toOffers(),
          },
        ]
      : [];
  }

  /** For who watches, or is out and watches on: the way to another game. @param {View} view @returns {Button[]} */
  const newGame = (view) =>
    watching || (view.you === null && !room.seats.length)
      ? [{ key: "new", label: t("table.new_game"), press: () => location.assign(at(`/play/${view.game}`)) }]
      : [];

  /** @param {View} view @param {Context} ctx */
  function moreButtons(view, ctx) {
    const asked = ctx.asks.some((ask) => ask.obliged);
    return [
      mayOffer(view) &&
        !hint && // its reason needs the width
        h("button", { key: "offer", type: "button", class: "button", click: () => ctx.offer({}) }, t("table.trade")),
      asked && hintButton(view, ctx),
      room.steps.length > 0 &&
        !room.sending &&
        h(
          "button",
          {
            key: "undo",
            type: "button",
            class: "icon-button",
            "aria-label": t("table.undo"),
            click: () => room.undo(),
          },
          icon("undo"),
        ),
    ];
  }

  /**
   * @param {View} view @param {Context} ctx
   * @param {import("../models/offers.js").Offer | null} [offer] the one that is asked about
   */
  const hintButton = (view, ctx, offer = null) =>
    view.hints &&
    h(
      "button",
      {
        key: "hints",
        type: "button",
        class: "icon-button",
        "aria-label": t("table.hints"),
        click: () => import("./hints.js").then(({ showHints }) => showHints(room, table, view, ctx, showHint, offer)),
      },
      icon("hint"),
    );

  /** @param {Action} action @param {string} text */
  function showHint(action, text) {
    if (!hint) left = scrollY;
    if (room.view) hint = { action, text, of: room.view };
    draw();
  }

  /** @param {{action: Action, text: string}} shown @param {View} view @param {Context} ctx */
  const hintText = ({ action, text }, view, ctx) =>
    `${table.label?.(action, view, ctx) ?? actionText(view, action)}. ${text}`;

  /** @param {Action} action @returns {Button[]} */
  const hintButtons = (action) => [
    { key: "hint", label: t("table.do_it"), act: action, primary: true },
    {
      key: "no-hint",
      label: t("table.hint_away"),
      press: () => {
        hint = null;
        draw();
      },
    },
  ];

  // --- before and after the game ----------------------------------------------------------------------------------

  /** @param {View} view @param {Context} ctx */
  function over(view, ctx) {
    const left =
      view.status === "playing" && view.you === null && view.players.find((player) => player.kind === "left");
    if (left) return h("div", { key: "left", class: "taking" }, arrivals()?.sitDown(room, left.name));
    if (view.status === "playing" && !view.players.some((player) => player.out)) return null;
    const own = view.status === "playing" && room.seats.length === 1 && view.you !== null && view.players[view.you];
    if (own && own.out === "eliminated" && !watching)
      return moments()?.dropOut({
        why: table.fall?.(own.seat, view, ctx) ?? null,
        next: `/play/${view.game}`,
        watch: () => {
          watching = true;
          draw();
        },
      });
    const more = [
      h("a", { class: "button", href: lookAddress(view) }, t("look.again")),
      h("button", { type: "button", class: "button", click: () => download(view) }, t("table.record")),
      room.seats.length > 0 &&
        h("div", {
          key: "missed",
          class: "ending-missed",
          own: true,
          mounted: (/** @type {HTMLElement} */ place) =>
            import("./missed.js").then(({ showMissed }) => showMissed(place, view.id, room.seats)),
        }),
    ];
    return (
      view.status === "over" &&
      !isLesson(view) &&
      moments()?.ending(view, {
        label: ctx.label,
        seats: room.seats.map(({ seat }) => seat),
        why: table.why?.(view, ctx) ?? (view.result?.reason === "one_left" ? t("table.why_one_left") : null),
        parts: (seat) => table.parts?.(seat, view, ctx) ?? null,
        again: room.seat === null && !view.rematch ? null : () => again(view),
        more,
        sheet: table.result?.(view, ctx) ?? null,
      })
    );
  }

  /**
   * The end of a round, until the viewer goes on or acts: what to show, and the button that goes on.
   * @param {View} view @param {Context} ctx
   */
  function atInterval(view, ctx) {
    // a lesson stops only at its own end
    if (view.status !== "playing" || view.you === null || (isLesson(view) && room.coach?.step)) return null;
    const found = table.interval?.(view, ctx) ?? null;
    const key = found?.key ?? null;
    const known = stops.get(view.you);
    const stop = known?.key === key ? known : { key, acted: room.acted, over: !known && !isLesson(view) };
    stops.set(view.you, stop);
    if (!isLesson(view) && (room.acted !== stop.acted || room.steps.length)) stop.over = true;
    const card = found && !stop.over && moments()?.interval(view, { ...found, label: ctx.label });
    if (!found || !card) return null;
    const press = () => {
      stop.over = true;
      draw();
    };
    return { card, title: found.title, button: { key: "next", label: found.next, primary: true, press } };
  }

  /** @param {View} view */
  async function again(view) {
    if (room.seat === null) {
      location.assign(at(addressOf({ game: view.game, id: view.rematch ?? "" })));
      return;
    }
    let next = "";
    for (const seat of room.seats) {
      const made = await room.tell("/rematch", {}, { token: seat.token });
      if (!made) return;
      keepTable({
        id: made.id,
        game: view.game,
        title: view.title,
        seats: [{ seat: made.seat, name: seat.name, token: made.token }],
        host: made.host_token,
        code: null,
        at: new Date().toISOString(),
        of_class: room.kept?.of_class,
      });
      next = made.id;
    }
    location.assign(at(addressOf({ game: view.game, id: next })));
  }

  /** @param {View} view */
  async function download(view) {
    const record = await room.tell("/log");
    if (record) import("../saving.js").then(({ saveRecord }) => saveRecord(record, view.id));
  }

  /** @param {string} name */
  function curtain(name) {
    return h(
      "div",
      { key: name, class: "curtain-inner stack" },
      icon("seal"),
      h("h1", { tabindex: "-1" }, t("table.hand_to", { name })),
      h("p", { class: "soft" }, t("table.curtain_about", { name })),
      h(
        "button",
        {
          type: "button",
          class: "button primary tall",
          mounted: (/** @type {HTMLElement} */ button) => setTimeout(() => button.focus()),
          click: () => room.lift(),
        },
        t("table.i_am", { name }),
      ),
    );
  }

  /** @param {View} view @param {number} seat @param {string} id */
  const pieceOf = (view, seat, id) =>
    table.goods?.(seat, view).pieces.find((piece) => piece.id === id) ?? { id, label: id };

  /** The name of a piece, whoever has it now. @param {View} view @param {string} id */
  const pieceNamed = (view, id) =>
    view.players.map(({ seat }) => pieceOf(view, seat, id).label).find((label) => label !== id) ?? id;

  addEventListener("pagehide", () => {
    closeSheets();
    room.leave();
    draw();
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) room.enter();
  });
  byId("legend-sheet").addEventListener("sheet-opening", () => patch(byId("legend-body"), legend(printed.game)));
  byId("say").addEventListener("click", () => import("./phrases.js").then(({ speak }) => speak(room)));
  for (const sheet of ["events-sheet", "menu-sheet"]) byId(sheet).addEventListener("toggle", draw);
  wide.addEventListener("change", draw);
  addEventListener("resize", () => showTurn(byId("players")));
  addEventListener("keydown", (event) => {
    if (step !== null && event.key === "Escape" && !document.querySelector("dialog[open]")) go(null, []);
  });
  setInterval(tick, 1000);
  askable();
  coached(room).then(() => room.enter());
}

/** @typedef {{key: string | null, acted: number | null, over: boolean}} Stop whether the viewer has gone on */

/**
 * A module that is fetched when it is first wanted; null until it has come, when the page is drawn again.
 * @template T
 * @param {() => Promise<T>} load
 * @param {() => void} draw
 * @returns {() => T | null}
 */
function fetched(load, draw) {
  /** @type {T | null} */
  let loaded = null;
  let asked = false;
  return () => {
    if (!asked)
      load().then((module) => {
        loaded = module;
        draw();
      });
    asked = true;
    return loaded;
  };
}

/** Whether somebody may be away whom the game waits for. @param {View} view */
const mayBeMissing = (view) =>
  !isLesson(view) &&
  view.players.some(
    ({ seat, kind, present }) => kind === "left" || (kind === "person" && !present && seat !== view.you),
  );

/** Gives a lesson its coach from the first move on. @param {Room} room */
async function coached(room) {
  const { kept } = room;
  if (!kept?.lesson || !printed.lesson) return;
  const [{ Coach }, steps] = await Promise.all([
    import("./coach.js"),
    fetch(at(printed.lesson)).then((answer) => answer.json()),
  ]);
  room.coach = new Coach(kept, steps);
}

/** @param {Room} room @param {Table} table @param {string | null} rules @param {View} view */
function contextOf(room, table, rules, view) {
  const asks = myAsks(view);
  const listed = (/** @type {string} */ kind) => view.actions.filter((action) => action.type === kind);
  const ctx = {
    me: view.you,
    asks,
    news: room.news,
    log: room.log,
    edition: printed.edition,
    sending: room.sending,
    name: (/** @type {number | null} */ seat) => nameOf(view, seat),
    /** For headings: a player alone at this screen is "you". */
    label: (/** @type {number} */ seat) => called(room, view, seat),
    /** Whether a sentence calls this player "you". */
    isYou: (/** @type {number | null} */ seat) => isYou(room, seat),
    asked: (/** @type {string} */ kind) => asks.some((ask) => ask.kinds.includes(kind)),
    listed,
    can: (/** @type {string} */ kind) => listed(kind).length > 0,
    isNews: (/** @type {(event: Event) => boolean} */ test) => room.news.some(test),
    tile: (/** @type {string} */ symbol) => tileOf(data.games[0], symbol),
    change: (/** @type {any} */ draft) => room.change(draft),
    send: (/** @type {Action} */ action) => room.send(action),
    refine: (/** @type {any} */ draft) => room.refine(draft),
    redraw: () => room.told?.draw(),
    preview: (/** @type {Action} */ action) => room.preview(action),
    judge: (/** @type {string[]} */ tiles, /** @type {string} */ by) => room.judge(tiles, by),
    choose,
    rule: (/** @type {string} */ one) => (rules ? ruleLink(one, rules, t("table.rule")) : null),
    say: (/** @type {string} */ text) => announce(text),
    offer: (/** @type {Begun} */ begun) =>
      import("./offering.js").then(({ openOffer }) => openOffer(view, room, table.goods, begun, table.group === true)),
    /** A form for an action that is not listed in full. */
    fill: (/** @type {string} */ type, /** @type {any} */ value = undefined) =>
      fillIn({
        title: kindText(view.game, type),
        schema: printed.actions[type],
        view,
        value,
        send: async (/** @type {any} */ made) =>
          (await room.send({ ...made, type })) ? null : (room.trouble?.text ?? t("table.stale")),
      }),
  };
  return ctx;
}

/** A short sound for the start of your turn. */
function ring() {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const loud = audio.createGain();
  tone.frequency.value = 660;
  loud.gain.setValueAtTime(0.08, audio.currentTime);
  loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.3);
  tone.connect(loud).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.3);
  tone.addEventListener("ended", () => audio.close());
}
