/** What the table of Chemistry Monopoly computes from the view and the printed board. Pure. */

/**
 * @typedef {{square: number, kind: string, name: string, element: string | null, family: string | null, price: number,
 *   rents: number[], step: number, amount: number, per_cent: number | null}} Square
 * @typedef {{name: string, colour: string, group: number, step: number, why: string, squares: number[]}} Family
 * @typedef {{board: Square[], families: Family[], money: Record<string, number>, life_rent: number[], supply_rent:
 *   number[], lab_day: DayCard[], test_day: DayCard[]}} Edition
 * @typedef {{text: string, chemistry: string, source: string}} DayCard
 * @typedef {{owner: number | null, transferred: boolean, level: number}} Deed
 * @typedef {Record<string, Deed>} Deeds
 * @typedef {import("#js/models/asked.js").Action} Action
 * @typedef {Pick<import("#js/models/asked.js").View, "actions" | "table" | "offers" | "you">} View
 * @typedef {{type: string, player?: number | null, text?: string | null}} Told
 * @typedef {{bid: number | null, shown: string | null}} Draft a bid, and the square being looked at
 */

/** @returns {Draft} */
export const empty = () => ({ bid: null, shown: null });

/** The name of the card of a square, or null if it has none. @param {Square} square @returns {string | null} */
export const deedOf = (square) =>
  ["lot", "life", "supply"].includes(square.kind) ? (square.element ?? square.name) : null;

/** @param {Edition} edition @param {string} deed @returns {Square} */
export const squareOf = (edition, deed) =>
  /** @type {Square} */ (edition.board.find((square) => deedOf(square) === deed));

/**
 * The number on a square: a price, a tax, or what Go pays; null where there is none.
 * @param {Edition} edition @param {Square} square @returns {number | null}
 */
export const figureOn = (edition, square) =>
  square.kind === "go" ? edition.money.go : square.price || square.amount || null;

/** Hues of the families, by group of the periodic table. */
const HUES = /** @type {Record<number, string>} */ ({
  1: "alkali",
  2: "alkaline",
  10: "transition",
  11: "transition",
  13: "metal",
  15: "nitrogen",
  16: "oxygen",
  17: "halogen",
});

/** @param {Edition} edition @param {Square} square @returns {string | null} */
export function hueOf(edition, square) {
  if (square.kind === "life") return "carbon";
  const family = edition.families.find((one) => one.name === square.family);
  return family ? (HUES[family.group] ?? "noble") : null;
}

/**
 * The colour by which players call the set of a square (M-COLOURS), as a CSS class has it.
 * @param {Edition} edition
 * @param {Square} square
 * @returns {string | null}
 */
export const colourOf = (edition, square) =>
  edition.families
    .find((one) => one.name === square.family)
    ?.colour.toLowerCase()
    .replaceAll(" ", "-") ?? null;

/**
 * The squares before and after one, in walking order.
 * @param {number} here
 * @param {number} before
 * @param {number} after
 * @param {number} size
 * @returns {number[]}
 */
export const around = (here, before, after, size) =>
  Array.from({ length: before + after + 1 }, (_, at) => (here - before + at + size) % size);

/**
 * The cell of a square in a ring of eleven by eleven, with Go at the lower right, clockwise.
 * @param {number} square
 * @returns {{row: number, column: number}} from 1
 */
export function cellOf(square) {
  const [side, step] = [Math.floor(square / 10), square % 10];
  return [
    { row: 11, column: 11 - step },
    { row: 11 - step, column: 1 },
    { row: 1, column: 1 + step },
    { row: 1 + step, column: 11 },
  ][side];
}

/**
 * The circle of a token on the small map, whose cells are 10 wide: tokens on one square are side by side in rows of
 * three.
 * @param {number[]} positions
 * @param {number} seat
 * @param {number[]} seats those whose tokens are on the board
 */
export function spotOf(positions, seat, seats) {
  const { row, column } = cellOf(positions[seat]);
  const here = seats.filter((one) => positions[one] === positions[seat]);
  const at = here.indexOf(seat);
  const [across, down] = [Math.min(here.length, 3), Math.ceil(here.length / 3)];
  return {
    cx: column * 10 - 5 + ((at % 3) - (across - 1) / 2) * 5,
    cy: row * 10 - 5 + (Math.floor(at / 3) - (down - 1) / 2) * 5,
    r: here.length > 1 ? 2.5 : 4,
  };
}

/**
 * All cards of a card's set or, without a set, of its kind.
 * @param {Edition} edition
 * @param {string} deed
 * @returns {string[]}
 */
export function mates(edition, deed) {
  const square = squareOf(edition, deed);
  return edition.board
    .filter(
      (other) =>
        deedOf(other) !== null && (square.family ? other.family === square.family : other.kind === square.kind),
    )
    .map((other) => /** @type {string} */ (deedOf(other)));
}

/**
 * The cards of a player in board order.
 * @param {Edition} edition
 * @param {Deeds} deeds
 * @param {number} seat
 * @returns {string[]}
 */
export const ownedBy = (edition, deeds, seat) =>
  edition.board
    .map(deedOf)
    .filter((deed) => deed !== null && deeds[deed]?.owner === seat)
    .map(String);

/**
 * The players for whom this card would complete a set.
 * @param {Edition} edition
 * @param {Deeds} deeds
 * @param {string} deed
 * @returns {number[]}
 */
export function completedBy(edition, deeds, deed) {
  const square = squareOf(edition, deed);
  if (!square.family) return [];
  const owners = new Set(
    mates(edition, deed)
      .filter((other) => other !== deed)
      .map((other) => deeds[other].owner),
  );
  const [owner] = owners;
  return owners.size === 1 && owner !== null && owner !== undefined && owner !== deeds[deed].owner ? [owner] : [];
}

/**
 * A player's cards with those first that would complete a set of the viewer's.
 * @param {Edition} edition
 * @param {Deeds} deeds
 * @param {readonly string[]} own
 * @param {number | null} you
 */
export function completingFirst(edition, deeds, own, you) {
  const mine = (/** @type {string} */ deed) => Number(completedBy(edition, deeds, deed).some((seat) => seat === you));
  return own.toSorted((one, other) => mine(other) - mine(one));
}

/**
 * The last cards that a player lacks of sets of which they have all others.
 * @param {Edition} edition
 * @param {Deeds} deeds
 * @param {number} seat
 * @returns {string[]}
 */
export const lackedBy = (edition, deeds, seat) =>
  edition.board
    .map(deedOf)
    .filter((deed) => deed !== null)
    .filter((deed) => completedBy(edition, deeds, deed).includes(seat));

/**
 * What a player could raise by selling back and transferring (M-GIVE-UP).
 * @param {Edition} edition
 * @param {Deeds} deeds
 * @param {number} seat
 * @param {number} money
 * @returns {number}
 */
export function raisable(edition, deeds, seat, money) {
  return ownedBy(edition, deeds, seat).reduce((sum, deed) => {
    const [square, now] = [squareOf(edition, deed), deeds[deed]];
    return sum + now.level * Math.floor(square.step / 2) + (now.transferred ? 0 : Math.floor(square.price / 2));
  }, money);
}

/**
 * What the Lab pays for the next step back. It takes back more at once when it lacks the liquids to replace a solid
 * (M-SOLID-STEP): from that card, or
 * from its owner's whole set, which goes down evenly to the liquids available (M-EVEN-SHORT).
 * @param {Edition} edition
 * @param {Deeds} deeds
 * @param {string} deed
 * @param {{solid: number, liquids: number, even: boolean}} lab
 * @returns {number}
 */
export function soldBack(edition, deeds, deed, { solid, liquids, even }) {
  const { level, owner } = deeds[deed];
  const half = Math.floor(squareOf(edition, deed).step / 2);
  if (level < solid || liquids >= solid - 1) return half;
  if (!even) return half * level;
  const levels = mates(edition, deed)
    .filter((other) => deeds[other].owner === owner)
    .map((other) => deeds[other].level);
  const there = levels.reduce((sum, one) => sum + (one < solid ? one : 0), liquids);
  return half * (levels.reduce((sum, one) => sum + one, 0) - there);
}

/** The interest on a transferred card, and the price to buy it back. @param {Edition} edition @param {string} deed */
export function feesOf(edition, deed) {
  const half = Math.floor(squareOf(edition, deed).price / 2);
  const interest = Math.ceil((half * edition.money.interest_per_cent) / 100);
  return { interest, back: half + interest };
}

/**
 * The current bid: what was chosen, but at least the next possible bid and at most the money.
 * @param {number | null} chosen
 * @param {number} bid
 * @param {number} most
 * @returns {number}
 */
export const bidOf = (chosen, bid, most) =>
  Math.max(bid + 1, Math.min(chosen ?? bid + Math.min(10, Math.max(1, most - bid)), most));

/** A day card by its name, such as "lab-day 5". @param {Edition} edition @param {string} card @returns {DayCard} */
export function cardOf(edition, card) {
  const at = card.lastIndexOf(" ");
  const deck = card.slice(0, at) === "lab-day" ? edition.lab_day : edition.test_day;
  return deck[Number(card.slice(at + 1)) - 1];
}

/** The dots of a die, on a grid of three by three. @param {number} eyes @returns {[number, number][]} */
export function dotsOf(eyes) {
  const corners = /** @type {[number, number][]} */ ([
    [0, 0],
    [2, 2],
    [2, 0],
    [0, 2],
    [0, 1],
    [2, 1],
  ]);
  return [.../** @type {[number, number][]} */ (eyes % 2 ? [[1, 1]] : []), ...corners.slice(0, eyes - (eyes % 2))];
}

/** Whether a player has no card of the board and keeps no day card. @param {any} table @param {number | null} seat */
export const ownsNothing = ({ deeds, kept }, seat) =>
  seat !== null &&
  !kept[seat].length &&
  !Object.values(/** @type {Deeds} */ (deeds)).some(({ owner }) => owner === seat);

/**
 * The end of a turn with nothing left to do: whoever owns something can trade, build or raise money with it, and ends
 * the turn by hand. So does who has drawn a card, which is read, or made an offer, which lapses with the turn.
 * @param {View} view
 * @param {readonly {type: string, player?: number | null}[]} log
 * @returns {Action | null}
 */
export function onlyEnd({ actions, table, offers, you }, log) {
  const left = actions.filter((action) => !action.type.endsWith("_offer"));
  if (table.matters.at(-1)?.type !== "turn" || left.length !== 1 || left[0].type !== "end_turn") return null;
  if (!ownsNothing(table, you) || actions.some(({ type }) => type === "accept_offer")) return null;
  if (offers?.open.some((/** @type {{by: number}} */ { by }) => by === you)) return null;
  const turn = log.slice(log.findLastIndex(({ type }) => type === "rolled") + 1);
  return turn.some(({ type, player }) => player === you && ["card_drawn", "offer_made"].includes(type))
    ? null
    : left[0];
}

/**
 * Whether the matter asks for more money than the player has, or in an auction may: only then there is something to
 * raise money for. Cards of the hand can be tapped at any time.
 * @param {Edition} edition
 * @param {{type: string, deed?: string, deeds?: string[]} | null} matter
 * @param {number} money
 */
export function lacksMoney(edition, matter, money) {
  switch (matter?.type) {
    case "purchase":
      return squareOf(edition, matter.deed ?? "").price > money;
    case "fees":
      return feesOf(edition, matter.deeds?.[0] ?? "").interest > money;
    default:
      return matter?.type === "debt" || matter?.type === "auction";
  }
}

/**
 * How much money a player lacks for a debt or for what is for sale.
 * @param {Edition} edition
 * @param {{type: string, deed?: string, amount?: number} | null} matter
 * @param {number} money
 */
export function lackingFor(edition, matter, money) {
  const asked =
    matter?.type === "debt" ? matter.amount : matter?.type === "purchase" && squareOf(edition, matter.deed ?? "").price;
  return asked ? Math.max(0, asked - money) : 0;
}

/**
 * The rent of an element of a whole set, which doubles that of the bare one (M-RENT-SET), now and after one more step.
 * @param {readonly number[]} rents bare, by liquids, with a solid
 * @param {number} level
 * @param {number} solid the level that is the solid
 */
export function rentsAround(rents, level, solid) {
  const at = (/** @type {number} */ step) => (step === solid ? (rents.at(-1) ?? 0) : step ? rents[step] : 2 * rents[0]);
  return { now: at(level), then: at(level + 1) };
}

const LOW = "₀₁₂₃₄₅₆₇₈₉";

/** "oxides of the kind M2O3" with subscripts: M is any metal, which no formula knows. @param {string} text */
export const generalFormulas = (text) =>
  text.replace(/\bM\d*[A-Z]\w*/g, (kind) => kind.replace(/\d/g, (digit) => LOW[Number(digit)]));

/**
 * Who threw the dice that lie on the table; null if the log does not say.
 * @param {readonly {player?: number | null, dice?: number[]}[]} log
 * @param {readonly number[]} dice
 * @returns {number | null}
 */
export function throwerOf(log, dice) {
  const last = log.findLast((event) => event.dice);
  return last?.dice?.join() === dice.join() ? (last.player ?? null) : null;
}

/** What was sold to pay a debt, or given up to do so. */
const SOLD = ["evaporated", "set_evaporated", "transferred", "offer_carried_out"];

/**
 * How a player came to be out: the debt, what was sold for it, what became of the rest; and the money that was left,
 * null for who owed nothing.
 * @template {Told & {accounts?: {from: string, amount: number}[]}} E
 * @param {readonly E[]} log
 * @param {number} seat
 * @param {string} money the account
 * @returns {{events: E[], left: number | null}}
 */
export function fallOf(log, seat, money) {
  const own = log.filter(({ player }) => player === seat);
  const bankrupt = own.some(({ type }) => type === "went_bankrupt");
  const since = bankrupt ? own.findLastIndex(({ type }) => type === "debt_incurred") : -1;
  const estate = own.findLast(({ type }) => type.startsWith("estate_"));
  const before = since < 0 ? [] : own.slice(since).filter(({ type }, at) => at === 0 || SOLD.includes(type));
  const left = (estate?.accounts ?? []).reduce((sum, { from, amount }) => sum + (from === money ? amount : 0), 0);
  return { events: estate ? [...before, estate] : before, left: bankrupt ? left : null };
}

const SHORT_END = 2; // M-SHORT-END: the bankruptcy that ends the short game

/**
 * How many bankruptcies away the end of a short game is.
 * @param {readonly {out: string | null}[]} players
 * @returns {number}
 */
export function shortLeft(players) {
  const out = players.filter((player) => player.out).length;
  return Math.min(SHORT_END - out, players.length - out - 1);
}
