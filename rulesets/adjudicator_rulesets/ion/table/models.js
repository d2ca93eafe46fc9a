/** What a player lays out at a table of Ion before sending it: picks, places, and a new layout for RXN. */

/**
 * @typedef {import("#js/models/asked.js").Action} Action
 * @typedef {{card: string, charge: number}} Laid
 * @typedef {{card: string, name: string, kind: string, count: number, charges: number[], points: number, decay:
 *   number}} Card
 * @typedef {{groups: Laid[][], held: {group: number, place: number} | null}} Layout an area being rearranged; `held` is
 *   the lifted card
 * @typedef {{at: string, picked: number[], two: boolean, card: string | null, charge: number | null, layout: Layout |
 *   null, wish: Action | null, vain: Action | null}} Draft `at` is the pick it belongs to; `wish` is where the picked
 *   card should go; `vain` is a place that was tapped although it makes no compound, until a button confirms it
 */

/** @returns {Draft} */
export const emptyDraft = () => ({
  at: "",
  picked: [],
  two: false,
  card: null,
  charge: null,
  layout: null,
  wish: null,
  vain: null,
});

/**
 * The draft after a tap on a card of the hand, which selects or deselects it; with Select Two, up to two cards.
 * @param {Draft} draft @param {number} place @returns {Draft}
 */
export function tapped(draft, place) {
  if (draft.picked.includes(place))
    return { ...draft, wish: null, vain: null, picked: draft.picked.filter((other) => other !== place) };
  const most = draft.two ? 2 : 1;
  return { ...draft, wish: null, vain: null, picked: [...draft.picked, place].slice(-most) };
}

/**
 * The listed pick that the draft amounts to; null while it is incomplete.
 * @param {Draft} draft
 * @param {string[]} hand
 * @param {Action[]} listed
 * @returns {Action | null}
 */
export function pickOf(draft, hand, listed) {
  const cards = draft.picked.map((place) => hand[place]).toSorted();
  if (cards.length !== (draft.two ? 2 : 1)) return null;
  return listed.find((action) => String(action.cards) === String(cards)) ?? null;
}

/**
 * Which card is being placed, with which charge, and where it can go: alone, and onto which groups.
 * @param {Draft} draft @param {Action[]} listed all allowed placements
 * @returns {{card: string, charge: number | null, cards: string[], charges: number[], alone: Action | null, onto:
 *   Map<number, Action>} | null}
 */
export function placing(draft, listed) {
  if (!listed.length) return null;
  const cards = [...new Set(listed.map((action) => String(action.card)))];
  const card = draft.card !== null && cards.includes(draft.card) ? draft.card : cards[0];
  const ways = listed.filter((action) => action.card === card);
  const charges = [...new Set(ways.flatMap((action) => (action.charge === null ? [] : [Number(action.charge)])))];
  const charge = charges.length
    ? draft.charge !== null && charges.includes(draft.charge)
      ? draft.charge
      : charges[0]
    : null;
  const fitting = ways.filter((action) => action.charge === charge);
  return {
    card,
    charge,
    cards,
    charges,
    alone: fitting.find((action) => action.onto === null) ?? null,
    onto: new Map(fitting.flatMap((action) => (action.onto === null ? [] : [[Number(action.onto), action]]))),
  };
}

/**
 * Where a card about to be picked could go: one tap on a place picks the card and lays it there once all have picked.
 * Only where there is a choice, and only for a card with one charge. The allowed places are listed when its turn comes:
 * this is no ruling.
 * @param {Action | null} pick
 * @param {readonly {charge: number, compound: unknown}[]} groups
 * @param {Map<string, Card>} printed
 */
export function wishes(pick, groups, printed) {
  const [card, ...more] = pick?.cards ?? [];
  const charges = printed.get(card)?.charges ?? [];
  if (more.length || charges.length !== 1) return null;
  const place = (/** @type {number | null} */ onto) => ({ type: "place", card, onto, charge: null });
  const onto = new Map(
    groups.flatMap((group, at) => (!group.compound && group.charge * charges[0] < 0 ? [[at, place(at)]] : [])),
  );
  return onto.size ? { card, charge: null, alone: place(null), onto } : null;
}

/**
 * The place that makes no compound and waits for its button, if the card can still go there.
 * @param {Draft} draft
 * @param {{card: string, charge: number | null, onto: Map<number, Action>} | null} here
 * @returns {Action | null}
 */
export function doubtful({ vain }, here) {
  const place = vain && here?.card === vain.card && here?.charge === vain.charge ? here?.onto.get(vain.onto) : null;
  return place ?? null;
}

/**
 * The wished place, if it is allowed.
 * @param {Draft} draft
 * @param {readonly Action[]} actions
 * @returns {Action | null}
 */
export const wished = ({ wish }, actions) =>
  (wish &&
    actions.find(
      ({ type, card, onto, charge }) =>
        type === "place" && card === wish.card && onto === wish.onto && charge === wish.charge,
    )) ??
  null;

// --- a new layout -----------------------------------------------------------------------------------------------

/** @param {Laid[][]} groups @returns {Layout} */
export const layoutOf = (groups) => ({ groups: groups.map((group) => group.map((laid) => ({ ...laid }))), held: null });

/**
 * Lifts a card, or puts it back.
 * @param {Layout} layout
 * @param {number} group
 * @param {number} place
 * @returns {Layout}
 */
export function lifted(layout, group, place) {
  const same = layout.held?.group === group && layout.held.place === place;
  return { ...layout, held: same ? null : { group, place } };
}

/**
 * Puts the lifted card down, into a group or alone.
 * @param {Layout} layout
 * @param {number | null} target
 * @returns {Layout}
 */
export function put(layout, target) {
  if (!layout.held) return layout;
  const { group, place } = layout.held;
  const card = layout.groups[group][place];
  if (target === group) return { ...layout, held: null };
  const without = layout.groups.map((cards, at) => (at === group ? cards.filter((_, i) => i !== place) : cards));
  const groups =
    target === null ? [...without, [card]] : without.map((cards, at) => (at === target ? [...cards, card] : cards));
  return { groups: groups.filter((cards) => cards.length), held: null };
}

/**
 * Turns a metal to its other charge.
 * @param {Layout} layout
 * @param {number} group
 * @param {number} place
 * @param {number[]} charges
 * @returns {Layout}
 */
export function turned(layout, group, place, charges) {
  const next = (/** @type {number} */ charge) => charges[(charges.indexOf(charge) + 1) % charges.length];
  return {
    ...layout,
    groups: layout.groups.map((cards, at) =>
      at === group ? cards.map((laid, i) => (i === place ? { ...laid, charge: next(laid.charge) } : laid)) : cards,
    ),
  };
}

/** @param {Laid[]} group */
export const sum = (group) => group.reduce((total, laid) => total + laid.charge, 0);

/**
 * Whether cards hold more than one kind of a charge, so that they never make a compound (I-NEUTRAL), or only with
 * several kinds of positive ones, where those count (I-MIXED-POSITIVE).
 * @param {Laid[]} group
 * @param {string} mixed
 */
export function isMixed(group, mixed) {
  const kinds = (/** @type {number} */ sign) =>
    new Set(group.filter(({ charge }) => charge * sign > 0).map(({ card, charge }) => `${card} ${charge}`)).size;
  return kinds(-1) > 1 || (mixed !== "positive" && kinds(1) > 1);
}

// --- reading the table ------------------------------------------------------------------------------------------

/**
 * How far a goal is reached, by the scoring lines of an area.
 * @param {string} goal
 * @param {{what: string, goal: string | null, points: number}[]} lines
 */
export const reached = (goal, lines) => lines.find((line) => line.what === "goal" && line.goal === goal)?.points ?? 0;

/**
 * The formula of a compound's cards: ["Mg", "OH", "OH"] is Mg(OH)2.
 * @param {string[]} cards
 * @param {Map<string, Card>} printed
 */
export function written(cards, printed) {
  const charge = (/** @type {string} */ card) => printed.get(card)?.charges[0] ?? 0;
  const kinds = [...new Set(cards)].toSorted((a, b) => charge(b) - charge(a));
  return usual(
    kinds
      .map((card) => {
        const number = cards.filter((other) => other === card).length;
        if (number === 1) return card;
        return /[A-Z].*[A-Z0-9]/.test(card) ? `(${card})${number}` : `${card}${number}`;
      })
      .join(""),
  );
}

/**
 * The compounds that cards in a row make, each neutral: ["Na", "OH", "K", "OH"] is NaOH and KOH; noble gases stand
 * alone.
 * @param {string[]} cards
 * @param {Map<string, Card>} printed
 * @returns {string[][] | null} null if they make none
 */
export function compoundsOf(cards, printed) {
  if (!cards.length) return [];
  for (let end = 1; end <= cards.length; end += 1) {
    const rest = neutral(cards.slice(0, end), printed) ? compoundsOf(cards.slice(end), printed) : null;
    if (rest) return [cards.slice(0, end), ...rest];
  }
  return null;
}

/** Whether some charges of these cards add up to nothing. @param {string[]} cards @param {Map<string, Card>} printed */
function neutral(cards, printed) {
  const sums = [...new Set(cards)].reduce(
    (some, card) => {
      const charges = printed.get(card)?.charges ?? [];
      const number = cards.filter((other) => other === card).length;
      return (charges.length ? charges : [0]).flatMap((charge) => some.map((sum) => sum + number * charge));
    },
    [0],
  );
  return sums.includes(0);
}

/** A formula as people write it: water is no salt of its ions. @param {string} formula */
export const usual = (formula) => (formula === "HOH" ? "H2O" : formula);

/** The element whose family colours a card: the first one other than hydrogen. @param {string} card */
export function leading(card) {
  const elements = card.match(/[A-Z][a-z]?/g) ?? [card];
  return elements.find((symbol) => symbol !== "H") ?? elements[0];
}

/**
 * The placement of a card with only one possible place, such as a noble gas or the first card of a round: everybody can
 * see it from the table.
 * @param {readonly Action[]} actions
 * @param {readonly {about: string, obliged: boolean}[]} asks
 * @returns {Action | null}
 */
export function onlyPlace(actions, asks) {
  const [action] = actions;
  return actions.length === 1 && action.type === "place" && asks.some((ask) => ask.obliged && ask.about === "placing")
    ? action
    : null;
}

/**
 * A score round by round: "17 + 8 − 3".
 * @param {{points: number}[][][]} sheets the lines of each round, by seat
 * @param {number} seat
 */
export const roundsOf = (sheets, seat) =>
  sheets
    .flatMap((rows, at) => (rows[seat].length || at === 0 ? [rows[seat]] : [])) // nothing is added for nothing
    .map((lines) => lines.reduce((total, line) => total + line.points, 0))
    .map((sum, at) => (at ? (sum < 0 ? `− ${-sum}` : `+ ${sum}`) : String(sum).replace("-", "−")))
    .join(" ");

/**
 * The sheets to show: every round, and the final count if it counts anything, as tiles and decay do.
 * @param {unknown[][][]} sheets
 * @param {number} rounds
 */
export const countedSheets = (sheets, rounds) =>
  sheets.flatMap((rows, at) => (at < rounds || rows.some((lines) => lines.length > 0) ? [at] : []));
