/** The tables of this device and the seats held here, with their tokens. A token is never in an address. */

/**
 * @typedef {{seat: number, name: string, token: string}} Seat
 * @typedef {{id: string, game: string, title: string, seats: Seat[], host: string | null, code: string | null, at:
 *   string, lesson?: {tokens: Record<number, string>, at: number, then?: string | null}, of_class?: string, again?:
 *   boolean}} Kept
 *   (of_class: the code of the class that plays there; again: whether it goes on from a decision looked at again)
 */

const MOST = 40;

/** The tables in a stored value, if it is a list of them. @param {any} kept @returns {Kept[]} */
export function tablesFrom(kept) {
  if (!Array.isArray(kept)) return [];
  return kept.filter((one) => typeof one?.id === "string" && typeof one.game === "string" && Array.isArray(one.seats));
}

/**
 * Puts a table first; a table already listed keeps its seats.
 * @param {Kept[]} tables
 * @param {Kept} added
 * @returns {Kept[]}
 */
export function withTable(tables, added) {
  const before = tables.find(({ id }) => id === added.id);
  const seats = [
    ...(before?.seats ?? []).filter((seat) => !added.seats.some((other) => other.seat === seat.seat)),
    ...added.seats,
  ];
  const joined = {
    ...added,
    host: added.host ?? before?.host ?? null,
    seats: seats.toSorted((a, b) => a.seat - b.seat),
  };
  return [joined, ...tables.filter(({ id }) => id !== added.id)].slice(0, MOST);
}

/**
 * @param {Kept[]} tables
 * @param {string} id
 * @param {number} seat
 * @returns {Kept[]} the tables without a seat that is no longer ours
 */
export function withoutSeat(tables, id, seat) {
  return tables
    .map((table) => (table.id === id ? { ...table, seats: table.seats.filter((one) => one.seat !== seat) } : table))
    .filter((table) => table.seats.length || table.host);
}

/**
 * Whose view the page should show: that of the seat obliged to answer, else the current one.
 * @param {Seat[]} seats held here @param {{player: number, obliged: boolean}[]} asks @param {number | null} looking
 * @returns {number | null}
 */
export function whoLooks(seats, asks, looking) {
  const held = new Set(seats.map(({ seat }) => seat));
  const obliged = asks.filter((ask) => ask.obliged && held.has(ask.player)).map((ask) => ask.player);
  if (looking !== null && held.has(looking) && (obliged.includes(looking) || !obliged.length)) return looking;
  return obliged[0] ?? seats[0]?.seat ?? null;
}
