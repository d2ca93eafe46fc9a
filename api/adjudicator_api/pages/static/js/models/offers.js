/** Offers as values: what is given and what is received. */

import { OFFERS } from "./asked.js";

/**
 * @typedef {{pieces: string[], amounts: [string, number][]}} Goods
 * @typedef {{to: number, goods: Goods}} Onward what a partner hands on to another partner
 * @typedef {{partner: number | null, gives: Goods, gets: Goods, onward?: Onward[]}} Term
 * @typedef {{id: number, by: number, terms: Term[], counters: number | null, accepted: number[], declined: number[]}}
 *   Offer
 */

/** "2 H, 50 money" @param {Goods} goods @param {(id: string) => string} named */
export function goodsText(goods, named) {
  const counts = new Map();
  for (const id of goods.pieces) counts.set(id, (counts.get(id) ?? 0) + 1);
  const pieces = [...counts].map(([id, count]) => (count > 1 ? `${count} × ${named(id)}` : named(id)));
  return [...pieces, ...goods.amounts.map(([name, amount]) => `${amount} ${name}`)].join(", ");
}

/**
 * Pieces with one added or removed.
 * @param {string[]} pieces
 * @param {string} id
 * @param {boolean} on whether it is chosen now
 * @returns {string[]}
 */
export function toggled(pieces, id, on) {
  return on ? pieces.toSpliced(pieces.lastIndexOf(id), 1) : [...pieces, id];
}

/** The terms of an offer for a player. @param {Offer} offer @param {number | null} player @returns {Term} */
export const termFor = (offer, player) =>
  offer.terms.find((term) => term.partner === player || term.partner === null) ?? offer.terms[0];

/**
 * Whether an event about an offer concerns a player: who made it, or may answer it.
 * @param {import("./asked.js").Event} event
 * @param {readonly import("./asked.js").Event[]} log
 * @param {number | null} player
 */
export function concerns(event, log, player) {
  const made = log.findLast((other) => other.type === "offer_made" && other.offer === event.offer);
  const terms = /** @type {Term[]} */ (event.terms ?? made?.terms ?? []);
  return (
    [event.player, made?.player ?? null].includes(player) ||
    terms.some((term) => term.partner === player || term.partner === null)
  );
}

const CLOSING = new Set(["offer_carried_out", "offer_withdrawn", "offer_voided"]);

/**
 * The log with a line for every offer that lapsed: no event closed it, and it is no longer on the table, since a clock
 * or the end of a phase took it away. The line comes after what was the latest event while the offer still stood.
 * @param {readonly import("./asked.js").Event[]} log
 * @param {readonly {id: number}[]} open
 * @param {ReadonlyMap<number, number>} stood the version at which each offer was last seen on the table
 * @param {(made: import("./asked.js").Event) => string} text
 * @returns {import("./asked.js").Event[]}
 */
export function withLapses(log, open, stood, text) {
  const gone = new Set(
    log
      .filter(({ type, closed }) => CLOSING.has(type) || (type === "offer_declined" && closed))
      .map(({ offer }) => offer),
  );
  const left = new Set(open.map(({ id }) => id));
  const lapses = log
    .filter(({ type, offer }) => type === "offer_made" && !gone.has(offer) && !left.has(offer))
    .map((made) => ({
      version: Math.max(made.version, stood.get(made.offer) ?? 0) + 0.5,
      type: "offer_lapsed",
      player: made.player,
      offer: made.offer,
      text: text(made),
    }));
  return lapses.length ? [...log, ...lapses].toSorted((one, other) => one.version - other.version) : [...log];
}

/**
 * The log without what bots offer only each other: what comes of it is one line, of the offer that is carried out.
 * @param {readonly import("./asked.js").Event[]} log
 * @param {ReadonlySet<number>} bots their seats
 */
export function withoutHaggling(log, bots) {
  const partners = (/** @type {import("./asked.js").Event} */ { player, terms }) => [
    player,
    .../** @type {Term[]} */ (terms ?? []).map(({ partner }) => partner),
  ];
  const among = new Set(
    log
      .filter(
        (event) => event.type === "offer_made" && partners(event).every((seat) => seat !== null && bots.has(seat)),
      )
      .map(({ offer }) => offer),
  );
  return log.filter(
    ({ type, offer }) => !type.startsWith("offer_") || type === "offer_carried_out" || !among.has(offer),
  );
}

/** @returns {Goods} */
export const nothing = () => ({ pieces: [], amounts: [] });

/** Whether the goods are not empty. @param {Goods} goods */
export const some = (goods) => goods.pieces.length > 0 || goods.amounts.length > 0;

/** What a partner hands on to another. @param {Term} term @param {number} to @returns {Goods} */
export const handedTo = (term, to) => term.onward?.find((one) => one.to === to)?.goods ?? nothing();

/**
 * The same terms with other goods handed on to a partner.
 * @param {Term} term
 * @param {number} to
 * @param {Goods} goods
 * @returns {Term}
 */
export function handing(term, to, goods) {
  const others = (term.onward ?? []).filter((one) => one.to !== to);
  return { ...term, onward: some(goods) ? [...others, { to, goods }] : others };
}

/**
 * The terms without a partner, who then gets nothing from the others either.
 * @param {Term[]} terms
 * @param {number | null} partner
 * @returns {Term[]}
 */
export function withoutPartner(terms, partner) {
  return terms
    .filter((term) => term.partner !== partner)
    .map((term) => (partner === null ? term : handing(term, partner, nothing())));
}

/** Whether every partner gives or gets something, from any other. @param {Term[]} terms */
export function isWhole(terms) {
  const reached = new Set(terms.flatMap((term) => (term.onward ?? []).map((one) => one.to)));
  return terms.every(
    (term) =>
      some(term.gives) ||
      some(term.gets) ||
      term.onward?.length ||
      (term.partner !== null && reached.has(term.partner)),
  );
}

/**
 * The pieces that are left when others are taken away.
 * @template {{id: string}} P
 * @param {P[]} pieces
 * @param {string[]} used
 * @returns {P[]}
 */
export function leftOf(pieces, used) {
  const gone = [...used];
  return pieces.filter(({ id }) => {
    const at = gone.indexOf(id);
    if (at >= 0) gone.splice(at, 1);
    return at < 0;
  });
}

/** Whether the viewer may make an offer. @param {import("./asked.js").View} view */
export const mayOffer = (view) => view.actions.some((action) => action.type === "propose_offer");

/** How many offers on the table wait for the viewer's answer. @param {import("./asked.js").View} view */
export const offersTo = (view) => view.actions.filter((action) => action.type === "accept_offer").length;

/**
 * Whether an offer waits for an answer that the viewer has not put off.
 * @param {Offer} offer
 * @param {import("./asked.js").View} view
 * @param {ReadonlySet<number>} later
 */
const waits = (offer, view, later) =>
  !later.has(offer.id) &&
  view.actions.some((action) => action.type === "accept_offer" && (action.offer === offer.id || action.open));

/**
 * The first offer that waits for the viewer's answer, which the action bar asks for.
 * @param {import("./asked.js").View} view
 * @param {ReadonlySet<number>} later
 * @returns {Offer | null}
 */
export const offerToMe = (view, later) =>
  (view.offers?.open ?? []).find((/** @type {Offer} */ offer) => waits(offer, view, later)) ?? null;

/**
 * Until when bots leave the partners of an offer time to answer it; null if none would end it.
 * @param {Offer} offer
 * @param {import("./asked.js").View} view
 * @returns {string | null}
 */
export function answerBy(offer, view) {
  const asked = view.asks.filter(
    ({ about, player, by }) =>
      about === OFFERS &&
      by !== null &&
      player !== offer.by &&
      !offer.declined.includes(player) &&
      offer.terms.some(({ partner }) => partner === null || partner === player),
  );
  return asked.map(({ by }) => by).toSorted()[0] ?? null;
}

/**
 * The offers that are shown beside the table: an offer stands in one place, and those that wait come to the action bar
 * in turn.
 * @param {import("./asked.js").View} view
 * @param {Offer | null} asked the offer in the action bar
 * @param {ReadonlySet<number>} later
 * @returns {Offer[]}
 */
export const offersBeside = (view, asked, later) =>
  (view.offers?.open ?? []).filter((/** @type {Offer} */ offer) => !asked || !waits(offer, view, later));
