/**
 * The coach of a lesson: says what to do, accepts only that, demonstrates it on request, and moves for the other
 * players.
 */

import { byId, icon } from "../dom.js";
import { does } from "../models/lesson.js";
import { h, patch } from "../patch.js";
import { t } from "../words.js";
import { forgetTable, keepTable } from "./kept.js";
import { pause } from "./wire.js";

/**
 * @typedef {import("../models/lesson.js").Step} Step
 * @typedef {import("../models/asked.js").Action} Action
 * @typedef {import("../models/seats.js").Kept} Kept
 * @typedef {(action: Action, token: string, version: number) => Promise<{version: number}>} Sends
 */

const BETWEEN = 400; // ms between two moves of others

export class Coach {
  /** @param {Kept} kept @param {{steps: Step[], end: string}} lesson */
  constructor(kept, lesson) {
    this.kept = kept;
    this.steps = lesson.steps;
    this.end = lesson.end;
    this.at = kept.lesson?.at ?? 0;
    this.moving = false; // whether the other players are moving
  }

  /** @returns {Step | null} null at the end */
  get step() {
    return this.steps[this.at] ?? null;
  }

  /** Why an action is not the one that this step wants; null if it is. @param {Action} action */
  refuses(action) {
    if (this.moving) return t("lesson.wait");
    return this.step && !does(this.step.does, action) ? t("lesson.not_this") : null;
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
      seen = (await send(action, lesson.tokens[seat], seen)).version;
    }
  }

  /** @param {(action: Action) => void} show @param {boolean} busy */
  draw(show, busy) {
    const { step } = this;
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
        step ? step.text : this.end,
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
                class: "button",
                "aria-disabled": waits ? "true" : null,
                click: () => !waits && show(step.does),
              },
              icon("hint"),
              t("lesson.show"),
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
