/**
 * Chemistry Monopoly: a ring of forty squares, or on a phone a strip that follows the token; deeds, dice, and the
 * current matter.
 */

import { data } from "#js/data.js";
import { formula, icon, prose } from "#js/dom.js";
import { h } from "#js/patch.js";
import { openTable } from "#js/table/page.js";
import { seatMark } from "#js/table/pieces.js";
import { capital, has, hyphenated, inWords, listed, t } from "#js/words.js";
import {
  around,
  bidOf,
  cardOf,
  cellOf,
  colourOf,
  completedBy,
  completingFirst,
  deedOf,
  dotsOf,
  empty,
  fallOf,
  feesOf,
  figureOn,
  hueOf,
  lackedBy,
  lackingFor,
  lacksMoney,
  mates,
  generalFormulas,
  onlyEnd,
  ownedBy,
  ownsNothing,
  raisable,
  rentsAround,
  shortLeft,
  soldBack,
  spotOf,
  squareOf,
  throwerOf,
} from "./models.js";

/**
 * @typedef {import("#js/patch.js").Child} Child
 * @typedef {import("#js/models/asked.js").View} View
 * @typedef {import("#js/models/asked.js").Ask} Ask
 * @typedef {import("#js/models/asked.js").Action} Action
 * @typedef {import("#js/models/asked.js").Event} Event
 * @typedef {import("#js/table/page.js").Context} Context
 * @typedef {import("#js/table/page.js").Button} Button
 * @typedef {import("./models.js").Draft} Draft
 * @typedef {import("./models.js").Edition} Edition
 * @typedef {import("./models.js").Square} Square
 */

const BUSINESS = ["condense", "evaporate", "transfer", "buy_back"];
const MONEY = "AMUny";

openTable({
  table,
  hand,
  bar,
  ask,
  label,
  aim,
  spot,
  event,
  goods,
  why,
  line,
  take: (action) => (action.type === "bid" ? { ...empty(), bid: action.amount } : null),
  fall,
  parts,
  small: [
    "first_rolled",
    "turn_begun",
    "turn_ended",
    "rolled",
    "moved",
    "dice_thrown",
    "lot_declined",
    "auction_begun",
    "bid_made",
    "bid_passed",
    "tax_due",
    "tax_chosen",
    "card_drawn", // what comes of it is told
  ],
  sums: false, // they would be of small things too, such as Go and rent, which the summary leaves out
  great: ["lot_bought", "lot_sold", "condensed", "bought_back", "went_bankrupt"],
  amount: (n) => say("money", { n }),
  only: (view, ctx) => onlyEnd(view, ctx.log),
  retold: true,
  draft: empty,
  kept: (draft) => ({ ...draft, bid: null }),
});

/** @param {string} key @param {Record<string, string | number>} [words] */
const say = (key, words) => t(`chemistry-monopoly.${key}`, words);

/** @param {View} view @param {number} seat */
const moneyOf = (view, seat) => view.accounts[`${MONEY} ${seat}`] ?? 0;

/** The matter to settle first. @param {View} view */
const top = (view) => view.table.matters.at(-1) ?? null;

/** @param {{edition: any}} ctx @param {string} deed */
const named = (ctx, deed) => inWords(squareOf(ctx.edition, deed).name);

/**
 * The colour of its set, or the hue of its family if the set has none.
 * @param {Edition} edition
 * @param {Square} square
 */
const hue = (edition, square) => ({ family: hueOf(edition, square), colour: colourOf(edition, square) });

/**
 * The set of a square in words: its colour and its family. An edition may have colours without a word.
 * @param {Edition} edition
 * @param {Square} square
 */
function setOf(edition, square) {
  const family = edition.families.find((one) => one.name === square.family);
  if (!family) return "";
  const key = `chemistry-monopoly.colour_${colourOf(edition, square)}`;
  return say("set_of", { colour: has(key) ? t(key) : family.colour, family: inWords(family.name) });
}

// --- the table --------------------------------------------------------------------------------------------------

/** @param {View} view @param {Draft} draft @param {Context} ctx */
function table(view, draft, ctx) {
  const order = view.players.map((player) => player.seat).filter((seat) => seat !== ctx.me && !view.players[seat].out);
  return h(
    "div",
    { class: "m-table" },
    h(
      "div",
      { key: "ring", class: "m-ring", "data-squares": ctx.edition.board.length },
      ctx.edition.board.map((/** @type {Square} */ square) => squareView(square, view, ctx, "ring")),
      h("div", { key: "middle", class: "m-middle" }, middle(view, ctx)),
    ),
    strip(view, ctx),
    looked(view, draft, ctx),
    h("div", { key: "walk", class: "m-walk" }, h("div", { class: "m-now" }, middle(view, ctx))),
    h(
      "div",
      { key: "others", class: "m-others" },
      order.map((seat) => holdings(view, ctx, seat)),
    ),
    map(view, ctx),
  );
}

/** Dice, the drawn card, the current matter, the decks. @param {View} view @param {Context} ctx */
function middle(view, ctx) {
  const { dice, stock, decks } = view.table;
  const thrower = throwerOf(ctx.log, dice);
  const left = view.options.short && view.status === "playing" ? shortLeft(view.players) : null;
  return [
    h(
      "div",
      {
        key: "dice",
        class: "m-dice",
        role: "img",
        "aria-label": !dice.length
          ? say("no_dice")
          : thrower === null
            ? say("dice", { a: dice[0], b: dice[1] })
            : say("dice_of", { name: ctx.label(thrower), a: dice[0], b: dice[1] }),
      },
      (dice.length ? dice : [0, 0]).map((/** @type {number} */ eyes, /** @type {number} */ at) =>
        h(
          "span",
          { key: at, class: "m-throw", "data-piece": `die ${at}`, "data-spin": `${dice} ${view.table.positions}` },
          die(eyes, at),
        ),
      ),
      thrower !== null && h("span", { key: "thrower", class: "m-thrower" }, seatMark(thrower), dice[0] + dice[1]),
    ),
    matter(view, ctx),
    h(
      "p",
      { key: "stock", class: "small soft m-stock" },
      say("stock", { liquids: stock.liquid, solids: stock.solid }),
      view.options.pot && ` · ${say("pot", { n: view.accounts.pot })}`,
      h("span", { class: "m-decks" }, ` · ${say("decks", { lab: decks["lab-day"], test: decks["test-day"] })}`),
      left !== null && h("b", { class: "m-short" }, say("short_end", { count: left, n: left })),
    ),
  ];
}

/** @param {number} eyes @param {number} at */
function die(eyes, at) {
  return h(
    "svg",
    { key: at, class: "m-die", viewBox: "0 0 30 30", "aria-hidden": "true" },
    h("rect", { x: 1, y: 1, width: 28, height: 28, rx: 6 }),
    dotsOf(eyes).map(([x, y]) => h("circle", { key: `${x} ${y}`, cx: 8 + 7 * x, cy: 8 + 7 * y, r: 2.6 })),
  );
}

/** The current matter, in words and figures. @param {View} view @param {Context} ctx @returns {Child} */
function matter(view, ctx) {
  const open = top(view);
  const shown = drawnCard(view, ctx);
  if (!open) return shown;
  return [shown, matterText(open, view, ctx)];
}

/** The day card drawn in this turn. @param {View} view @param {Context} ctx */
function drawnCard(view, ctx) {
  const event = ctx.news.findLast((one) => one.type === "card_drawn");
  const { drawn, in_hand: held } = view.table;
  if (!event && !held.length) return null;
  const card = cardOf(ctx.edition, event?.card ?? drawn);
  return h(
    "section",
    { key: "card", class: "note m-card" },
    h("div", {}, h("p", {}, h("b", {}, inWords(card.text))), h("p", { class: "small soft" }, inWords(card.chemistry))),
  );
}

/** @param {any} open @param {View} view @param {Context} ctx @returns {Child} */
function matterText(open, view, ctx) {
  const edition = /** @type {Edition} */ (ctx.edition);
  switch (open.type) {
    case "purchase":
      return h(
        "section",
        { key: "matter", class: "m-matter m-sale", ...hue(edition, squareOf(edition, open.deed)) },
        h(
          "p",
          { class: "m-title" },
          say("for_sale", { name: named(ctx, open.deed), price: squareOf(edition, open.deed).price }),
        ),
        deedFacts(edition, open.deed, view),
      );
    case "auction": {
      const leader =
        open.leader === null
          ? say("no_bid")
          : say(ctx.isYou(open.leader) ? "you_lead" : "leads", { name: ctx.name(open.leader), bid: open.bid });
      return h(
        "section",
        { key: "matter", class: "m-matter m-sale", ...hue(edition, squareOf(edition, open.deed)) },
        h(
          "p",
          { class: "m-title" },
          say(open.estate ? "auction_estate" : "auction", {
            name: named(ctx, open.deed),
            price: squareOf(edition, open.deed).price,
          }),
        ),
        h("p", {}, leader),
        h(
          "p",
          { class: "small" },
          say("still_in"),
          " ",
          open.bidders.map((/** @type {number} */ seat) =>
            h("span", { key: seat, class: "m-who" }, seatMark(seat), ctx.label(seat)),
          ),
        ),
        deedFacts(edition, open.deed, view),
      );
    }
    case "debt": {
      const can = raisable(edition, view.table.deeds, open.debtor, moneyOf(view, open.debtor));
      const to = open.creditor === null ? say("the_lab") : ctx.name(open.creditor);
      return h(
        "section",
        { key: "matter", class: "m-matter m-debt" },
        h(
          "p",
          { class: "m-title" },
          say(open.debtor === ctx.me ? "you_owe" : ctx.isYou(open.creditor) ? "owes_you" : "owes", {
            name: ctx.name(open.debtor),
            to,
            amount: say("money", { n: open.amount }),
          }),
        ),
        h("p", {}, say("can_raise", { money: moneyOf(view, open.debtor), n: can }), " ", ctx.rule("M-DEBT")),
      );
    }
    case "tax": {
      const square = edition.board[open.square];
      return h(
        "section",
        { key: "matter", class: "m-matter" },
        h("p", { class: "m-title" }, inWords(square.name)),
        h("p", {}, taxText(square, view, ctx), " ", ctx.rule("M-TAX")),
      );
    }
    case "fees": {
      const { interest, back } = feesOf(edition, open.deeds[0]);
      return h(
        "section",
        { key: "matter", class: "m-matter" },
        h("p", { class: "m-title" }, say("is_transferred", { name: named(ctx, open.deeds[0]) })),
        h("p", {}, say("fee_choice", { interest, back }), " ", ctx.rule("M-TRADE-FEE")),
      );
    }
    case "question":
      return h(
        "section",
        { key: "matter", class: "m-matter" },
        asked(open),
        h("p", { class: "small" }, say(`at_stake_${open.about}`), " ", ctx.rule("M-QUESTION")),
      );
    default:
      return h(
        "section",
        { key: "matter", class: "m-matter" },
        h("p", {}, say("turn_of", { name: ctx.label(view.table.turn) })),
        standsOn(view, ctx),
        view.table.detained[view.table.turn] !== null &&
          h("p", { class: "small" }, say("in_class", { n: view.table.detained[view.table.turn] })),
      );
  }
}

/**
 * What may be paid, said to whoever has to choose, or of them.
 * @param {Square} square
 * @param {View} view
 * @param {Context} ctx
 */
const taxText = (square, view, ctx) =>
  say(ctx.asked("pay_tax") ? "tax_choice" : "tax_choice_of", {
    amount: square.amount,
    share: square.per_cent ?? 0,
    name: ctx.name(view.table.turn),
  });

/** The owner's name, or "yours" for the viewer's own. @param {number} owner @param {Context} ctx */
const ownedText = (owner, ctx) =>
  ctx.label(owner) === ctx.name(owner) ? say("of", { name: ctx.name(owner) }) : say("yours");

/**
 * The card of the square on which the player to move stands; a phone shows it in the strip.
 * @param {View} view
 * @param {Context} ctx
 */
function standsOn(view, ctx) {
  const square = ctx.edition.board[view.table.positions[view.table.turn]];
  const deed = deedOf(square);
  const owner = deed === null ? null : view.table.deeds[deed].owner;
  return h(
    "div",
    { class: "m-deed", ...hue(ctx.edition, square) },
    h("p", { class: "m-title" }, inWords(square.name)),
    h(
      "p",
      { class: "small" },
      deed === null
        ? say(`about_${square.kind}`, { n: figureOn(ctx.edition, square) ?? 0 })
        : owner === null
          ? say("nobodys", { n: square.price })
          : ownedText(owner, ctx),
    ),
    deed !== null && deedFacts(ctx.edition, deed, view),
  );
}

/**
 * Whose set a card would complete, in words.
 * @param {Edition} edition
 * @param {View} view
 * @param {string} deed
 */
const completions = (edition, view, deed) =>
  completedBy(edition, view.table.deeds, deed).map((seat) =>
    say(seat === view.you ? "would_complete_yours" : "would_complete", {
      names: view.players[seat].name,
      family: inWords(squareOf(edition, deed).family ?? ""),
    }),
  );

/** Price, rents and steps, as printed on the card. @param {Edition} edition @param {string} deed @param {View} view */
function deedFacts(edition, deed, view) {
  const square = squareOf(edition, deed);
  const family = edition.families.find((one) => one.name === square.family);
  const rents = square.rents.length
    ? say("rents", { rents: square.rents.join(" · ") })
    : square.kind === "life"
      ? say("life_rents", { one: edition.life_rent[0], both: edition.life_rent[1] })
      : say("supply_rents", { rents: edition.supply_rent.join(" · ") });
  const owner = view.table.deeds[deed].owner;
  const completes = owner === null ? completions(edition, view, deed) : [];
  return h(
    "div",
    { class: "m-facts small" },
    h("p", {}, rents),
    square.step > 0 && h("p", {}, say("step", { step: square.step, half: Math.floor(square.price / 2) })),
    completes.length > 0 && h("p", {}, h("b", {}, capital(completes.join(" · ")))),
    family &&
      h("p", { class: "soft" }, prose(capital(`${inWords(family.name)}: ${generalFormulas(inWords(family.why))}.`))),
  );
}

// --- squares ----------------------------------------------------------------------------------------------------

/** @param {Square} square @param {View} view @param {Context} ctx @param {string} where */
function squareView(square, view, ctx, where) {
  const deed = deedOf(square);
  const now = deed === null ? null : view.table.deeds[deed];
  const here = view.players.filter((player) => !player.out && view.table.positions[player.seat] === square.square);
  const news = ctx.isNews(
    (one) => (one.type === "moved" && one.to === square.square) || (deed !== null && one.deed === deed),
  );
  const said = [
    inWords(square.name),
    setOf(ctx.edition, square),
    square.price ? say("costs", { n: square.price }) : "",
    square.kind === "go" ? say("about_go", { n: ctx.edition.money.go }) : "",
    now && now.owner !== null ? ownedText(now.owner, ctx) : "",
    now?.level ? levelText(now.level, view) : "",
    now?.transferred ? say("transferred") : "",
    here.length ? say("here", { names: listed(here.map((player) => player.name)) }) : "",
  ];
  return h(
    "button",
    {
      key: `${where} ${square.square}`,
      type: "button",
      class: "m-square",
      "data-kind": square.kind,
      "data-square": square.square,
      ...hue(ctx.edition, square),
      "data-new": news ? "yes" : null,
      "data-turned": now?.transferred ? "yes" : null,
      "data-owned": now && now.owner !== null ? "yes" : null,
      "aria-label": said.filter(Boolean).join(", "),
      click: () => ctx.refine({ ...empty(), shown: String(square.square) }),
    },
    h("span", { class: "m-band", "aria-hidden": "true" }, now && levels(now.level, view)),
    h("b", { class: "m-symbol", "aria-hidden": "true" }, square.element ?? short(square)),
    h(
      "span",
      { class: "m-price", "aria-hidden": "true" },
      now && now.owner !== null && seatMark(now.owner),
      figureOn(ctx.edition, square),
    ),
    h(
      "span",
      { class: "m-tokens", "aria-hidden": "true" },
      here.map((player) =>
        h(
          "span",
          {
            key: player.seat,
            class: "m-token",
            "data-piece": `${where} token ${player.seat}`,
            "data-walk": square.square,
          },
          seatMark(player.seat),
        ),
      ),
    ),
  );
}

/** The text on squares without a symbol. @param {Square} square */
function short(square) {
  return square.kind === "supply" ? hyphenated(inWords(square.name)) : say(`short_${square.kind}`);
}

/** Liquids as drops, a solid as a block. @param {number} level @param {View} view */
function levels(level, view) {
  if (level === view.table.solid) return h("i", { key: "solid", class: "m-solid" });
  return Array.from({ length: level }, (_, at) => h("i", { key: at, class: "m-liquid" }));
}

/** @param {number} level @param {View} view */
const levelText = (level, view) =>
  level === view.table.solid ? say("solid") : say("liquids", { count: level, n: level });

/**
 * On a phone: the squares ahead of whoever is at turn, as far as a roll reaches.
 * @param {View} view
 * @param {Context} ctx
 */
function strip(view, ctx) {
  const seat = view.table.turn ?? ctx.me;
  if (seat === null) return null;
  const here = view.table.positions[seat];
  return h(
    "div",
    {
      key: `strip ${here}`, // a new one begins unscrolled
      class: "m-strip",
      tabindex: "0",
      role: "group",
      "aria-label": say("squares_ahead", { name: ctx.label(seat) }),
    },
    around(here, 2, 12, ctx.edition.board.length).map((at) => squareView(ctx.edition.board[at], view, ctx, "strip")),
  );
}

/** On a phone: the whole ring in small. @param {View} view @param {Context} ctx */
function map(view, ctx) {
  const tokens = view.players.filter((player) => !player.out);
  const said = tokens.map((player) =>
    say("stands", { name: player.name, square: inWords(ctx.edition.board[view.table.positions[player.seat]].name) }),
  );
  return h(
    "svg",
    { class: "m-map", viewBox: "0 0 110 110", role: "img", "aria-label": said.join(" ") },
    ctx.edition.board.map((/** @type {Square} */ square) => {
      const { row, column } = cellOf(square.square);
      const deed = deedOf(square);
      const owned = deed !== null && view.table.deeds[deed].owner !== null;
      return h("rect", {
        key: square.square,
        x: column * 10 - 9.5,
        y: row * 10 - 9.5,
        width: 9,
        height: 9,
        rx: 1.5,
        ...hue(ctx.edition, square),
        "data-owned": owned ? "yes" : null,
      });
    }),
    tokens.map(({ seat }) =>
      h("circle", {
        key: `token ${seat}`,
        class: "m-spot",
        "data-seat": seat,
        "data-me": seat === ctx.me ? "yes" : null,
        ...spotOf(
          view.table.positions,
          seat,
          tokens.map((player) => player.seat),
        ),
      }),
    ),
  );
}

/** The square being looked at. @param {View} view @param {Draft} draft @param {Context} ctx */
function looked(view, draft, ctx) {
  if (draft.shown === null) return null;
  const square = ctx.edition.board[Number(draft.shown)];
  const deed = deedOf(square);
  const now = deed === null ? null : view.table.deeds[deed];
  return h(
    "section",
    { key: "looked", class: "m-looked", ...hue(ctx.edition, square) },
    h(
      "div",
      { class: "m-looked-head" },
      h(
        "h2",
        {},
        inWords(square.name),
        square.family && h("small", { class: "soft" }, ` · ${setOf(ctx.edition, square)}`),
      ),
      h(
        "button",
        {
          type: "button",
          class: "icon-button",
          "aria-label": t("frame.close"),
          click: () => ctx.refine({ ...draft, shown: null }),
        },
        icon("close"),
      ),
    ),
    now &&
      h(
        "p",
        {},
        now.owner === null
          ? say("nobodys", { n: square.price })
          : [
              ownedText(now.owner, ctx),
              now.level ? ` · ${levelText(now.level, view)}` : "",
              now.transferred ? ` · ${say("transferred")}` : "",
            ],
      ),
    deed === null
      ? h("p", {}, say(`about_${square.kind}`, { n: figureOn(ctx.edition, square) ?? 0 }))
      : deedFacts(ctx.edition, deed, view),
  );
}

// --- holdings ---------------------------------------------------------------------------------------------------

/** A player's cards, set by set. @param {View} view @param {Context} ctx @param {number} seat */
function holdings(view, ctx, seat) {
  const own = ownedBy(ctx.edition, view.table.deeds, seat);
  const cards = view.table.kept[seat].length;
  return h(
    "section",
    { key: `of ${seat}`, class: "m-holdings", "aria-label": say("holdings", { name: ctx.name(seat) }) },
    h(
      "h2",
      { class: "m-head" },
      seatMark(seat),
      h("span", { class: "m-name" }, ctx.label(seat)),
      h("b", {}, say("money", { n: moneyOf(view, seat) })),
    ),
    view.table.detained[seat] !== null && h("p", { key: "class", class: "small m-held" }, say("class_chip")),
    h(
      "div",
      { class: "m-deeds" },
      own.map((deed) => deedChip(deed, view, ctx)),
      cards > 0 && h("span", { key: "cards", class: "m-chip" }, say("free_cards", { count: cards, n: cards })),
      !own.length && !cards && h("span", { key: "none", class: "small soft" }, say("nothing")),
    ),
  );
}

/** @param {string} deed @param {View} view @param {Context} ctx */
function deedChip(deed, view, ctx) {
  const square = squareOf(ctx.edition, deed);
  const now = view.table.deeds[deed];
  const whole =
    square.family !== null && mates(ctx.edition, deed).every((other) => view.table.deeds[other].owner === now.owner);
  const may = ctx.me === now.owner ? doable(ctx, deed) : [];
  const said = [
    inWords(square.name),
    setOf(ctx.edition, square),
    whole ? say("whole") : "",
    now.level ? levelText(now.level, view) : "",
    now.transferred ? say("transferred") : "",
  ]
    .filter(Boolean)
    .join(", ");
  const inner = [
    h("b", { "aria-hidden": "true" }, square.element ?? inWords(square.name)),
    h("span", { class: "m-levels", "aria-hidden": "true" }, levels(now.level, view)),
    now.transferred && h("span", { "aria-hidden": "true" }, "⇄"),
  ];
  const props = {
    key: deed,
    class: "m-chip",
    ...hue(ctx.edition, square),
    "data-whole": whole ? "yes" : null,
    "data-turned": now.transferred ? "yes" : null,
    "aria-label": said,
  };
  if (may.length)
    return h("button", { ...props, type: "button", click: () => pick(ctx, view, may, inWords(square.name)) }, inner);
  return h(
    "button",
    { ...props, type: "button", click: () => ctx.refine({ ...empty(), shown: String(square.square) }) },
    inner,
  );
}

/**
 * What a card earns afterwards, where that is the point of it.
 * @param {Action} action
 * @param {View} view
 * @param {Context} ctx
 */
function consequence({ type, deed }, view, ctx) {
  if (type === "transfer") return say("no_rent");
  if (type !== "condense") return undefined;
  const [{ rents }, { level }] = [squareOf(ctx.edition, deed), view.table.deeds[deed]];
  return say("rent_rises", rentsAround(rents, level, view.table.solid));
}

/** What I may do with one of my cards now. @param {Context} ctx @param {string} deed @returns {Action[]} */
const doable = (ctx, deed) => BUSINESS.flatMap((kind) => ctx.listed(kind)).filter((action) => action.deed === deed);

/**
 * Does one of these. `more`: what is lacking takes several, so the choice opens again while something is lacking.
 * @param {Context} ctx @param {View} view @param {Action[]} actions @param {string} title
 */
async function pick(ctx, view, actions, title, more = false) {
  const of = actions.map((action, at) => ({
    key: String(at),
    label: label(action, view, ctx) ?? action.type,
    about: consequence(action, view, ctx),
  }));
  const [at] = (await ctx.choose({ title, of })) ?? [];
  if (at === undefined || !(await ctx.send(actions[Number(at)])) || !more) return;
  /** @type {HTMLElement | null} */ (document.querySelector('[data-button="raise"]'))?.click();
}

/**
 * My cards and, in an auction, the bid, within reach of the thumb.
 * @param {View} view
 * @param {Draft} draft
 * @param {Context} ctx
 */
function hand(view, draft, ctx) {
  return ctx.me === null
    ? null
    : h(
        "div",
        { class: "m-hand" },
        holdings(view, ctx, ctx.me),
        ctx.asked("bid") && stepper(view, draft, ctx),
        ctx.asked("answer") && answering(view, ctx),
      );
}

/** The question (M-QUESTION). @param {{asked: {kind: string, formula?: string, name?: string}}} question */
function asked({ asked: { kind, formula: shown, name } }) {
  return h(
    "p",
    { class: "m-asked" },
    `${say(`asked_${kind}`)} `,
    h("b", {}, shown && formula(shown), shown && name && " · ", name && inWords(name)),
  );
}

/**
 * Answers to choose from, or a field for one, below the question: a small screen shows no more.
 * @param {View} view
 * @param {Context} ctx
 */
function answering(view, ctx) {
  const { kind, choices } = top(view).asked;
  const send = (/** @type {string} */ answer) =>
    ctx.sending === null && answer.trim() && ctx.send({ type: "answer", answer: answer.trim() });
  if (choices.length)
    return h(
      "div",
      { key: "answering" },
      asked(top(view)),
      h(
        "div",
        { class: "m-choices", role: "group", "aria-label": say("your_answer") },
        choices.map((/** @type {{name?: string, answer: string}} */ one) =>
          h(
            "button",
            { key: one.name ?? one.answer, type: "button", class: "button", click: () => send(one.name ?? one.answer) },
            one.name ? inWords(one.name) : kind === "write" ? formula(one.answer) : one.answer,
          ),
        ),
      ),
    );
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    send(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("answer") ?? ""));
  };
  return h(
    "form",
    { key: "answering", submit },
    asked(top(view)),
    h(
      "div",
      { class: "m-answering" },
      h("input", {
        "aria-label": say("your_answer"),
        name: "answer",
        maxlength: 200,
        required: true,
        autocomplete: "off",
        autocapitalize: "none",
        autocorrect: "off",
        spellcheck: "false",
        enterkeyhint: "done",
      }),
      h("button", { class: "button primary" }, say("do_answer")),
    ),
  );
}

/** Buttons to set the bid. @param {View} view @param {Draft} draft @param {Context} ctx */
function stepper(view, draft, ctx) {
  const now = bidNow(view, draft, ctx);
  const button = (/** @type {number} */ by) =>
    h(
      "button",
      {
        key: by,
        type: "button",
        class: "button",
        "aria-label": say(by > 0 ? "more_by" : "less_by", { n: Math.abs(by) }),
        click: () => ctx.refine({ ...draft, bid: now + by }),
      },
      by > 0 ? `+${by}` : `−${-by}`,
    );
  return h(
    "div",
    { key: "stepper", class: "m-stepper", role: "group", "aria-label": say("your_bid") },
    button(-10),
    button(-1),
    h("output", {}, now),
    button(1),
    button(10),
  );
}

/** @param {View} view @param {Draft} draft @param {Context} ctx */
function bidNow(view, draft, ctx) {
  const auction = top(view);
  const fee = auction.estate ? feesOf(ctx.edition, auction.deed).interest : 0;
  return bidOf(draft.bid, auction.bid, moneyOf(view, ctx.me ?? 0) - fee);
}

// --- the bar ----------------------------------------------------------------------------------------------------

/** @param {View} view @param {Draft} draft @param {Context} ctx @returns {Button[] | null} */
function bar(view, draft, ctx) {
  const obliged = ctx.asks.some((one) => one.obliged);
  if (!obliged) return null;
  const all = BUSINESS.filter((kind) => kind !== "buy_back" || top(view)?.type !== "fees").flatMap((kind) =>
    ctx.listed(kind),
  );
  const rest = view.actions.filter(
    (action) => !action.open && !action.type.endsWith("_offer") && !all.includes(action),
  );
  const raising = all.every((action) => ["evaporate", "transfer"].includes(action.type)) && top(view)?.type !== "turn";
  const business = raising && !lacksMoney(ctx.edition, top(view), moneyOf(view, ctx.me ?? 0)) ? [] : all;
  const bid = ctx.asked("bid") ? bidNow(view, draft, ctx) : null;
  /** @type {Button[]} */
  const buttons = rest.map((action) => ({
    key: JSON.stringify(action),
    label: label(action, view, ctx) ?? say(`do_${action.type}`),
    ...(action.type === "give_up" ? { press: () => giveUp(action, ctx) } : { act: action }),
    primary:
      !["decline", "give_up", "end_turn", "pass"].includes(action.type) ||
      (rest.length === 1 && bid === null && !ctx.asked("answer") && !(action.type === "decline" && business.length)),
  }));
  if (bid !== null)
    buttons.unshift({
      key: "bid",
      label: say("do_bid_of", { n: bid }),
      act: { type: "bid", amount: bid },
      primary: true,
    });
  if (business.length)
    buttons.push({
      key: raising ? "raise" : "business",
      label: say(raising ? "raise" : "business", { n: business.length }),
      primary: lacking(view, ctx) > 0 && !ctx.can("give_up"), // that is possible only where nothing raised would do
      press: () =>
        pick(ctx, view, business, raising ? raiseTitle(view, ctx) : say("business_title"), lacking(view, ctx) > 0),
    });
  return buttons;
}

/** Nothing brings a player back who is out. @param {Action} action @param {Context} ctx */
async function giveUp(action, ctx) {
  const of = [{ key: "yes", label: say("do_give_up") }];
  if ((await ctx.choose({ title: say("give_up_sure"), of }))?.length) ctx.send(action);
}

/** What I lack for what is asked of me. @param {View} view @param {Context} ctx */
const lacking = (view, ctx) => lackingFor(ctx.edition, top(view), moneyOf(view, ctx.me ?? 0));

/** @param {View} view @param {Context} ctx */
function raiseTitle(view, ctx) {
  const n = lacking(view, ctx);
  return n > 0 ? say("raise_lacking", { n }) : say("raise_title");
}

/** Business is behind one button. @param {Action} action */
function aim(action) {
  return BUSINESS.includes(action.type) ? '[data-button="business"], [data-button="raise"]' : null;
}

/** The square of the element in question. @param {Action} action @param {View} view @param {Context} ctx */
function spot(action, view, ctx) {
  const deed = action.deed ?? top(view)?.deed ?? null;
  return deed && `.m-square[data-square="${squareOf(ctx.edition, deed).square}"]`;
}

/** @param {Action} action @param {View} view @param {Context} ctx @returns {string | null} */
function label(action, view, ctx) {
  const edition = /** @type {Edition} */ (ctx.edition);
  const square = action.deed === undefined ? null : squareOf(edition, action.deed);
  const open = top(view);
  switch (action.type) {
    case "condense":
      return (
        square &&
        say(view.table.deeds[action.deed].level + 1 === view.table.solid ? "do_solid" : "do_liquid", {
          name: inWords(square.name),
          price: square.step,
        })
      );
    case "evaporate":
      return (
        square &&
        say("do_evaporate_of", {
          name: inWords(square.name),
          price: soldBack(edition, view.table.deeds, action.deed, {
            solid: view.table.solid,
            liquids: view.table.stock.liquid,
            even: view.options.shortage === "even",
          }),
        })
      );
    case "transfer":
      return square && say("do_transfer_of", { name: inWords(square.name), price: Math.floor(square.price / 2) });
    case "buy_back":
      return square && say("do_buy_back_of", { name: inWords(square.name), price: feesOf(edition, action.deed).back });
    case "pay_interest":
      return square && say("do_interest_of", { price: feesOf(edition, action.deed).interest });
    case "buy":
      return open?.type === "purchase"
        ? say("do_buy_for", { price: squareOf(edition, open.deed).price })
        : say("do_buy");
    case "pay_tax": {
      const tax = open?.type === "tax" ? edition.board[open.square] : null;
      return action.choice === "fixed"
        ? say("do_tax_fixed", { n: tax?.amount ?? "" })
        : say("do_tax_share", { n: tax?.per_cent ?? "" });
    }
    case "pay_fine":
      return say("do_fine_of", { n: edition.money.fine });
    case "use_card":
      return say(action.deck === "lab-day" ? "do_card_lab" : "do_card_test");
    case "bid":
      return action.amount === undefined ? say("do_bid") : say("do_bid_of", { n: action.amount });
    case "pass":
      return open?.type === "question" ? say("do_not_know") : null;
    case "roll":
      return say(view.table.turn !== null && open?.again ? "do_roll_again" : "do_roll");
    case "propose_offer":
      return offerText(action, view, ctx);
    default:
      return null;
  }
}

/** The ways out of Biology Class that are open now. @param {Context} ctx */
function classText(ctx) {
  const ways = ["take_test", "roll", "pay_fine", "use_card"].filter((kind) => ctx.can(kind));
  return say("ask_class", {
    ways: listed(
      ways.map((kind) => say(`way_${kind}`)),
      "or",
    ),
  });
}

/** An offer suggested by a hint. @param {Action} action @param {View} view @param {Context} ctx */
function offerText(action, view, ctx) {
  const [term] = action.terms ?? [];
  if (!term) return null;
  const words = (/** @type {{pieces: string[], amounts: [string, number][]}} */ side) =>
    listed([
      ...side.pieces.map((piece) => (view.table.deeds[piece] ? named(ctx, piece) : say("free_card"))),
      ...side.amounts.map(([, n]) => say("money", { n })),
    ]) || say("nothing");
  return say("do_offer", { name: ctx.name(term.partner), gives: words(term.gives), gets: words(term.gets) });
}

/** @param {Ask} one @param {View} view @param {Context} ctx @returns {string | null} */
function ask(one, view, ctx) {
  const mine = one.player === ctx.me;
  if (mine && one.about === "debt" && ctx.can("give_up")) return say("ask_ruin");
  if (mine && one.about === "purchase" && lacking(view, ctx) > 0)
    return say("ask_purchase_lacking", { n: lacking(view, ctx) });
  if (one.about !== "turn") return null;
  const turn = top(view);
  const detained = view.table.detained[one.player] !== null && turn?.phase === "before";
  if (mine && detained) return classText(ctx);
  const key = turn?.phase === "before" ? "before" : turn?.again ? "again" : "after";
  return say(mine ? `ask_${key}` : "other_turn", { name: ctx.name(one.player) });
}

// --- log, offers, end -------------------------------------------------------------------------------------------

/**
 * The chemistry behind a line of the log: the family of an element, or the text of a day card.
 * @param {Event} one
 * @param {View} view
 * @param {Context} ctx
 * @returns {Child}
 */
function event(one, view, ctx) {
  if (one.type === "card_drawn") {
    const { source } = cardOf(ctx.edition, one.card);
    return h("p", {}, one.chemistry, source && h("span", { class: "soft" }, ` ${say("source", { source })}`));
  }
  const square = one.deed === undefined ? null : squareOf(ctx.edition, one.deed);
  const family =
    square && ctx.edition.families.find((/** @type {{name: string}} */ other) => other.name === square.family);
  return family ? h("p", {}, h("b", {}, inWords(family.name)), ": ", inWords(family.why)) : null;
}

/**
 * What can be traded: cards with nothing on them, kept cards, money; whose set a card would complete, and what the
 * owner lacks of sets of which they have the rest.
 * @param {number} seat
 * @param {View} view
 */
function goods(seat, view) {
  const edition = /** @type {Edition} */ (/** @type {any} */ (data).table.edition);
  const deeds = view.table.deeds;
  const bare = ownedBy(edition, deeds, seat).filter((deed) => !deeds[deed].level);
  const own = completingFirst(edition, deeds, bare, view.you);
  const called = (/** @type {number} */ other) => (other === view.you ? t("table.you_are") : view.players[other].name);
  const pieces = own.map((deed) => {
    const square = squareOf(edition, deed);
    const facts = [
      say("costs", { n: square.price }),
      deeds[deed].transferred ? say("transferred") : "",
      ...completions(edition, view, deed),
    ];
    return {
      id: deed,
      label: inWords(square.name),
      about: facts.filter(Boolean).join(" · "),
      face: square.element && h("span", { class: "m-chip", ...hue(edition, square) }, square.element),
    };
  });
  const lacking = lackedBy(edition, deeds, seat).map((deed) => {
    const { owner } = deeds[deed];
    const key = owner === null ? "lacks_free" : owner === view.you ? "lacks_yours" : "lacks_of";
    return say(key, { deed: named({ edition }, deed), name: owner === null ? "" : called(owner) });
  });
  const cards = view.table.kept[seat].map((/** @type {string} */ card) => ({ id: card, label: say("free_card") }));
  const one = say(seat === view.you ? "you_lack" : "lacks", { name: called(seat), deeds: listed(lacking, "or") });
  return {
    pieces: [...pieces, ...cards],
    amounts: [{ name: MONEY, label: MONEY, most: moneyOf(view, seat) }],
    needs: lacking.length ? one : undefined,
  };
}

/**
 * A turn of one's own that ended by itself says why.
 * @param {Event} one
 * @param {View} view
 * @param {Context} ctx
 */
function line({ type, player, text }, view, ctx) {
  const alone = type === "turn_ended" && player === ctx.me && ownsNothing(view.table, ctx.me);
  return alone && text ? say("ended_alone") : null;
}

/** Who went bankrupt or gave up, which ends the game. @param {View} view @param {Context} ctx */
function why(view, ctx) {
  const told = ["eliminated", "resigned"].flatMap((how) => {
    const names = view.players.filter((player) => player.out === how).map(({ seat }) => ctx.label(seat));
    return names.length ? [say(`why_${how}`, { names: listed(names) })] : [];
  });
  if (!told.length) return null;
  return [...told, view.result?.reason === "richest" && say("why_richest")].filter(Boolean).join(" ");
}

/**
 * The debt that could not be paid, what was sold for it, and what was left.
 * @param {number} seat @param {View} _ @param {Context} ctx
 */
function fall(seat, _, ctx) {
  const { events, left } = fallOf(ctx.log, seat, `${MONEY} ${seat}`);
  const texts = events.map(({ text }) => (text ?? "").replace(/\.$/, ""));
  const estate = texts.pop();
  return [...texts, left === null ? "" : say("fall_left", { n: left }), estate]
    .filter(Boolean)
    .map((text) => `${text}.`)
    .join(" ");
}

/** Money, and what else a fortune consists of. @param {number} seat @param {View} view */
function parts(seat, view) {
  const [money, all] = [moneyOf(view, seat), view.result?.scores[seat] ?? 0];
  return all ? say("worth_parts", { money, rest: all - money }) : null;
}
