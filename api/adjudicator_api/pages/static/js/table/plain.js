/**
 * The table of a game without one of its own: everything in the view, as lists; actions come from the asks and schemas.
 */

import { data } from "../data.js";
import { plain } from "../models/form.js";
import { h } from "../patch.js";
import { bare, tileView } from "../tile.js";
import { t } from "../words.js";
import { openTable } from "./page.js";
import { seatMark } from "./pieces.js";

/**
 * @typedef {import("../patch.js").Child} Child
 * @typedef {import("../models/asked.js").View} View
 * @typedef {import("./page.js").Context} Context
 */

const LONG = 24; // entries of a list to show at once

openTable({
  table: (view, _draft, ctx) => h("div", { class: "plain-table" }, part(view, ctx, view.table, true), accounts(view)),
});

/**
 * @param {View} view
 * @param {Context} ctx
 * @param {Record<string, any>} value
 * @param {boolean} [whole] whether it is the whole table
 */
function part(view, ctx, value, whole = false) {
  const told = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined && !isEmpty(inner));
  return h(
    "dl",
    { class: "facts" },
    told.map(([name, inner]) =>
      h(
        "div",
        { key: name, class: isFlat(inner) ? "fact" : "fact deep" },
        h("dt", {}, plain(name)),
        h("dd", {}, whole && isBySeat(view, inner) ? bySeat(view, ctx, inner) : shown(view, ctx, inner)),
      ),
    ),
  );
}

/**
 * Whether it has one entry per player; a row of words is a pile, whatever its length.
 * @param {View} view
 * @param {any} value
 */
function isBySeat({ players }, value) {
  const seats = players.filter((player) => player.kind !== "neutral").length;
  return Array.isArray(value) && value.length === seats && seats > 1 && !value.every((one) => typeof one === "string");
}

/** @param {View} view @param {Context} ctx @param {any[]} value */
function bySeat(view, ctx, value) {
  return h(
    "ul",
    { class: "by-seat" },
    value.map((one, seat) =>
      h(
        "li",
        { key: seat },
        seatMark(seat),
        h("span", { class: "player-name" }, ctx.name(seat)),
        h("div", {}, isEmpty(one ?? "x") ? "–" : shown(view, ctx, one)),
      ),
    ),
  );
}

/** @param {any} value */
const isEmpty = (value) => typeof value === "object" && !Object.keys(value).length;

const SHORT = 6; // facts that fit in a line

/** Whether it is something small such as a card or a token, with a few facts. @param {Record<string, any>} value */
const isShort = (value) =>
  Object.keys(value).length <= SHORT && Object.values(value).every((one) => typeof one !== "object" || one === null);

/** @param {View} view @param {Context} ctx @param {Record<string, any>} value */
function inLine(view, ctx, value) {
  const told = Object.entries(value).filter(([, one]) => one !== null);
  return h(
    "span",
    { class: "words" },
    told.map(([name, one]) =>
      h(
        "span",
        { key: name, class: "counter" },
        typeof one === "string"
          ? word(ctx, one)
          : [h("small", { class: "soft" }, plain(name)), h("b", {}, shown(view, ctx, one))],
      ),
    ),
  );
}

/** @param {any} value */
const isFlat = (value) =>
  typeof value !== "object" || (Array.isArray(value) ? value.every((one) => typeof one !== "object") : isShort(value));

/** @param {View} view @param {Context} ctx @param {any} value @returns {Child} */
function shown(view, ctx, value) {
  if (value === null || value === undefined) return t("table.nothing");
  if (typeof value === "boolean") return t(value ? "table.yes" : "table.no");
  if (typeof value === "string") return word(ctx, value);
  if (typeof value !== "object") return String(value);
  if (!Array.isArray(value)) return isShort(value) ? inLine(view, ctx, value) : part(view, ctx, value);
  if (isFlat(value))
    return h(
      "span",
      { class: "words" },
      value.slice(0, LONG).map((one, at) => h("span", { key: at }, shown(view, ctx, one))),
      value.length > LONG && ` … (${value.length})`,
    );
  return h(
    "ul",
    { class: "rows" },
    value.slice(0, LONG).map((one, at) => h("li", { key: at }, shown(view, ctx, one))),
    value.length > LONG && h("li", {}, `… (${value.length})`),
  );
}

/** An element as its tile, any other text as it is. @param {Context} ctx @param {string} text @returns {Child} */
function word(ctx, text) {
  return data.elements[text] ? tileView(bare(ctx.tile(text)), { size: 28 }) : h("span", { class: "word" }, text);
}

/** @param {View} view */
function accounts(view) {
  const entries = Object.entries(view.accounts);
  return (
    entries.length > 0 &&
    h(
      "dl",
      { class: "facts" },
      entries.map(([name, amount]) => h("div", { key: name, class: "fact" }, h("dt", {}, name), h("dd", {}, amount))),
    )
  );
}
