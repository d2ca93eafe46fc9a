/**
 * What the table of Compounded works out from a view, without a page: places, what a tap means, what is still possible.
 */

/**
 * @typedef {import("#js/models/asked.js").View} View
 * @typedef {import("#js/models/asked.js").Action} Action
 * @typedef {{symbol: string, source: "bench" | "goggles" | "wild"}} Chosen
 * @typedef {{turn: number, free: number[]}} Stay the turn in which the viewer moves no claim, and the cards that were
 *   free when they said so
 * @typedef {{crystal: Chosen | null, from: number | null, stay: Stay | null, done: number | null}} Draft what is chosen
 *   but not yet placed: a crystal, or a claim to move; `done`: the turn in which the viewer trades with nobody
 * @typedef {{slot: number, card: string, formula: string, smiles: string | null, state: string, points: number, tool:
 *   string | null, reaction: string | null, lesson: string,
 *   places: string[], crystals: string[], missing: Record<string, number>, flames: number, limit: number | null, owner:
 *   number | null, temporary: boolean}} Compound
 */

export const SIDE = 4;
const TOP = 3; // the last step of an experiment
const NEAR = 10; // points to the end that a turn can bring
const FEW_CARDS = 6; // about as many as two turns lay
const FEW_CRYSTALS = 1; // of one element in the bag
const ALONE = new Set(["score", "discard", "end"]); // done by itself where there is nothing else to do
const BY_SLOT = new Set(["claim", "place", "burn", "score", "take_back", "extinguish", "scatter_card", "scatter"]);

/** @returns {Draft} */
export const fresh = () => ({ crystal: null, from: null, stay: null, done: null });

/** The name of a place on the field, from a1 to d4. @param {number} slot */
export const square = (slot) => `${"abcd"[slot % SIDE]}${Math.floor(slot / SIDE) + 1}`;

/** "water (H2O, d1)". @param {string} name @param {string} formula @param {number} slot */
export const named = (name, formula, slot) => `${name} (${formula}, ${square(slot)})`;

/**
 * A sentence with the formula behind each name: "claims water (d1)" becomes "claims water (H2O, d1)".
 * @param {string} text
 * @param {{name: string, said: string}[]} names by which the edition and the sentence call what it is about
 * @param {readonly {name: string, formula: string}[]} cards of the edition
 */
export function withFormulas(text, names, cards) {
  for (const { name, said } of names) {
    const at = text.toLowerCase().indexOf(said.toLowerCase());
    const formula = cards.find((card) => card.name === name)?.formula;
    if (at < 0 || !formula) continue;
    const end = at + said.length;
    const rest = text.slice(end);
    text = text.slice(0, end) + (rest.startsWith(" (") ? ` (${formula}, ${rest.slice(2)}` : ` (${formula})${rest}`);
  }
  return text;
}

/** The element of a crystal: H for H, and for a wild that stands for it. @param {string} crystal */
export const symbolOf = (crystal) => crystal.split(":").at(-1) ?? crystal;

/** The matter being settled: the top of the agenda. @param {View} view @returns {Record<string, any> | null} */
export const matterOf = (view) => view.table.agenda.entries.at(-1)?.matter ?? null;

/**
 * The places of a card in order, each with the crystal that fills it.
 * @param {Compound} compound
 * @returns {{symbol: string, filled: boolean, wild: boolean}[]}
 */
export function pips(compound) {
  const left = [...compound.crystals];
  return compound.places.map((symbol) => {
    const at = left.findIndex((crystal) => symbolOf(crystal) === symbol);
    const [lying] = at < 0 ? [] : left.splice(at, 1);
    return { symbol, filled: lying !== undefined, wild: lying?.startsWith("wild") ?? false };
  });
}

/** Pieces with their counts, in order of first appearance. @param {string[]} pieces @returns {[string, number][]} */
export function counted(pieces) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const piece of pieces) found.set(piece, (found.get(piece) ?? 0) + 1);
  return [...found];
}

/**
 * The crystals that the claimed cards of a player lack, with how many of each.
 * @param {readonly (Compound | null)[]} field
 * @param {number} seat
 * @returns {[string, number][]}
 */
export const lackedBy = (field, seat) =>
  counted(
    field.flatMap((card) =>
      card?.owner === seat
        ? Object.entries(card.missing).flatMap(([symbol, number]) => Array(number).fill(symbol))
        : [],
    ),
  );

/**
 * The points of a player's completed cards, which the Lab phase brings; not of one whose points were counted already.
 * @param {View} view
 * @param {number} seat
 */
export function readyFor(view, seat) {
  const { type, slot, step } = matterOf(view) ?? {};
  const counted = type === "scoring" && !["grant", "points"].includes(step) ? slot : null;
  const ready = /** @type {(Compound | null)[]} */ (view.table.field).filter(
    (card) => card?.owner === seat && card.slot !== counted && !Object.keys(card.missing).length,
  );
  return ready.reduce((sum, card) => sum + (card?.points ?? 0), 0);
}

/**
 * What brings the end near, or has run low, each with whose it is: an announced end stands alone.
 * @param {View} view
 * @param {{target: number, experiments: number}} play of the edition
 * @param {number | null} announcer who brought about the end
 * @returns {{about: "last" | "last_experiments" | "points" | "experiments" | "deck" | "bag", seat?: number, n?: number,
 *   bag?: [string, number][]}[]}
 */
export function alarms(view, play, announcer) {
  const { bag, benches, deck_size: deck, ending, last } = view.table;
  if (last !== null && announcer !== null)
    return ending === "points_reached"
      ? [{ about: "last", seat: announcer, n: view.players[announcer].score }]
      : [{ about: "last_experiments", seat: announcer }];
  const top = (/** @type {number} */ seat) => Object.values(benches[seat].steps).filter((step) => step === TOP).length;
  const seats = view.players.filter(({ out }) => !out).map(({ seat }) => seat);
  /** @type {[string, number][]} */
  const rare = /** @type {[string, number][]} */ (Object.entries(bag)).filter(([, number]) => number <= FEW_CRYSTALS);
  return [
    ...seats
      .filter((seat) => view.players[seat].score >= play.target - NEAR)
      .map((seat) => ({ about: /** @type {const} */ ("points"), seat, n: view.players[seat].score })),
    ...seats
      .filter((seat) => top(seat) === play.experiments - 1)
      .map((seat) => ({ about: /** @type {const} */ ("experiments"), seat, n: top(seat) })),
    ...(deck <= FEW_CARDS ? [{ about: /** @type {const} */ ("deck"), n: deck }] : []),
    ...(rare.length ? [{ about: /** @type {const} */ ("bag"), bag: rare }] : []),
  ];
}

/** Every listed action about one place of the field. @param {View} view @param {number} slot */
export const actionsAt = (view, slot) =>
  view.actions.filter(
    (action) =>
      (BY_SLOT.has(action.type) && action.slot === slot) ||
      (action.type === "move_claim" && (action.source === slot || action.target === slot)),
  );

/**
 * What the sheet of a card offers to do with it: never to place something else than the crystal in hand, and a wild
 * last, for it does not come back.
 * @param {View} view
 * @param {Draft} draft
 * @param {number} slot
 */
export const offeredAt = (view, draft, slot) =>
  actionsAt(view, slot)
    .filter((action) => action.type !== "move_claim" && !(draft.crystal && action.type === "place"))
    .filter(
      ({ source, crystal }, _, all) =>
        source !== "wild" || !all.some((other) => other.source === "bench" && other.crystal === crystal),
    )
    .toSorted((one, other) => Number(one.source === "wild") - Number(other.source === "wild"));

/**
 * The level of an experiment after its next step; null at its end.
 * @param {Record<string, number[]>} tracks
 * @param {{steps: Record<string, number>}} bench
 * @param {string} experiment
 * @returns {number | null}
 */
export const levelAfter = (tracks, bench, experiment) =>
  tracks[experiment]?.[(bench.steps[experiment] ?? 0) + 1] ?? null;

/**
 * The action that places the chosen crystal; without a slot, on the player's own extinguisher.
 * @param {View} view
 * @param {Chosen} chosen
 * @param {number | null} slot
 */
export const placing = (view, chosen, slot) =>
  view.actions.find(
    (action) =>
      action.type === "place" &&
      action.crystal === chosen.symbol &&
      action.source === chosen.source &&
      action.slot === slot,
  );

/** @param {View} view @param {number} from @param {number} to */
const moving = (view, from, to) =>
  view.actions.find((action) => action.type === "move_claim" && action.source === from && action.target === to);

/**
 * What a tap on a place of the field means now: an action to send, another draft, or a look at the card.
 * @param {View} view
 * @param {Draft} draft
 * @param {number} slot
 * @returns {{send: Action} | {change: Draft} | {look: number}}
 */
export function pressed(view, draft, slot) {
  if (draft.crystal) {
    const place = placing(view, draft.crystal, slot);
    return place ? { send: place } : { look: slot };
  }
  if (draft.from !== null) {
    const move = moving(view, draft.from, slot);
    if (move) return { send: move };
    if (slot === draft.from) return { change: fresh() };
  }
  if (actionsAt(view, slot).some((action) => action.type === "move_claim" && action.source === slot))
    return { change: { ...fresh(), from: slot } };
  const scatters = view.actions.filter((action) => action.type === "scatter" && action.slot === slot);
  return scatters.length === 1 ? { send: scatters[0] } : { look: slot };
}

/**
 * The places that can take the chosen crystal or claim, or that an ask is about.
 * @param {View} view
 * @param {Draft} draft
 * @returns {Set<number>}
 */
export function lit(view, draft) {
  const slots = view.actions.flatMap((action) => {
    if (draft.crystal)
      return action.type === "place" &&
        action.crystal === draft.crystal.symbol &&
        action.source === draft.crystal.source
        ? [action.slot]
        : [];
    if (action.type === "move_claim")
      return [draft.from === null ? action.source : action.source === draft.from ? action.target : null];
    return BY_SLOT.has(action.type) && action.type !== "place" && action.type !== "burn" ? [action.slot] : [];
  });
  return new Set(slots.filter((slot) => slot !== null));
}

/**
 * The crystal that is chosen by itself: the only one that can be placed. Not a wild, which does not come back.
 * @param {View} view
 * @returns {Chosen | null}
 */
function onlyCrystal({ actions }) {
  const places = actions.filter((action) => action.type === "place");
  const [one] = places;
  const same = places.every((other) => other.crystal === one.crystal && other.source === one.source);
  return one && same && one.source !== "wild" ? { symbol: one.crystal, source: one.source } : null;
}

/**
 * A draft under a new view: a chosen crystal stays chosen for as long as there is another of its kind to place. Null if
 * somebody else took the choice away.
 * @param {Draft} draft
 * @param {View} view
 * @returns {Draft | null}
 */
export function stillPossible(draft, view) {
  const { crystal, from } = draft;
  if (from !== null && !view.actions.some((action) => action.type === "move_claim" && action.source === from))
    return null;
  const can = view.actions.some(
    (action) => action.type === "place" && action.crystal === crystal?.symbol && action.source === crystal?.source,
  );
  return { ...draft, crystal: can ? crystal : onlyCrystal(view) };
}

/**
 * What a player who has claimed cards says at the end of trading: their claims stay in this turn. Null if there is
 * nothing to move.
 * @param {View} view
 * @returns {Stay | null}
 */
export function staying({ table, you }) {
  const owners = /** @type {(Compound | null)[]} */ (table.field).map((card) => card && card.owner);
  const free = owners.flatMap((owner, slot) => (owner === null && table.field[slot] ? [slot] : []));
  return you !== null && owners.includes(you) ? { turn: table.round, free } : null;
}

/**
 * The answer to "you may move a claim" of who said before that their claims stay, unless a card has become free since.
 * @param {View} view
 * @param {Draft} draft
 * @returns {Action | null}
 */
function stays(view, { stay }) {
  if (matterOf(view)?.type !== "moving" || stay?.turn !== view.table.round) return null;
  const freed = view.actions.some((action) => action.type === "move_claim" && !stay?.free.includes(action.target));
  return freed ? null : (view.actions.find((action) => action.type === "pass") ?? null);
}

/**
 * What is done by itself: what is the only thing to do, and to trade with nobody and leave the claims if that was said.
 * @param {View} view
 * @param {Draft} draft
 * @returns {Action | null}
 */
export function onlyWay(view, draft) {
  const [one, ...more] = view.actions.filter((action) => !action.type.endsWith("_offer"));
  if (!one || more.length) return stays(view, draft);
  const offered = view.actions.some((action) => action.type === "accept_offer");
  return ALONE.has(one.type) || (one.type === "done" && draft.done === view.table.round && !offered) ? one : null;
}

/**
 * How many crystals have been placed in this Research turn; null outside the viewer's own.
 * @param {View} view
 * @returns {{placed: number, most: number} | null}
 */
export function placedSoFar(view) {
  const matter = matterOf(view);
  if (
    view.you === null ||
    matter?.type !== "research" ||
    !view.asks.some((ask) => ask.player === view.you && ask.about === "research")
  )
    return null;
  const seat = matter.waiting[0];
  return { placed: matter.placed, most: view.table.benches[seat].levels.research };
}

/**
 * The crystals of the viewer's bench that fit the cards they have claimed, as actions in turn; none where there is
 * something to decide: more of them than may be placed, or one that two cards lack.
 * @param {View} view
 * @returns {Action[]}
 */
export function fitting(view) {
  const so = placedSoFar(view);
  if (!so || view.you === null || forNobel(view)) return [];
  const own = /** @type {(Compound | null)[]} */ (view.table.field).filter((card) => card?.owner === view.you);
  /** @type {Action[]} */
  const actions = [];
  for (const [symbol, held] of counted(view.table.benches[view.you].crystals)) {
    const cards = own.filter((card) => card?.missing[symbol]);
    const lacked = cards.reduce((sum, card) => sum + (card?.missing[symbol] ?? 0), 0);
    if (cards.length > 1 && held < lacked) return [];
    for (const card of cards) {
      const place = placing(view, { symbol, source: "bench" }, card?.slot ?? null);
      if (place) actions.push(...Array(Math.min(held, card?.missing[symbol] ?? 0)).fill(place));
    }
  }
  return actions.length <= so.most - so.placed ? actions : [];
}

/**
 * How many more compounds a player may claim (K-CLAIM-LIMIT); temporary claims do not count.
 * @param {View} view
 * @param {number} seat
 */
export const claimsLeft = ({ table: { field, benches } }, seat) =>
  benches[seat].levels.study -
  field.filter((/** @type {Compound | null} */ card) => card?.owner === seat && !card.temporary).length;

/**
 * What a wild may stand for, first what the viewer's own cards lack.
 * @param {string[]} symbols
 * @param {View} view
 */
export function wildFirst(symbols, { table, you }) {
  const own = new Set(lackedBy(table.field, you ?? -1).map(([symbol]) => symbol));
  const all = symbols.map((symbol) => ({ symbol, lacked: own.has(symbol) }));
  return all.toSorted((one, other) => Number(other.lacked) - Number(one.lacked));
}

/** Whether the current ask is for Nobel, for whom the lead acts. @param {View} view @returns {boolean} */
export function forNobel(view) {
  const { nobel, benches } = view.table;
  const matter = matterOf(view);
  if (nobel === null || !matter) return false;
  if (matter.type === "scoring") return matter.seat === nobel;
  if (matter.type === "surplus")
    return (
      matter.waiting.find((/** @type {number} */ seat) => benches[seat].crystals.length > benches[seat].spaces) ===
      nobel
    );
  return ["research", "lab"].includes(matter.type) && matter.waiting[0] === nobel;
}

/**
 * The final points by what they are for, from the log; null before the end.
 * @param {Record<string, any>[]} log
 * @returns {Map<number, Record<string, number>> | null}
 */
export function finalPoints(log) {
  const found = log.filter((event) => event.type === "final_scored" && event.player !== null);
  return found.length
    ? new Map(
        found.map((event) => [
          event.player,
          { claims: event.claims, bench: event.bench, extinguishers: event.extinguishers, wilds: event.wilds },
        ]),
      )
    : null;
}
