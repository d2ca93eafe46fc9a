/** Offers as values: what is given and got. */

/**
 * @typedef {{pieces: string[], amounts: [string, number][]}} Goods
 * @typedef {{partner: number | null, gives: Goods, gets: Goods}} Term
 * @typedef {{id: number, by: number, terms: Term[], counters: number | null, accepted: number[], declined: number[]}} Offer
 */

/** "2 H, 50 money" @param {Goods} goods @param {(id: string) => string} named */
export function goodsText(goods, named) {
  const counts = new Map();
  for (const id of goods.pieces) counts.set(id, (counts.get(id) ?? 0) + 1);
  const pieces = [...counts].map(([id, count]) => (count > 1 ? `${count} × ${named(id)}` : named(id)));
  return [...pieces, ...goods.amounts.map(([name, amount]) => `${amount} ${name}`)].join(", ");
}

/** One more of a piece, or one fewer. @param {string[]} pieces @param {string} id @param {boolean} on whether it was chosen @returns {string[]} */
export function toggled(pieces, id, on) {
  return on ? pieces.toSpliced(pieces.lastIndexOf(id), 1) : [...pieces, id];
}

/** What an offer says to a player. @param {Offer} offer @param {number | null} player @returns {Term} */
export const termFor = (offer, player) => offer.terms.find((term) => term.partner === player || term.partner === null) ?? offer.terms[0];
