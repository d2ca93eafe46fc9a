/** Offers between players: those on the table, with their answers. Offers are made in `offering.js`. */

import { answerBy, goodsText, some, termFor } from "../models/offers.js";
import { h } from "../patch.js";
import { listed, t } from "../words.js";
import { seatMark } from "./pieces.js";
import { nameOf } from "./saying.js";
import { clock } from "./show.js";

/**
 * @typedef {import("../models/asked.js").View} View
 * @typedef {import("../models/offers.js").Goods} Goods
 * @typedef {import("../models/offers.js").Offer} Offer
 * @typedef {import("../models/offers.js").Term} Term
 * @typedef {{id: string, label: string, about?: string, face?: import("../patch.js").Child}} Piece `label` is its name,
 *   `about` what else to know of it when one offers it
 * @typedef {{pieces: Piece[], amounts: {name: string, label: string, most: number}[], needs?: string}} Store `needs`:
 *   what its owner lacks, in words
 * @typedef {import("./room.js").Room} Room
 * @typedef {{to?: number | null, gives?: Goods, gets?: Goods, counters?: number | null}} Begun
 */

/** A piece in words, with what to know of it. @param {Piece} piece */
const worded = ({ label, about }) => (about ? `${label} (${about})` : label);

/**
 * The action bar with an offer to the viewer: its headline, the time left and the way past it, the answers as buttons.
 * @param {Offer} offer
 * @param {View} view
 * @param {(seat: number, id: string) => Piece} pieceOf
 * @param {{counter: (begun: Begun) => void, putOff: (() => void) | null}} acts
 * @returns {{said: string, buttons: import("./show.js").Button[], more: import("../patch.js").Child}}
 */
export function offerBar(offer, view, pieceOf, { counter, putOff }) {
  const term = termFor(offer, view.you);
  const said = (/** @type {Goods} */ goods, /** @type {number} */ seat) =>
    goodsText(goods, (id) => worded(pieceOf(seat, id))) || t("table.nothing");
  const name = nameOf(view, offer.by);
  const whole = offer.terms.length === 1 && !term.onward?.length;
  const may = (/** @type {string} */ type) =>
    view.actions.some((action) => action.type === type && (action.offer === offer.id || action.open));
  const answer = (/** @type {string} */ type) => ({ type, offer: offer.id });
  return {
    said: whole
      ? t("table.offers_you", { name, gives: said(term.gives, offer.by), gets: said(term.gets, view.you ?? 0) })
      : t("table.offers_several", { name }),
    buttons: [
      { key: "accept", label: t("table.do_accept_offer"), act: answer("accept_offer"), primary: true },
      ...(may("decline_offer")
        ? [{ key: "decline", label: t("table.do_decline_offer"), act: answer("decline_offer") }]
        : []),
      ...(whole && may("counter_offer")
        ? [{ key: "counter", label: t("table.do_counter_offer"), press: () => counter(countered(offer, view)) }]
        : []),
    ],
    more: [
      clock(answerBy(offer, view)),
      putOff &&
        h(
          "button",
          {
            key: "later",
            type: "button",
            class: "button",
            click: () => {
              putOff();
              if (!whole) toOffers();
            },
          },
          t(whole ? "table.offer_later" : "table.offer_look"),
        ),
    ],
  };
}

/** Scrolls to the offers. */
export function toOffers() {
  const offers = document.querySelector(".offers");
  offers?.scrollIntoView({ block: "center" });
  /** @type {HTMLElement | null | undefined} */ (offers?.querySelector("button"))?.focus({ preventScroll: true });
}

/**
 * Offers on the table, each with its possible answers.
 * @param {Offer[]} offers
 * @param {View} view
 * @param {Room} room
 * @param {(seat: number, id: string) => Piece} pieceOf
 * @param {(begun: Begun) => void} open
 */
export function offerList(offers, view, room, pieceOf, open) {
  const called = (/** @type {number | null} */ seat) =>
    seat === view.you && room.seats.length === 1 ? t("table.you_are") : nameOf(view, seat);
  const may = (/** @type {string} */ type, /** @type {number} */ id) =>
    view.actions.some((action) => action.type === type && (action.offer === id || action.open));
  return h(
    "section",
    { key: "offers", class: "offers", "aria-label": t("table.offers") },
    offers.map((offer) => {
      const toMe = view.you !== null && offer.by !== view.you;
      return h(
        "article",
        { key: offer.id, class: "offer" },
        h(
          "p",
          { class: "offer-head" },
          seatMark(offer.by),
          h("b", {}, called(offer.by)),
          " → ",
          offer.terms[0].partner === null
            ? t("table.anybody")
            : listed(offer.terms.map((term) => called(term.partner))),
          " ",
          clock(answerBy(offer, view)),
        ),
        offer.terms.flatMap((term) => termLines(term, offer, view, pieceOf)),
        offer.accepted.length > 0 &&
          h(
            "p",
            { class: "small soft" },
            t("table.accepted_by", { names: listed(offer.accepted.map((seat) => nameOf(view, seat))) }),
          ),
        h(
          "div",
          { class: "row" },
          may("accept_offer", offer.id) &&
            h(
              "button",
              { type: "button", class: "button", click: () => room.send({ type: "accept_offer", offer: offer.id }) },
              t("table.do_accept_offer"),
            ),
          toMe &&
            may("counter_offer", offer.id) &&
            h(
              "button",
              { type: "button", class: "button", click: () => open(countered(offer, view)) },
              t("table.do_counter_offer"),
            ),
          may("decline_offer", offer.id) &&
            h(
              "button",
              { type: "button", class: "button", click: () => room.send({ type: "decline_offer", offer: offer.id }) },
              t("table.do_decline_offer"),
            ),
          may("withdraw_offer", offer.id) &&
            h(
              "button",
              { type: "button", class: "button", click: () => room.send({ type: "withdraw_offer", offer: offer.id }) },
              t("table.do_withdraw_offer"),
            ),
        ),
      );
    }),
  );
}

/**
 * What one partner gets, gives, and hands on to others.
 * @param {Term} term
 * @param {Offer} offer
 * @param {View} view
 * @param {(seat: number, id: string) => Piece} pieceOf
 */
function termLines(term, offer, view, pieceOf) {
  const partner = term.partner ?? view.you ?? offer.by;
  const onward = term.onward ?? [];
  const said = (/** @type {Goods} */ goods, /** @type {number} */ seat) =>
    goodsText(goods, (id) => worded(pieceOf(seat, id))) || t("table.nothing");
  const faces = (/** @type {Goods} */ goods, /** @type {number} */ seat) => goods.pieces.map((id) => pieceOf(seat, id));
  const [gives, gets] = [faces(term.gives, offer.by), faces(term.gets, partner)];
  const pictured = [...gives, ...gets];
  const chips =
    pictured.some((piece) => piece.face) &&
    !pictured.some((piece) => piece.about) &&
    !term.gives.amounts.length &&
    !term.gets.amounts.length &&
    h("span", { class: "offer-chips", "aria-hidden": "true" }, chipsOf(gives), h("b", {}, " ⇄ "), chipsOf(gets));
  const both = t("table.gives_gets", { gives: said(term.gives, offer.by), gets: said(term.gets, partner) });
  return [
    (some(term.gives) || some(term.gets) || !onward.length) &&
      h("p", { key: String(term.partner) }, [
        offer.terms.length > 1 && `${nameOf(view, term.partner)}: `,
        chips ? h("span", { class: "out-of-sight" }, both) : both,
        chips,
      ]),
    ...onward.map((one) =>
      h(
        "p",
        { key: `${term.partner} ${one.to}` },
        t("table.hands_on_goods", {
          name: nameOf(view, term.partner),
          goods: said(one.goods, partner),
          to: nameOf(view, one.to),
        }),
      ),
    ),
  ];
}

/** The same offer from the other side. @param {Offer} offer @param {View} view @returns {Begun} */
function countered(offer, view) {
  const term = termFor(offer, view.you);
  return { to: offer.by, gives: term.gets, gets: term.gives, counters: offer.id };
}

/** Pieces as they look on the table; in words where they have no look. @param {Piece[]} pieces */
const chipsOf = (pieces) =>
  pieces.length
    ? pieces.map((piece, at) => h("span", { key: at }, piece.face ?? piece.label))
    : h("span", {}, t("table.nothing"));
