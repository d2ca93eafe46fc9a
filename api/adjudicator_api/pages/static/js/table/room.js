/**
 * One table as one person sees it: the view, the log, the draft of a move, what is on its way to the server, the curtain.
 *
 * The server's view is the truth; the draft is what this person has laid out and not sent. Nothing of a seat outlives the curtain.
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
 * @typedef {{verdict: {ruling: string, reason: string, checks: import("../models/verdict.js").Check[], [more: string]: any}, score: number | null}} Preview
 * @typedef {{text: string, checks?: import("../models/verdict.js").Check[]}} Trouble
 * @typedef {{draft?: (view: View) => any, kept?: (draft: any, view: View) => any, spends?: (action: Action) => boolean}} Drafting
 */

const DEBOUNCE = 120; // ms before a preview is asked for
const ANSWERS = 60;
const NEWS = 12; // events that are marked as new

/** A text that cannot be guessed. */
export const secret = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export class Room {
  /** @type {View | null} */
  view = null;
  /** @type {Event[]} */
  log = [];
  /** @type {Event[]} */
  news = [];
  /** @type {any} */
  draft = null;
  /** @type {any[]} drafts before this one, for undo */
  steps = [];
  /** @type {Action | null} on its way to the server */
  sending = null;
  /** @type {Trouble | null} */
  trouble = null;
  /** what is being done for this person just now, in words */
  doing = "";
  /** @type {"live" | "lost"} */
  link = "live";
  /** @type {AskError | null} why there is nothing to see */
  refused = null;
  /** whether another device now has this device's seat */
  lost = false;
  /** @type {{seat: number, name: string} | null} whom the device is to be handed to */
  curtain = null;
  /** @type {number | null} whose eyes */
  seat = null;
  /** @type {Wire} */
  #wire;
  /** @type {Map<string, any>} by question; null while it is on its way */
  #answers = new Map();
  /** @type {Map<string, string>} the latest question of each kind */
  #wanted = new Map();

  /** @type {import("./coach.js").Coach | null} of a lesson */
  coach = null;

  /** @type {any} a draft that was sent and taken, until the view shows it */
  #spent = null;

  /** @param {string} id @param {Drafting} table @param {{draw: () => void, happened: (events: Event[], view: View) => void}} told */
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

  /** Looks at the table: with the only seat of this device, or behind a curtain if it has several. */
  async enter() {
    const { seats, host } = this;
    if (seats.length < 2) {
      this.#sit(seats[0]?.seat ?? null);
      return;
    }
    try {
      const token = host ?? seats[0].token;
      const { asks, status } = await this.#wire.ask("", null, { token }); // only who is asked is read of it
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

  /** Everything that a seat could see goes. */
  #forget() {
    Object.assign(this, { view: null, log: [], news: [], draft: null, steps: [], sending: null, trouble: null, refused: null, doing: "" });
    this.#spent = null; // else whoever looks next has no draft at all
    this.#answers.clear();
    this.#wanted.clear();
  }

  // --- the curtain --------------------------------------------------------------------------------------------

  /** The curtain falls until this seat's person lifts it. @param {number} seat */
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

  /** The page is left: nothing stays in what the browser keeps of it. */
  leave() {
    this.#wire.close();
    this.#forget();
  }

  // --- what the server says -------------------------------------------------------------------------------------

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
          this.enter(); // with the seats that this device still has
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
    const next = view.status === "playing" && this.seats.length > 1 ? whoLooks(this.seats, view.asks, this.seat) : this.seat;
    if (next !== this.seat && next !== null) {
      this.drop(next);
      return;
    }
    this.view = view;
    learn(view.words);
    this.refused = null;
    if (before?.version !== view.version) this.#answers.clear();
    this.#keepDraft(view);
    this.told.draw();
    if (view.status !== "waiting" && (this.log.at(-1)?.version ?? 0) < view.version) this.#readLog(view);
  }

  /** A fresh draft in place of one that was sent. */
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

  /** The whole record again: once the game is over it says everything. */
  async reread() {
    const record = await this.#wire.ask("/log");
    learn(record.words);
    this.log = record.events;
    this.told.draw();
  }

  // --- what this person does --------------------------------------------------------------------------------------

  /** @param {any} draft */
  change(draft) {
    this.steps = [...this.steps.slice(-50), this.draft];
    this.draft = draft;
    this.trouble = null;
    this.told.draw();
  }

  /** The same step goes on, as in writing a name. @param {any} draft */
  refine(draft) {
    this.draft = draft;
    this.told.draw();
  }

  /** @param {string} doing */
  busy(doing) {
    this.doing = doing;
    this.told.draw();
  }

  /** Says why something cannot be done yet. @param {string} why */
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

  /** Sends an action, again after a lost connection, once. @param {Action} action @returns {Promise<boolean>} whether it was taken */
  async send(action) {
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
    if (this.table.spends?.(action) ?? true) this.#spent = this.draft;
    await wire.look(); // what was laid out stays to be seen until it lies on the table
    if (wire !== this.#wire) return true;
    this.sending = null;
    this.#begin();
    if (this.coach) await this.#others(this.coach, taken.version);
    else this.told.draw();
    return true;
  }

  /** In a lesson this page plays all seats. @param {import("./coach.js").Coach} coach @param {number} version */
  async #others(coach, version) {
    const wire = this.#wire;
    coach.moving = true; // until all of it is seen here: a step that is taken too early would stop the others
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

  /** Until the server has answered, whatever becomes of the connection. @template T @param {() => Promise<T>} act @returns {Promise<T>} */
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

  /** What the rules would say of an action, once it is known; asks for it. @param {Action} action @returns {Preview | null} */
  preview(action) {
    const refused = (/** @type {AskError} */ error) => ({ verdict: { ruling: "invalid", reason: error.message, checks: [] }, score: null });
    return this.#known("preview", action, () => this.#wire.ask("/preview", action), refused);
  }

  /** What the judge says of a set of tiles, as on the judge's page, once it is known. @param {string[]} tiles @param {string} rules @returns {import("../models/verdict.js").Verdict | null} */
  judge(tiles, rules) {
    return this.#known("judge", { tiles, rules }, () => ask("/v1/judge", { tiles, rules }), () => null);
  }

  /**
   * An answer that is kept until the table changes, requested once no newer request of its kind is waiting.
   * @param {string} kind @param {object} question @param {() => Promise<any>} get @param {(error: AskError) => any} refused
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
        this.#answers.delete(key); // something newer is wanted
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

  /** Something else that the routes offer. @param {string} path @param {object | null} [body] @param {{method?: string, token?: string | null, headers?: Record<string, string>}} [more] @returns {Promise<any>} null if it was refused, which is shown */
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

  /** The seats of this device have changed: look again with what it has now. */
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
