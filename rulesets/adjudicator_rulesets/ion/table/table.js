/**
 * The table of Ion: goals and the middle on top, the viewer's area with cards waiting for a place, the others as
 * summaries.
 */

import { formula, icon } from "#js/dom.js";
import { h } from "#js/patch.js";
import { running } from "#js/models/asked.js";
import { substance } from "#js/table/log.js";
import { openTable } from "#js/table/page.js";
import { seatMark } from "#js/table/pieces.js";
import { intoView } from "#js/table/show.js";
import { inWords, listed, points, signed, t } from "#js/words.js";
import {
  compoundsOf,
  countedSheets,
  doubtful,
  emptyDraft,
  isMixed,
  layoutOf,
  leading,
  lifted,
  onlyPlace,
  pickOf,
  placing,
  put,
  reached,
  roundsOf,
  sum,
  tapped,
  turned,
  usual,
  wished,
  wishes,
  written,
} from "./models.js";

/**
 * @typedef {import("#js/patch.js").Child} Child
 * @typedef {import("#js/models/asked.js").View} View
 * @typedef {import("#js/models/asked.js").Ask} Ask
 * @typedef {import("#js/models/asked.js").Action} Action
 * @typedef {import("#js/models/asked.js").Event} Event
 * @typedef {import("#js/table/page.js").Context} Context
 * @typedef {import("#js/table/show.js").Button} Button
 * @typedef {import("./models.js").Draft} Draft
 * @typedef {import("./models.js").Laid} Laid
 * @typedef {import("./models.js").Card} Card
 */

const TILES = ["select_two", "take", "rxn"];
const roomy = matchMedia("(min-width: 1100px)"); // the other players' areas are open

openTable({
  draft: fresh,
  kept: (draft, view) =>
    draft.at === atOf(view) && (view.table.phase === "picking" || view.table.phase === "placing")
      ? { ...fresh(view), ...still(draft, view) }
      : fresh(view),
  table: drawn,
  hand: ownThings,
  bar: buttons,
  ask: asked,
  only: (view, ctx, draft) => onlyPlace(view.actions, ctx.asks) ?? wished(draft, view.actions),
  spends: (action) => action.type !== "pick", // the wish for its card is still to be carried out
  label: said,
  aim,
  sums: false, // a round's goals count at its end, not by the card that was laid last
  small: ["card_picked", "picks_revealed", "card_drawn", "cards_dealt", "held_back", "ready_said", "hands_passed"],
  quiet: ["card_picked", "held_back", "ready_said", "hands_passed"],
  retold: true,
  event: (event) => (event.compound ? substance(usual(event.compound.formula), inWords(event.compound.name)) : null),
  result: (view, ctx) => sheets(view, ctx),
  score: (seat, view) => running(view.players[seat].score, view.table.areas[seat]?.worth ?? 0),
  interval: roundOver,
  why: (view) => (view.result?.reason === "rounds_over" ? t("ion.why_rounds_over", { n: view.table.rounds }) : null),
  parts: (seat, view) => roundsOf(view.table.sheets, seat),
});

/** The current pick of the game: the next one has another hand. @param {View} view */
const atOf = ({ table }) => `${table.round}.${table.pick}`;

/** @param {View} view @returns {Draft} */
function fresh(view) {
  return { ...emptyDraft(), at: atOf(view) };
}

/**
 * The viewer's neighbour among the players still in the game, to whom hands are passed (I-PASS).
 * @param {View} view
 * @param {Context} ctx
 * @param {number} by
 * @returns {number | null}
 */
function neighbour(view, ctx, by) {
  const seats = view.players.filter((player) => !player.out && player.kind !== "neutral").map((player) => player.seat);
  return ctx.me === null || seats.length < 2 ? null : seats[(seats.indexOf(ctx.me) + by + seats.length) % seats.length];
}

/**
 * The part of a draft that is still possible in a new view.
 * @param {Draft} draft
 * @param {View} view
 * @returns {Partial<Draft>}
 */
function still(draft, view) {
  const own = view.you === null ? null : view.table.areas[view.you].groups;
  const cards = (/** @type {Laid[][]} */ groups) =>
    String(
      groups
        .flat()
        .map((laid) => laid.card)
        .toSorted(),
    );
  const layout =
    draft.layout && own && cards(draft.layout.groups) === cards(own.map((/** @type {any} */ group) => group.cards))
      ? draft.layout
      : null;
  const { phase, hand, choices } = view.table;
  const sent =
    choices.own &&
    String(draft.picked.map((place) => hand?.[place]).toSorted()) === String([...choices.own].toSorted());
  const picked = phase === "picking" && !sent ? draft.picked.filter((place) => place < hand.length) : [];
  return {
    picked,
    two: phase === "picking" && draft.two && !sent,
    card: draft.card,
    charge: draft.charge,
    layout,
    wish: draft.wish,
  };
}

// --- cards --------------------------------------------------------------------------------------------------------

/** @param {Context} ctx @returns {Map<string, Card>} */
const printedCards = (ctx) => new Map(ctx.edition.cards.map((/** @type {Card} */ card) => [card.card, card]));

/**
 * A drafting card: formula, charge, points; a button if it can be pressed.
 * @param {Context} ctx
 * @param {string} name
 * @param {{charge?: number | null, small?: boolean, mark?: string, lies?: string | null}} [shown]
 * @param {Record<string, unknown>} [props]
 */
function card(ctx, name, { charge = null, small = false, mark = "", lies = null } = {}, props = undefined) {
  const one = printedCards(ctx).get(name);
  const charges = charge !== null && charge !== 0 ? [charge] : (one?.charges ?? []);
  const about =
    one?.kind === "radioactive"
      ? t("ion.decay", { number: one.decay })
      : one?.kind === "noble"
        ? t("ion.noble_sets", { sets: ctx.edition.noble_sets.join(", ") })
        : points(one?.points ?? 0);
  const label = [
    inWords(one?.name ?? name),
    charges.length ? charges.map(signed).join(" / ") : "",
    about,
    lies ? t(`ion.lies_${lies}`) : "",
  ]
    .filter(Boolean)
    .join(", ");
  const inner = [
    charges.length > 0 && h("span", { class: "io-charge" }, charges.map(signed).join(" ")),
    h("span", { class: "io-symbol" }, formula(name)),
    h(
      "span",
      { class: "io-corner" },
      one?.kind === "radioactive"
        ? `☢ ${one.decay}`
        : one?.kind === "noble"
          ? ctx.edition.noble_sets.join("·")
          : one?.points,
    ),
    mark && h("span", { class: "io-mark" }, mark),
  ];
  // radon is no noble gas here: it looks like the others that decay
  const family = one?.kind === "radioactive" ? undefined : ctx.tile(leading(name)).family;
  const looks = { class: small ? "io-card small" : "io-card", family, "data-kind": one?.kind, "data-lies": lies };
  if (props)
    return h(
      "button",
      { type: "button", "aria-label": label, ...looks, ...props, class: `${looks.class} pressed ${props.class ?? ""}` },
      inner,
    );
  return h("span", { role: "img", "aria-label": label, ...looks }, inner);
}

/** @param {any} group */
const groupText = (group) =>
  group.compound ? group.compound.formula : group.cards.map((/** @type {Laid} */ laid) => laid.card).join(" ");

/** The state of a group, in words. @param {any} group */
function standing(group) {
  if (group.compound)
    return h(
      "span",
      { class: "io-made" },
      formula(usual(group.compound.formula)),
      group.compound.name && h("span", { class: "io-name" }, ` ${inWords(group.compound.name)}`),
      h("b", {}, ` ${group.compound.points}`),
    );
  return h("span", { class: "soft" }, group.charge ? signed(group.charge) : t("ion.never"));
}

// --- the table ------------------------------------------------------------------------------------------------------

/** @param {View} view @param {Draft} draft @param {Context} ctx */
function drawn(view, draft, ctx) {
  const { table } = view;
  const others = view.players.filter((player) => player.kind !== "neutral" && player.seat !== ctx.me);
  return h(
    "div",
    { class: "io-table" },
    heading(view, ctx),
    h(
      "section",
      { class: "io-goals io-part", "aria-label": t("ion.goals") },
      h("span", { key: "label", class: "label" }, t("ion.goals")),
      table.goals.map((/** @type {any} */ goal) => goalCard(view, ctx, goal)),
    ),
    table.tiles.length > 0 && middle(view, ctx),
    ctx.me !== null && (draft.layout ? layingOut(draft, ctx) : ownArea(view, draft, ctx, ctx.me)),
    h(
      "section",
      { class: "io-others stack", "aria-label": t("ion.others") },
      others.map((player) => summary(view, ctx, player.seat)),
    ),
    view.status === "playing" &&
      table.sheets.length > 0 &&
      h(
        "details",
        { class: "io-sheet" },
        h("summary", {}, t("ion.sheet_of", { round: table.sheets.length }), icon("more")),
        sheetTable(view, ctx, table.sheets.length - 1),
      ),
  );
}

/** @param {View} view @param {Context} ctx */
function heading(view, ctx) {
  const { table } = view;
  const next = neighbour(view, ctx, 1);
  const chosen = table.choosing.length
    ? t(table.phase === "settling" ? "ion.have_chosen" : "ion.have_picked", {
        number: table.choices.chosen.length,
        all: table.choosing.length,
      })
    : "";
  return h(
    "p",
    { class: "io-heading" },
    h("b", {}, t("ion.round_of", { round: table.round, rounds: table.rounds })),
    " · ",
    t("ion.pick_of", { pick: table.pick, picks: table.picks }),
    next !== null && table.pick < table.picks && ` · ${t("ion.passes_to", { name: ctx.name(next) })}`,
    chosen && ` · ${chosen}`,
  );
}

/** @param {View} view @param {Context} ctx @param {any} goal */
function goalCard(view, ctx, goal) {
  const mine = ctx.me === null ? 0 : reached(goal.goal, view.table.areas[ctx.me].lines);
  const all = printedCards(ctx);
  const wanted = goal.compounds.length
    ? goal.compounds.map((/** @type {string[]} */ compound) => formula(written(compound, all)))
    : [t(`ion.goal_${goal.kind}`)];
  return h(
    "article",
    { key: goal.goal, class: "io-goal", "data-reached": mine > 0 ? "yes" : undefined },
    h("span", { class: "io-goal-name" }, inWords(goal.goal)),
    h(
      "span",
      { class: "io-wanted" },
      wanted.map((/** @type {Child} */ one, /** @type {number} */ at) => [at > 0 && " · ", one]),
    ),
    h(
      "span",
      { class: "io-pays", "data-short": goal.pays.join("·") },
      t(goal.kind === "noble" ? "ion.pays_noble" : "ion.pays", { some: goal.pays[0], all: goal.pays[1] }),
    ),
    mine > 0 && h("span", { class: "io-reached" }, icon("valid"), t("ion.you_have", { points: points(mine) })),
  );
}

/** @param {View} view @param {Context} ctx */
function middle(view, ctx) {
  const takes = new Map(ctx.listed("take_center").map((action) => [action.card, action]));
  const take = async (/** @type {string} */ name) => {
    const action = takes.get(name);
    const sure = await ctx.choose({
      title: t("ion.take_this", { card: name }),
      text: cost(view, ctx, "take"),
      of: [{ key: "yes", label: t("ion.use_take") }],
    });
    if (sure && action) ctx.send(action);
  };
  return h(
    "section",
    { class: "io-middle", "aria-label": t("ion.middle") },
    h("span", { class: "label" }, t("ion.middle")),
    h(
      "div",
      { class: "io-row" },
      view.table.center.map((/** @type {string} */ name) =>
        card(ctx, name, { small: true }, takes.has(name) ? { key: name, click: () => take(name) } : undefined),
      ),
      !view.table.center.length && h("span", { class: "soft" }, t("ion.empty")),
    ),
    h("span", { class: "soft" }, t("ion.deck_has", { number: view.table.deck_size })),
  );
}

/** @param {View} view @param {Context} ctx @param {string} tile */
function cost(view, ctx, tile) {
  const known = ctx.me === null ? null : view.table.tiles[ctx.me]?.[tile].cost;
  return known === null || known === undefined ? t("ion.cost_unknown") : t("ion.cost_known", { points: points(known) });
}

/** @param {View} view @param {Draft} draft @param {Context} ctx @param {number} me */
function ownArea(view, draft, ctx, me) {
  const own = view.table.areas[me];
  const label = ctx.label(me);
  const area = label === t("table.you_are") ? t("ion.your_area") : t("ion.area_of", { name: label });
  const pick = ctx.can("pick") ? pickOf(draft, view.table.hand ?? [], ctx.listed("pick")) : null;
  const here = placing(draft, ctx.listed("place")) ?? wishes(pick, own.groups, printedCards(ctx));
  const go = (/** @type {Action} */ place) => sendTo(place, pick, draft, ctx);
  const doubt = (/** @type {Action} */ place) => ctx.change({ ...draft, vain: place });
  const vain = doubtful(draft, here);
  return h(
    "section",
    { class: "io-own", "aria-label": area },
    h(
      "h2",
      { class: "io-title" },
      area,
      h("span", { class: "io-worth" }, t("ion.worth", { points: points(own.worth) })),
    ),
    h(
      "div",
      { class: "io-groups" },
      own.groups.map((/** @type {any} */ group, /** @type {number} */ at) =>
        ownGroup(ctx, group, at, here, { go, doubt, vain }, view.options.mixed),
      ),
      loose(ctx, own),
      here?.alone &&
        h(
          "button",
          {
            key: "alone",
            type: "button",
            class: "io-group io-empty",
            click: () => go(/** @type {Action} */ (here.alone)),
          },
          h("span", { class: "io-plus", "aria-hidden": "true" }, "+"),
          h("span", {}, t("ion.lay_alone", { card: here.card })),
        ),
      !own.groups.length &&
        !own.nobles.length &&
        !own.radioactive.length &&
        !here &&
        h("p", { class: "soft" }, t("ion.nothing_yet")),
      places(view),
    ),
  );
}

/**
 * Lays a card there; one that is still to be picked once all have picked.
 * @param {Action} place
 * @param {Action | null} pick
 * @param {Draft} draft
 * @param {Context} ctx
 */
function sendTo(place, pick, draft, ctx) {
  if (pick) ctx.refine({ ...draft, wish: place, vain: null });
  ctx.send(pick ?? place);
}

/**
 * @param {Context} ctx
 * @param {any} group
 * @param {number} at
 * @param {ReturnType<typeof wishes> | ReturnType<typeof placing>} here
 * @param {{go: (place: Action) => void, doubt: (place: Action) => void, vain: Action | null}} to `doubt` is for a place
 *   that makes no compound: nothing is laid there before a button says so
 * @param {string} mixed which kinds may be mixed
 */
function ownGroup(ctx, group, at, here, to, mixed) {
  const action = here?.onto.get(at);
  const cards = h(
    "span",
    { class: "io-stack" },
    group.cards.map((/** @type {Laid} */ laid, /** @type {number} */ i) =>
      h("span", { key: i, "data-piece": `own ${at} ${i}` }, card(ctx, laid.card, { charge: laid.charge, small: true })),
    ),
  );
  if (!action || !here)
    return h(
      "div",
      { key: at, class: "io-group", "data-neutral": group.compound ? "yes" : undefined },
      cards,
      standing(group),
    );
  const charge = here.charge ?? printedCards(ctx).get(here.card)?.charges[0] ?? 0;
  const after = group.charge + charge;
  const label = t("ion.bond_to", { card: here.card, cards: groupText(group), sum: signed(after) });
  const vain = isMixed([...group.cards, { card: here.card, charge }], mixed) && t("ion.mixed");
  return h(
    "button",
    {
      key: at,
      type: "button",
      class: "io-group io-target",
      "data-vain": vain ? "yes" : null,
      "aria-label": vain ? `${label}. ${vain}` : label,
      "aria-pressed": vain ? String(to.vain === action) : null,
      click: () => (vain ? to.doubt(action) : to.go(action)),
      // on a small screen they would lie below the hand; once that has its height
      mounted: (/** @type {Element} */ target) =>
        at === Math.min(...here.onto.keys()) && setTimeout(() => intoView(target)),
    },
    cards,
    vain
      ? h("span", { class: "io-why soft" }, vain)
      : h("span", { class: "io-after" }, `${signed(group.charge)} → ${signed(after)}`),
  );
}

/** Empty places for the cards still to come in this round, shown if there is room. @param {View} view */
function places({ status, table }) {
  const come = status === "playing" ? table.picks - table.pick + (table.phase === "picking" ? 1 : 0) : 0;
  return Array.from({ length: come }, (_, at) =>
    h("span", { key: `place ${at}`, class: "io-place", "aria-hidden": "true" }),
  );
}

/** The cards that never bond. @param {Context} ctx @param {any} own */
function loose(ctx, own) {
  return [
    own.nobles.length > 0 &&
      h(
        "div",
        { key: "nobles", class: "io-group io-loose" },
        h(
          "span",
          { class: "io-row" },
          own.nobles.map((/** @type {string} */ name, /** @type {number} */ i) =>
            h("span", { key: i }, card(ctx, name, { small: true })),
          ),
        ),
        h("span", { class: "soft" }, t("ion.nobles")),
      ),
    own.radioactive.length > 0 &&
      h(
        "div",
        { key: "rays", class: "io-group io-loose" },
        h(
          "span",
          { class: "io-row" },
          own.radioactive.map((/** @type {any} */ one) =>
            h("span", { key: one.card }, card(ctx, one.card, { small: true, lies: one.lies ?? "open" })),
          ),
        ),
        h("span", { class: "soft" }, t("ion.decay_sum", { number: decaySum(ctx, own) })),
      ),
  ];
}

/** @param {Context} ctx @param {any} own */
const decaySum = (ctx, own) =>
  own.radioactive.reduce(
    (/** @type {number} */ total, /** @type {any} */ one) => total + (printedCards(ctx).get(one.card)?.decay ?? 0),
    0,
  );

/** @param {View} view @param {Context} ctx @param {number} seat */
function summary(view, ctx, seat) {
  const own = view.table.areas[seat];
  const waiting = [...view.table.taken[seat], ...view.table.new[seat]];
  const made = own.groups.filter((/** @type {any} */ group) => group.compound).length;
  const takes = ctx.listed("take_card").filter((action) => action.owner === seat);
  const news = ctx.isNews(
    (event) =>
      event.player === seat &&
      ["card_placed", "area_rearranged", "center_taken", "card_taken", "metal_turned"].includes(event.type),
  );
  const told = [
    t("ion.compounds", { number: made }),
    own.nobles.length > 0 && t("ion.gases", { number: own.nobles.length }),
    own.radioactive.length > 0 && t("ion.decay_sum", { number: decaySum(ctx, own) }),
    view.table.tiles.length > 0 &&
      t("ion.tiles_left", { number: TILES.filter((tile) => !view.table.tiles[seat][tile].used).length }),
    waiting.length > 0 && t("ion.is_placing", { cards: listed(waiting) }),
    view.table.choices.chosen.includes(seat) && t("ion.has_chosen"),
  ].filter(Boolean);
  return h(
    "details",
    {
      key: seat,
      class: "io-other",
      "data-news": news ? "yes" : undefined,
      ...(takes.length || roomy.matches || view.you === null ? { open: true } : {}), // who watches has the room
    },
    h(
      "summary",
      {},
      seatMark(seat),
      h("b", {}, ctx.name(seat)),
      h("span", { class: "io-worth" }, t("ion.worth", { points: points(own.worth) })),
      h("span", { class: "io-told" }, told.join(" · ")),
      icon("more"),
    ),
    h(
      "div",
      { class: "io-groups" },
      own.groups.map((/** @type {any} */ group, /** @type {number} */ at) => otherGroup(ctx, group, at, takes)),
      loose(ctx, own),
      !own.groups.length &&
        !own.nobles.length &&
        !own.radioactive.length &&
        h("p", { class: "soft" }, t("ion.nothing_there")),
      places(view),
    ),
    view.table.tiles.length > 0 && tileRow(view, ctx, seat),
  );
}

/** @param {Context} ctx @param {any} group @param {number} at @param {Action[]} takes */
function otherGroup(ctx, group, at, takes) {
  const of = (/** @type {string} */ name) => takes.find((action) => action.group === at && action.card === name);
  return h(
    "div",
    { key: at, class: "io-group", "data-neutral": group.compound ? "yes" : undefined },
    h(
      "span",
      { class: "io-stack" },
      group.cards.map((/** @type {Laid} */ laid, /** @type {number} */ i) => {
        const action = of(laid.card);
        return h(
          "span",
          { key: i },
          card(
            ctx,
            laid.card,
            { charge: laid.charge, small: true },
            action
              ? {
                  click: () => ctx.send(action),
                  "aria-label": t("ion.take_card", { card: laid.card, name: ctx.name(action.owner) }),
                }
              : undefined,
          ),
        );
      }),
    ),
    standing(group),
  );
}

/** @param {View} view @param {Context} ctx @param {number} seat */
function tileRow(view, ctx, seat) {
  return h(
    "ul",
    { class: "io-tiles", "aria-label": t("ion.tiles_of", { name: ctx.name(seat) }) },
    TILES.map((tile) => {
      const { used, cost: known } = view.table.tiles[seat][tile];
      return h(
        "li",
        { key: tile, class: "io-tile", "data-used": used ? "yes" : undefined },
        h("b", {}, t(`ion.tile_${tile}`)),
        h("span", {}, known === null ? "−?" : `−${known}`),
        used && h("span", { class: "soft" }, t("ion.used")),
      );
    }),
  );
}

// --- the viewer's own part
// --------------------------------------------------------------------------------------------

/** @param {View} view @param {Draft} draft @param {Context} ctx */
function ownThings(view, draft, ctx) {
  const me = /** @type {number} */ (ctx.me);
  const { table } = view;
  if (draft.layout) return null;
  const here = placing(draft, ctx.listed("place"));
  return h(
    "div",
    { class: "io-hand-part stack" },
    here && waitingCards(draft, ctx, here),
    table.tiles.length > 0 && tileRow(view, ctx, me),
    table.phase === "picking" && !here && handCards(view, draft, ctx),
    table.phase !== "picking" &&
      table.hand.length > 0 &&
      h(
        "details",
        { class: "io-rest" },
        h("summary", {}, t("ion.rest_of_hand", { number: table.hand.length }), icon("more")),
        h(
          "div",
          { class: "io-row" },
          table.hand.map((/** @type {string} */ name, /** @type {number} */ at) =>
            h("span", { key: at }, card(ctx, name, { small: true })),
          ),
        ),
      ),
  );
}

/** @param {View} view @param {Draft} draft @param {Context} ctx */
function handCards(view, draft, ctx) {
  const { hand, choices } = view.table;
  const own = choices.own ? [...choices.own] : [];
  const pairs = ctx.listed("pick").some((action) => action.cards.length > 1);
  const tap = (/** @type {number} */ place) => {
    const before = pickOf(draft, hand, ctx.listed("pick"));
    if (before && !draft.two && draft.picked[0] === place) ctx.send(before);
    else ctx.change(tapped(draft, place));
  };
  return h(
    "div",
    { class: "stack" },
    h(
      "div",
      {
        class: "io-hand",
        role: "group",
        "data-piece": `hand ${atOf(view)}`,
        "data-from": neighbour(view, ctx, -1),
        "aria-label": t("ion.your_hand"),
      },
      hand.map((/** @type {string} */ name, /** @type {number} */ at) => {
        const chosen = draft.picked.includes(at);
        const sent = !draft.picked.length && own.includes(name);
        if (sent) own.splice(own.indexOf(name), 1);
        return card(
          ctx,
          name,
          { mark: sent ? t("ion.picked") : "" },
          { key: at, "aria-pressed": String(chosen || sent), disabled: !ctx.can("pick"), click: () => tap(at) },
        );
      }),
    ),
    pairs &&
      h(
        "label",
        { class: "io-two" },
        h("input", {
          type: "checkbox",
          checked: draft.two,
          change: () => ctx.change({ ...draft, two: !draft.two, picked: draft.picked.slice(-1) }),
        }),
        h("span", {}, t("ion.use_select_two"), " ", h("small", { class: "soft" }, cost(view, ctx, "select_two"))),
      ),
  );
}

/** @param {Draft} draft @param {Context} ctx @param {NonNullable<ReturnType<typeof placing>>} here */
function waitingCards(draft, ctx, here) {
  return h(
    "div",
    { class: "io-new" },
    here.cards.map((name) =>
      card(
        ctx,
        name,
        { charge: name === here.card ? here.charge : null },
        {
          key: name,
          class: "io-glow",
          "aria-pressed": String(name === here.card),
          click: () => ctx.change({ ...draft, card: name, charge: null }),
        },
      ),
    ),
    here.charges.length > 1 &&
      h(
        "div",
        { class: "io-charges", role: "group", "aria-label": t("ion.which_charge", { card: here.card }) },
        here.charges.map((charge) =>
          h(
            "button",
            {
              key: charge,
              type: "button",
              class: "chip",
              "aria-pressed": String(charge === here.charge),
              click: () => ctx.change({ ...draft, charge }),
            },
            signed(charge),
          ),
        ),
      ),
  );
}

/** RXN: every card can be lifted and put down elsewhere. @param {Draft} draft @param {Context} ctx */
function layingOut(draft, ctx) {
  const layout = /** @type {NonNullable<Draft["layout"]>} */ (draft.layout);
  const change = (/** @type {Draft["layout"]} */ next) => ctx.change({ ...draft, layout: next });
  const held = layout.held;
  return h(
    "section",
    { class: "io-own io-rxn", "aria-label": t("ion.laying_out") },
    h("h2", { class: "io-title" }, t("ion.laying_out")),
    h("p", { class: "soft" }, t(held ? "ion.put_it" : "ion.lift_a_card")),
    h(
      "div",
      { class: "io-groups" },
      layout.groups.map((group, at) =>
        h(
          "div",
          { key: at, class: "io-group" },
          h(
            "span",
            { class: "io-stack" },
            group.map((laid, place) => {
              const charges = printedCards(ctx).get(laid.card)?.charges ?? [];
              const up = held?.group === at && held.place === place;
              return h(
                "span",
                { key: place, class: "io-lift" },
                card(
                  ctx,
                  laid.card,
                  { charge: laid.charge, small: true },
                  { "aria-pressed": String(up), click: () => change(lifted(layout, at, place)) },
                ),
                charges.length > 1 &&
                  h(
                    "button",
                    {
                      type: "button",
                      class: "chip",
                      "aria-label": t("ion.turn_it", { card: laid.card }),
                      click: () => change(turned(layout, at, place, charges)),
                    },
                    icon("undo"),
                  ),
              );
            }),
          ),
          held && held.group !== at
            ? h("button", { type: "button", class: "chip", click: () => change(put(layout, at)) }, t("ion.put_here"))
            : h("span", { class: "soft" }, signed(sum(group))),
        ),
      ),
      held &&
        layout.groups[held.group].length > 1 &&
        h(
          "button",
          { key: "alone", type: "button", class: "io-group io-empty", click: () => change(put(layout, null)) },
          h("span", { class: "io-plus", "aria-hidden": "true" }, "+"),
          h("span", {}, t("ion.put_alone")),
        ),
    ),
  );
}

// --- buttons and words
// ------------------------------------------------------------------------------------------------

/** @param {View} view @param {Draft} draft @param {Context} ctx @returns {Button[]} */
function buttons(view, draft, ctx) {
  if (draft.layout) {
    const action = { type: "rxn", groups: draft.layout.groups };
    const verdict = ctx.preview(action)?.verdict;
    const wrong = verdict !== undefined && verdict.ruling !== "valid";
    return [
      {
        key: "rxn",
        label: wrong ? t("ion.cannot_lay_so") : t("ion.do_rxn"),
        act: action,
        primary: true,
        disabled: wrong,
        why: t("ion.why_not_rxn"),
      },
      { key: "back", label: t("ion.back"), press: () => ctx.change({ ...draft, layout: null }), quiet: true },
    ];
  }
  /** @type {Button[]} */
  const found = [];
  const pick = ctx.can("pick") ? pickOf(draft, view.table.hand ?? [], ctx.listed("pick")) : null;
  const here = placing(draft, ctx.listed("place"));
  const vain = doubtful(draft, here ?? wishes(pick, ownGroups(view, ctx), printedCards(ctx)));
  if (vain)
    found.push({
      key: "vain",
      label: t("ion.bond_anyway", { card: vain.card }),
      press: () => sendTo(vain, pick, draft, ctx),
      primary: true,
    });
  if (ctx.can("pick"))
    found.push({
      key: "pick",
      label: pick
        ? t("ion.do_pick", { cards: listed(pick.cards) })
        : t(draft.two ? "ion.choose_two" : "ion.choose_one"),
      primary: !vain,
      disabled: !pick,
      why: t(draft.two ? "ion.choose_two" : "ion.choose_one"),
      ...(pick ? { act: pick } : {}),
    });
  if (here?.alone)
    found.push({
      key: "alone",
      label: t("ion.lay_alone", { card: here.card }),
      act: here.alone,
      primary: !here.onto.size && !vain,
    });
  for (const kind of ["ready", "decline"])
    found.push(
      ...ctx
        .listed(kind)
        .map((action) => ({ key: kind, label: t(`ion.do_${kind}`), act: action, primary: kind === "ready" })),
    );
  const settles = ctx.listed("settle");
  found.push(
    ...settles
      .slice(0, 5)
      .map((action) => ({ key: JSON.stringify(action), label: said(action), act: action, primary: true })),
  );
  if (settles.length > 5)
    found.push({
      key: "more",
      label: t("ion.more_ways"),
      press: () => chooseFrom(ctx, settles, t("ion.ask_settling")),
    });
  found.push(
    ...ctx.listed("turn").map((action) => ({ key: JSON.stringify(action), label: said(action), act: action })),
  );
  if (ctx.can("take_card"))
    found.push({
      key: "take_card",
      label: t("ion.choose_card"),
      press: () => chooseFrom(ctx, ctx.listed("take_card"), t("ion.choose_card"), view),
    });
  if (ctx.can("rxn"))
    found.push({
      key: "rxn",
      label: t("ion.tile_rxn"),
      press: () => ctx.change({ ...draft, layout: layoutOf(groupsOf(view, ctx)) }),
      quiet: true,
    });
  const hold = ctx.listed("hold").find((action) => !action.last);
  if (hold) found.push({ key: "hold", label: t("ion.do_hold"), act: hold, quiet: true });
  return found;
}

/**
 * What to tap next: a card of the hand, or the group it bonds to.
 * @param {Action} action
 * @param {View} view
 * @param {Draft} draft
 * @param {Context} ctx
 */
function aim(action, view, draft, ctx) {
  const { hand } = view.table;
  if (action.type === "pick") {
    const [card] = action.cards;
    const picked = pickOf(draft, hand ?? [], ctx.listed("pick"));
    return picked?.cards.includes(card) ? null : `.io-hand > :nth-child(${hand.indexOf(card) + 1})`;
  }
  if (action.type !== "place" || action.onto === null) return null;
  return `.io-own .io-groups > :nth-child(${action.onto + 1})`;
}

/** @param {View} view @param {Context} ctx */
const ownGroups = (view, ctx) => view.table.areas[/** @type {number} */ (ctx.me)].groups;

/** @param {View} view @param {Context} ctx @returns {Laid[][]} */
const groupsOf = (view, ctx) => ownGroups(view, ctx).map((/** @type {any} */ group) => group.cards);

/** @param {Context} ctx @param {Action[]} actions @param {string} title @param {View} [view] */
async function chooseFrom(ctx, actions, title, view) {
  const [at] =
    (await ctx.choose({
      title,
      of: actions.map((action, key) => ({ key: String(key), label: said(action, view, ctx) })),
    })) ?? [];
  if (at !== undefined) ctx.send(actions[Number(at)]);
}

/** A listed action in words. @param {Action} action @param {View} [view] @param {Context} [ctx] @returns {string} */
function said(action, view, ctx) {
  const charge = action.charge === null || action.charge === undefined ? "" : ` ${signed(action.charge)}`;
  const group = (/** @type {number} */ seat, /** @type {number} */ at) =>
    groupText(view?.table.areas[seat]?.groups[at] ?? { cards: [] });
  switch (action.type) {
    case "pick":
      return t("ion.do_pick", { cards: listed(action.cards) });
    case "place":
      return action.onto === null
        ? t("ion.lay_alone", { card: `${action.card}${charge}` })
        : t("ion.bond_with", { card: `${action.card}${charge}`, cards: group(ctx?.me ?? 0, action.onto) });
    case "turn":
      return t("ion.do_turn", { card: action.card, charge: signed(action.charge) });
    case "take_center":
      return t("ion.take_this", { card: action.card });
    case "take_card":
      return t("ion.take_card", { card: action.card, name: ctx?.name(action.owner) ?? "" });
    case "settle":
      return action.refresh.length
        ? t("ion.refresh", {
            what: listed(
              action.refresh.map((/** @type {any} */ one) =>
                t("ion.refresh_one", { tile: t(`ion.tile_${one.tile}`), card: one.card }),
              ),
            ),
          })
        : t("ion.do_points");
    case "hold":
      return t(action.last ? "ion.do_hold_last" : "ion.do_hold");
    default:
      return t(`ion.do_${action.type}`);
  }
}

/** @param {Ask} ask @param {View} view @param {Context} ctx @returns {string | null} */
function asked(ask, view, ctx) {
  if (ask.player !== ctx.me) return null;
  if (ask.kinds.includes("place")) {
    const ways = placing(emptyDraft(), ctx.listed("place"));
    return t(ways?.onto.size ? "ion.ask_place" : "ion.ask_lay", { card: ways?.card ?? "" });
  }
  if (ask.kinds.includes("ready")) return t(ask.obliged ? "ion.ask_ready" : "ion.ask_wait");
  if (ask.kinds.includes("pick")) return t(ask.obliged ? "ion.ask_picking" : "ion.ask_change");
  if (ask.about === "taking" || ask.about === "settling") return t(`ion.ask_${ask.about}`);
  return t("ion.ask_tiles");
}

// --- the score sheets
// ---------------------------------------------------------------------------------------------------

/** All rounds and the final score. @param {View} view @param {Context} ctx */
function sheets(view, ctx) {
  return h(
    "div",
    { class: "io-sheets stack" },
    countedSheets(view.table.sheets, view.table.rounds).map((at) =>
      h(
        "section",
        { key: at },
        h("h3", {}, at < view.table.rounds ? t("ion.sheet_of", { round: at + 1 }) : t("ion.final")),
        sheetTable(view, ctx, at),
      ),
    ),
  );
}

/** The score sheet between two rounds. @param {View} view @param {Context} ctx */
function roundOver(view, ctx) {
  const rounds = view.table.sheets.length;
  if (!rounds || rounds >= view.table.rounds) return null;
  return {
    key: `round ${rounds}`,
    title: t("ion.round_over", { round: rounds }),
    text: null,
    next: t("ion.next_round"),
    sheet: sheetTable(view, ctx, rounds - 1),
    score: (/** @type {number} */ seat) => roundsOf(view.table.sheets, seat),
  };
}

/** @param {View} view @param {Context} ctx @param {number} at */
function sheetTable(view, ctx, at) {
  const rows = view.table.sheets[at];
  return h(
    "table",
    { class: "io-lines" },
    h("colgroup", {}, h("col", {}), h("col", {}), h("col", {})), // a heading out of sight has no widths to give
    h(
      "thead",
      { class: "out-of-sight" },
      h("tr", {}, h("th", {}, t("ion.player")), h("th", {}, t("ion.for_what")), h("th", {}, t("ion.sum"))),
    ),
    h(
      "tbody",
      {},
      rows.map((/** @type {any[]} */ lines, /** @type {number} */ seat) =>
        h(
          "tr",
          { key: seat },
          h("th", { scope: "row" }, seatMark(seat), " ", ctx.label(seat)),
          h(
            "td",
            {},
            lines.length
              ? h(
                  "ul",
                  {},
                  lines.map((line, i) =>
                    h("li", { key: i }, lineText(ctx, line), h("b", {}, ` ${signed(line.points)}`)),
                  ),
                )
              : "–",
          ),
          h("td", { class: "io-total" }, signed(lines.reduce((total, line) => total + line.points, 0))),
        ),
      ),
    ),
  );
}

/** The compounds for which a goal is paid: "NaOH · KOH". @param {Context} ctx @param {string[]} cards */
function goalParts(ctx, cards) {
  const printed = printedCards(ctx);
  return (compoundsOf(cards, printed) ?? [cards]).map((one, at) => [at > 0 && " · ", formula(written(one, printed))]);
}

/** @param {Context} ctx @param {any} line @returns {Child} */
function lineText(ctx, line) {
  if (line.what === "compound") return formula(written(line.cards, printedCards(ctx)));
  if (line.what === "goal")
    return h(
      "span",
      {},
      t("ion.line_goal", { goal: inWords(line.goal) }),
      line.cards.length > 0 && h("span", { class: "soft" }, " (", goalParts(ctx, line.cards), ")"),
    );
  if (line.what === "decay") return t("ion.decay_sum", { number: line.decay });
  if (line.what === "tiles") return listed(line.cards.map((/** @type {string} */ tile) => t(`ion.tile_${tile}`)));
  return line.cards.join(" ");
}
