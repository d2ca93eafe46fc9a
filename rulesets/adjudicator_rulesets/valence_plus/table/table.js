/** Valence Plus: stashes, bank, piles, and a hand of element cards to build and react with. */

import { formula, icon, prose } from "#js/dom.js";
import { h, patch } from "#js/patch.js";
import { equation, substance } from "#js/table/log.js";
import { openTable } from "#js/table/page.js";
import { pile, seatMark } from "#js/table/pieces.js";
import { inSheet } from "#js/table/sheets.js";
import { spoken, tileView } from "#js/tile.js";
import { hyphenated, inWords, listed, points, t } from "#js/words.js";
import {
  drawn,
  empty,
  kept,
  keysOf,
  laidOut,
  possible,
  reactionsWith,
  sortedKeys,
  stacked,
  symbolOf,
  tapped,
  toggled,
  unpicked,
} from "./models.js";

const roomy = matchMedia("(min-width: 1100px)"); // a desktop has room to show the bank

/**
 * @typedef {import("#js/patch.js").Child} Child
 * @typedef {import("#js/models/asked.js").View} View
 * @typedef {import("#js/models/asked.js").Action} Action
 * @typedef {import("#js/models/asked.js").Event} Event
 * @typedef {import("#js/table/page.js").Context} Context
 * @typedef {import("#js/table/page.js").Button} Button
 * @typedef {import("./models.js").Draft} Draft
 * @typedef {import("./models.js").Card} Card
 * @typedef {import("./models.js").React} React
 */

const MARKS = { reactor: "flask", blocks: "shield", "trade-up": "up", vulnerable: "target" };

openTable({
  table,
  hand,
  bar,
  ask,
  label,
  event,
  take,
  aim,
  why,
  parts,
  small: ["cards_drawn", "cards_discarded", "turn_ended", "deck_reshuffled"],
  draft: empty,
  kept: (draft, view) => kept(draft, view.table, view.you),
});

/** @param {string} key @param {Record<string, string | number>} [words] */
const say = (key, words) => t(`valence-plus.${key}`, words);

/** @param {Context} ctx @returns {React[]} */
const reactions = (ctx) => /** @type {any} */ (ctx.listed("react"));

/** @param {View} view */
const rulesOf = (view) => (view.options.original ? "valence-original" : "valence-plus");

// --- the table --------------------------------------------------------------------------------------------------

/** @param {View} view @param {Draft} draft @param {Context} ctx */
function table(view, draft, ctx) {
  const order = view.players.map((player) => player.seat).filter((seat) => seat !== ctx.me);
  if (ctx.me !== null) order.push(ctx.me);
  return h(
    "div",
    { class: "v-table" },
    matter(view, ctx),
    piles(view, ctx),
    h(
      "div",
      { class: "v-stashes" },
      order.map((seat) => stash(view, draft, ctx, seat)),
    ),
    bank(view, ctx),
    together(view),
  );
}

/** @param {number} attacker @param {number} owner @param {Context} ctx */
const aimedAs = (attacker, owner, ctx) =>
  ctx.isYou(owner) ? "aimed_at_you" : ctx.isYou(attacker) ? "aimed_by_you" : "aimed";

/** What must be settled before the turn goes on. @param {View} view @param {Context} ctx */
function matter(view, ctx) {
  const { aimed, open_name: open, turn } = view.table;
  if (aimed) {
    const words = {
      attacker: ctx.name(turn),
      owner: ctx.name(aimed.owner),
      reactors: listed(aimed.reactors),
      target: aimed.target,
    };
    return h(
      "section",
      { key: "matter", class: "note v-matter" },
      icon("shield"),
      h("p", {}, prose(say(aimedAs(turn, aimed.owner, ctx), words)), " ", ctx.rule("V-BLOCK")),
    );
  }
  if (!open) return null;
  return h(
    "section",
    { key: "matter", class: "note v-matter" },
    icon("unresolved"),
    h(
      "div",
      {},
      h(
        "p",
        {},
        say(ctx.isYou(turn) ? "open_name_you" : "open_name", { builder: ctx.name(turn), name: open.name }),
        " ",
        ctx.rule("V-NAME-OPEN"),
      ),
      h(
        "p",
        { class: "v-cards" },
        open.cards.map((/** @type {string} */ symbol, /** @type {number} */ at) =>
          h("span", { key: at }, tileView(ctx.tile(symbol), { size: 48 })),
        ),
      ),
    ),
  );
}

/** @param {View} view @param {Context} ctx */
function piles(view, ctx) {
  const { deck_size: deck, discard } = view.table;
  const top = discard.at(-1);
  const take = ctx.listed("draw").find((action) => action.source === "discard");
  const draw = ctx.listed("draw").find((action) => action.source === "deck");
  const face = top
    ? tileView(ctx.tile(top), {
        size: 48,
        hidden: true,
        state: ctx.isNews((one) => one.type === "cards_discarded" || one.type === "hand_exchanged") ? "new" : undefined,
      })
    : h("span", { class: "v-empty" });
  const words = { card: top ? spoken(ctx.tile(top)) : say("none"), count: discard.length };
  const inner = [
    face,
    h("b", { class: "pile-count" }, discard.length),
    h("span", { class: "pile-label" }, say("discard")),
  ];
  return h(
    "div",
    { key: "piles", class: "v-piles" },
    pile(
      deck,
      say("deck"),
      draw && {
        click: () => ctx.send(draw),
        "aria-label": say("draw_from_deck", {
          count: drawn(view.table.hand.length),
          n: drawn(view.table.hand.length),
          left: deck,
        }),
      },
    ),
    take
      ? h(
          "button",
          {
            key: "discard",
            type: "button",
            class: "pile",
            "aria-label": say("take_discard", words),
            click: () => ctx.send(take),
          },
          inner,
        )
      : h("div", { key: "discard", class: "pile" }, inner, h("span", { class: "out-of-sight" }, say("top_is", words))),
    h(
      "p",
      { class: "v-goal small soft" },
      view.table.target ? say("goal", { n: view.table.target }) : say("goal_together"),
    ),
  );
}

/** @param {View} view @param {Draft} draft @param {Context} ctx @param {number} seat */
function stash(view, draft, ctx, seat) {
  const cards = view.table.stashes[seat] ?? [];
  const held = view.table.hand_sizes[seat];
  const shown = seat !== ctx.me && view.table.hands?.[seat];
  return h(
    "section",
    {
      key: `stash ${seat}`,
      class: "v-stash",
      "data-mine": seat === ctx.me ? "yes" : null,
      "aria-label": say("stash_of", { name: ctx.name(seat) }),
    },
    h(
      "h2",
      { class: "v-stash-head" },
      seatMark(seat),
      h("span", { class: "v-stash-name" }, ctx.label(seat)),
      h("span", { class: "soft small" }, say("cards", { count: held, n: held })),
    ),
    shown &&
      h(
        "p",
        { class: "v-cards" },
        shown.map((/** @type {string} */ symbol, /** @type {number} */ at) =>
          h("span", { key: at }, tileView(ctx.tile(symbol), { size: 28 })),
        ),
      ),
    cards.length
      ? h(
          "div",
          { class: "v-molecules" },
          stacked(cards).map((stack) => molecule(stack.card, stack.count, seat, view, draft, ctx)),
        )
      : h("p", { class: "small soft v-none" }, say("nothing_built")),
  );
}

/**
 * A molecule of a stash: a tap chooses it for a reaction where it can react, else says what it is.
 * @param {Card} card
 * @param {number} count
 * @param {number} seat
 * @param {View} view
 * @param {Draft} draft
 * @param {Context} ctx
 */
function molecule(card, count, seat, view, draft, ctx) {
  const all = reactions(ctx);
  const mine = seat === ctx.me;
  const open = possible(all, draft.reactors);
  const isReactor = mine && all.some((one) => one.reactors.includes(card.formula));
  const trades = mine && ctx.listed("trade_up").some((one) => one.formula === card.formula);
  const isTarget =
    draft.reactors.length > 0 &&
    open.some(
      (one) => one.owner === seat && one.target === card.formula && one.reactors.length === draft.reactors.length,
    );
  const chosen = mine ? draft.reactors.filter((one) => one === card.formula).length : 0;
  const aimed = draft.target?.owner === seat && draft.target.formula === card.formula;
  const fresh = ctx.isNews(
    (one) =>
      (one.type === "molecule_built" && one.player === seat && one.formula === card.formula) ||
      (one.type === "reacted" && one.products?.some((/** @type {Card} */ made) => made.formula === card.formula)),
  );
  const press = isTarget
    ? () => ctx.change({ ...draft, target: aimed ? null : { owner: seat, formula: card.formula } })
    : isReactor || trades
      ? () => ctx.change(tapped(all, draft, card.formula))
      : null;
  const props = {
    key: `${card.molecule} ${card.formula}`,
    class: "v-molecule",
    "data-piece": `${seat} ${card.formula}`,
    "data-lifted": isTarget ? "yes" : null,
    "data-new": fresh ? "yes" : null,
    "data-chosen": chosen || aimed ? "yes" : null,
  };
  const inner = [
    h("b", { class: "v-formula" }, formula(card.formula)),
    h(
      "span",
      { class: "v-points" },
      card.points,
      h("span", { class: "out-of-sight" }, ` ${t("words.points", { count: card.points, n: "" })}`),
    ),
    h("span", { class: "v-kind" }, hyphenated(inWords(card.molecule))),
    !isNamedAlike(card) && h("span", { class: "v-name" }, hyphenated(inWords(card.name ?? ""))),
    marks(card.molecule, ctx),
    count > 1 && h("span", { class: "v-count" }, `× ${count}`),
  ];
  return press
    ? h("button", { ...props, type: "button", "aria-pressed": String(Boolean(chosen || aimed)), click: press }, inner)
    : h("button", { ...props, type: "button", click: () => look(card, view, ctx) }, inner);
}

/** Whether the substance is called as its class is: water. @param {{name?: string | null, molecule: string}} card */
const isNamedAlike = (card) => inWords(card.name ?? "").toLowerCase() === inWords(card.molecule).toLowerCase();

/**
 * What a molecule is, what attacks it and what it attacks.
 * @param {Card} card
 * @param {View} view
 * @param {Context} ctx
 */
function look(card, view, ctx) {
  /** @type {{name: string, marks?: string[]} | undefined} */
  const kind = ctx.edition.molecules.find((/** @type {{name: string}} */ one) => one.name === card.molecule);
  const { attacks, attacked } = reactionsWith(ctx.edition.reactions, card.molecule, (name) => name in view.table.bank);
  const lines = (/** @type {string} */ head, /** @type {import("./models.js").Reaction[]} */ some) =>
    h(
      "section",
      { key: head, class: "stack" },
      h("h3", { class: "label" }, say(head)),
      some.map(({ reactors, target, products }, at) =>
        h("p", { key: at }, `${[...reactors, target].map(inWords).join(" + ")} → ${products.map(inWords).join(" + ")}`),
      ),
    );
  return inSheet("choice", inWords(card.name ?? card.molecule), (body, foot) => {
    foot.hidden = true;
    patch(
      body,
      h(
        "p",
        { key: "what" },
        h("b", {}, formula(card.formula)),
        isNamedAlike(card) ? "" : ` · ${inWords(card.molecule)}`,
        ` · ${t("words.points", { count: card.points, n: card.points })}`,
      ),
      (kind?.marks ?? []).filter((mark) => mark in MARKS).map((mark) => h("p", { key: mark }, say(`about_${mark}`))),
      attacked.length ? lines("attacked_by", attacked) : h("p", { key: "safe" }, say("never_attacked")),
      attacks.length > 0 && lines("attacks", attacks),
    );
  });
}

/** The marks printed on a molecule card. @param {string} kind @param {Context} ctx */
function marks(kind, ctx) {
  /** @type {string[]} */
  const printed = ctx.edition.molecules.find((/** @type {{name: string}} */ one) => one.name === kind)?.marks ?? [];
  const shown = printed.filter((mark) => mark in MARKS);
  return h(
    "span",
    { class: "v-marks" },
    shown.map((mark) =>
      h(
        "span",
        { key: mark, "data-about": say(`mark_${mark}`) },
        icon(MARKS[/** @type {keyof typeof MARKS} */ (mark)]),
        h("span", { class: "out-of-sight" }, say(`mark_${mark}`)),
      ),
    ),
  );
}

/** The molecule cards of the bank, with how many of each are left. @param {View} view @param {Context} ctx */
function bank(view, ctx) {
  /** @type {{name: string, points: number}[]} */
  const kinds = ctx.edition.molecules;
  const left = view.table.bank;
  return h(
    "details",
    { key: "bank", class: "v-bank", ...(roomy.matches ? { open: true } : {}) },
    h("summary", {}, h("span", {}, say("bank")), icon("more")),
    h(
      "ul",
      { class: "v-shelf" },
      kinds
        .filter(({ name }) => name in left)
        .map(({ name, points }) =>
          h(
            "li",
            { key: name, "data-out": left[name] ? null : "yes" },
            h("span", {}, inWords(name)),
            marks(name, ctx),
            h("span", { class: "v-points" }, points),
            h("b", {}, `${left[name]} ×`),
          ),
        ),
    ),
  );
}

/** In the cooperative game: which kinds are made. @param {View} view */
function together(view) {
  const wanted = view.table.to_make;
  if (!wanted) return null;
  const made = new Set(view.table.made);
  return h(
    "section",
    { key: "together", class: "stack" },
    h(
      "h2",
      { class: "label" },
      say("to_make", { n: wanted.filter((/** @type {string} */ kind) => made.has(kind)).length, all: wanted.length }),
    ),
    h(
      "ul",
      { class: "v-shelf" },
      wanted.map((/** @type {string} */ kind) =>
        h(
          "li",
          { key: kind, "data-made": made.has(kind) ? "yes" : null },
          made.has(kind) ? icon("valid") : h("span", { class: "v-box" }),
          h("span", {}, inWords(kind)),
          made.has(kind) && h("span", { class: "out-of-sight" }, say("made")),
        ),
      ),
    ),
  );
}

// --- the hand ---------------------------------------------------------------------------------------------------

/** @param {View} view @param {Draft} draft @param {Context} ctx */
function hand(view, draft, ctx) {
  const all = keysOf(view.table.hand ?? []);
  const order = ctx.edition.elements.map((/** @type {{symbol: string}} */ one) => one.symbol);
  const keys = draft.sorted ? sortedKeys(all, order) : all;
  const fresh = new Set(newCards(view, ctx));
  return h(
    "div",
    { class: "v-hand" },
    h(
      "div",
      { class: "v-said-line" },
      h("div", { class: "v-said", role: "status" }, pickedText(view, draft, ctx)),
      h(
        "button",
        {
          type: "button",
          class: "icon-button v-sort",
          "aria-pressed": String(draft.sorted),
          "aria-label": say("sort"),
          click: () => ctx.refine({ ...draft, sorted: !draft.sorted }),
        },
        icon("sort"),
      ),
    ),
    h(
      "div",
      { class: "v-fan", role: "group", "aria-label": say("hand", { count: keys.length, n: keys.length }) },
      keys.map((key) => {
        const tile = ctx.tile(symbolOf(key));
        const on = draft.picked.includes(key);
        return h(
          "button",
          {
            key,
            type: "button",
            class: "tile-button v-card",
            "data-card": key,
            "aria-pressed": String(on),
            "aria-label": spoken(tile),
            click: () => ctx.change({ ...draft, picked: toggled(draft.picked, key), reactors: [], target: null }),
          },
          tileView(tile, { size: 72, hidden: true, state: on ? "selected" : fresh.has(key) ? "new" : undefined }),
        );
      }),
    ),
    view.options.naming && draft.picked.length > 0 && ctx.asked("build") && nameField(draft, ctx),
  );
}

/** The cards just drawn: the last ones of the hand. @param {View} view @param {Context} ctx */
function newCards(view, ctx) {
  const came = ctx.news
    .filter((one) => one.type === "cards_drawn" && one.player === ctx.me)
    .reduce((sum, one) => sum + one.number, 0);
  return came ? keysOf(view.table.hand ?? []).slice(-came) : [];
}

/** @param {Draft} draft @param {Context} ctx */
function nameField(draft, ctx) {
  return h(
    "label",
    { key: "name", class: "field" },
    h("span", { class: "label" }, say("name_it")),
    h("input", {
      value: draft.name,
      maxlength: 120,
      autocapitalize: "none",
      autocorrect: "off",
      spellcheck: "false",
      enterkeyhint: "done",
      input: (/** @type {any} */ event) => ctx.refine({ ...draft, name: event.target.value }),
    }),
  );
}

/**
 * What the picked cards build, or why they build nothing; nothing is revealed where names are asked or help is off.
 * @param {View} view
 * @param {Draft} draft
 * @param {Context} ctx
 * @returns {Child}
 */
function pickedText(view, draft, ctx) {
  const reaction = laidOut(reactions(ctx), draft);
  if (reaction) {
    const known = ctx.preview(reaction);
    return known ? prose(known.verdict.checks.at(-1)?.message ?? known.verdict.reason) : say("looking");
  }
  if (draft.reactors.length) {
    const some = reactions(ctx).some((one) => one.reactors.includes(draft.reactors[0]));
    const card = view.table.stashes[ctx.me ?? 0]?.find(
      (/** @type {Card} */ one) => one.formula === draft.reactors.at(-1),
    );
    return [
      prose(say(some ? "choose_target" : "may_trade", { reactors: listed(draft.reactors) })),
      " ",
      card && h("button", { type: "button", class: "v-what", click: () => look(card, view, ctx) }, say("what_is_it")),
    ];
  }
  const cards = draft.picked.map(symbolOf);
  if (!cards.length)
    return view.options.naming || !view.table.hand?.length
      ? null
      : h("span", { class: "soft small" }, say(view.hints ? "hint" : "hint_blind"));
  if (view.options.naming || !view.hints) return h("b", {}, cards.join(" "));
  const verdict = ctx.judge(cards, rulesOf(view));
  if (!verdict) return h("b", {}, cards.join(" "));
  if (verdict.ruling !== "valid") return h("span", {}, h("b", {}, cards.join(" ")), " · ", prose(verdict.reason));
  const preview = ctx.asked("build") ? ctx.preview({ type: "build", cards }) : null;
  if (preview && preview.verdict.ruling !== "valid")
    return h("span", {}, h("b", {}, formula(verdict.formula)), " · ", prose(preview.verdict.reason));
  const kind = preview?.verdict.checks[0]?.params;
  return h(
    "span",
    {},
    h("b", {}, formula(verdict.formula)),
    verdict.name && ` · ${verdict.name}`,
    kind?.molecule && !isNamedAlike({ molecule: kind.molecule, name: verdict.name }) && ` · ${inWords(kind.molecule)}`,
    kind?.molecule && ` · ${kind.points}`,
  );
}

// --- the bar ----------------------------------------------------------------------------------------------------

/** @param {View} view @param {Draft} draft @param {Context} ctx @returns {Button[] | null} */
function bar(view, draft, ctx) {
  if (ctx.asked("build")) return building(view, draft, ctx);
  return ctx.asked("draw") ? collecting(view, draft, ctx) : null;
}

/** @param {View} view @param {Draft} draft @param {Context} ctx @returns {Button[]} */
function collecting(view, draft, ctx) {
  const held = view.table.hand;
  const reaction = laidOut(reactions(ctx), draft);
  const trade =
    draft.reactors.length === 1 ? ctx.listed("trade_up").find((one) => one.formula === draft.reactors[0]) : undefined;
  const [deck, discard] = ["deck", "discard"].map((source) => ctx.listed("draw").find((one) => one.source === source));
  /** @type {(Button | null | undefined)[]} */
  const buttons = [
    deck && {
      key: "deck",
      label: say("draw", { count: drawn(held.length), n: drawn(held.length) }),
      act: deck,
      primary: !trade && !reaction,
    },
    discard && {
      key: "discard",
      label: say("take", { card: view.table.discard.at(-1) }),
      act: discard,
      primary: !trade && !reaction,
    },
    ctx.can("exchange") ? { key: "exchange", label: say("exchange"), press: () => exchange(view, ctx) } : null,
    // one place for what molecules do, so that the others stay where they are
    reaction
      ? { key: "react", label: [icon("flask"), say("do_react")], act: reaction, primary: true }
      : trade
        ? { key: "trade", label: say("trade_up", { formula: draft.reactors[0] }), act: trade, primary: true }
        : reactions(ctx).length > 0
          ? {
              key: "reactions",
              label: say("reactions", { n: reactions(ctx).length }),
              press: () => chooseReaction(view, ctx),
            }
          : null,
  ];
  return buttons.filter((button) => button !== null && button !== undefined);
}

/** @param {View} view @param {Context} ctx */
async function chooseReaction(view, ctx) {
  const all = reactions(ctx);
  const [at] =
    (await ctx.choose({
      title: say("do_react"),
      of: all.map((one, place) => ({ key: String(place), label: label(one, view, ctx) ?? "" })),
    })) ?? [];
  const chosen = all[Number(at)];
  if (chosen)
    ctx.change({ ...empty(), reactors: chosen.reactors, target: { owner: chosen.owner, formula: chosen.target } });
}

/**
 * Exchanges the whole hand; the player chooses which card ends on top of the discard pile.
 * @param {View} view
 * @param {Context} ctx
 */
async function exchange(view, ctx) {
  /** @type {string[]} */
  const held = view.table.hand;
  const of = [...new Set(held)].map((symbol) => ({
    key: symbol,
    label: ctx.tile(symbol).name,
    face: tileView(ctx.tile(symbol), { size: 48, hidden: true }),
  }));
  const [top] = (await ctx.choose({ title: say("exchange"), text: say("which_on_top"), of })) ?? [];
  if (top) ctx.send({ type: "exchange", cards: [...held.toSpliced(held.indexOf(top), 1), top] });
}

/** @param {View} view @param {Draft} draft @param {Context} ctx @returns {Button[]} */
function building(view, draft, ctx) {
  const cards = draft.picked.map(symbolOf);
  const excess = Math.max(0, view.table.hand.length - view.table.hand_limit);
  const naming = Boolean(view.options.naming);
  const preview = cards.length && !naming ? ctx.preview({ type: "build", cards }) : null;
  const points = preview?.verdict.ruling === "valid" ? preview.verdict.checks[0]?.params?.points : null;
  const ready = naming ? cards.length > 0 && draft.name.trim() !== "" : preview?.verdict.ruling === "valid";
  const discards = excess > 0 && cards.length === excess && (!ready || !view.hints);
  return [
    {
      key: "build",
      label: points === null || points === undefined ? say("do_build") : say("build_for", { count: points, n: points }),
      act: { type: "build", cards, ...(naming ? { name: draft.name.trim() } : {}) },
      primary: Boolean(ready),
      disabled: !ready,
      why:
        preview?.verdict.ruling === "invalid"
          ? preview.verdict.reason
          : say(naming && cards.length ? "why_no_name" : "why_no_cards"),
    },
    discards
      ? {
          key: "end",
          label: say("end_discarding", { cards: cards.join(" ") }),
          act: { type: "end_turn", discards: cards },
          primary: true,
        }
      : {
          key: "end",
          label: excess ? say("end_excess", { count: excess, n: excess }) : say("do_end_turn"),
          primary: !cards.length,
          press: () => (excess ? discard(view, ctx, excess) : ctx.send({ type: "end_turn", discards: [] })),
        },
  ];
}

/**
 * Discards down to the hand limit, in order: the last card ends on top.
 * @param {View} view
 * @param {Context} ctx
 * @param {number} excess
 */
async function discard(view, ctx, excess) {
  const of = keysOf(view.table.hand).map((key) => ({
    key,
    label: ctx.tile(symbolOf(key)).name,
    face: tileView(ctx.tile(symbolOf(key)), { size: 48, hidden: true }),
  }));
  const chosen = await ctx.choose({
    title: say("end_excess", { count: excess, n: excess }),
    text: say("last_on_top"),
    of,
    least: excess,
    most: excess,
    ordered: true,
    done: say("do_end_turn"),
  });
  if (chosen) ctx.send({ type: "end_turn", discards: chosen.map(symbolOf) });
}

// --- words --------------------------------------------------------------------------------------------------------

/** @param {import("#js/models/asked.js").Ask} asked @param {View} view @param {Context} ctx */
function ask(asked, view, ctx) {
  if (asked.about !== "turn") return null;
  const phase = view.table.phase;
  if (asked.player !== ctx.me) return say(`other_${phase}`, { name: ctx.name(asked.player) });
  if (phase === "build" && view.table.hand.length > view.table.hand_limit)
    return say("ask_build_over", { limit: view.table.hand_limit });
  return say(`ask_${phase}`);
}

/** @param {Action} action @param {View} view @param {Context} ctx @returns {string | null} */
function label(action, view, ctx) {
  switch (action.type) {
    case "draw":
      return action.source === "deck"
        ? say("draw", { count: drawn(view.table.hand?.length ?? 2), n: drawn(view.table.hand?.length ?? 2) })
        : say("take", { card: view.table.discard.at(-1) ?? "" });
    case "react":
      return say(action.owner === ctx.me ? "react_label_own" : "react_label", {
        reactors: action.reactors.join(" + "),
        target: action.target,
        owner: ctx.name(action.owner),
      });
    case "trade_up":
      return say("trade_up", { formula: action.formula });
    case "build":
      return ctx.asked("build") ? say("do_build") : null; // its reason names what it makes
    case "exchange":
      return say("exchange");
    default:
      return null;
  }
}

/** @param {Action} action @returns {Draft | null} */
function take(action) {
  if (action.type === "react")
    return { ...empty(), reactors: action.reactors, target: { owner: action.owner, formula: action.target } };
  if (action.type === "trade_up") return { ...empty(), reactors: [action.formula] };
  if (action.type === "build") return { ...empty(), picked: keysOf(action.cards) };
  return null;
}

/**
 * What to tap next: a card of the hand, a molecule, or a button.
 * @param {Action} action
 * @param {View} _view
 * @param {Draft} draft
 * @param {Context} ctx
 */
function aim(action, _view, draft, ctx) {
  const piece = (/** @type {number | null} */ seat, /** @type {string} */ made) => `[data-piece="${seat} ${made}"]`;
  if (action.type === "end_turn") return '[data-button="end"]';
  if (action.type === "react") {
    const next = action.reactors.find((/** @type {string} */ one) => !draft.reactors.includes(one));
    return next ? piece(ctx.me, next) : draft.target ? null : piece(action.owner, action.target);
  }
  if (action.type === "trade_up") return draft.reactors.length ? null : piece(ctx.me, action.formula);
  if (action.type !== "build") return null;
  const next = unpicked(action.cards, draft.picked);
  return next === null ? '[data-button="build"]' : `.v-card[data-card="${next}"]`;
}

/** @param {Event} event @param {View} _view @param {Context} ctx @returns {Child} */
function event(event, _view, ctx) {
  switch (event.type) {
    case "molecule_built":
      return h(
        "div",
        { class: "stack" },
        substance(event.formula, inWords(event.name)),
        h(
          "p",
          { class: "v-cards" },
          event.cards.map((/** @type {string} */ symbol, /** @type {number} */ at) =>
            h("span", { key: at }, tileView(ctx.tile(symbol), { size: 48 })),
          ),
        ),
        h("p", { class: "small" }, `${inWords(event.molecule)} · `, ctx.rule("V-BUILD"), " ", ctx.rule("V-CLASS")),
      );
    case "reacted":
      return h(
        "div",
        { class: "stack" },
        equation(event.equation),
        event.products.map((/** @type {Card} */ made) => substance(made.formula, made.name && inWords(made.name))),
        h("p", { class: "small" }, ctx.rule("V-REACT")),
      );
    case "reaction_aimed":
    case "reaction_blocked":
    case "reaction_allowed":
      return h("p", {}, ctx.rule("V-BLOCK"));
    case "name_given":
      return h("p", {}, prose(inWords(event.message)), " ", ctx.rule("V-NAME"));
    default:
      return null;
  }
}

/** Why the game ended. @param {View} view @param {Context} ctx */
function why(view, ctx) {
  const { reason, winners, scores } = view.result ?? { reason: "", winners: [], scores: [] };
  const names = listed(winners.map((seat) => ctx.name(seat)));
  if (reason === "target_reached")
    return say(winners.length === 1 && ctx.isYou(winners[0]) ? "why_target_reached_you" : "why_target_reached", {
      names,
      count: winners.length,
      n: scores[winners[0]],
    });
  if (reason === "all_kinds_made") return say("why_all_kinds_made");
  return reason === "cards_ran_out" ? say("why_cards_ran_out") : null;
}

/** The molecules that a score is made of, a line each, with their points. @param {number} seat @param {View} view */
function parts(seat, view) {
  return stacked(view.table.stashes[seat] ?? [])
    .map(({ card, count }) => `${count > 1 ? `${count} × ` : ""}${card.formula}: ${points(count * card.points)}`)
    .join("\n");
}
