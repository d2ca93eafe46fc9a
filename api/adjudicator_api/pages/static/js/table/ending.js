/** The moments after which the table waits for nobody here: the result, and the viewer dropping out. */

import { prose } from "../dom.js";
import { ranking } from "../models/asked.js";
import { levelAbove } from "../models/levels.js";
import { h } from "../patch.js";
import { t } from "../words.js";
import { seatMark } from "./pieces.js";
import { botName, nameOf } from "./saying.js";

/**
 * @typedef {import("../patch.js").Child} Child
 * @typedef {import("../models/asked.js").View} View
 */

const LEAD = ["1", "2", "3"];

/**
 * The result: who won, why it ended, what every score is made of, what to do now; then the long tables.
 * @param {View} view
 * @param {{label: (seat: number) => string, seats: number[], why: string | null, parts: (seat: number) => string |
 *   null, again: (() => void) | null, more: Child, sheet: Child}} acts
 *   `seats` are those of this device: only their win is cheered; `again` is null for who only watches
 */
export function ending(view, { label, seats, why, parts, again, more, sheet }) {
  const { result } = view;
  if (!result) return null;
  const won = result.winners.map((seat) => nameOf(view, seat));
  const mine = view.you !== null && result.winners.includes(view.you);
  const others = view.players.filter(({ seat, kind }) => seat !== view.you && kind !== "neutral");
  const next = mine && seats.length === 1 ? levelAbove(others.map(({ bot }) => bot)) : null;
  const cheered = result.winners.some((seat) => seats.includes(seat));
  return h(
    "section",
    { key: "ending", class: "ending stack", "aria-labelledby": "ending-title", mounted: bringUp },
    cheered &&
      h(
        "div",
        { key: "cheer", class: "cheer", "aria-hidden": "true" },
        Array.from({ length: 14 }, (_, at) => h("i", { key: at, "data-seat": (result.winners[0] + at) % 8 })),
      ),
    h(
      "h2",
      { id: "ending-title", tabindex: "-1" },
      !won.length
        ? t("table.nobody_won")
        : mine
          ? t(won.length > 1 ? "table.you_shared" : "table.you_won")
          : t("table.won", { names: won.join(", "), count: won.length }),
    ),
    h("p", { class: "ending-why" }, prose(why ?? t("table.over"))),
    h(
      "ol",
      { class: "ranks" },
      ranking(result).flatMap(({ rank, seats: shared }) =>
        shared.map((seat) =>
          h(
            "li",
            { key: seat, "data-rank": LEAD[rank - 1] ?? "", value: rank },
            h("b", { class: "rank" }, `${rank}.`),
            seatMark(seat),
            h("span", { class: "rank-name" }, label(seat), made(parts(seat))),
            h("b", { class: "player-score" }, result.scores[seat]),
          ),
        ),
      ),
    ),
    h(
      "div",
      { class: "ending-acts" },
      again
        ? h(
            "button",
            { type: "button", class: "button primary", click: again },
            t(view.rematch ? "table.join_again" : "table.again"),
          )
        : h("a", { class: "button primary", href: `/play/${view.game}` }, t("table.new_game")),
      next &&
        h(
          "a",
          { key: "next", class: "button", href: `/play/${view.game}?bot=${next}` },
          t("table.next_level", { bot: t("lobby.a_bot", { bot: botName(next) }) }),
        ),
      more,
      h("a", { class: "button", href: "/play" }, t("table.to_lobby")),
    ),
    sheet,
  );
}

/** What a score is made of. @param {string | null} parts */
const made = (parts) => parts && h("small", { class: "rank-parts" }, prose(parts));

/**
 * The end of a round, or the beginning of the last one: where everybody stands, until the viewer goes on.
 * @param {View} view
 * @param {{title: string, text: string | null, sheet: Child, label: (seat: number) => string, score: (seat: number) =>
 *   string}} about
 */
export const interval = (view, { title, text, sheet, label, score }) =>
  h(
    "section",
    { key: "interval", class: "moment stack", "aria-labelledby": "ending-title", mounted: bringUp },
    h("h2", { id: "ending-title", tabindex: "-1" }, title),
    text && h("p", { class: "ending-why" }, prose(text)),
    h(
      "ul",
      { class: "ranks" },
      view.players
        .filter((player) => player.kind !== "neutral")
        .toSorted((one, other) => other.score - one.score)
        .map(({ seat }) =>
          h(
            "li",
            { key: seat },
            seatMark(seat),
            h("span", { class: "rank-name" }, label(seat)),
            h("b", { class: "player-score" }, score(seat)),
          ),
        ),
    ),
    sheet,
  );

/**
 * The moment in which the viewer drops out, and what to do now.
 * @param {{why: string | null, next: string, watch: () => void}} about
 */
export const dropOut = ({ why, next, watch }) =>
  h(
    "section",
    { key: "out", class: "moment stack", "aria-labelledby": "ending-title", mounted: bringUp },
    h("h2", { id: "ending-title", tabindex: "-1" }, t("table.you_are_out")),
    why && h("p", { class: "ending-why" }, prose(why)),
    h(
      "div",
      { class: "ending-acts" },
      h("button", { type: "button", class: "button primary", click: watch }, t("table.watch_on")),
      h("a", { class: "button", href: next }, t("table.new_game")),
    ),
  );

/** Brings a moment into view, wherever the page is scrolled. @param {HTMLElement} card */
function bringUp(card) {
  setTimeout(() => {
    card.scrollIntoView({ block: "start" });
    /** @type {HTMLElement | null} */ (card.querySelector("h2"))?.focus({ preventScroll: true });
  });
}
