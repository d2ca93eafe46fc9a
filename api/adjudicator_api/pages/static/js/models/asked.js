/** What the asks of a view amount to: whose turn it is, and the buttons of the action bar. */

/**
 * @typedef {{player: number, kinds: string[], obliged: boolean, since: number, about: string, by: string | null}} Ask
 * @typedef {Record<string, any> & {type: string, open?: boolean}} Action
 * @typedef {{seat: number, name: string, kind: string, bot: string | null, score: number, present: boolean, out: string
 *   | null}} Player
 * @typedef {{scores: number[], winners: number[], reason: string, ranks: number[], text?: string | null}} Result
 * @typedef {{number: number, seat: number, phrase: string, text: string, at: string}} Remark
 * @typedef {{id: string, game: string, title: string, status: "waiting" | "playing" | "over", version: number,
 *   revision: number, you: number | null,
 *   host: boolean, code: string | null, hints: boolean, phrases: boolean, remarks: Remark[], watch: string, clock:
 *   number | null, players: Player[], asks: Ask[], actions: Action[],
 *   options: Record<string, any>, edition: string, accounts: Record<string, number>, offers: any, table: any, words?:
 *   Record<string, string>, result: Result | null,
 *   rematch: string | null, paused?: boolean, disclosed?: "exported" | "imported" | "lesson" | null}} View
 * @typedef {{version: number, type: string, player: number | null, text?: string | null, [fact: string]: any}} Event
 */

/**
 * The sentence why nobody new gets a seat, as somebody may know what is hidden; null where somebody may sit down.
 * @param {View} view
 * @param {boolean} [again] whether the game goes on from a decision looked at again
 */
export const closedBy = ({ disclosed }, again = false) =>
  disclosed !== "exported" && disclosed !== "imported" ? null : again ? "decided_again" : "deal_known";

/** Whether the other players are scripted: neither present nor away. @param {View} view */
export const isLesson = (view) => view.disclosed === "lesson";

export const OFFERS = "offers"; // what asks about offers have in `about`
const AS_BUTTONS = 3; // complete actions of one kind that still get a button each

/** Points that count, and those to come as things lie: "17 + 8". @param {number} scored @param {number} coming */
export const running = (scored, coming) => `${scored} ${coming < 0 ? "−" : "+"} ${Math.abs(coming)}`.replace("-", "−");

/** @param {View} view @returns {Ask[]} the viewer's own asks */
export const myAsks = (view) => view.asks.filter((ask) => ask.player === view.you);

/**
 * Whether the viewer's obligation is unchanged, whatever others have done in the meantime.
 * @param {View} before
 * @param {View} now
 */
export function stillAsked(before, now) {
  const obliged = (/** @type {View} */ view) =>
    JSON.stringify(
      myAsks(view)
        .filter((ask) => ask.obliged)
        .map(({ about, kinds, since }) => [about, kinds, since]),
    );
  return now.id === before.id && now.you === before.you && obliged(now) === obliged(before);
}

/** The seats the game is waiting for. @param {View} view @returns {number[]} */
export const waitedFor = (view) => [...new Set(view.asks.filter((ask) => ask.obliged).map((ask) => ask.player))];

/**
 * The listed actions by kind, in the order of the asks: an open kind is a form, many complete actions are a choice, a
 * few are buttons.
 * @param {View} view @returns {{type: string, obliged: boolean, open: boolean, actions: Action[], together: boolean}[]}
 */
export function kindsOf(view) {
  const asks = myAsks(view).filter((ask) => ask.about !== OFFERS);
  const order = [...new Set(asks.flatMap((ask) => ask.kinds))];
  return order.flatMap((type) => {
    const listed = view.actions.filter((action) => action.type === type);
    if (!listed.length) return [];
    const actions = listed.filter((action) => !action.open);
    const obliged = asks.some((ask) => ask.obliged && ask.kinds.includes(type));
    return [{ type, obliged, open: listed.length > actions.length, actions, together: actions.length > AS_BUTTONS }];
  });
}

/**
 * Seconds until the clock runs out at the server's moment `by`; never negative.
 * @param {string | null} by
 * @param {number} now ms
 */
export const secondsLeft = (by, now) => (by === null ? null : Math.max(0, Math.ceil((Date.parse(by) - now) / 1000)));

/**
 * The ranks in order, with the seats that share one; an empty seat has no rank.
 * @param {Result} result
 * @returns {{rank: number, seats: number[]}[]}
 */
export function ranking(result) {
  const ranks = [...new Set(result.ranks)].filter((rank) => rank > 0).toSorted((a, b) => a - b);
  return ranks.map((rank) => ({ rank, seats: result.ranks.flatMap((other, seat) => (other === rank ? [seat] : [])) }));
}
