/** The dialog for making offers. */

import { icon } from "../dom.js";
import { wordsIn } from "../models/form.js";
import {
  goodsText,
  handedTo,
  handing,
  isWhole,
  leftOf,
  nothing,
  some,
  toggled,
  withoutPartner,
} from "../models/offers.js";
import { h, patch } from "../patch.js";
import { t } from "../words.js";
import { nameOf } from "./saying.js";
import { inSheet } from "./sheets.js";

/**
 * @typedef {import("../models/asked.js").View} View
 * @typedef {import("../models/offers.js").Goods} Goods
 * @typedef {import("../models/offers.js").Term} Term
 * @typedef {import("./offers.js").Store} Store
 * @typedef {import("./offers.js").Begun} Begun
 * @typedef {import("./room.js").Room} Room
 */

/**
 * Composes an offer and sends it.
 * @param {View} view
 * @param {Room} room
 * @param {((seat: number, view: View) => Store) | undefined} goods
 * @param {Begun} begun
 * @param {boolean} group whether one offer may have several partners, each with terms of their own
 */
export function openOffer(view, room, goods, begun, group) {
  const me = view.you ?? 0;
  const partners = view.players.filter(
    (player) => player.seat !== me && !player.out && player.kind !== "neutral" && player.kind !== "open",
  );
  /** @type {Term[]} */
  let terms = [
    {
      partner: begun.to ?? (partners.length === 1 ? partners[0].seat : null),
      gives: begun.gives ?? nothing(),
      gets: begun.gets ?? nothing(),
      onward: [],
    },
  ];
  /** What a seat has now: others may move while the offer is made. @param {number | null} seat */
  const store = (seat) => {
    const now = room.view ?? view;
    return seat === null ? anybody(now, partners, goods) : (goods?.(seat, now) ?? unknown(now));
  };
  /** What a seat has left after the rest of the offer. @param {number | null} seat @param {Goods} own */
  const leftWith = (seat, own) => {
    const others = terms.flatMap((term) => [
      ...(seat === me ? [term.gives] : []),
      ...(seat === term.partner ? [term.gets, ...(term.onward ?? []).map((one) => one.goods)] : []),
    ]);
    const all = store(seat);
    return {
      ...all,
      pieces: leftOf(
        all.pieces,
        others.filter((one) => one !== own).flatMap((one) => one.pieces),
      ),
    };
  };
  return inSheet("offer", t("table.offer"), (body, foot, close) => {
    const action = () => ({
      ...(begun.counters ? { type: "counter_offer", offer: begun.counters } : { type: "propose_offer" }),
      terms,
    });
    const send = async () => {
      if (await room.send(action())) close(true);
      else draw();
    };
    const become = (/** @type {Term[]} */ after) => {
      terms = after;
      draw();
    };
    const change = (/** @type {number} */ at, /** @type {Partial<Term>} */ more) =>
      become(terms.with(at, { ...terms[at], ...more }));
    /** @param {number | null} to the first partner, possibly one of the further ones until now */
    const turnTo = (to) => {
      const further = to === null ? [] : withoutPartner(withoutPartner(terms.slice(1), to), terms[0].partner);
      become([{ ...terms[0], partner: to, gets: nothing(), onward: [] }, ...further]);
    };
    const part = (/** @type {Term} */ term, /** @type {number} */ at) => {
      const several = terms.length > 1;
      const name = nameOf(view, term.partner);
      return [
        at > 0 &&
          h(
            "div",
            { key: `head ${term.partner}`, class: "row offer-part" },
            h("b", {}, name),
            h(
              "button",
              { type: "button", class: "link", click: () => become(withoutPartner(terms, term.partner)) },
              t("table.leave_out", { name }),
            ),
          ),
        side(
          several ? t("table.give_to", { name }) : t("table.i_give"),
          leftWith(me, term.gives),
          term.gives,
          (gives) => change(at, { gives }),
          term.partner === null ? undefined : store(term.partner).needs,
        ),
        side(
          several ? t("table.get_from", { name }) : t("table.i_get"),
          leftWith(term.partner, term.gets),
          term.gets,
          (gets) => change(at, { gets }),
          store(me).needs,
        ),
        ...terms.flatMap(({ partner: to }) => {
          if (to === null || to === term.partner) return [];
          const handed = handedTo(term, to);
          const title = t("table.hands_on", { name, to: nameOf(view, to) });
          return [
            h(
              "details",
              { key: `onward ${term.partner} ${to}`, class: "more-options", open: some(handed) },
              h("summary", {}, h("span", {}, title), icon("more")),
              side(title, leftWith(term.partner, handed), handed, (goods) =>
                become(terms.with(at, handing(term, to, goods))),
              ),
            ),
          ];
        }),
      ];
    };
    /** What is chosen, in words: on a phone the choice itself is out of sight. @param {Term} term */
    const inShort = ({ partner, gives, gets }) => {
      const name = partner === null ? "" : nameOf(view, partner);
      const said = (/** @type {import("../models/offers.js").Goods} */ goods, /** @type {number | null} */ seat) =>
        goodsText(goods, (id) => store(seat).pieces.find((piece) => piece.id === id)?.label ?? id) ||
        t("table.nothing");
      return h(
        "p",
        { key: `short ${partner}`, class: some(gives) || some(gets) ? "small offer-short" : "small soft" },
        h("b", {}, name ? t("table.give_to", { name }) : t("table.i_give")),
        `: ${said(gives, me)} · `,
        h("b", {}, name ? t("table.get_from", { name }) : t("table.i_get")),
        `: ${said(gets, partner)}`,
      );
    };
    const isGift = () => isWhole(terms) && !terms.some((term) => some(term.gets));
    const draw = () => {
      const [{ partner: to }] = terms;
      const further =
        group && to !== null ? partners.filter((player) => terms.every((term) => term.partner !== player.seat)) : [];
      patch(
        body,
        h(
          "label",
          { key: "to", class: "field" },
          h("span", { class: "label" }, t("table.offer_to")),
          h(
            "select",
            {
              value: String(to ?? ""),
              disabled: Boolean(begun.counters),
              change: (/** @type {any} */ event) =>
                turnTo(event.target.value === "" ? null : Number(event.target.value)),
            },
            h("option", { value: "", selected: to === null }, t("table.anybody")),
            partners.map((player) =>
              h("option", { value: String(player.seat), selected: player.seat === to }, player.name),
            ),
          ),
        ),
        terms.flatMap((term, at) => part(term, at)),
        further.length > 0 &&
          h(
            "div",
            { key: "further", class: "row" },
            further.map((player) =>
              h(
                "button",
                {
                  key: player.seat,
                  type: "button",
                  class: "button",
                  click: () =>
                    become([...terms, { partner: player.seat, gives: nothing(), gets: nothing(), onward: [] }]),
                },
                "+ ",
                t("table.also_with", { name: player.name }),
              ),
            ),
          ),
        room.trouble && h("p", { key: "trouble", class: "trouble-text", role: "alert" }, room.trouble.text),
      );
      foot.hidden = false;
      patch(
        foot,
        // the first always, so that nothing jumps
        terms.filter((term, at) => at === 0 || some(term.gives) || some(term.gets)).map(inShort),
        h(
          "button",
          { key: "send", type: "button", class: "button primary wide", disabled: !isWhole(terms), click: send },
          t(isGift() ? "table.do_give" : begun.counters ? "table.do_counter_offer" : "table.do_propose_offer"),
        ),
      );
    };
    room.trouble = null;
    draw();
  });
}

/**
 * The goods to choose from on one side.
 * @param {string} title
 * @param {Store} store
 * @param {Goods} chosen
 * @param {(goods: Goods) => void} change
 * @param {string} [needs] what who gets it lacks
 */
function side(title, store, chosen, change, needs) {
  return h(
    "fieldset",
    { key: title, class: "form-group" },
    h("legend", { class: "label" }, title),
    needs && h("p", { key: "needs", class: "small" }, needs),
    store.amounts.map(({ name, label, most }) => {
      const now = chosen.amounts.find(([other]) => other === name)?.[1] ?? 0;
      const set = (/** @type {number} */ to) =>
        change({
          ...chosen,
          amounts: [
            ...chosen.amounts.filter(([other]) => other !== name),
            .../** @type {[string, number][]} */ (to > 0 ? [[name, Math.min(to, most)]] : []),
          ],
        });
      return h(
        "label",
        { key: name, class: "field" },
        h("span", { class: "label" }, `${label} (0–${most})`),
        h("input", {
          type: "number",
          inputmode: "numeric",
          min: 0,
          max: most,
          value: String(now),
          input: (/** @type {any} */ event) => set(Math.max(0, Math.floor(Number(event.target.value) || 0))),
        }),
      );
    }),
    h(
      "div",
      { class: "goods" },
      store.pieces.map((piece, at) => {
        const nth = store.pieces.slice(0, at).filter((other) => other.id === piece.id).length;
        const on = chosen.pieces.filter((id) => id === piece.id).length > nth;
        return h(
          "button",
          {
            key: `${piece.id} ${nth}`,
            type: "button",
            class: "choice-button",
            "aria-pressed": String(on),
            click: () => change({ ...chosen, pieces: toggled(chosen.pieces, piece.id, on) }),
          },
          piece.face && h("span", { class: "choice-face", "aria-hidden": "true" }, piece.face),
          h("span", { class: "choice-text" }, h("b", {}, piece.label), piece.about && h("small", {}, piece.about)),
          h("span", { class: "choice-mark", "aria-hidden": "true" }, on && icon("valid")),
        );
      }),
      !store.pieces.length && !store.amounts.length && h("p", { class: "small soft" }, t("table.nothing")),
    ),
  );
}

/**
 * For an offer to anyone: everything that any player has.
 * @param {View} view
 * @param {{seat: number}[]} partners
 * @param {((seat: number, view: View) => Store) | undefined} goods
 * @returns {Store}
 */
function anybody(view, partners, goods) {
  if (!goods) return unknown(view);
  const stores = partners.map((player) => goods(player.seat, view));
  const pieces = new Map(stores.flatMap((store) => store.pieces).map((piece) => [piece.id, piece]));
  const amounts = new Map();
  for (const { name, label, most } of stores.flatMap((store) => store.amounts))
    amounts.set(name, { name, label, most: Math.max(most, amounts.get(name)?.most ?? 0) });
  return { pieces: [...pieces.values()], amounts: [...amounts.values()] };
}

/**
 * For a game that does not say what can be traded: every word on the table, every account.
 * @param {View} view
 * @returns {Store}
 */
function unknown(view) {
  const names = [...new Set(Object.keys(view.accounts).map((name) => name.replace(/ \d+$/, "")))];
  return {
    pieces: [...wordsIn(view.table)].toSorted().map((id) => ({ id, label: id })),
    amounts: names.map((name) => ({
      name,
      label: name,
      most: Math.max(...Object.entries(view.accounts).map(([other, n]) => (other.startsWith(name) ? n : 0))),
    })),
  };
}
