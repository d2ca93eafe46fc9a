/**
 * The table of Pick and Trade: the played cards, everybody's hand face down, and the player's own hand to pick from.
 */

import { h } from "#js/patch.js";
import { openTable } from "#js/table/page.js";
import { seatMark } from "#js/table/pieces.js";
import { t } from "#js/words.js";

/**
 * @typedef {import("#js/models/asked.js").View} View
 * @typedef {import("#js/models/asked.js").Action} Action
 * @typedef {import("#js/table/page.js").Context} Context
 */

openTable({ table: drawn, hand: ownCards, label: said });

/** "card 7" is shown as its number. @param {string} card */
const numberOf = (card) => card.split(" ")[1];

/** @param {View} view @param {unknown} _draft @param {Context} ctx */
function drawn({ table }, _draft, ctx) {
  return h(
    "div",
    { class: "pt-table" },
    h("p", {}, t("pick-and-trade.round", { round: table.round })),
    h(
      "ul",
      { class: "pt-hands" },
      table.hand_sizes.map((/** @type {number} */ size, /** @type {number} */ seat) =>
        h("li", { key: seat }, seatMark(seat), ` ${ctx.name(seat)}: ${t("pick-and-trade.held", { count: size })}`),
      ),
    ),
    h(
      "p",
      { class: "pt-played" },
      t("pick-and-trade.played"),
      table.discard.map((/** @type {string} */ card) => h("span", { key: card, class: "pt-card" }, numberOf(card))),
    ),
  );
}

/** @param {View} view */
function ownCards({ table }) {
  return (
    table.hand &&
    h(
      "div",
      { class: "pt-hand" },
      table.hand.map((/** @type {string} */ card) => h("span", { key: card, class: "pt-card" }, numberOf(card))),
    )
  );
}

/** @param {Action} action */
function said(action) {
  return action.type === "pick" ? t("pick-and-trade.do_pick", { card: numberOf(action.card) }) : null;
}
