/** The menu of a table: handing the device over, the host's controls, leaving, sound. */

import { at, inPocket } from "../address.js";
import { byId, icon } from "../dom.js";
import { data } from "../data.js";
import { h, patch } from "../patch.js";
import { saveRecord } from "../saving.js";
import { remember } from "../storage.js";
import { t } from "../words.js";
import { ruleCard } from "./card.js";
import { invitation, startButtons } from "./inviting.js";
import { addressOf, dropSeat, forgetTable, keepTable, LESSON, phrases, sound } from "./kept.js";
import { seatMark } from "./pieces.js";
import { botName, called } from "./saying.js";
import { choose } from "./sheets.js";

/**
 * @typedef {import("./room.js").Room} Room
 * @typedef {import("../models/asked.js").View} View
 * @typedef {import("../models/asked.js").Player} Player
 */

const table = () => /** @type {any} */ (data).table;

/** @param {Room} room @param {string | null} rules */
export function drawMenu(room, rules) {
  const { view, seats, host } = room;
  const over = view?.status === "over";
  patch(
    byId("menu-body"),
    rules && h("a", { class: "button", href: `/rules/${rules}`, target: "_blank" }, icon("board"), t("frame.rules")),
    ruleCard(table().card),
    table().lesson &&
      h("a", { class: "button", href: addressOf({ game: table().game, id: LESSON }) }, icon("hint"), t("lesson.offer")),
    view && h("p", { class: "small soft" }, t(view.hints ? "table.hints_on" : "table.hints_off")),
    view?.code && !inPocket && invitation(view),
    seats.length > 1 &&
      view &&
      !over &&
      h(
        "section",
        { class: "stack" },
        h("h3", {}, t("table.at_this_screen")),
        seats.map((seat) =>
          h(
            "button",
            {
              key: seat.seat,
              type: "button",
              class: "button",
              disabled: seat.seat === room.seat,
              click: () => after(() => room.drop(seat.seat)),
            },
            seatMark(seat.seat),
            t("table.hand_to", { name: seat.name }),
          ),
        ),
      ),
    host && view && !over && hostPart(room, view, host),
    room.seat !== null && view?.status === "playing" && isAlone(room, view) && takingAlong(room),
    setting("sound", sound(), t("table.sound"), t("table.sound_about")),
    view?.phrases && setting("phrases", phrases(), t("table.phrases"), t("table.phrases_about")),
    room.seat !== null && view && !over && !room.kept?.lesson && leaving(room, view),
  );
}

/**
 * Whether everybody at the table uses this screen: the file contains everything hidden.
 * @param {Room} room
 * @param {View} view
 */
const isAlone = (room, view) =>
  !room.kept?.of_class &&
  !room.kept?.lesson &&
  view.players.every(
    ({ kind, seat }) => ["bot", "neutral"].includes(kind) || room.seats.some((held) => held.seat === seat),
  );

/** @param {Room} room */
function takingAlong(room) {
  const take = async () => {
    const record = await room.tell("/export");
    if (record) saveRecord(record, room.id);
  };
  return h(
    "section",
    { key: "take", class: "stack" },
    h("button", { type: "button", class: "button", click: () => after(take) }, t("table.take_along")),
    h("p", { class: "small soft" }, t("table.take_along_about")),
  );
}

/**
 * A setting stored on this device.
 * @param {string} name
 * @param {boolean} on
 * @param {string} label
 * @param {string} about
 */
const setting = (name, on, label, about) =>
  h(
    "label",
    { key: name, class: "choice" },
    h("input", {
      type: "checkbox",
      checked: on,
      change: (/** @type {any} */ event) => remember(name, event.target.checked),
    }),
    h("span", {}, h("b", {}, label), h("small", {}, about)),
  );

/** @param {() => void} act */
function after(act) {
  byId("menu-sheet").close();
  act();
}

/** The controls of the host. @param {Room} room @param {View} view @param {string} host */
function hostPart(room, view, host) {
  const waiting = view.status === "waiting";
  const change = (/** @type {number} */ seat, /** @type {object} */ body) =>
    room.tell(`/seats/${seat}`, body, { method: "PUT", token: host });
  return h(
    "section",
    { key: "host", class: "stack" },
    h("h3", {}, t("table.host")),
    view.players.map(
      (player) =>
        player.kind !== "neutral" &&
        !player.out &&
        h(
          "button",
          {
            key: player.seat,
            type: "button",
            class: "button",
            click: () => after(() => changeSeat(room, view, player, change)),
          },
          seatMark(player.seat),
          t("table.seat_of", { name: player.kind === "open" ? t("table.open_seat") : called(room, view, player.seat) }),
          icon("more"),
        ),
    ),
    waiting && startButtons(room, view),
    h(
      "button",
      { type: "button", class: "button danger", click: () => after(() => cancel(room, host)) },
      icon("clear"),
      t("table.cancel"),
    ),
  );
}

/** Whether this device plays a seat. @param {Room} room @param {Player} player */
const isHeld = (room, player) => room.seats.some(({ seat }) => seat === player.seat);

/**
 * @param {Room} room
 * @param {View} view
 * @param {Player} player
 * @param {(seat: number, body: object) => Promise<any>} change
 */
async function changeSeat(room, view, player, change) {
  const bots = table().bots.map((/** @type {{name: string}} */ bot) => ({
    key: `bot ${bot.name}`,
    label: t("table.give_to_bot", { bot: botName(bot.name) }),
  }));
  const elsewhere = player.kind === "person" && !isHeld(room, player);
  const of = [
    ...(elsewhere ? [{ key: "here", label: t("table.play_here"), about: t("table.play_here_about") }] : []),
    ...(player.kind === "open" || inPocket || room.view?.disclosed
      ? []
      : [{ key: "open", label: t("table.free_seat"), about: t("table.free_seat_about") }]),
    ...bots,
  ];
  const [chosen] = (await choose({ title: t("table.seat_of", { name: called(room, view, player.seat) }), of })) ?? [];
  if (!chosen) return;
  if (chosen === "open") await change(player.seat, { open: true });
  else if (chosen === "here") {
    const answer = await change(player.seat, { token: true });
    const { kept } = room;
    if (answer?.token && kept)
      keepTable({ ...kept, seats: [{ seat: player.seat, name: player.name, token: answer.token }] });
    room.again();
  } else await change(player.seat, { bot: chosen.slice(4) });
}

/** @param {Room} room @param {string} token */
async function cancel(room, token) {
  if (!(await sure(t("table.cancel"), t("table.cancel_about")))) return;
  if (await room.tell("/cancel", {}, { token })) {
    forgetTable(room.id);
    location.assign(at("/play"));
  }
}

/** @param {Room} room @param {View} view */
function leaving(room, view) {
  const playing = view.status === "playing";
  return h(
    "section",
    { key: "leave", class: "stack" },
    h("h3", {}, t("table.leaving")),
    h("button", { type: "button", class: "button", click: () => after(() => leave(room)) }, t("table.leave")),
    playing &&
      h(
        "button",
        { type: "button", class: "button danger", click: () => after(() => resign(room)) },
        t("table.resign"),
      ),
  );
}

/** @param {Room} room */
async function leave(room) {
  const { seat } = room;
  if (seat === null || !(await sure(t("table.leave"), t("table.leave_about")))) return;
  if (await room.tell("/leave", {})) {
    dropSeat(room.id, seat);
    location.assign(at("/play"));
  }
}

/** @param {Room} room */
async function resign(room) {
  const left = (room.view?.players ?? []).filter((player) => !player.out && player.kind !== "neutral").length;
  if (await sure(t("table.resign"), t(left > 2 ? "table.resign_about" : "table.resign_ends")))
    await room.tell("/resign", {});
}

/** @param {string} title @param {string} text */
async function sure(title, text) {
  const chosen = await choose({
    title,
    text,
    of: [
      { key: "yes", label: title },
      { key: "no", label: t("table.stay") },
    ],
  });
  return chosen?.[0] === "yes";
}
