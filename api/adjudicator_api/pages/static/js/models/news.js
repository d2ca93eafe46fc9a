/** What happened, in few words: the latest line, one summary since the viewer's own last act, and its steps. */

/**
 * @typedef {import("./asked.js").Event} Event
 * @typedef {{from: number, to: number, player: number | null, events: Event[]}} Piece
 * @typedef {{player: number | null, text: string, gain: number}} Line what one player did; null: what just happened
 * @typedef {{since: number, me: number | null, names: string[], small: ReadonlySet<string>,
 *   great?: ReadonlySet<string>, worded: (event: Event) => string, gains: number[]}} Telling
 */

const LETTERS = 84; // letters that fit two lines of a phone

/**
 * Consecutive events of one player, as many as fit; self-evident ones are left out.
 * @param {Event[]} log
 * @returns {Piece[]}
 */
export function piecesOf(log) {
  /** @type {Piece[]} */
  const pieces = [];
  let letters = 0;
  for (const event of log) {
    if (!event.text) continue;
    const last = pieces.at(-1);
    letters += event.text.length;
    if (last && last.player === event.player && letters <= LETTERS) {
      last.events.push(event);
      last.to = event.version;
    } else {
      pieces.push({ from: event.version, to: event.version, player: event.player, events: [event] });
      letters = event.text.length;
    }
  }
  return pieces;
}

/**
 * The latest events of one player that fit the strip together; null before the first.
 *
 * What changes nothing on the table, as that hands are passed, does not take the place of what somebody did.
 * @param {Event[]} log
 * @param {(event: Event) => boolean} [shown] what may be shown while it happens
 * @param {(event: Event) => boolean} [quiet] what changes nothing
 * @returns {Piece | null}
 */
export function latestOf(log, shown = () => true, quiet = () => false) {
  const told = log.filter((event) => event.text && shown(event));
  const loud = told.findLastIndex((event) => !quiet(event));
  /** @type {Event[]} */
  const events = [];
  let letters = 0;
  for (const event of (loud < 0 ? told : told.slice(0, loud + 1)).toReversed()) {
    letters += event.text?.length ?? 0;
    if (events.length && (event.player !== events[0].player || letters > LETTERS)) break;
    events.unshift(event);
  }
  const [first, last] = [events[0], events.at(-1)];
  return first && last ? { from: first.version, to: last.version, player: first.player, events } : null;
}

/**
 * Whose mark stands beside an event: of the one it is about, as who is at turn next, or Nobel, for whom others act.
 * @param {Event} event
 * @returns {number | null}
 */
export const markOf = ({ player, seat, next }) => seat ?? next ?? player;

/**
 * What a newcomer counts as having seen: everything up to their own last action.
 * @param {Event[]} log
 * @param {number | null} me
 */
export const seenBy = (log, me) =>
  me === null ? (log.at(-1)?.version ?? 0) : (log.findLast((event) => event.player === me)?.version ?? 0);

/**
 * One line per player for everything since the viewer's last act: first who did something to the viewer, then who did
 * something great, then the others; of equals, who began first.
 *
 * A player who did nothing but small things is told by the last of them; an offer that is settled is not.
 * @param {Event[]} log
 * @param {Telling} telling
 * @returns {Line[]}
 */
export function summaryOf(log, { since, me, names, small, great, worded, gains }) {
  /** @type {Map<number | null, Event[]>} */
  const byPlayer = new Map();
  const settled = new Set(log.flatMap(({ type, offer }) => (isOffer(type) && type !== "offer_made" ? [offer] : [])));
  for (const event of log) {
    if (event.version <= since || !event.text || (event.type === "offer_made" && settled.has(event.offer))) continue;
    const player = actorOf(event, names);
    byPlayer.set(player, [...(byPlayer.get(player) ?? []), event]);
  }
  const rank = (/** @type {Event} */ { type, to, owner }) =>
    type === "offer_made" ? 3 : me !== null && [to, owner].includes(me) ? 0 : great?.has(type) ? 1 : 2;
  const lines = [...byPlayer].flatMap(([player, events]) => {
    const large = events.filter((event) => !small.has(event.type));
    if (!large.length && (player === null || player === me)) return [];
    const told = large.length
      ? large.toSorted((one, other) => rank(one) - rank(other))
      : events.filter((event) => isAbout(event, player, names)).slice(-1);
    if (!told.length) return [];
    const sentences = told.map((event) => worded(event).replace(/\.$/, ""));
    const text =
      player === null || player === me
        ? counted(sentences).join(". ")
        : folded(
            sentences.map((sentence) => predicate(sentence, names[player])),
            told,
          );
    return [
      { line: { player, text, gain: player === null ? 0 : (gains[player] ?? 0) }, at: Math.min(...told.map(rank), 2) },
    ];
  });
  return lines.toSorted((one, other) => one.at - other.at).map(({ line }) => line);
}

/** Whether a sentence is about its player, unlike "It is your turn". */
const isAbout = (/** @type {Event} */ { text }, /** @type {number | null} */ player, /** @type {string[]} */ names) =>
  player !== null && Boolean(text?.startsWith(names[player]));

/** Of equal sentences in a row only the first, with their number. @param {string[]} sentences */
function counted(sentences) {
  /** @type {{sentence: string, times: number}[]} */
  const runs = [];
  for (const sentence of sentences) {
    const last = runs.at(-1);
    if (last?.sentence === sentence) last.times += 1;
    else runs.push({ sentence, times: 1 });
  }
  return runs.map(({ sentence, times }) => (times > 1 ? repeated(sentence.replace(/\.$/, ""), times) : sentence));
}

/** @param {string} text @param {number} times */
const repeated = (text, times) => (times > 1 ? `${text} (${times}×)` : text);

/**
 * What stands before the text of a line: whose it is, unless the text begins with it, as in "You lay K", and the gain,
 * unless the text has it.
 * @param {Line} line
 * @param {(seat: number) => string} name
 * @param {(gain: number) => string} signed
 */
export function headOf({ player, text, gain }, name, signed) {
  const who = player === null ? "" : name(player);
  const told = gain === 0 || new RegExp(`(?<![\\d.,])${Math.abs(gain)}(?![\\d×])`).test(text);
  const head = [/^[: ]/.test(text.slice(who.length)) && text.startsWith(who) ? "" : who, told ? "" : signed(gain)]
    .filter(Boolean)
    .join(" ");
  return head && `${head}: `;
}

const isOffer = (/** @type {string} */ type) => type.startsWith("offer_");

/**
 * Whose deed an event is: of the one its sentence begins with, as somebody may have acted for another; null: nobody's
 * alone.
 * @param {Event} event
 * @param {string[]} names
 */
function actorOf({ type, player, text }, names) {
  if (type === "offer_carried_out") return null; // it is of both
  const at = names.findIndex((name) => name && text?.startsWith(`${name}: `));
  return at < 0 ? player : at;
}

/**
 * Sentences in a line: of those about one player that follow each other, only the first names them. "Bob rolls. Bob
 * buys boron. It is your turn." is "Bob rolls · buys boron. It is your turn."
 * @param {string[]} all
 * @param {string[]} names what they are called
 */
export function inOneLine(all, names) {
  const sentences = counted(all);
  const about = (/** @type {string} */ sentence) =>
    names.find((name) => name && predicate(sentence, name) !== sentence) ?? null;
  const line = sentences.reduce((line, sentence, at) => {
    const name = about(sentence);
    if (name !== null && name === about(sentences[at - 1]))
      return `${line.replace(/\.$/, "")} · ${predicate(sentence, name)}`;
    return `${line}${/[.!?]$/.test(line) ? " " : " · "}${sentence}`;
  });
  return sentences.every(about) ? line.replace(/\.$/, "") : line;
}

/** What a sentence says of its player, without the name. @param {string} text @param {string} name */
function predicate(text, name) {
  const rest = text.startsWith(name) ? /^:? (.+)$/s.exec(text.slice(name.length)) : null;
  return rest ? rest[1] : text;
}

/**
 * "builds NaCl, builds NaOH, builds NaCl" is "builds NaCl (2×), NaOH".
 * @param {string[]} deeds
 * @param {Event[]} events theirs; an offer begins with its number, not with a verb
 */
function folded(deeds, events) {
  /** @type {{deed: string, verb: string | null, times: number}[]} */
  const single = [];
  for (const [at, deed] of deeds.entries()) {
    const verb = isOffer(events[at].type) ? null : (/^(\p{Ll}+) (?=.)/u.exec(deed)?.[1] ?? null);
    const same = single.find((one) => one.deed === deed);
    if (same) same.times += 1;
    else single.push({ deed, verb, times: 1 });
  }
  return single
    .map(({ deed, verb, times }, at) => {
      const text = verb !== null && verb === single[at - 1]?.verb ? deed.slice(verb.length + 1) : deed;
      return repeated(text, times);
    })
    .join(", ");
}
