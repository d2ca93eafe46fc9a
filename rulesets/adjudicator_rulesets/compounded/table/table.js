/** The table of Compounded: the field of sixteen cards, the benches, fires step by step. */

import { data } from "#js/data.js";
import { formula, prose } from "#js/dom.js";
import { drawing } from "#js/drawing.js";
import { h, patch } from "#js/patch.js";
import { isLesson, running } from "#js/models/asked.js";
import { openTable } from "#js/table/page.js";
import { counter, seatMark } from "#js/table/pieces.js";
import { inSheet } from "#js/table/sheets.js";
import { capital, has, inWords, listed, t } from "#js/words.js";
import {
  alarms,
  claimsLeft,
  counted,
  finalPoints,
  fitting,
  forNobel,
  fresh,
  lackedBy,
  levelAfter,
  lit,
  matterOf,
  named,
  offeredAt,
  onlyWay,
  pips,
  placedSoFar,
  placing,
  pressed,
  readyFor,
  square,
  staying,
  stillPossible,
  symbolOf,
  wildFirst,
  withFormulas,
} from "./models.js";

/**
 * @typedef {import("#js/patch.js").Child} Child
 * @typedef {import("#js/table/page.js").Context} Context
 * @typedef {import("#js/table/show.js").Button} Button
 * @typedef {import("./models.js").View} View
 * @typedef {import("./models.js").Action} Action
 * @typedef {import("#js/models/asked.js").Event} Event
 * @typedef {import("./models.js").Draft} Draft
 * @typedef {import("./models.js").Compound} Compound
 */

const PHASES = ["discovery", "study", "research", "lab"];
const BY_PIECES = new Set(["claim", "place", "move_claim"]); // answered by tapping cards and crystals
const BESIDES = new Set(["pass", "end", "swap", "burn", "cylinder"]); // possible besides answering the ask
const STEPS = [0, 1, 2, 3];
const FEW = 4; // actions of one kind that get a button each
const MANY = 8; // of the sixteen cards
const LONG = 6; // letters of a formula that fit beside the points on a small phone

const say = (/** @type {string} */ key, /** @type {Record<string, any>} */ words = {}) => t(`compounded.${key}`, words);
const family = (/** @type {string} */ symbol) => data.elements[symbol]?.[1] ?? "carbon";
const nameOf = (/** @type {View} */ view, /** @type {Context} */ ctx, /** @type {number} */ seat) =>
  seat === view.table.nobel ? say("nobel") : ctx.name(seat);
/**
 * Whose a compound is, or who has completed it.
 * @param {View} view @param {Context} ctx @param {number} owner @param {boolean} completed
 */
const ownerText = (view, ctx, owner, completed) =>
  ctx.isYou(owner)
    ? say(completed ? "marked_yours" : "yours")
    : say(completed ? "marked_by" : "claimed_by", { name: nameOf(view, ctx, owner) });
const cardAt = (/** @type {View} */ view, /** @type {number} */ slot) =>
  /** @type {Compound | null} */ (view.table.field[slot]);
function cardName(/** @type {View} */ view, /** @type {number} */ slot) {
  const card = cardAt(view, slot);
  return card ? named(inWords(card.card), card.formula, slot) : `${say("hole")} (${square(slot)})`;
}

/** The colours of the edition's key by element (K-CRYSTALS): the same for as long as a table is open. */
const key = /** @type {Map<string, string>} */ (new Map());

/** @param {Context} ctx */
function readKey(ctx) {
  for (const { symbol, colour } of /** @type {any} */ (ctx.edition)?.crystals ?? []) key.set(symbol, colour);
}

/**
 * A crystal: its letters, in the colour of the key; the hue of its family until the edition is there.
 * @param {string} symbol
 * @param {{empty?: boolean, wild?: boolean}} [how]
 */
const crystal = (symbol, { empty = false, wild = false } = {}) =>
  h(
    "span",
    {
      class: "crystal",
      family: family(symbol),
      crystal: key.get(symbol) ?? null,
      "data-empty": empty ? "yes" : null,
      "data-wild": wild ? "yes" : null,
    },
    symbol,
  );

// --- the field ------------------------------------------------------------------------------------------------------

/** @param {View} view @param {Draft} draft @param {Context} ctx */
function field(view, draft, ctx) {
  const all = lit(view, draft);
  const held = draft.crystal !== null || draft.from !== null;
  const open = all.size > MANY && !held ? new Set() : all; // if nearly all can be taken, highlighting tells nothing
  const fire = matterOf(view)?.type === "fire" ? matterOf(view) : null;
  return h(
    "ol",
    { class: "research-field", "aria-label": say("field") },
    view.table.field.map((/** @type {Compound | null} */ compound, /** @type {number} */ slot) => {
      const news = ctx.isNews(
        (event) => [event.slot, event.target].includes(slot) || (event.slots ?? []).includes(slot),
      );
      const state = {
        "data-can": all.has(slot) ? "yes" : null,
        "data-lit": open.has(slot) ? "yes" : null,
        "data-new": news ? "yes" : null,
        "data-chosen": draft.from === slot ? "yes" : null,
        "data-burning": fire?.slots.includes(slot) && !fire.spared.includes(slot) ? "yes" : null,
      };
      return h("li", { key: slot }, compound ? card(view, draft, ctx, compound, state) : hole(view, ctx, slot, state));
    }),
  );
}

/**
 * @param {View} view
 * @param {Draft} draft
 * @param {Context} ctx
 * @param {Compound} compound
 * @param {Record<string, any>} state
 */
function card(view, draft, ctx, compound, state) {
  const press = () => {
    const meant = pressed(view, draft, compound.slot);
    if ("send" in meant) ctx.send(meant.send);
    else if ("change" in meant) ctx.change(meant.change);
    else look(view, draft, ctx, compound);
  };
  return h(
    "button",
    { type: "button", class: "compound", "aria-label": spokenCard(view, ctx, compound), click: press, ...state },
    h(
      "span",
      { class: "compound-head" },
      h(
        "b",
        { class: "compound-formula", "data-long": compound.formula.length > LONG ? "yes" : null },
        formula(compound.formula),
      ),
      h("span", { class: "compound-points" }, compound.points),
    ),
    h(
      "span",
      { class: "compound-pips" },
      pips(compound).map(({ symbol, filled, wild }, at) =>
        h(
          "span",
          { key: at, "data-piece": filled ? `${compound.slot} ${compound.formula} ${at}` : null },
          crystal(symbol, { empty: !filled, wild }),
        ),
      ),
    ),
    h(
      "span",
      { class: "compound-foot" },
      h("span", { class: "compound-at" }, square(compound.slot)),
      h("span", { class: "compound-state" }, say(`short_${compound.state}`)),
      sign(compound),
      h("span", { class: "compound-flames" }, flames(compound)),
      compound.owner !== null &&
        h(
          "span",
          { class: "compound-claim", "data-temporary": compound.temporary ? "yes" : null },
          seatMark(compound.owner),
        ),
    ),
  );
}

/** What scoring it gives besides points. @param {Compound} compound */
const sign = (compound) =>
  (compound.tool ?? compound.reaction) !== null &&
  h(
    "span",
    {
      class: "compound-sign",
      "data-sign": compound.reaction ? "reaction" : "tool",
      "data-about": say(`about_${compound.tool ?? compound.reaction}`),
    },
    say(`sign_${compound.tool ?? compound.reaction}`),
  );

/** The flames up to the limit; those already there are filled. @param {Compound} compound */
function flames({ flames: lit, limit }) {
  if (limit === null) return null;
  return Array.from({ length: limit }, (_, at) =>
    h(
      "svg",
      { key: at, class: "flame", viewBox: "0 0 12 16", "aria-hidden": "true", "data-lit": at < lit ? "yes" : null },
      h("path", { d: "M6 1c1 3 4.5 5 4.5 9a4.5 4.5 0 0 1-9 0c0-2 1-3 1.600-4.500C4 7 4.500 7.500 5 8c1-2 .5-5 1-7z" }),
    ),
  );
}

/** @param {View} view @param {Context} ctx @param {Compound} compound */
function spokenCard(view, ctx, compound) {
  const missing = Object.entries(compound.missing).map(([symbol, number]) => `${number} ${symbol}`);
  return [
    `${square(compound.slot)}: ${inWords(compound.card)}`,
    say("worth", { count: compound.points, n: compound.points }),
    say(compound.state),
    missing.length ? say("missing", { crystals: listed(missing) }) : say("complete"),
    compound.limit !== null && say("flames_of", { flames: compound.flames, limit: compound.limit }),
    compound.owner !== null && ownerText(view, ctx, compound.owner, compound.temporary),
  ]
    .filter(Boolean)
    .join(", ");
}

/**
 * A place without a card; the crystals of what exploded there may still lie in it.
 * @param {View} view
 * @param {Context} ctx
 * @param {number} slot
 * @param {Record<string, any>} state
 */
function hole(view, ctx, slot, state) {
  const lying = view.table.places[`field ${slot}`] ?? [];
  const choose = view.actions.find((action) => action.type === "scatter_card" && action.slot === slot);
  const inner = [
    h("span", { class: "small soft" }, lying.length ? say("exploded") : say("hole")),
    h(
      "span",
      { class: "compound-pips" },
      lying.map((/** @type {string} */ symbol, /** @type {number} */ at) =>
        h("span", { key: at }, crystal(symbolOf(symbol))),
      ),
    ),
  ];
  return choose
    ? h("button", { type: "button", class: "compound hole", click: () => ctx.send(choose), ...state }, inner)
    : h("div", { class: "compound hole", ...state }, inner);
}

/**
 * A card in large: structure, tool, reaction, where it is found, and the possible actions.
 * @param {View} view
 * @param {Draft} draft
 * @param {Context} ctx
 * @param {Compound} compound
 */
async function look(view, draft, ctx, compound) {
  const can = offeredAt(view, draft, compound.slot);
  const chosen = await inSheet(
    "choice",
    inWords(compound.card),
    (body, foot, /** @type {(value: Action) => void} */ close) => {
      patch(
        body,
        draft.crystal && h("p", { key: "not", class: "note" }, say("takes_not", { symbol: draft.crystal.symbol })),
        substance(compound),
        status(view, ctx, compound),
      );
      foot.hidden = !can.length;
      patch(
        foot,
        h(
          "div",
          { class: "choices-list" },
          can.map((action, at) =>
            h(
              "button",
              {
                key: at,
                type: "button",
                class: at || action.source === "wild" ? "button wide" : "button primary wide",
                click: () => close(action),
              },
              prose(label(action, view, ctx)),
            ),
          ),
        ),
      );
    },
  );
  if (chosen) ctx.send(/** @type {Action} */ (chosen));
}

/**
 * The substance on a card, as in the real world.
 * @param {{card?: string, name?: string, formula: string, smiles: string | null, state: string, points: number, tool:
 * string | null, reaction: string | null, lesson: string}} card
 */
function substance(card) {
  const name = inWords(card.card ?? card.name ?? "");
  return h(
    "div",
    { class: "substance stack" },
    h(
      "p",
      {},
      h("b", {}, formula(card.formula)),
      " · ",
      say("worth", { count: card.points, n: card.points }),
      " · ",
      say(card.state),
      " · ",
      say(`raises_${card.state}`),
    ),
    card.smiles && drawing(`smiles=${encodeURIComponent(card.smiles)}`, name),
    (card.tool ?? card.reaction) !== null && h("p", {}, say(`about_${card.tool ?? card.reaction}`)),
    h("p", { class: "soft" }, prose(inWords(card.lesson))),
  );
}

/** @param {View} view @param {Context} ctx @param {Compound} compound */
function status(view, ctx, compound) {
  return h(
    "div",
    { class: "stack" },
    h(
      "p",
      { class: "compound-pips large" },
      pips(compound).map(({ symbol, filled, wild }, at) =>
        h("span", { key: at }, crystal(symbol, { empty: !filled, wild })),
      ),
    ),
    compound.limit !== null &&
      h("p", {}, say("flames_of", { flames: compound.flames, limit: compound.limit }), " ", ctx.rule("K-FIRE")),
    compound.owner !== null &&
      h("p", { class: "row" }, seatMark(compound.owner), ownerText(view, ctx, compound.owner, compound.temporary)),
  );
}

// --- the current matter
// -----------------------------------------------------------------------------------------------

/** @param {View} view @param {Context} ctx */
function head(view, ctx) {
  const { round, last, phase, lead, bag, benches, deck_size: deck } = view.table;
  return h(
    "div",
    { class: "lab-head" },
    h(
      "ol",
      { class: "phases", "aria-label": say("phases") },
      PHASES.map((name) =>
        h(
          "li",
          { key: name, "aria-current": name === phase ? "step" : null },
          say(name),
          ctx.me !== null && h("b", { class: "phase-level", "aria-hidden": "true" }, benches[ctx.me].levels[name]),
        ),
      ),
    ),
    h(
      "p",
      { class: "small" },
      say("turn", { n: round }),
      " · ",
      say("lead", { name: ctx.label(lead) }),
      " · ",
      last !== null ? say("last_turn", { n: last }) : say("to_points", { n: ctx.edition.play.target }),
      " · ",
      counter(say("deck"), deck),
    ),
    h(
      "p",
      { class: "bag" },
      h("span", { class: "label" }, say("bag")),
      Object.entries(bag).map(([symbol, number]) =>
        h("span", { key: symbol, class: "bag-part" }, crystal(symbol), h("b", {}, /** @type {number} */ (number))),
      ),
    ),
    view.status === "playing" && alarmed(view, ctx),
  );
}

/** What brings the end near or has run low, in words. @param {View} view @param {Context} ctx */
function alarmed(view, ctx) {
  const { play } = ctx.edition;
  const announced = ctx.log.findLast((event) => event.type === "end_announced");
  const said = alarms(view, play, announced?.player ?? null).map(({ about, seat = 0, n, bag = [] }) =>
    say(`alarm_${about}${ctx.isYou(seat) && !["deck", "bag"].includes(about) ? "_you" : ""}`, {
      ...play,
      name: ctx.name(seat),
      count: n,
      n,
      crystals: listed(bag.map(([symbol, number]) => `${data.elements[symbol]?.[0] ?? symbol} ${number}`)),
    }),
  );
  return said.length > 0 && h("p", { class: "small lab-alarm" }, said.join(" "));
}

/** Whether the next flame makes a card explode, in this fire. @param {View} view @param {number} slot */
function wouldExplode(view, slot) {
  const [card, fire] = [cardAt(view, slot), matterOf(view)];
  return card !== null && fire?.cause !== "burner" && card.flames + 1 >= (card.limit ?? 2);
}

/**
 * Whose card it is that an extinguisher may spare, and what becomes of it otherwise.
 * @param {View} view
 * @param {Context} ctx
 * @param {number} slot
 */
function atStake(view, ctx, slot) {
  const owner = cardAt(view, slot)?.owner ?? null;
  const whose = owner !== null && ownerText(view, ctx, owner, false);
  return [whose, wouldExplode(view, slot) && say("explodes")].filter(Boolean).join(" · ");
}

/** A fire in words, one step at a time. @param {View} view @param {Context} ctx */
function fireStep(view, ctx) {
  const matter = matterOf(view);
  if (matter?.type === "fire") {
    const spared = matter.spared.map((/** @type {number} */ slot) => cardName(view, slot));
    const left = matter.slots.filter((/** @type {number} */ slot) => !matter.spared.includes(slot));
    const explode = left.filter((/** @type {number} */ slot) => wouldExplode(view, slot));
    return h(
      "section",
      { class: "fire-step", "aria-label": say("fire") },
      h("h3", {}, say(`cause_${matter.cause}`)),
      h(
        "p",
        {},
        prose(
          say("flames_come", {
            cards: listed(left.map((/** @type {number} */ slot) => cardName(view, slot))) || say("nothing"),
          }),
        ),
      ),
      explode.length > 0 &&
        h(
          "p",
          {},
          prose(
            say("would_explode", { cards: listed(explode.map((/** @type {number} */ slot) => cardName(view, slot))) }),
          ),
        ),
      spared.length > 0 && h("p", {}, prose(say("spared", { cards: listed(spared) }))),
      matter.waiting.length > 0 && h("p", {}, say("holders", { names: listed(matter.waiting.map(ctx.label)) })),
      ctx.rule("K-FLAMES"),
    );
  }
  if (matter?.type === "scattering") {
    const slots = matter.blasts.map((/** @type {{slot: number}} */ blast) => square(blast.slot));
    return h(
      "section",
      { class: "fire-step", "aria-label": say("fire") },
      h("h3", {}, say("scattering")),
      h(
        "p",
        {},
        matter.current === null
          ? say("which_first", { squares: listed(slots) })
          : say("where_to", { square: square(matter.current) }),
      ),
      ctx.rule("K-SCATTER"),
    );
  }
  return null;
}

/** @param {View} view @param {Context} ctx */
function benches(view, ctx) {
  const seats = view.table.benches
    .map((/** @type {any} */ _, /** @type {number} */ seat) => seat)
    .filter((/** @type {number} */ seat) => seat !== ctx.me);
  return h(
    "section",
    { class: "other-benches", "aria-label": say("benches") },
    seats.map((/** @type {number} */ seat) => {
      const own = view.table.benches[seat];
      return h(
        "details",
        { key: seat, class: "other-bench" },
        h(
          "summary",
          {},
          seatMark(seat),
          h("b", {}, nameOf(view, ctx, seat)),
          h(
            "span",
            { class: "bench-row" },
            counted(own.crystals).map(([symbol, number]) =>
              h("span", { key: symbol, class: "bag-part" }, number > 1 && h("b", {}, `${number}×`), crystal(symbol)),
            ),
          ),
        ),
        tubes(own),
        h(
          "p",
          { class: "small" },
          own.kit.length
            ? listed(counted(own.kit).map(([piece, number]) => goodsName(piece, number)))
            : say("no_tools"),
        ),
        own.unfinished?.length
          ? h("p", { class: "small" }, say("building", { crystals: listed(own.unfinished.map(symbolOf)) }))
          : null,
      );
    }),
  );
}

/**
 * The experiments as tubes, filled up to their level.
 * @param {{steps: Record<string, number>, levels: Record<string, number>}} own
 */
function tubes(own) {
  return h(
    "ul",
    { class: "tubes" },
    Object.entries(own.levels).map(([name, value]) =>
      h(
        "li",
        { key: name, class: "tube", "data-experiment": name, "data-about": say(`about_${name}`) },
        h(
          "span",
          { class: "tube-glass", "aria-hidden": "true" },
          STEPS.slice(1)
            .toReversed()
            .map((step) => h("i", { key: step, "data-filled": own.steps[name] >= step ? "yes" : null })),
        ),
        h("span", { class: "tube-name" }, say(name)),
        h("b", {}, value),
      ),
    ),
  );
}

/** @param {string} piece @param {number} [number] */
const goodsName = (piece, number = 1) =>
  (number > 1 ? `${number} × ` : "") + (has(`compounded.piece_${piece}`) ? say(`piece_${piece}`) : piece);

// --- the viewer's own part
// ----------------------------------------------------------------------------------------------

/** @param {View} view @param {Draft} draft @param {Context} ctx */
function hand(view, draft, ctx) {
  if (ctx.me === null) return null;
  const own = view.table.benches[ctx.me];
  const his = forNobel(view) && ctx.asked("place"); // then the viewer's own crystals stay where they are
  const spaces = Math.max(0, own.spaces - own.crystals.length);
  const so = placedSoFar(view);
  const counting = so && h("span", { key: "placed", class: "placed" }, say("placed", so));
  const wilds = own.kit.filter((/** @type {string} */ piece) => piece === "wild").length;
  return h(
    "section",
    // a low screen scrolls it: each phase begins with the crystals
    { key: `${view.table.phase} ${his}`, class: "my-bench", tabindex: "0", "aria-label": say("my_bench") },
    his &&
      h(
        "div",
        { class: "bench-row" },
        h("span", { class: "label" }, say("nobel")),
        view.table.benches[/** @type {number} */ (view.table.nobel)].crystals.map(
          (/** @type {string} */ symbol, /** @type {number} */ at) =>
            chip(view, draft, ctx, symbol, "bench", `nobel ${at}`),
        ),
        counting,
      ),
    h(
      "div",
      { class: "bench-row" },
      own.crystals.map((/** @type {string} */ symbol, /** @type {number} */ at) =>
        his
          ? h("span", { key: at, class: "chip" }, crystal(symbol))
          : chip(view, draft, ctx, symbol, "bench", at, own.crystals.indexOf(symbol) === at),
      ),
      Array.from({ length: spaces }, (_, at) =>
        h("span", { key: `space ${at}`, class: "space", "aria-hidden": "true" }),
      ),
      !his && counting,
    ),
    own.pile.length > 0 &&
      h(
        "div",
        { class: "bench-row" },
        h("span", { class: "label" }, say("pile")),
        own.pile.map((/** @type {string} */ symbol, /** @type {number} */ at) =>
          chip(view, draft, ctx, symbol, "goggles", `pile ${at}`),
        ),
      ),
    h(
      "div",
      { class: "bench-row" },
      wilds > 0 && wildChip(view, draft, ctx, wilds),
      extinguisher(view, draft, ctx, own),
      counted(own.kit.filter((/** @type {string} */ piece) => piece !== "wild")).map(([piece, number]) =>
        h("span", { key: piece, class: "tool" }, goodsName(piece, number)),
      ),
    ),
    tubes(own),
  );
}

/**
 * A crystal, as a button if it can be placed.
 * @param {View} view
 * @param {Draft} draft
 * @param {Context} ctx
 * @param {string} symbol
 * @param {"bench" | "goggles"} source
 * @param {number | string} key
 * @param {boolean} [first] of equal ones
 */
function chip(view, draft, ctx, symbol, source, key, first = true) {
  const back =
    source === "bench" && !forNobel(view)
      ? view.actions.find((action) => action.type === "discard" && action.crystal === symbol)
      : null;
  if (back)
    return h(
      "button",
      { key, type: "button", class: "chip", "aria-label": label(back, view, ctx), click: () => ctx.send(back) },
      crystal(symbol),
    );
  const can = view.actions.some(
    (action) => action.type === "place" && action.crystal === symbol && action.source === source,
  );
  const on = first && draft.crystal?.symbol === symbol && draft.crystal.source === source;
  if (!can) return h("span", { key, class: "chip" }, crystal(symbol));
  return h(
    "button",
    {
      key,
      type: "button",
      class: "chip",
      "aria-pressed": String(on),
      "aria-label": say("choose_crystal", { symbol }),
      click: () => ctx.change(on ? fresh() : { ...fresh(), crystal: { symbol, source } }),
    },
    crystal(symbol),
  );
}

/** @param {View} view @param {Draft} draft @param {Context} ctx @param {number} number */
function wildChip(view, draft, ctx, number) {
  const symbols = [
    ...new Set(
      view.actions
        .filter((action) => action.type === "place" && action.source === "wild")
        .map((action) => action.crystal),
    ),
  ];
  const on = draft.crystal?.source === "wild";
  const text = on ? say("wild_as", { symbol: draft.crystal?.symbol }) : goodsName("wild", number);
  if (!symbols.length) return h("span", { key: "wild", class: "tool" }, text);
  const pick = async () => {
    if (on) return ctx.change(fresh());
    const [symbol] =
      (await ctx.choose({
        title: say("wild_title"),
        of: wildFirst(symbols, view).map(({ symbol, lacked }) => ({
          key: symbol,
          label: symbol,
          face: crystal(symbol),
          about: lacked ? say("wild_lacked") : undefined,
        })),
      })) ?? [];
    if (symbol) ctx.change({ ...fresh(), crystal: { symbol, source: "wild" } });
  };
  return h("button", { key: "wild", type: "button", class: "tool", "aria-pressed": String(on), click: pick }, text);
}

/**
 * The player's own extinguisher: three places until it is ready.
 * @param {View} view
 * @param {Draft} draft
 * @param {Context} ctx
 * @param {any} own
 */
function extinguisher(view, draft, ctx, own) {
  if (own.unfinished === null) return null;
  const left = own.unfinished.map(symbolOf);
  const places = view.table.extinguisher.map((/** @type {string} */ symbol) => {
    const at = left.indexOf(symbol);
    if (at >= 0) left.splice(at, 1);
    return { symbol, empty: at < 0 };
  });
  const place = draft.crystal && placing(view, draft.crystal, null);
  const inner = [
    h("span", {}, say("piece_extinguisher")),
    h(
      "span",
      { class: "compound-pips" },
      places.map((/** @type {{symbol: string, empty: boolean}} */ { symbol, empty }, /** @type {number} */ at) =>
        h("span", { key: at }, crystal(symbol, { empty })),
      ),
    ),
  ];
  return place
    ? h(
        "button",
        { key: "extinguisher", type: "button", class: "tool", "data-lit": "yes", click: () => ctx.send(place) },
        inner,
      )
    : h("span", { key: "extinguisher", class: "tool" }, inner);
}

// --- words and buttons -----------------------------------------------------------------------------------------------

/**
 * What to say before Study goes by or the bench is emptied: how many crystals have no space, whether a claim is left.
 * @param {"surplus" | "trading"} about
 * @param {View} view
 * @param {number} seat
 */
function spaceAndClaims(about, view, seat) {
  const { crystals, spaces } = view.table.benches[seat];
  const n = crystals.length - spaces;
  if (about === "surplus") return say("too_many", { count: n, n });
  return [
    n > 0 ? say("trading_over", { count: n, n }) : say("ask_trading"),
    claimsLeft(view, seat) === 0 && !isLesson(view) && say("all_claimed"),
  ]
    .filter(Boolean)
    .join(" ");
}

/** A listed action in words. @param {Action} action @param {View} view @param {Context} ctx @returns {string} */
function label(action, view, ctx) {
  const at = (/** @type {number} */ slot) => cardName(view, slot);
  switch (action.type) {
    case "place":
      return say(
        action.source === "wild" ? "act_place_wild" : action.source === "goggles" ? "act_place_pile" : "act_place",
        { symbol: action.crystal, card: action.slot === null ? say("piece_extinguisher") : at(action.slot) },
      );
    case "move_claim":
      return say("act_move_claim", { from: at(action.source), to: at(action.target) });
    case "claim":
    case "burn":
    case "score":
    case "take_back":
    case "extinguish":
      return say(`act_${action.type}`, { card: at(action.slot) });
    case "scatter_card":
      return say("act_scatter_card", { square: square(action.slot) });
    case "scatter":
      return say("act_scatter", { symbol: action.crystal, card: at(action.slot) });
    case "swap":
    case "swap_nobel":
      return say(`act_${action.type}`, { give: action.give, get: action.get });
    case "raise":
      return raising(action.experiment, view, ctx.me, ctx);
    case "grant":
      return action.experiment
        ? say("act_grant", {
            name: ctx.name(action.player),
            experiment: raising(action.experiment, view, action.player, ctx),
          })
        : say("act_grant_share", { name: ctx.name(action.player) });
    case "cylinder":
      return say("act_cylinder", { down: say(action.down), up: say(action.up) });
    case "keep":
    case "discard":
      return say(`act_${action.type}`, { symbol: action.crystal });
    case "use_goggles":
      return say("act_use_goggles", { count: action.number, n: action.number });
    case "propose_offer":
      return offered(action, ctx);
    default:
      return say(`do_${action.type}`);
  }
}

/** An offer of a hint, which has one partner. @param {Action} action @param {Context} ctx */
function offered({ terms: [{ partner, gives, gets }] }, ctx) {
  const words = (/** @type {{pieces: string[]}} */ side) =>
    listed(counted(side.pieces).map(([piece, number]) => goodsName(piece, number))) || say("nothing");
  return say("act_offer", { name: ctx.name(partner), gives: words(gives), gets: words(gets) });
}

/**
 * "Lab 4 → 5: hold 5 crystals": what a step of an experiment brings.
 * @param {string} experiment
 * @param {View} view
 * @param {number | null} seat
 * @param {Context} ctx
 */
function raising(experiment, view, seat, ctx) {
  const bench = view.table.benches[seat ?? 0];
  const n = levelAfter(ctx.edition.tracks, bench, experiment);
  return n === null
    ? say("act_raise", { experiment: say(experiment) })
    : say(`raise_${experiment}`, { experiment: say(experiment), now: bench.levels[experiment], n });
}

/**
 * The end of trading, where a player with claims says whether one of them is to be moved, and of the swap with Nobel
 * before it: few ever want more, and a question about each of them in every turn is too many.
 * @param {View} view
 * @param {Draft} draft
 * @param {Context} ctx
 * @param {"done" | "pass"} kind
 * @returns {Button[]}
 */
function doneButtons(view, draft, ctx, kind) {
  const [done] = ctx.listed(kind);
  const swaps = kind === "pass";
  const own = done && ctx.isYou(ctx.me) && !isLesson(view);
  const stay = own ? staying(view) : null;
  const only = { key: JSON.stringify(done), label: say(swaps ? "pass_swap" : "do_done"), act: done, primary: !swaps };
  if (!own || !(stay || swaps)) return done ? [only] : [];
  const leave = () => {
    ctx.refine({ ...draft, stay, done: view.table.round });
    ctx.send(done);
  };
  return [
    {
      key: swaps ? "done" : JSON.stringify(done),
      label: say(swaps ? "done_both" : "do_done"),
      press: leave,
      primary: !swaps,
    },
    swaps ? only : { key: "done, move", label: say("done_move"), act: done },
  ];
}

/**
 * Buttons for what is not answered on the field: few actions of a kind are buttons, many are a choice.
 * @param {View} view
 * @param {Draft} draft
 * @param {Context} ctx
 * @returns {Button[]}
 */
function bar(view, draft, ctx) {
  const kinds = [...new Set(ctx.asks.filter((ask) => ask.about !== "offers").flatMap((ask) => ask.kinds))].filter(
    (kind) => !BY_PIECES.has(kind) && !(kind === "discard" && !forNobel(view)),
  );
  const fits = isLesson(view) ? [] : fitting(view);
  const placeAll = async () => {
    for (const action of fits) if (!(await ctx.send(action))) return;
  };
  const all = {
    key: "fits",
    label: say("place_fitting", { count: fits.length, n: fits.length }),
    press: placeAll,
    primary: true,
  };
  const buttons = kinds.flatMap(
    /** @returns {Button[]} */ (kind) => {
      if (kind === "done" || (kind === "pass" && ctx.asked("swap_nobel"))) return doneButtons(view, draft, ctx, kind);
      const actions = ctx.listed(kind);
      const primary = ctx.asks.some((ask) => ask.obliged && ask.kinds.includes(kind)) && !BESIDES.has(kind);
      if (actions.length <= FEW)
        return actions.map((action) => ({
          key: JSON.stringify(action),
          label: label(action, view, ctx),
          act: action,
          primary,
        }));
      const press = async () => {
        const [at] =
          (await ctx.choose({
            title: say(`do_${kind}`),
            of: actions.map((action, one) => ({
              key: String(one),
              label: label(action, view, ctx),
              about: kind === "extinguish" ? atStake(view, ctx, action.slot) : undefined,
            })),
          })) ?? [];
        if (at !== undefined) ctx.send(actions[Number(at)]);
      };
      return [{ key: kind, label: `${say(`do_${kind}`)} …`, press, primary }];
    },
  );
  return fits.length ? [all, ...buttons] : buttons;
}

/**
 * What to tap next: a crystal, then the card or extinguisher for it; a card to claim; the choice among many.
 * @param {Action} action
 * @param {View} view
 * @param {Draft} draft
 * @param {Context} ctx
 */
function aim(action, view, draft, ctx) {
  const card = `.research-field > :nth-child(${action.slot + 1}) > button`;
  const [bench, before] = forNobel(view) ? [view.table.nobel, 1] : [ctx.me, 0]; // Nobel's row begins with his name
  const held = view.table.benches[/** @type {number} */ (bench)].crystals;
  const crystal = `.my-bench > .bench-row:first-child > :nth-child(${held.indexOf(action.crystal) + before + 1})`;
  if (action.type === "claim") return card;
  if (action.type === "discard" && !forNobel(view)) return crystal;
  if (action.type === "place") {
    const chosen = draft.crystal?.symbol === action.crystal && draft.crystal?.source === action.source;
    if (chosen) return action.slot === null ? ".my-bench button.tool[data-lit]" : card;
    if (action.source === "wild") return ".my-bench button.tool[aria-pressed]";
    return crystal;
  }
  return ctx.listed(action.type).length > FEW ? `[data-button="${action.type}"]` : null;
}

/**
 * The cards, and the crystal, that an action is about.
 * @param {Action} action
 * @param {View} view
 * @param {Context} ctx
 */
function spot(action, view, ctx) {
  const slots = [action.slot, action.target, action.type === "move_claim" ? action.source : null];
  const cards = slots
    .filter((slot) => Number.isInteger(slot))
    .map((slot) => `.research-field > :nth-child(${slot + 1}) > button`);
  const crystal = ["place", "discard"].includes(action.type) ? aim(action, view, fresh(), ctx) : null;
  return [...cards, crystal].filter(Boolean).join(", ") || null;
}

/** @param {number} seat @param {View} view */
function goods(seat, view) {
  const own = view.table.benches[seat];
  const face = (/** @type {string} */ piece) => (data.elements[piece] ? crystal(piece) : null);
  const lacked = listed(lackedBy(view.table.field, seat).map(([symbol, number]) => `${number} ${symbol}`));
  return {
    pieces: [...own.crystals, ...own.kit].map((/** @type {string} */ piece) => ({
      id: piece,
      label: goodsName(piece),
      face: face(piece),
    })),
    amounts: [],
    needs: lacked
      ? say(seat === view.you ? "you_lack" : "lacks", { name: view.players[seat].name, crystals: lacked })
      : undefined,
  };
}

/** The cards that an event names, by their names in the edition and in the reader's language. @param {any} event */
const namesOf = ({ card, cards }) =>
  [card, ...(cards ?? [])].flatMap((one) => (typeof one === "string" ? [{ name: one, said: inWords(one) }] : []));

/**
 * Structure and lesson of the card in a line of the log.
 * @param {any} event
 * @param {View} _view
 * @param {Context} ctx
 */
function opened(event, _view, ctx) {
  const found = /** @type {any} */ (ctx.edition)?.cards?.find(
    (/** @type {{name: string}} */ one) => one.name === event.card,
  );
  return found &&
    ["compound_scored", "claim_placed", "card_laid", "compound_completed", "burner_lit", "flame_prevented"].includes(
      event.type,
    )
    ? substance(found)
    : null;
}

/**
 * What each player's points are for, one column per player, so that five fit on a phone.
 * @param {View} view
 * @param {Context} ctx
 */
function sheet(view, ctx) {
  const final = finalPoints(ctx.log);
  if (!final || !view.result) return null;
  const seats = [...final.keys()].sort((one, other) => one - other);
  const parts = ["claims", "bench", "extinguishers", "wilds"];
  const total = (/** @type {number} */ seat) => view.result?.scores[seat] ?? 0;
  const of = (/** @type {string} */ part, /** @type {number} */ seat) => final.get(seat)?.[part] ?? 0;
  const scored = (/** @type {number} */ seat) => total(seat) - parts.reduce((sum, part) => sum + of(part, seat), 0);
  const row = (/** @type {string} */ name, /** @type {(seat: number) => number} */ points) =>
    h(
      "tr",
      { key: name },
      h("th", { scope: "row" }, say(`final_${name}`)),
      seats.map((seat) => h("td", { key: seat }, points(seat))),
    );
  return h(
    "table",
    { class: "final-sheet" },
    h("caption", { class: "out-of-sight" }, say("final_sheet")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        seats.map((seat) => h("th", { key: seat, scope: "col" }, seatMark(seat), " ", ctx.label(seat))),
      ),
    ),
    h(
      "tbody",
      {},
      row("compounds", scored),
      parts.map((part) => row(part, (seat) => of(part, seat))),
    ),
    h("tfoot", {}, row("total", total)),
  );
}

/** Who brought about the end, and how. @param {View} view @param {Context} ctx */
function why(view, ctx) {
  const announced = ctx.log.findLast((event) => event.type === "end_announced");
  const reason = view.result?.reason;
  if (reason === "field_not_filled") return say("why_field_not_filled");
  return announced && reason !== "one_left" ? announcement(announced, ctx) : null;
}

/** "You reached 50 points." @param {Event} event @param {Context} ctx */
function announcement({ player, reason }, ctx) {
  const you = ctx.isYou(player) ? "_you" : "";
  return say(`why_${reason}${you}`, { name: ctx.name(player), n: ctx.edition.play.target });
}

/**
 * A line of the log: compounds with their formulas, and the end with its points.
 * @param {Event} event
 * @param {Context} ctx
 */
function line(event, ctx) {
  if (event.type === "end_announced")
    return `${announcement(event, ctx)} ${capital(say("last_turn", { n: event.last }))}.`;
  return event.text ? withFormulas(event.text, namesOf(event), ctx.edition?.cards ?? []) : null;
}

/** "Compounds 40 + Bench 2". @param {number} seat @param {View} view @param {Context} ctx */
function partsOf(seat, view, ctx) {
  const last = finalPoints(ctx.log)?.get(seat);
  if (!last || !view.result) return null;
  const added = Object.entries(last).filter(([, points]) => points);
  const scored = view.result.scores[seat] - added.reduce((sum, [, points]) => sum + points, 0);
  return [["compounds", scored], ...added].map(([part, points]) => `${say(`final_${part}`)} ${points}`).join(" + ");
}

openTable({
  draft: fresh,
  kept: stillPossible,
  only: (view, _ctx, draft) => onlyWay(view, draft),
  spends: ({ type, source }) => type === "move_claim" || source === "wild",
  table: (view, draft, ctx) => {
    readKey(ctx);
    return h(
      "div",
      { class: "of-compounded lab-table" },
      head(view, ctx),
      fireStep(view, ctx),
      field(view, draft, ctx),
      benches(view, ctx),
    );
  },
  hand: (view, draft, ctx) => h("div", { class: "of-compounded" }, hand(view, draft, ctx)),
  bar,
  label,
  aim,
  spot,
  shows: ({ type, crystal, source }) =>
    type === "place" ? { ...fresh(), crystal: { symbol: crystal, source } } : null,
  ask: (ask, view, ctx) => {
    if (ask.player !== ctx.me) return null;
    if (has(`compounded.nobel_${ask.about}`) && forNobel(view)) return say(`nobel_${ask.about}`);
    if (ask.about === "surplus" || ask.about === "trading") return spaceAndClaims(ask.about, view, ctx.me);
    const { type, slot } = matterOf(view) ?? {};
    return type === "scoring" && ask.about === type
      ? say(`scoring_${ask.kinds[0]}`, { card: cardName(view, slot) })
      : null;
  },
  goods,
  score: (seat, view) => {
    const [{ score }, ready] = [view.players[seat], readyFor(view, seat)];
    return ready ? running(score, ready) : String(score);
  },
  group: true, // K-GROUP
  line: (event, _view, ctx) => line(event, ctx),
  event: opened,
  small: [
    "turn_begun",
    "crystals_drawn",
    "crystal_discarded",
    "trading_begun",
    "trading_ended",
    "done_said",
    "study_begun",
    "research_begun",
    "lab_begun",
    "passed",
    "card_laid",
  ],
  result: (view, ctx) => h("div", { class: "of-compounded" }, sheet(view, ctx)),
  why,
  parts: partsOf,
});
