/** Coming to a table and missing at it: the waiting room, a free seat, who is away, a table that cannot be shown. */

import { inPocket } from "../address.js";
import { data } from "../data.js";
import { icon } from "../dom.js";
import { h } from "../patch.js";
import { t } from "../words.js";
import { invitation, startButtons } from "./inviting.js";
import { LESSON, addressOf, forgetTable, keepName, keepTable, ownName } from "./kept.js";
import { seatMark } from "./pieces.js";
import { secret } from "./room.js";

/**
 * @typedef {import("../models/asked.js").View} View
 * @typedef {import("./room.js").Room} Room
 */

const printed = /** @type {any} */ (data).table;

/** @param {Room} room @param {View} view */
export function waiting(room, view) {
  const open = view.players.some((player) => player.kind === "open" || player.kind === "left");
  return h(
    "div",
    { key: "waiting", class: "waiting stack" },
    h("h2", {}, t("table.gathering")),
    view.code && invitation(view),
    h(
      "ul",
      { class: "waiting-seats" },
      view.players.map((player) =>
        h(
          "li",
          { key: player.seat },
          seatMark(player.seat),
          h("span", {}, player.kind === "open" ? t("table.open_seat") : player.name),
          player.kind === "bot" && icon("bot"),
        ),
      ),
    ),
    startButtons(room, view),
    printed.lesson &&
      h(
        "a",
        { class: "button", href: addressOf({ game: view.game, id: LESSON }), target: "_blank" },
        icon("hint"),
        t("lesson.offer"),
      ),
    room.seat === null && open && sitDown(room),
  );
}

/** A note to everybody about an absent player the game is waiting for. @param {Room} room @param {View} view */
export function missing(room, view) {
  const goOn = (/** @type {number} */ seat, /** @type {object} */ body) => room.tell(`/seats/${seat}/absence`, body);
  const gone = view.players.filter(
    (player) =>
      player.seat !== view.you &&
      !player.out &&
      (player.kind === "left" ||
        (player.kind === "person" &&
          !player.present &&
          view.asks.some((ask) => ask.obliged && ask.player === player.seat))),
  );
  if (view.status !== "playing" || room.seats.length > 1 || !gone.length) return null;
  const bot = printed.bots.some((/** @type {{name: string}} */ one) => one.name === "greedy")
    ? "greedy"
    : printed.bots[0]?.name;
  return gone.map((player) =>
    h(
      "div",
      { key: `gone ${player.seat}`, class: "gone" },
      h(
        "p",
        {},
        seatMark(player.seat),
        " ",
        t(player.kind === "left" ? "table.has_left" : "table.absent", { name: player.name }),
        " ",
        room.seat !== null && t("table.wait_or_end"),
      ),
      room.seat !== null &&
        h(
          "div",
          { class: "row" },
          bot &&
            h(
              "button",
              { type: "button", class: "button", click: () => goOn(player.seat, { then: "bot", bot }) },
              t("table.bot_plays_on"),
            ),
          h(
            "button",
            { type: "button", class: "button", click: () => goOn(player.seat, { then: "end" }) },
            t(inGame(view) > 2 ? "table.go_on_without" : "table.end_it", { name: player.name }),
          ),
        ),
    ),
  );
}

/** @param {View} view */
const inGame = (view) => view.players.filter((player) => !player.out && player.kind !== "neutral").length;

/** Offers a seat to a visitor without one. @param {Room} room @param {string} [whose] */
export function sitDown(room, whose) {
  const submit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const name = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name") ?? "").trim();
    const made = name ? await room.tell("/seats", { name }, { headers: { "Idempotency-Key": secret() } }) : null;
    if (!made) return;
    keepName(name);
    keepTable({
      id: room.id,
      game: printed.game,
      title: printed.title,
      seats: [{ seat: made.seat, name, token: made.token }],
      host: null,
      code: null,
      at: new Date().toISOString(),
    });
    room.again();
  };
  return h(
    "form",
    { key: "sit", class: "sit stack", submit },
    h("h3", {}, whose ? t("table.take_over", { name: whose }) : t("table.take_seat")),
    h(
      "label",
      { class: "field" },
      h("span", { class: "label" }, t("lobby.your_name")),
      h("input", {
        name: "name",
        maxlength: 24,
        required: true,
        autocomplete: "nickname",
        mounted: (/** @type {any} */ field) => (field.value = ownName()),
      }),
    ),
    room.trouble && h("p", { class: "trouble-text", role: "alert" }, room.trouble.text),
    h("button", { class: "button primary" }, t("lobby.sit_down")),
  );
}

/** Why the table cannot be shown, and what can be done. @param {Room} room */
export function refusal(room) {
  const { problem, message } = room.refused ?? { problem: null, message: "" };
  const closed = problem?.code === "players_only";
  const { of_class: code } = room.kept ?? {};
  if (code) {
    forgetTable(room.id); // the teacher has cleared the tables, or another player has the seat
    location.replace(`/class/join/${code}`);
    return null;
  }
  const open = closed && problem?.open;
  return h(
    "div",
    { key: "refused", class: "stack narrow" },
    h("h2", {}, t(closed ? (open ? "table.players_only" : "table.full") : "table.not_here")),
    room.lost && h("p", {}, t("table.seat_lost")),
    !closed && h("p", { class: "soft" }, message),
    open && sitDown(room),
    h("a", { class: "button", href: "/play" }, t("table.to_lobby")),
    !inPocket && h("a", { class: "button", href: "/play#watch-title" }, t("lobby.watch_way")),
  );
}
