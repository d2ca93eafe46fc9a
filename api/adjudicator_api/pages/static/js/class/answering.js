/** The ways to answer a question on a phone: keys, yes and no, a number, coefficients, or typing. */

import { formula, icon } from "../dom.js";
import { added, playIn, shorter, usedOf } from "../models/plays.js";
import { h } from "../patch.js";
import { playBoard } from "../playboard.js";
import { tileButton } from "../tile.js";
import { signed, spokenSigned, t } from "../words.js";
import { tileFor } from "./showing.js";

/** @typedef {import("./showing.js").Question} Question */

/** The elements of school formulas; others can be typed. */
const KEYS = "H C N O F Na Mg Al Si P S Cl K Ca Cr Mn Fe Co Ni Cu Zn Br Ag Sn I Ba Pb Hg Li B".split(" ");
const SIGNS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "(", ")", "·"];
/** What the charge of an ion is written with; on every pad, so that none tells what is asked. */
const CHARGE_SIGNS = ["^", "+", "-"];
/** @type {Record<string, string>} */
const SPOKEN = { "^": "class.charge_follows", "+": "class.plus", "-": "class.minus" };
const CHARGES = [-4, -3, -2, -1, 0, 1, 2, 3, 4];

/**
 * @param {Question} question @param {string} draft
 * @param {{change: (draft: string) => void, send: (answer: string) => void}} how
 */
export function answering(question, draft, { change, send }) {
  if (question.answer === "yes_no")
    return h(
      "div",
      { class: "row two-answers" },
      ["yes", "no"].map((one) =>
        h(
          "button",
          {
            key: one,
            type: "button",
            class: draft === one ? "button tall primary" : "button tall",
            "aria-pressed": String(draft === one),
            click: () => send(one),
          },
          t(`class.${one}`),
        ),
      ),
    );
  if (question.answer === "number")
    return h(
      "div",
      { class: "charges", role: "group", "aria-label": t("class.your_answer") },
      CHARGES.map((charge) => chargeButton(charge, draft, send)),
    );
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (draft.trim()) send(draft.trim());
  };
  const field =
    question.answer === "coefficients" ? coefficients(question, draft, change) : typing(question, draft, change);
  // beside the field, so that a phone's keyboard does not cover it
  const button = h("button", { class: "button primary", disabled: !draft.trim() }, t("class.send"));
  return h(
    "form",
    { class: "stack", autocomplete: "off", submit },
    question.answer === "play" && question.board && playBoard(question.board, question.points ?? {}, draft, change),
    h("div", { class: "answer-line" }, field, button),
    keysFor(question, draft, change),
  );
}

/** @param {number} charge @param {string} draft @param {(answer: string) => void} send */
function chargeButton(charge, draft, send) {
  const answer = charge > 0 ? `+${charge}` : String(charge);
  return h(
    "button",
    {
      key: charge,
      type: "button",
      class: draft === answer ? "button primary" : "button",
      "aria-label": spokenSigned(charge),
      "aria-pressed": String(draft === answer),
      click: () => send(answer),
    },
    signed(charge),
  );
}

/** @param {Question} question @param {string} draft @param {(draft: string) => void} change */
function typing(question, draft, change) {
  const input = (/** @type {Event} */ event) => change(/** @type {HTMLInputElement} */ (event.target).value);
  const plays = question.answer === "play";
  return h(
    "div",
    { class: "field" },
    h("label", { for: "answer" }, plays ? t("class.your_play") : t("class.your_answer")),
    h("input", {
      id: "answer",
      value: draft,
      maxlength: 200,
      autocapitalize: "off",
      autocorrect: "off",
      spellcheck: "false",
      enterkeyhint: "send",
      input,
    }),
  );
}

/**
 * One number per substance.
 * @param {Question} question
 * @param {string} draft
 * @param {(draft: string) => void} change
 */
function coefficients(question, draft, change) {
  const { reactants, products } = question.equation ?? { reactants: [], products: [] };
  const parts = [...reactants, ...products];
  const numbers = draft.split(",").map((part) => part.trim());
  const set = (/** @type {number} */ place) => (/** @type {Event} */ event) => {
    const changed = parts.map((_, i) =>
      i === place ? /** @type {HTMLInputElement} */ (event.target).value.replace(/\D/g, "") : (numbers[i] ?? ""),
    );
    change(changed.some(Boolean) ? changed.join(", ") : "");
  };
  return h(
    "div",
    { class: "coefficients" },
    parts.map((part, i) =>
      h(
        "label",
        { key: i },
        h("input", {
          value: numbers[i] ?? "",
          inputmode: "numeric",
          maxlength: 2,
          "aria-label": t("class.number_before", { formula: part }),
          input: set(i),
        }),
        h("span", {}, formula(part)),
      ),
    ),
  );
}

/** @param {Question} question @param {string} draft @param {(draft: string) => void} change */
function keysFor(question, draft, change) {
  const add = (/** @type {string} */ text) => () => change(draft + text);
  const back = h(
    "button",
    {
      key: "back",
      type: "button",
      class: "icon-button",
      "aria-label": t("class.back"),
      click: () => change(draft.replace(/([A-Z][a-z]?|.)\s*$/u, "")),
    },
    icon("clear"),
  );
  const tiles = (/** @type {string[]} */ symbols) =>
    symbols.map((symbol, i) =>
      tileButton(
        tileFor(symbol, question.points),
        { size: 48 },
        { key: `${symbol} ${i}`, "data-key": symbol, click: add(symbol) },
      ),
    );
  if (question.answer === "keys")
    return h(
      "div",
      { class: "answer-keys" },
      h("div", { class: "keypad" }, tiles(KEYS)),
      h(
        "div",
        { class: "sign-keys" },
        SIGNS.map((sign) => h("button", { key: sign, type: "button", class: "button", click: add(sign) }, sign)),
        CHARGE_SIGNS.map((sign) =>
          h(
            "button",
            { key: sign, type: "button", class: "button", "aria-label": t(SPOKEN[sign]), click: add(sign) },
            sign === "-" ? "−" : sign,
          ),
        ),
        back,
      ),
    );
  if (question.answer === "play") {
    const rack = question.rack ?? [];
    const play = playIn(draft);
    const used = usedOf(rack, play);
    const shorten = h(
      "button",
      {
        key: "back",
        type: "button",
        class: "icon-button",
        "aria-label": t("class.back"),
        click: () => change(shorter(draft)),
      },
      icon("clear"),
    );
    return h(
      "div",
      { class: "answer-keys" },
      h(
        "div",
        { class: "keypad" },
        rack.map((symbol, i) =>
          tileButton(
            tileFor(symbol, question.points),
            { size: 48 },
            {
              key: `${symbol} ${i}`,
              "data-key": symbol,
              disabled: !play || used.has(i),
              click: () => change(added(draft, symbol)),
            },
          ),
        ),
      ),
      h("div", { class: "sign-keys" }, shorten),
    );
  }
  if (question.answer === "tiles") {
    const own = question.rack ?? [...new Set([...(question.tiles ?? []), ...KEYS])];
    return h(
      "div",
      { class: "answer-keys" },
      h("div", { class: "keypad" }, tiles(own)),
      h("div", { class: "sign-keys" }, back),
    );
  }
  return null;
}
