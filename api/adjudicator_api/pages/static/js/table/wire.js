/**
 * A table on the server: its view, its log, what is sent to it, and the stream that announces changes.
 *
 * Each stream takes one of the few connections that a browser opens to a server, so a browser has at most a few of
 * them. A tab that gets none,
 * or is hidden, polls instead. A stream that ends or falls silent is reopened; anything missed is in the next view.
 */

import { inPocket } from "../address.js";
import { askPocket } from "../pocket.js";
import { ask, AskError } from "../requests.js";

/** @typedef {import("../models/asked.js").View} View */

const STREAMS = 4; // per browser
const SILENCE = 40_000; // ms without a heartbeat
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15_000;
const GLANCE = 2500; // ms between two polls without a stream
const GLANCE_HIDDEN = 15_000;

/**
 * Waits for some time, or less if something makes another look worthwhile.
 * @param {number} ms
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function pause(ms, signal) {
  const over = new AbortController();
  return new Promise((done) => {
    const wake = () => {
      clearTimeout(timer);
      over.abort();
      done();
    };
    const timer = setTimeout(wake, ms);
    signal?.addEventListener("abort", wake, { signal: over.signal });
    addEventListener("online", wake, { signal: over.signal });
    document.addEventListener("visibilitychange", wake, { signal: over.signal });
  });
}

export class Wire {
  #etag = "";
  #stop = new AbortController();
  /** @type {Promise<void> | null} */
  #looking = null;
  #again = false;
  /** Tabs with a stream tell other tabs of the same table about changes. @type {BroadcastChannel} */
  #tabs;

  /**
   * @param {string} id of the game @param {string | null} token of a seat or of the host; null for a spectator
   * @param {{viewed: (view: View) => void, linked: (state: "live" | "lost") => void, refused: (error: AskError) =>
   *   void}} told
   */
  constructor(id, token, told) {
    this.id = id;
    this.token = token;
    this.told = told;
    this.#tabs = new BroadcastChannel(`adjudicator-table-${id}`);
    this.#tabs.addEventListener("message", () => this.look());
  }

  get path() {
    return `/v1/games/${this.id}`;
  }

  /** @param {string | null} [token] @returns {Record<string, string>} */
  headers(token = this.token) {
    return token ? { Authorization: `Bearer ${token}` } : {};
  }

  /**
   * @param {string} path
   * @param {object | null} [body]
   * @param {{method?: string, headers?: Record<string, string>, token?: string | null}} [more]
   * @returns {Promise<any>}
   */
  ask(path, body = null, { method, headers = {}, token } = {}) {
    return ask(this.path + path, body, { method, headers: { ...this.headers(token ?? this.token), ...headers } });
  }

  /** Begins to follow the table. */
  open() {
    this.look();
    this.#follow();
  }

  /** Stops listening and reporting. */
  close() {
    this.#stop.abort();
    this.#tabs.close();
  }

  /** Fetches the view if it has changed; a request made during a fetch is served by the next one. */
  look() {
    if (this.#looking) {
      this.#again = true;
      return this.#looking;
    }
    this.#looking = this.#fetch().finally(() => {
      this.#looking = null;
      if (this.#again && !this.#stop.signal.aborted) {
        this.#again = false;
        this.look();
      }
    });
    return this.#looking;
  }

  async #fetch() {
    let etag = this.#etag;
    const heard = (/** @type {Response} */ answer) => (etag = answer.headers.get("ETag") ?? "");
    try {
      const view = await ask(this.path, null, {
        headers: { ...this.headers(), ...(this.#etag ? { "If-None-Match": this.#etag } : {}) },
        heard,
      });
      if (this.#stop.signal.aborted) return;
      this.told.linked("live");
      if (!view) return;
      this.#etag = etag;
      this.told.viewed(view);
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      if (error instanceof AskError && error.kind === "refused") this.told.refused(error);
      else this.told.linked("lost");
    }
  }

  async #follow() {
    const { signal } = this.#stop;
    let wait = FIRST_PAUSE;
    while (!signal.aborted) {
      const heard = document.hidden ? null : await inSlot(() => this.#listen());
      if (signal.aborted) return;
      if (heard === null) {
        await this.look();
        await pause(document.hidden ? GLANCE_HIDDEN : GLANCE, signal);
      } else {
        wait = heard ? FIRST_PAUSE : Math.min(wait * 2, LONGEST_PAUSE);
        await pause(wait * (0.5 + Math.random() / 2), signal);
      }
    }
  }

  /**
   * Follows one stream until it ends, falls silent, or the page is hidden.
   * @returns {Promise<boolean>} whether it could be read
   */
  async #listen() {
    let heard = false;
    const stop = new AbortController();
    const end = () => stop.abort();
    const hidden = () => document.hidden && stop.abort();
    this.#stop.signal.addEventListener("abort", end, { once: true });
    document.addEventListener("visibilitychange", hidden);
    addEventListener("offline", end, { once: true });
    let silent = setTimeout(end, SILENCE);
    try {
      const answer = await (inPocket ? askPocket : fetch)(`${this.path}/events`, {
        headers: this.headers(),
        signal: stop.signal,
      });
      if (!answer.ok || !answer.body) throw new Error(String(answer.status));
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        clearTimeout(silent);
        silent = setTimeout(end, SILENCE);
        if (part.value.includes("data:")) {
          this.look();
          this.#tabs.postMessage("changed");
        }
        heard = true;
      }
    } catch {
      if (!this.#stop.signal.aborted && !document.hidden) {
        this.told.linked("lost");
        await this.look();
      }
    } finally {
      clearTimeout(silent);
      this.#stop.signal.removeEventListener("abort", end);
      document.removeEventListener("visibilitychange", hidden);
      removeEventListener("offline", end);
    }
    return heard;
  }
}

/**
 * Runs `act` while holding one of the browser's slots for streams.
 * @param {() => Promise<boolean>} act
 * @returns {Promise<boolean | null>} null if none is free
 */
async function inSlot(act) {
  if (!("locks" in navigator)) return act(); // without https, tabs do not know of each other
  for (let slot = 0; slot < STREAMS; slot += 1) {
    const done = await navigator.locks.request(`adjudicator-stream-${slot}`, { ifAvailable: true }, (lock) =>
      lock ? act() : null,
    );
    if (done !== null) return done;
  }
  return null;
}
