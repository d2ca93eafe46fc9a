/** The words of a table: the game's own if it has any, else plain ones from the names in its schema. */

import { plain } from "../models/form.js";
import { goodsText } from "../models/offers.js";
import { capital, has, listed, t } from "../words.js";

/**
 * @typedef {import("../models/asked.js").View} View
 * @typedef {import("../models/asked.js").Ask} Ask
 * @typedef {import("../models/asked.js").Action} Action
 * @typedef {import("../models/asked.js").Event} Event
 * @typedef {{isYou: (seat: number | null) => boolean, name: (seat: number | null) => string,
 *   piece: (id: string) => string}} Telling `piece` is the name of what can be traded
 */

// fields whose numbers are seats
const SEATS = new Set(["player", "owner", "partner", "to", "by", "seat", "target_player"]);

/** @param {View} view @param {number | null} seat */
export const nameOf = (view, seat) => (seat === null ? "" : (view.players[seat]?.name ?? t("table.nobody")));

/**
 * Whether sentences call a player "you": the only one who plays at this screen.
 * @param {{seats: readonly {seat: number}[]}} room @param {number | null} seat
 */
export const isYou = ({ seats }, seat) => seats.length === 1 && seats[0].seat === seat;

/**
 * What this screen calls a player.
 * @param {{seats: readonly {seat: number}[]}} room @param {View} view @param {number} seat
 */
export const called = (room, view, seat) => (isYou(room, seat) ? t("table.you_are") : nameOf(view, seat));

/** The strength of a bot, in words. @param {string} bot */
export const botName = (bot) => (has(`lobby.bot_${bot}`) ? t(`lobby.bot_${bot}`) : capital(bot));

/** @param {string} game @param {string} key @returns {string | null} */
const own = (game, key) => (has(`${game}.${key}`) ? t(`${game}.${key}`) : null);

/** The label of a kind of action. @param {string} game @param {string} type */
export const kindText = (game, type) =>
  own(game, `do_${type}`) ?? (has(`table.do_${type}`) ? t(`table.do_${type}`) : plain(type));

/** An action in words: its kind and its fields. @param {View} view @param {Action} action */
export function actionText(view, action) {
  const said = Object.entries(action).flatMap(([field, value]) =>
    field === "type" || field === "open" ? [] : [valueText(view, field, value)],
  );
  const whole = Object.entries(action).find(([field, value]) => has(`${view.game}.say_${field}_${value}`));
  if (whole && said.length === 1) return t(`${view.game}.say_${whole[0]}_${whole[1]}`);
  return [kindText(view.game, action.type), said.filter(Boolean).join(" · ")].filter(Boolean).join(" · ");
}

/** @param {View} view @param {string} field @param {any} value @returns {string} */
export function valueText(view, field, value) {
  const worded = own(view.game, `say_${field}_${value}`);
  if (worded) return worded;
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return t(value ? "table.yes" : "table.no");
  if (typeof value === "number") return SEATS.has(field) ? nameOf(view, value) : String(value);
  if (Array.isArray(value)) return value.map((one) => valueText(view, field, one)).join(" ");
  if (typeof value === "object")
    return Object.entries(value)
      .map(([key, one]) => valueText(view, key, one))
      .filter(Boolean)
      .join(" ");
  return String(value);
}

/**
 * What became of an offer, with whose it is instead of its number; null for other events.
 * @param {Event} event
 * @param {readonly Event[]} log
 * @param {Telling} ctx
 */
export function offerLine({ type, offer, player, text, terms }, log, ctx) {
  const made = log.find((one) => one.type === "offer_made" && one.offer === offer);
  if (!text || !made || !type.startsWith("offer_")) return null;
  if (type === "offer_made") return madeLine(player, terms, ctx);
  if (type === "offer_carried_out") return tradeLine(made.player, terms, ctx);
  const of = ctx.isYou(made.player) ? "your_offer" : made.player === player ? "the_offer" : "offer_of";
  const whose = t(`table.${of}`, { name: ctx.name(made.player) });
  const worded = text.replace(new RegExp(`${t("table.offer_number", { n: offer })}(?!\\d)`, "i"), (_, at) =>
    at ? whose : capital(whose),
  );
  return worded === text ? null : worded;
}

/**
 * "Bob gives you C for N", of the one who accepted; null where more than two trade.
 * @param {number | null} by
 * @param {import("../models/offers.js").Term[]} terms
 * @param {Telling} ctx
 */
function tradeLine(by, [{ partner, gives, gets, onward }, ...more], { isYou, name, piece }) {
  if (more.length || onward?.length) return null;
  const [given, got] = [gets, gives].map((goods) => goodsText(goods, piece) || t("table.nothing"));
  const key = isYou(partner) ? "traded_by_you" : isYou(by) ? "traded_with_you" : "traded";
  return t(`table.${key}`, { name: name(partner), to: name(by), given, got });
}

/**
 * "Bob offers you C for N", in place of its number; null where it has no single partner.
 * @param {number | null} by
 * @param {import("../models/offers.js").Term[]} terms
 * @param {Telling} ctx
 */
function madeLine(by, [{ partner, gives, gets, onward }, ...more], { isYou, name, piece }) {
  if (partner === null || more.length || onward?.length) return null;
  const [given, got] = [gives, gets].map((goods) => goodsText(goods, piece) || t("table.nothing"));
  const key = isYou(by) ? "offer_made_by_you" : isYou(partner) ? "offer_made_to_you" : "offer_made";
  return t(`table.${key}`, { name: name(by), to: name(partner), given, got });
}

export const isSeat = (/** @type {string} */ field) => SEATS.has(field);

/**
 * An ask in words, to me or to another player: the game's own, else plain ones.
 * @param {View} view @param {Ask} ask
 */
export function askText(view, ask) {
  const mine = ask.player === view.you;
  const key = `${view.game}.${mine ? "ask" : "other"}_${ask.about}`;
  if (has(key)) return t(key, { name: nameOf(view, ask.player) });
  if (!mine) return t("table.wait_for", { names: nameOf(view, ask.player) });
  return t(ask.obliged ? "table.asked" : "table.may", {
    kinds: listed(
      ask.kinds.map((kind) => kindText(view.game, kind)),
      "or",
    ),
  });
}

/**
 * The state of the table in a sentence.
 * @param {View} view
 * @param {(ask: Ask) => string} said puts an ask into words
 */
export function standing(view, said) {
  if (view.status === "waiting") return t("table.gathering");
  if (view.result) return view.result.text ?? t("table.over");
  const obliged = view.asks.filter((ask) => ask.obliged);
  const mine = obliged.filter((ask) => ask.player === view.you);
  if (mine.length) return mine.map(said).join(" ");
  if (!obliged.length) return t("table.waiting");
  const names = view.players.filter(({ seat }) => obliged.some((ask) => ask.player === seat)).map(({ name }) => name);
  return names.length > 1 ? t("table.wait_for", { names: listed(names) }) : said(obliged[0]);
}
