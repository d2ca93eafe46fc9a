/** The frame around every table: the players, the ask and the action bar. */

import { byId, icon, prose } from "../dom.js";
import { isLesson, OFFERS, secondsLeft, waitedFor } from "../models/asked.js";
import { h } from "../patch.js";
import { ruleLink } from "../rulebook.js";
import { t } from "../words.js";
import { seatMark } from "./pieces.js";
import { called, isYou } from "./saying.js";

/**
 * @typedef {import("../patch.js").Child} Child
 * @typedef {import("./room.js").Room} Room
 * @typedef {import("./room.js").Trouble} Trouble
 * @typedef {import("../models/asked.js").View} View
 * @typedef {import("../models/asked.js").Action} Action
 * @typedef {import("../models/asked.js").Player} Player
 * @typedef {{key: string, label: Child, act?: Action, press?: () => void, primary?: boolean, disabled?: boolean, why?:
 *   string, quiet?: boolean}} Button
 */

const LINES = 90; // letters of an offer that fit four lines of a phone, beside a button

/**
 * @param {View} view
 * @param {Pick<Room, "seats">} room
 * @param {(seat: number) => string} [score] a player's points while they play
 */
export function strip(view, room, score = (seat) => String(view.players[seat].score)) {
  const waited = new Set(waitedFor(view));
  return h(
    "ul",
    { class: "strip", tabindex: "0" },
    view.players.map((player) =>
      h(
        "li",
        {
          key: player.seat,
          class: "player",
          "data-turn": waited.has(player.seat) ? "yes" : null,
          "data-me": player.seat === view.you ? "yes" : null,
          "data-out": player.out ?? (player.kind === "left" ? "left" : null),
        },
        onePlayer(view, player, waited.has(player.seat), room, score),
      ),
    ),
  );
}

/**
 * Sets names smaller that need more than a line: how many letters fit depends on the font.
 * @param {HTMLElement} place
 */
function fitNames(place) {
  const names = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(".player-name")]);
  for (const name of names) delete name.dataset.long;
  const long = names.filter((name) => name.clientHeight > parseFloat(getComputedStyle(name).lineHeight) * 1.5);
  for (const name of long) name.dataset.long = "";
}

/**
 * Fits the players to the screen; if not all can be seen, scrolls to the one the game is waiting for.
 * @param {HTMLElement} place
 */
export function showTurn(place) {
  fitNames(place);
  const list = /** @type {HTMLElement | null} */ (place.querySelector(".strip"));
  const turn = /** @type {HTMLElement | null} */ (place.querySelector("[data-turn]"));
  const at = String(turn && list ? [...list.children].indexOf(turn) : "");
  if (!list || !turn || list.dataset.shown === at) return;
  list.dataset.shown = at;
  const beyond = turn.offsetLeft + turn.offsetWidth + 8 - list.clientWidth;
  list.scrollLeft = Math.min(Math.max(list.scrollLeft, beyond), turn.offsetLeft - 8);
}

/**
 * @param {View} view
 * @param {Player} player
 * @param {boolean} asked
 * @param {Pick<Room, "seats">} room
 * @param {(seat: number) => string} score
 */
function onePlayer(view, player, asked, room, score) {
  const state = playerState(player, isLesson(view));
  return [
    seatMark(player.seat),
    h(
      "span",
      { class: "player-name" },
      called(room, view, player.seat),
      player.seat === view.you &&
        !isYou(room, player.seat) &&
        h("span", { class: "out-of-sight" }, ` (${t("table.you")})`),
    ),
    player.kind === "bot" &&
      h("span", { class: "player-kind" }, icon("bot"), h("span", { class: "out-of-sight" }, t("table.bot"))),
    h(
      "b",
      { class: "player-score" },
      player.kind === "open" ? "" : view.status === "playing" ? score(player.seat) : player.score,
    ),
    asked && h("span", { class: "out-of-sight" }, t("table.at_turn")),
    state && h("small", { class: "player-state" }, state),
    clockOf(view, player.seat),
  ];
}

/** @param {Player} player @param {boolean} scripted whether nobody but the viewer is a person: nobody is away */
function playerState(player, scripted) {
  if (player.out) return t(`table.out_${player.out}`);
  if (player.kind === "left") return t("table.left");
  if (player.kind === "open") return t("table.open_seat");
  return player.kind === "person" && !player.present && !scripted ? t("table.away") : "";
}

/** A player's remaining time. @param {View} view @param {number} seat */
const clockOf = (view, seat) =>
  clock(view.asks.find((ask) => ask.player === seat && ask.by !== null && ask.about !== OFFERS)?.by ?? null);

/** The time until then, which counts down by itself. @param {string | null} by */
export const clock = (by) =>
  by !== null &&
  h(
    "time",
    { key: "clock", class: "clock", "data-by": by, "aria-hidden": "true" },
    clockText(secondsLeft(by, Date.now()) ?? 0),
  );

/** 1:05 @param {number} seconds */
export const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Updates every clock on the page, once a second. */
export function tick() {
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("time.clock"))) {
    const left = secondsLeft(clock.dataset.by ?? null, Date.now()) ?? 0;
    const text = clockText(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.toggleAttribute("data-short", left <= 10);
  }
}

/**
 * The action bar: the ask in words, and the buttons that answer it.
 * @param {{said: string, mine: boolean, offer?: boolean, buttons: Button[], room: Room, rules: string | null, more:
 *   Child}} shown `offer`: whether it is about an offer or a hint, which take the place of the strip
 */
export function bar({ said, mine, offer = false, buttons, room, rules, more }) {
  return [
    room.trouble && h("div", { key: "trouble", class: "bar-trouble", role: "alert" }, troubleView(room.trouble, rules)),
    h(
      "div",
      { key: "ask", class: "ask-line" },
      h(
        "p",
        {
          class: "ask-text",
          tabindex: "-1",
          "data-mine": mine ? "yes" : null,
          "data-offer": offer ? (said.length > LINES ? "long" : "yes") : null,
        },
        room.sending ? t(room.link === "lost" ? "table.sending_lost" : "table.sending") : room.doing || prose(said),
      ),
      more,
    ),
    h(
      "div",
      { key: "buttons", class: "bar-buttons", role: "group", "aria-label": t("table.actions") },
      buttons.map((button) => barButton(button, room)),
    ),
  ];
}

/**
 * Whoever was at something that is gone now is at what is asked next, just before its buttons.
 * @param {Element | null} focused what had the focus
 */
export function holdFocus(focused) {
  if (!focused || focused.isConnected || document.activeElement !== document.body) return;
  /** @type {HTMLElement | null} */ (document.querySelector("#bar .ask-text"))?.focus({ preventScroll: true });
}

/** A button that cannot be pressed yet says why. @param {Button} button @param {Room} room */
function barButton({ key, label, act, press, primary, disabled, why, quiet }, room) {
  const still = Boolean(disabled) || room.sending !== null;
  const click = () => (disabled ? why && room.point(why) : act ? room.send(act) : press?.());
  return h(
    "button",
    {
      key,
      type: "button",
      "data-button": key,
      class: quiet ? "icon-button" : primary ? "button primary" : "button",
      "aria-disabled": still ? "true" : null,
      click: () => room.sending === null && click(),
    },
    typeof label === "string" ? prose(label) : label,
  );
}

/** @param {Trouble} trouble @param {string | null} rules */
export function troubleView(trouble, rules) {
  const checks = trouble.checks ?? [];
  if (!checks.length) return h("p", {}, prose(trouble.text));
  return checks.map((check) =>
    h("p", { key: check.code }, prose(check.message), " ", rules && ruleLink(check.rule, rules, t("table.rule"))),
  );
}

/** Scrolls the page until an element lies in the free part of the screen. @param {Element} target */
export function intoView(target) {
  const reach = target.closest(".reach, dialog") ? null : document.querySelector(".reach");
  const below = reach ? reach.getBoundingClientRect().top : innerHeight;
  const seats = document.getElementById("players");
  const above = reach && seats && getComputedStyle(seats).position === "sticky" ? seats.offsetHeight : 0;
  const { top, bottom } = target.getBoundingClientRect();
  if (top >= above && bottom <= below) return;
  scrollBy({ top: (top + bottom) / 2 - (above + below) / 2, behavior: "instant" });
}

/**
 * Lights what a hint is about, and brings the first of it into view when it is new; nothing without a hint.
 * @param {string | null} selector
 */
export function lightHint(selector) {
  const found = selector
    ? [...document.querySelectorAll(selector)].filter((one) => /** @type {HTMLElement} */ (one).checkVisibility())
    : [];
  const before = new Set(document.querySelectorAll("[data-aim]"));
  for (const one of before) if (!found.includes(one)) one.removeAttribute("data-aim");
  for (const one of found) one.setAttribute("data-aim", "");
  const [first] = found;
  if (first && !before.has(first)) intoView(first);
}
