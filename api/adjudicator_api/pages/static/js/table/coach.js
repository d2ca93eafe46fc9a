/**
 * The coach of a lesson: says what to do, lights what to tap, accepts only that, shows it and then does it on request,
 * and moves for the other players. A lesson that is over accepts nothing.
 */

import { at } from "../address.js";
import { byId, icon, prose } from "../dom.js";
import { does } from "../models/lesson.js";
import { nameless } from "../models/lobby.js";
import { h, patch } from "../patch.js";
import { ask } from "../requests.js";
import { t } from "../words.js";
import { addressOf, forgetTable, keepTable, ownName } from "./kept.js";
import { secret } from "./room.js";
import { intoView } from "./show.js";
import { pause } from "./wire.js";

/**
 * @typedef {import("../models/lesson.js").Step} Step
 * @typedef {import("../models/asked.js").Action} Action
 * @typedef {import("../models/seats.js").Kept} Kept
 * @typedef {(action: Action, token: string, version: number) => Promise<{version: number}>} Sends
 */

const BETWEEN = 400; // ms between two moves of others

/**
 * Opens a table with the lesson's deal; this device plays all seats.
 * @param {{game: string, title: string}} printed what the page has of the game
 */
export async function openLesson({ game, title }) {
  const made = await ask(
    `/v1/lessons/${game}`,
    { name: ownName() || nameless(0) },
    { headers: { "Idempotency-Key": secret() } },
  );
  const [mine, ...others] = made.seats;
  const tokens = Object.fromEntries(
    others.map((/** @type {{seat: number, token: string}} */ other) => [other.seat, other.token]),
  );
  // where the learner came from
  const then = /^\/join\/\w{6}$/.exec(new URLSearchParams(location.search).get("then") ?? "")?.[0] ?? null;
  keepTable({
    id: made.id,
    game,
    title,
    seats: [{ seat: mine.seat, name: mine.name, token: mine.token }],
    host: null,
    code: null,
    at: new Date().toISOString(),
    lesson: { tokens, at: 0, then },
  });
  location.replace(at(addressOf({ game, id: made.id })));
}

export class Coach {
  /** @param {Kept} kept @param {{steps: Step[], end: string}} lesson */
  constructor(kept, lesson) {
    this.kept = kept;
    this.steps = lesson.steps;
    this.end = lesson.end;
    this.at = kept.lesson?.at ?? 0;
    this.moving = false; // whether the other players are moving
    this.shown = -1; // the step that was shown and waits to be done
    this.aimed = ""; // what was last brought into view
    /** @type {Element | null} */
    this.target = null;
    // a screen that is turned, or a coach who says more, must not cover what is lit
    const place = new ResizeObserver(() => this.bring());
    for (const one of document.querySelectorAll("html, .reach")) place.observe(one);
  }

  /** @returns {Step | null} null at the end */
  get step() {
    return this.steps[this.at] ?? null;
  }

  /** Why an action is not the one that this step wants; null if it is. @param {Action} action */
  refuses(action) {
    if (this.moving) return t("lesson.wait");
    if (!this.step) return t("lesson.over");
    return !does(this.step.does, action) ? t("lesson.not_this") : null;
  }

  /**
   * Lights what to tap next, and brings it into view once: above what sticks to the bottom of the screen.
   * @param {(action: Action) => string | null} aim what the game says: a selector
   * @param {import("./show.js").Button[]} buttons of the bar
   */
  light(aim, buttons) {
    const { step } = this;
    const button = step && buttons.find(({ act }) => act && does(step.does, act));
    const selector = step && (aim(step.does) ?? (button ? `[data-button="${CSS.escape(button.key)}"]` : null));
    const target = selector && !this.moving ? document.querySelector(selector) : null;
    for (const lit of document.querySelectorAll("[data-aim]")) if (lit !== target) lit.removeAttribute("data-aim");
    this.target = target;
    if (!target) return;
    target.setAttribute("data-aim", "");
    const aimed = `${this.at} ${this.shown} ${selector}`;
    if (this.aimed === aimed) return;
    this.aimed = aimed;
    this.bring();
  }

  /** Brings into view what is lit, and then what this step speaks of. */
  bring() {
    const look = this.step?.look;
    for (const one of [this.target, look ? document.querySelector(look) : null]) if (one?.isConnected) intoView(one);
  }

  /** Continues with the other players after the learner's action. @param {number} version @param {Sends} send */
  async took(version, send) {
    const { step } = this;
    if (!step) return;
    this.at += 1;
    const lesson = { tokens: {}, ...this.kept.lesson, at: this.at };
    keepTable({ ...this.kept, lesson });
    let seen = version;
    for (const { seat, action } of step.then) {
      await pause(BETWEEN);
      const own = this.kept.seats.find((held) => held.seat === seat); // where nothing is left to choose
      seen = (await send(action, own?.token ?? lesson.tokens[seat], seen)).version;
    }
  }

  /**
   * @param {(action: Action) => void} show lays an action out, where it can be
   * @param {(action: Action) => void} act
   * @param {boolean} busy
   */
  draw(show, act, busy) {
    const { step } = this;
    const shown = this.shown === this.at;
    const press = () => {
      if (waits || !step) return;
      if (shown) return act(step.does);
      this.shown = this.at;
      show(step.does);
    };
    const waits = busy || this.moving;
    const place = byId("coach");
    place.hidden = false;
    patch(
      place,
      h(
        "p",
        { class: "coach-text", role: "status" },
        h("b", {}, step ? t("lesson.step", { n: this.at + 1, of: this.steps.length }) : t("lesson.done")),
        " ",
        prose(step ? step.text : this.end),
      ),
      h(
        "div",
        { class: "row" },
        step
          ? h(
              "button",
              {
                key: "show",
                type: "button",
                class: shown ? "button primary" : "button",
                "aria-disabled": waits ? "true" : null,
                click: press,
              },
              icon("hint"),
              t(shown ? "lesson.do" : "lesson.show"),
            )
          : h(
              "a",
              {
                key: "play",
                class: "button primary",
                href: this.kept.lesson?.then ?? `/play/${this.kept.game}`,
                click: () => forgetTable(this.kept.id),
              },
              t("lesson.play"),
            ),
        step &&
          h(
            "a",
            {
              key: "skip",
              class: "icon-button",
              href: this.kept.lesson?.then ?? `/play/${this.kept.game}`,
              "aria-label": t("lesson.skip"),
              click: () => forgetTable(this.kept.id),
            },
            icon("close"),
          ),
      ),
    );
  }
}
