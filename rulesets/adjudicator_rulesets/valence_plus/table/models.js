/** Drafts of Valence Plus: cards picked from the hand, reactors and a target picked from the stashes. */

/**
 * @typedef {{molecule: string, formula: string, name: string | null, points: number}} Card in a stash
 * @typedef {{owner: number, formula: string}} Target
 * @typedef {{picked: string[], name: string, reactors: string[], target: Target | null, sorted: boolean}} Draft
 * @typedef {{type: string, reactors: string[], owner: number, target: string}} React
 */

/** @returns {Draft} */
export const empty = () => ({ picked: [], name: "", reactors: [], target: null, sorted: false });

/**
 * The cards of a hand, each as its symbol and its number among equal ones: "O#1".
 * @param {string[]} hand
 * @returns {string[]}
 */
export function keysOf(hand) {
  return hand.map((symbol, at) => `${symbol}#${hand.slice(0, at).filter((other) => other === symbol).length}`);
}

/** @param {string} key */
export const symbolOf = (key) => key.slice(0, key.indexOf("#"));

/** @param {string[]} keys @param {string[]} order the order of symbols */
export const sortedKeys = (keys, order) =>
  keys.toSorted((a, b) => order.indexOf(symbolOf(a)) - order.indexOf(symbolOf(b)) || a.localeCompare(b));

/** @template T @param {T[]} list @param {T} one @returns {T[]} the list with it added, or removed if it was there */
export const toggled = (list, one) => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);

/**
 * The key of a card that is still to be picked for these; null if all are.
 * @param {string[]} cards
 * @param {string[]} picked
 * @returns {string | null}
 */
export function unpicked(cards, picked) {
  const left = picked.map(symbolOf);
  const next = cards.find((symbol) => {
    const at = left.indexOf(symbol);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  if (next === undefined) return null;
  return (
    keysOf([...picked.map(symbolOf), next].filter((symbol) => symbol === next)).find((key) => !picked.includes(key)) ??
    null
  );
}

/**
 * A draft as far as this hand and these stashes still allow it; null if nothing is left.
 * @param {Draft} draft
 * @param {{hand: string[] | null, stashes: Card[][]}} table
 * @param {number | null} me
 * @returns {Draft | null}
 */
export function kept(draft, table, me) {
  const held = new Set(keysOf(table.hand ?? []));
  const picked = draft.picked.filter((key) => held.has(key));
  const own = me === null ? [] : table.stashes[me].map((card) => card.formula);
  const reactors = draft.reactors.filter(
    (formula, at) =>
      draft.reactors.slice(0, at + 1).filter((other) => other === formula).length <=
      own.filter((other) => other === formula).length,
  );
  const { target } = draft;
  const there = target !== null && (table.stashes[target.owner] ?? []).some((card) => card.formula === target.formula);
  if (picked.length < draft.picked.length || reactors.length < draft.reactors.length || (target && !there)) return null;
  return draft;
}

/** @param {string[]} a @param {string[]} b */
const same = (a, b) => a.length === b.length && [...a].sort().join() === [...b].sort().join();

/** Whether `part` is contained in `whole`. @param {string[]} part @param {string[]} whole */
function within(part, whole) {
  const left = [...whole];
  return part.every((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/**
 * The reactions that a choice of reactors can still become.
 * @param {React[]} reactions
 * @param {string[]} reactors
 * @returns {React[]}
 */
export const possible = (reactions, reactors) => reactions.filter((reaction) => within(reactors, reaction.reactors));

/**
 * The reaction laid out in the draft, if it is one.
 * @param {React[]} reactions
 * @param {Draft} draft
 * @returns {React | null}
 */
export function laidOut(reactions, { reactors, target }) {
  if (!target) return null;
  return (
    reactions.find(
      (reaction) =>
        reaction.owner === target.owner && reaction.target === target.formula && same(reaction.reactors, reactors),
    ) ?? null
  );
}

/**
 * The draft after a tap on one of my molecules, which adds or removes a reactor; a second one of the same kind is added
 * if it is of use.
 * @param {React[]} reactions
 * @param {Draft} draft
 * @param {string} formula
 * @returns {Draft}
 */
export function tapped(reactions, draft, formula) {
  const more = [...draft.reactors, formula];
  const reactors = possible(reactions, more).length
    ? more
    : draft.reactors.includes(formula)
      ? draft.reactors.filter((other) => other !== formula)
      : [formula];
  return { ...draft, picked: [], reactors, target: null };
}

/** The cards of a stash, with equal ones stacked. @param {Card[]} cards @returns {{card: Card, count: number}[]} */
export function stacked(cards) {
  /** @type {Map<string, {card: Card, count: number}>} */
  const stacks = new Map();
  for (const card of cards) {
    const key = `${card.molecule} ${card.formula}`;
    const stack = stacks.get(key);
    if (stack) stack.count += 1;
    else stacks.set(key, { card, count: 1 });
  }
  return [...stacks.values()];
}

/** The number of cards drawn from the deck, by the size of the hand (V-DRAW-FEW). @param {number} held */
export const drawn = (held) => [3, 2][held] ?? 1;

/** @typedef {{reactors: string[], target: string, products: string[]}} Reaction of kinds, as the box lists them */

/**
 * The reactions that a kind of molecule attacks with, and those that attack it, among the kinds of this game.
 * @param {readonly Reaction[]} reactions
 * @param {string} kind
 * @param {(kind: string) => boolean} played
 * @returns {{attacks: Reaction[], attacked: Reaction[]}}
 */
export function reactionsWith(reactions, kind, played) {
  const possible = reactions.filter(({ reactors, target, products }) =>
    [...reactors, target, ...products].every(played),
  );
  return {
    attacks: possible.filter(({ reactors }) => reactors.includes(kind)),
    attacked: possible.filter(({ target }) => target === kind),
  };
}
