/** The time left, counted here from what the service sent. */

import { t } from "../words.js";

/** "1:05", or days and hours for homework. @param {number} seconds */
export function spoken(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  if (left >= 172_800) return t("class.days_left", { n: Math.floor(left / 86_400) });
  if (left >= 3600) return t("class.hours_left", { n: Math.floor(left / 3600) });
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

export class Countdown {
  /** @type {number | null} */
  #ends = null;

  /** @param {HTMLElement} shown */
  constructor(shown) {
    this.shown = shown;
    setInterval(() => this.#show(), 500);
  }

  /** @param {number | null} seconds */
  set(seconds) {
    this.#ends = seconds === null ? null : performance.now() + seconds * 1000;
    this.#show();
  }

  #show() {
    const text = this.#ends === null ? "" : spoken((this.#ends - performance.now()) / 1000);
    if (this.shown.textContent !== text) this.shown.textContent = text;
    this.shown.hidden = text === "";
  }
}
