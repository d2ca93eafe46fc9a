/** Hints: what could be done, the best first, each with its reason. */

import { prose } from "../dom.js";
import { stillAsked } from "../models/asked.js";
import { h, patch } from "../patch.js";
import { t } from "../words.js";
import { actionText } from "./saying.js";
import { inSheet } from "./sheets.js";

/**
 * @typedef {import("../models/asked.js").View} View
 * @typedef {import("../models/asked.js").Action} Action
 * @typedef {import("./room.js").Room} Room
 * @typedef {import("./page.js").Table} Table
 * @typedef {import("./page.js").Context} Context
 */

const HINTS = 5; // hints offered at once

/**
 * The hints in a sheet. A tap on one shows it on the board: laid out, or lit with a button of the bar that does it.
 * @param {Room} room
 * @param {Table} table
 * @param {View} view
 * @param {Context} ctx
 * @param {(action: Action, text: string) => void} show
 * @param {{id: number} | null} offer what is asked, if not what the game asks
 */
export async function showHints(room, table, view, ctx, show, offer) {
  room.trouble = null; // what an earlier hint could not do
  room.busy(t("table.thinking"));
  const answer = await room.tell(`/hints?count=${table.hint || offer ? 4 * HINTS : HINTS}`);
  room.busy("");
  if (!answer || !room.view) return;
  const outdated = () => room.view === null || !stillAsked(view, room.view);
  if (outdated()) return room.point(t("table.hint_gone")); // someone has moved meanwhile
  const complete = view.actions.filter((action) => !action.open && !action.type.endsWith("_offer"));
  /** @type {{action: Action, text: string, value: number, title?: string}[]} */
  const given = offer
    ? answer.hints.filter((/** @type {{action: Action}} */ { action }) => action.offer === offer.id)
    : answer.hints.length || complete.length !== 1
      ? answer.hints
      : [{ action: complete[0], text: t("table.only_this"), value: 0 }];
  const texts = given.map((hint) => table.hint?.(hint) ?? hint.text);
  const found = given
    .map((hint, at) => ({ ...hint, text: texts[at] }))
    .filter(({ text }, at) => !table.hint || texts.indexOf(text) === at);
  const chosen = await inSheet("hints", t("table.hints"), (body, _foot, close) => {
    patch(
      body,
      !found.length && h("p", {}, t("table.no_hints")),
      h(
        "div",
        { class: "choices-list" },
        found.slice(0, HINTS).map((hint, at) => {
          const label = hint.title || (table.label?.(hint.action, view, ctx) ?? actionText(view, hint.action));
          const [first, then] = table.hint ? [hint.text, label] : [label, hint.text]; // a game's own text says it all
          return h(
            "button",
            { key: at, type: "button", class: "choice-button", click: () => close(hint) },
            h("span", { class: "choice-text" }, h("b", {}, prose(first)), h("small", {}, prose(then))),
          );
        }),
      ),
    );
  });
  if (!chosen || !room.view) return;
  if (outdated()) return room.point(t("table.hint_gone"));
  const { action, text } = /** @type {{action: Action, text: string}} */ (chosen);
  const laid = table.take?.(action, room.view);
  if (laid) room.change(laid);
  else show(action, text);
}
