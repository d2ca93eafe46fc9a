/** The dialogs of every table: one for choices, one for forms. Each returns what was chosen, or null. */

import { byId, icon, prose } from "../dom.js";
import { openSheet } from "../frame.js";
import { changed, emptyOf, fieldOf, plain, wordsIn } from "../models/form.js";
import { h, patch } from "../patch.js";
import { has, t } from "../words.js";
import { isSeat } from "./saying.js";

/**
 * @typedef {import("../patch.js").Child} Child
 * @typedef {import("../models/form.js").Field} Field
 * @typedef {import("../models/asked.js").View} View
 * @typedef {{key: string, label: string, about?: string, face?: Child, disabled?: boolean}} Choice
 * @typedef {{title: string, text?: Child, of: Choice[], least?: number, most?: number, done?: string, chosen?:
 *   string[], ordered?: boolean}} Choosing
 */

/** What ends the use of a sheet that is open, or closing. @type {WeakMap<HTMLDialogElement, () => void>} */
const ends = new WeakMap();

/**
 * Opens a dialog and waits until it is closed.
 * @template T
 * @param {string} name
 * @param {string} title
 * @param {(body: HTMLElement, foot: HTMLElement, close: (value: T) => void) => void} fill
 * @returns {Promise<T | null>}
 */
export function inSheet(name, title, fill) {
  return new Promise((done) => {
    const sheet = /** @type {HTMLDialogElement} */ (byId(`${name}-sheet`));
    ends.get(sheet)?.();
    if (sheet.open) sheet.close();
    byId(`${name}-title`).textContent = title;
    /** @type {T | null} */
    let chosen = null;
    const close = (/** @type {T} */ value) => {
      chosen = value;
      sheet.close();
    };
    const end = () => {
      sheet.removeEventListener("close", closed);
      ends.delete(sheet);
      patch(byId(`${name}-body`));
      patch(byId(`${name}-foot`));
      byId(`${name}-foot`).hidden = true;
      done(chosen);
    };
    const closed = () => {
      if (!sheet.open) end(); // else it is the event of an earlier use, which comes after the sheet has opened again
    };
    ends.set(sheet, end);
    sheet.addEventListener("close", closed);
    fill(byId(`${name}-body`), byId(`${name}-foot`), close);
    openSheet(`${name}-sheet`);
  });
}

/** Closes all dialogs and clears their contents, for the curtain. */
export function closeSheets() {
  for (const sheet of document.querySelectorAll("dialog")) if (sheet.open) sheet.close();
}

/** Lets the user choose one or several. @param {Choosing} asked @returns {Promise<string[] | null>} */
export function choose({ title, text, of, least = 1, most = 1, done, chosen = [], ordered = false }) {
  let picked = chosen;
  const single = most === 1 && least === 1;
  return inSheet("choice", title, (body, foot, close) => {
    const toggle = (/** @type {string} */ key) => {
      if (single) return close([key]);
      picked = picked.includes(key) ? picked.filter((other) => other !== key) : [...picked, key].slice(-most);
      draw();
    };
    const draw = () => {
      patch(
        body,
        text && h("p", { class: "soft" }, text),
        h(
          "div",
          { class: "choices-list", role: "group", "aria-label": title },
          of.map((one) => choiceButton(one, single ? null : picked, ordered, toggle)),
        ),
      );
      foot.hidden = single;
      const enough = picked.length >= least && picked.length <= most;
      if (!single)
        patch(
          foot,
          h(
            "button",
            { type: "button", class: "button primary wide", disabled: !enough, click: () => close(picked) },
            done ?? t("frame.done"),
          ),
        );
    };
    draw();
  });
}

/**
 * @param {Choice} one
 * @param {string[] | null} picked
 * @param {boolean} ordered
 * @param {(key: string) => void} toggle
 */
function choiceButton(one, picked, ordered, toggle) {
  const at = picked?.indexOf(one.key) ?? -1;
  return h(
    "button",
    {
      key: one.key,
      type: "button",
      class: "choice-button",
      disabled: one.disabled,
      "aria-pressed": picked ? String(at >= 0) : null,
      click: () => toggle(one.key),
    },
    one.face && h("span", { class: "choice-face", "aria-hidden": "true" }, one.face),
    h("span", { class: "choice-text" }, h("b", {}, prose(one.label)), one.about && h("small", {}, one.about)),
    picked &&
      h(
        "span",
        { class: "choice-mark", "aria-hidden": "true" },
        at >= 0 && (ordered ? h("b", {}, at + 1) : icon("valid")),
      ),
  );
}

// --- forms from a schema -------------------------------------------------------------------------------------------

/**
 * A form for an action that is not listed in full, from its schema; `trouble` is shown until something changes.
 * @param {{title: string, schema: any, view: View, value?: any, done?: string, send: (value: any) => Promise<string |
 *   null>}} asked
 */
export function fillIn({ title, schema, view, value, done, send }) {
  const field = fieldOf(schema);
  const words = [...wordsIn(view.table)].toSorted();
  let now = value ?? emptyOf(field);
  let trouble = "";
  let busy = false;
  return inSheet("form", title, (body, foot, close) => {
    const submit = async () => {
      busy = true;
      draw();
      trouble = (await send(now)) ?? "";
      busy = false;
      if (trouble) draw();
      else close(now);
    };
    const draw = () => {
      patch(
        body,
        h(
          "datalist",
          { id: "table-words" },
          words.map((word) => h("option", { value: word })),
        ),
        fields(field, now, [], view, (path, to) => {
          now = changed(now, path, to);
          trouble = "";
          draw();
        }),
        h("p", { class: "trouble-text", role: "status" }, trouble),
      );
      foot.hidden = false;
      patch(
        foot,
        h("button", { type: "button", class: "button primary wide", disabled: busy, click: submit }, done ?? title),
      );
    };
    draw();
  });
}

/** @typedef {(path: (string | number)[], value: any) => void} Change */

/**
 * The fields of a group, each with its label.
 * @param {Field} field
 * @param {any} value
 * @param {(string | number)[]} path
 * @param {View | null} view
 * @param {Change} change
 * @param {(name: string, option?: any) => string} [say]
 * @returns {Child}
 */
export function fields(
  field,
  value,
  path,
  view,
  change,
  say = (name, option) => (option === undefined ? plain(name) : plain(String(option))),
) {
  if (field.kind === "fixed") return null;
  const name = String(path.at(-1) ?? "");
  const label = /^\d*$/.test(name) ? "" : say(name);
  const key = path.join(".");
  const set = (/** @type {any} */ to) => change(path, to);
  switch (field.kind) {
    case "group":
      return h(
        "fieldset",
        { key, class: path.length ? "form-group" : "stack" },
        label && h("legend", { class: "label" }, label),
        (field.parts ?? []).map(([part, inner]) =>
          fields(
            inner,
            value?.[part],
            [...path, field.schema.type === "array" ? Number(part) : part],
            view,
            change,
            say,
          ),
        ),
      );
    case "yes":
      return h(
        "label",
        { key, class: "choice" },
        h("input", {
          type: "checkbox",
          checked: value === true,
          change: (/** @type {any} */ event) => set(event.target.checked),
        }),
        h("span", {}, h("b", {}, label)),
      );
    case "choice":
      return labelled(
        key,
        label,
        h(
          "select",
          {
            value: String(value),
            change: (/** @type {any} */ event) => set(field.options?.find((one) => String(one) === event.target.value)),
          },
          (field.options ?? []).map((one) =>
            h("option", { value: String(one), selected: one === value }, say(name, one)),
          ),
        ),
      );
    case "number":
      if (view && isSeat(name))
        return labelled(
          key,
          label,
          h(
            "select",
            { value: String(value), change: (/** @type {any} */ event) => set(Number(event.target.value)) },
            view.players.map((player) =>
              h("option", { value: String(player.seat), selected: player.seat === value }, player.name),
            ),
          ),
        );
      return labelled(
        key,
        label,
        h("input", {
          type: "number",
          inputmode: "numeric",
          min: field.least,
          max: field.most,
          value: String(value ?? ""),
          input: (/** @type {any} */ event) => set(Number(event.target.value)),
        }),
      );
    case "maybe":
      return h(
        "div",
        { key },
        fields(
          { ...(field.item ?? { kind: "text", schema: {} }) },
          value ?? "",
          path,
          view,
          (at, to) => change(at, at.length === path.length && (to === "" || to === null) ? null : to),
          say,
        ),
      );
    case "list":
      return list(field, value ?? [], path, view, change, say, label || name);
    default:
      return labelled(
        key,
        label || t("table.value"),
        h("input", {
          list: "table-words",
          value: value ?? "",
          autocapitalize: "none",
          autocorrect: "off",
          spellcheck: "false",
          input: (/** @type {any} */ event) => set(event.target.value),
        }),
      );
  }
}

/** @param {string} key @param {string} label @param {Child} control */
const labelled = (key, label, control) =>
  h("label", { key, class: "field" }, h("span", { class: "label" }, label), control);

/**
 * @param {Field} field
 * @param {any[]} value
 * @param {(string | number)[]} path
 * @param {View | null} view
 * @param {Change} change
 * @param {(name: string, option?: any) => string} say
 * @param {string} label
 */
function list(field, value, path, view, change, say, label) {
  const item = field.item ?? { kind: "text", schema: {} };
  return h(
    "fieldset",
    { key: path.join("."), class: "form-group" },
    h("legend", { class: "label" }, label),
    value.map((one, at) =>
      h(
        "div",
        { key: `${path.join(".")}.${at}`, class: "list-row" },
        fields(item, one, [...path, at], view, change, say),
        h(
          "button",
          {
            type: "button",
            class: "icon-button",
            "aria-label": t("table.take_out", { n: at + 1 }),
            click: () => change(path, value.toSpliced(at, 1)),
          },
          icon("close"),
        ),
      ),
    ),
    h(
      "button",
      { type: "button", class: "button", click: () => change(path, [...value, emptyOf(item)]) },
      "+ ",
      t("table.one_more"),
    ),
  );
}

/**
 * Words for options: the game's own, else plain ones.
 * @param {string} section
 * @returns {(name: string, option?: any) => string}
 */
export const optionWords = (section) => (name, option) => {
  const key = option === undefined ? `${section}.option_${name}` : `${section}.option_${name}_${option}`;
  return has(key) ? t(key) : plain(String(option ?? name));
};
