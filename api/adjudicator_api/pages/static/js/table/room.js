/**
 * One table as one person sees it: the view, the log, the draft of a move, pending requests, the curtain.
 *
 * The server's view is the truth; the draft is what this person has laid out but not sent. Nothing of a seat outlives
 * the curtain.
 */

import { ask, AskError } from "../requests.js";
import { myAsks } from "../models/asked.js";
import { whoLooks } from "../models/seats.js";
import { learn, t } from "../words.js";
import { dropSeat, tableOf } from "./kept.js";
import { pause, Wire } from "./wire.js";

/**
 * @typedef {import("../models/asked.js").View} View
 * @typedef {import("../models/asked.js").Event} Event
 * @typedef {import("../models/asked.js").Action} Action
 * @typedef {import("../models/seats.js").Kept} Kept
 * @typedef {{verdict: {ruling: string, reason: string, checks: import("../models/verdict.js").Check[], [more: string]:
 *   any}, score: number | null}} Preview
 * @typedef {{text: string, checks?: import("../models/verdict.js").Check[]}} Trouble
 * @typedef {{draft?: (view: View) => any, kept?: (draft: any, view: View) => any, spends?: (action: Action) =>
 *   boolean, retold?: boolean}} Drafting
 */

const DEBOUNCE = 120; // ms before requesting a preview
const ANSWERS = 60;
const NEWS = 12; // events marked as new
const PAST = 60; // views kept since the viewer's last act

/** A random text that cannot be guessed. */
export const secret = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export class Room {
  /** @type {View | null} */
  view = null;
  /** @type {Event[]} */
  log = [];
  /** @type {Event[]} */
  news = [];
  /** the version of the viewer's own last act; null if it was before this visit @type {number | null} */
  acted = null;
  /** the views since then, for going through what happened @type {View[]} */
  past = [];
  /** @type {any} */
  draft = null;
  /** @type {any[]} drafts before this one, for undo */
  steps = [];
  /** @type {Action | null} on its way to the server */
  sending = null;
  /** @type {Trouble | null} */
  trouble = null;
  /** what is being done for this person right now, in words */
  doing = "";
  /** @type {"live" | "lost"} */
  link = "live";
  /** @type {AskError | null} why the table cannot be shown */
  refused = null;
  /** whether another device now has this device's seat */
  lost = false;
  /** @type {{seat: number, name: string} | null} the player to hand the device to */
  curtain = null;
  /** @type {number | null} whose view is shown */
  seat = null;
  /** @type {Wire} */
  #wire;
  /** @type {Map<string, any>} keyed by question; null while the answer is pending */
  #answers = new Map();
  /** @type {Map<string, string>} the latest question of each kind */
  #wanted = new Map();

  /** @type {import("./coach.js").Coach | null} of a lesson */
  coach = null;

  /** the version that was shown when the viewer last acted @type {number | null} */
  #chose = null;

  /** @type {any} a draft that was sent and accepted, until the view shows it */
  #spent = null;

  /**
   * @param {string} id
   * @param {Drafting} table
   * @param {{draw: () => void, happened: (events: Event[], view: View) => void}} told
   */
  constructor(id, table, told) {
    this.id = id;
    this.table = table;
    this.told = told;
    this.#wire = new Wire(id, null, this.#hears());
  }

  /** @returns {Kept | null} */
  get kept() {
    return tableOf(this.id);
  }

  get seats() {
    return this.kept?.seats ?? [];
  }

  get host() {
    return this.kept?.host ?? null;
  }

  /** Opens the table: with this device's only seat, or behind a curtain if it has several. */
  async enter() {
    const { seats, host } = this;
    if (seats.length < 2) {
      this.#sit(seats[0]?.seat ?? null);
      return;
    }
    try {
      const token = host ?? seats[0].token;
      const { asks, status } = await this.#wire.ask("", null, { token }); // only the asks and the status are used
      if (status === "playing") this.drop(whoLooks(seats, asks, null) ?? seats[0].seat);
      else this.#sit(seats[0].seat);
    } catch {
      this.drop(seats[0].seat);
    }
  }

  /** @param {number | null} seat */
  #sit(seat) {
    this.#wire.close();
    this.#forget();
    this.seat = seat;
    this.curtain = null;
    const token = this.seats.find((one) => one.seat === seat)?.token ?? this.host;
    this.#wire = new Wire(this.id, token, this.#hears());
    this.#wire.open();
    this.told.draw();
  }

  /** Forgets everything that a seat could see. */
  #forget() {
    Object.assign(this, {
      view: null,
      log: [],
      news: [],
      acted: null,
      past: [],
      draft: null,
      steps: [],
      sending: null,
      trouble: null,
      refused: null,
      doing: "",
    });
    this.#chose = null;
    this.#spent = null; // else the next seat would have no draft
    this.#answers.clear();
    this.#wanted.clear();
  }

  // --- the curtain --------------------------------------------------------------------------------------------

  /** Drops the curtain until this seat's player lifts it. @param {number} seat */
  drop(seat) {
    this.#wire.close();
    this.#forget();
    this.seat = null;
    this.curtain = { seat, name: this.seats.find((one) => one.seat === seat)?.name ?? "" };
    this.told.draw();
  }

  lift() {
    if (this.curtain) this.#sit(this.curtain.seat);
  }

  /** Clears everything when the page is left, so that the browser's copy of it shows nothing. */
  leave() {
    this.#wire.close();
    this.#forget();
  }

  // --- updates from the server ----------------------------------------------------------------------------------

  #hears() {
    return {
      viewed: (/** @type {View} */ view) => this.#viewed(view),
      linked: (/** @type {"live" | "lost"} */ link) => {
        if (link === this.link) return;
        this.link = link;
        this.told.draw();
      },
      refused: (/** @type {AskError} */ error) => {
        const lost = error.problem?.code === "bad_token" && this.seat !== null;
        if (lost && this.seat !== null) dropSeat(this.id, this.seat);
        if (lost) {
          this.lost = true;
          this.enter(); // with the remaining seats of this device
          this.point(t("table.seat_lost"));
          return;
        }
        this.#wire.close();
        this.#forget();
        this.refused = error;
        this.told.draw();
      },
    };
  }

  /** @param {View} view */
  #viewed(view) {
    const before = this.view;
    if (before && view.revision < before.revision) return;
    const next =
      view.status === "playing" && this.seats.length > 1 ? whoLooks(this.seats, view.asks, this.seat) : this.seat;
    if (next !== this.seat && next !== null) {
      this.drop(next);
      return;
    }
    this.view = view;
    if (before?.version !== view.version) this.past = [...this.past.slice(-PAST), view];
    learn(view.words);
    this.refused = null;
    if (before?.version !== view.version) this.#answers.clear();
    this.#keepDraft(view);
    this.told.draw();
    if (view.status !== "waiting" && (this.log.at(-1)?.version ?? 0) < view.version) this.#readLog(view);
  }

  /** Replaces a sent draft by an empty one. */
  #begin() {
    if (this.#spent === null || !this.view) return;
    if (this.draft === this.#spent) {
      this.draft = this.table.draft?.(this.view) ?? null;
      this.steps = [];
    }
    this.#spent = null;
  }

  /** @param {View} view */
  #keepDraft(view) {
    if (this.#spent !== null) {
      this.#begin();
      return;
    }
    const fresh = this.table.draft?.(view) ?? null;
    if (this.draft === null || !this.table.kept) {
      if (this.draft === null) this.draft = fresh;
      return;
    }
    const kept = this.table.kept(this.draft, view);
    const touched = this.steps.length > 0;
    this.draft = kept ?? fresh;
    if (kept === null) {
      this.steps = [];
      if (touched && myAsks(view).length) this.trouble = { text: t("table.draft_gone") };
    }
  }

  /** @param {View} view */
  async #readLog(view) {
    const wire = this.#wire;
    const known = this.log.at(-1)?.version ?? 0;
    try {
      const record = await wire.ask(`/log?after=${known}`);
      if (wire !== this.#wire || this.view === null) return;
      learn(record.words);
      const last = this.log.at(-1)?.version ?? 0;
      const fresh = record.events.filter((/** @type {Event} */ event) => event.version > last);
      if (!fresh.length) return;
      this.log = [...this.log, ...fresh];
      this.news = last ? fresh.slice(-NEWS) : [];
      this.told.draw();
      if (last) this.told.happened(fresh, this.view);
    } catch {
      if (wire === this.#wire && view === this.view) this.told.draw(); // the next view asks again
    }
  }

  /** Fetches the whole record again: once the game is over, nothing in it is hidden. */
  async reread() {
    const record = await this.#wire.ask("/log");
    learn(record.words);
    this.log = record.events;
    this.told.draw();
  }

  // --- the user's actions -----------------------------------------------------------------------------------------

  /** @param {any} draft */
  change(draft) {
    this.steps = [...this.steps.slice(-50), this.draft];
    this.draft = draft;
    this.trouble = null;
    this.told.draw();
  }

  /** Changes the draft within the same undo step, as while typing a name. @param {any} draft */
  refine(draft) {
    this.draft = draft;
    this.told.draw();
  }

  /** @param {string} doing */
  busy(doing) {
    this.doing = doing;
    this.told.draw();
  }

  /** Shows why something is not possible yet. @param {string} why */
  point(why) {
    this.trouble = { text: why };
    this.told.draw();
  }

  undo() {
    if (!this.steps.length) return;
    this.draft = this.steps.at(-1);
    this.steps = this.steps.slice(0, -1);
    this.trouble = null;
    this.told.draw();
  }

  /**
   * Sends an action; after a lost connection it is sent again, but counts once.
   * @param {Action} action
   * @param {{chosen?: boolean}} [how] whether the viewer chose it; else there was no other way
   * @returns {Promise<boolean>} whether it was accepted
   */
  async send(action, { chosen = true } = {}) {
    const { view } = this;
    if (this.sending || !view) return false;
    const wire = this.#wire;
    const headers = { "If-Match": `"${view.version}"`, "Idempotency-Key": secret() };
    const not = this.coach?.refuses(action);
    if (not) {
      this.point(not);
      return false;
    }
    this.sending = action;
    this.trouble = null;
    this.told.draw();
    /** @type {{version: number}} */
    let taken;
    try {
      taken = await this.#insist(() => wire.ask("/actions", action, { headers }));
    } catch (error) {
      if (wire !== this.#wire) return false;
      this.sending = null;
      this.trouble = troubleOf(error);
      this.told.draw();
      wire.look();
      return false;
    }
    if (wire !== this.#wire) return true;
    if (chosen) {
      this.steps = []; // what was sent cannot be undone, whatever of it is still laid out
      this.#chose = view.version;
      this.acted = taken.version;
      this.past = this.past.slice(-1);
    } else if (this.table.retold) this.acted = this.#chose; // what came of it is part of the summary
    if (this.table.spends?.(action) ?? true) this.#spent = this.draft;
    await wire.look(); // keep the draft visible until it lies on the table
    if (wire !== this.#wire) return true;
    this.sending = null;
    this.#begin();
    if (this.coach) await this.#others(this.coach, taken.version);
    else this.told.draw();
    return true;
  }

  /**
   * Plays the other seats of a lesson, all of which this page holds.
   * @param {import("./coach.js").Coach} coach
   * @param {number} version
   */
  async #others(coach, version) {
    const wire = this.#wire;
    coach.moving = true; // until all of it is shown here: an action taken too early would stop the others
    const moved = coach.took(version, (action, token, seen) => {
      const headers = { "If-Match": `"${seen}"`, "Idempotency-Key": secret() };
      return this.#insist(() => wire.ask("/actions", action, { token, headers }));
    });
    this.told.draw();
    try {
      await moved;
    } catch (error) {
      this.trouble = troubleOf(error);
    }
    await wire.look();
    coach.moving = false;
    this.told.draw();
  }

  /**
   * Repeats a request until the server has answered.
   * @template T
   * @param {() => Promise<T>} act
   * @returns {Promise<T>}
   */
  async #insist(act) {
    for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
      try {
        return await act();
      } catch (error) {
        if (!(error instanceof AskError) || ["refused", "full"].includes(error.kind)) throw error;
        this.link = "lost";
        this.told.draw();
        await pause(error.after ? error.after * 1000 : wait);
      }
    }
  }

  /** The rules' judgement on an action, requested if not yet known. @param {Action} action @returns {Preview | null} */
  preview(action) {
    const refused = (/** @type {AskError} */ error) => ({
      verdict: { ruling: "invalid", reason: error.message, checks: [] },
      score: null,
    });
    return this.#known("preview", action, () => this.#wire.ask("/preview", action), refused);
  }

  /**
   * The judge's verdict on tiles, as on the judge's page, requested if not yet known.
   * @param {string[]} tiles
   * @param {string} rules
   * @returns {import("../models/verdict.js").Verdict | null}
   */
  judge(tiles, rules) {
    return this.#known(
      "judge",
      { tiles, rules },
      () => ask("/v1/judge", { tiles, rules }),
      () => null,
    );
  }

  /**
   * An answer that is kept until the table changes. It is requested once no newer question of its kind is waiting.
   * @param {string} kind
   * @param {object} question
   * @param {() => Promise<any>} get
   * @param {(error: AskError) => any} refused
   */
  #known(kind, question, get, refused) {
    const key = `${kind} ${JSON.stringify(question)}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    this.#answers.set(key, null);
    while (this.#answers.size > ANSWERS) this.#answers.delete(this.#answers.keys().next().value ?? "");
    this.#wanted.set(kind, key);
    setTimeout(async () => {
      if (this.#answers.get(key) !== null) return;
      if (this.#wanted.get(kind) !== key) {
        this.#answers.delete(key); // a newer question is waiting
        return;
      }
      try {
        const answer = await get();
        if (this.#answers.has(key)) this.#answers.set(key, answer);
      } catch (error) {
        if (!this.#answers.delete(key) || !(error instanceof AskError) || error.kind !== "refused") return;
        this.#answers.set(key, refused(error));
      }
      this.told.draw();
    }, DEBOUNCE);
    return null;
  }

  /**
   * Calls any other route of the table.
   * @param {string} path
   * @param {object | null} [body]
   * @param {{method?: string, token?: string | null, headers?: Record<string, string>}} [more]
   * @returns {Promise<any>} null if it was refused; the refusal is shown
   */
  async tell(path, body = null, more = {}) {
    try {
      const answer = await this.#wire.ask(path, body, more);
      this.#wire.look();
      return answer;
    } catch (error) {
      this.trouble = troubleOf(error);
      this.told.draw();
      return null;
    }
  }

  /** Reopens the table after this device's seats have changed. */
  again() {
    this.enter();
  }
}

/** @param {unknown} error @returns {Trouble} */
function troubleOf(error) {
  if (!(error instanceof AskError)) return { text: t("trouble.broken") };
  const { code, verdict } = error.problem ?? {};
  if (code === "stale" || error.problem?.status === 412) return { text: t("table.stale") };
  const checks = (verdict?.checks ?? []).filter((/** @type {{outcome: string}} */ check) => check.outcome !== "pass");
  return { text: error.problem?.detail ?? error.message, checks };
}
