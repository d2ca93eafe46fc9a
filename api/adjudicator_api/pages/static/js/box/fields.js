/** Form fields for any edition, built from its schema, with faults beside them. */

import { icon } from "../dom.js";
import { emptyOf, fieldOf, plain } from "../models/form.js";
import { entryName, faultsAt, without } from "../models/box.js";
import { h } from "../patch.js";
import { has, inWords, signed, t } from "../words.js";

/**
 * @typedef {import("../patch.js").Child} Child
 * @typedef {import("../models/box.js").Path} Path
 * @typedef {object} Editing
 * @property {any} data the whole edition
 * @property {readonly import("../models/box.js").Fault[]} faults
 * @property {Set<string>} opened entries that are open
 * @property {(path: Path, to: any) => void} change
 * @property {(data: any) => void} become replaces the whole edition
 * @property {(key: string, open: boolean) => void} open
 */

const HIDDEN = ["source", "why", "points_source", "source_of_points"]; // set automatically where something was changed
const SIGNED = /valence|charge|oxidation|second/; // numbers with a sign

/** The section that holds the words of the game being edited. */
let own = "";
/** @param {string} game */
export const speakOf = (game) => void (own = `box-${game}`);

/** @param {string} kind @param {string} name @returns {string | null} */
function worded(kind, name) {
  const key = [`${own}.${kind}_${name}`, `box.${kind}_${name}`].find(has);
  return key ? t(key) : null;
}
/** @param {string} name */
export const fieldName = (name) => worded("field", name) ?? plain(name);
/** @param {string} name */
export const tableName = (name) => worded("table", name) ?? plain(name);
/** The value of a field in words. @param {unknown} value */
export const valueName = (value) =>
  typeof value === "string" ? (worded("word", value) ?? inWords(value)) : String(value);

/**
 * A fault in the words of the page, without the file's own names in brackets.
 * @param {{pointer: string, message: string}} fault
 */
export function faultWords({ pointer, message }) {
  const [, table = ""] = pointer.split("/");
  const named = message.startsWith(`${table}: `) ? `${tableName(table)}${message.slice(table.length)}` : message;
  return named.replaceAll(/ \(`[^`]*`\)/g, "");
}

/** The faults at a path, as text. @param {Editing} editing @param {Path} path */
export function faultText(editing, path) {
  const found = faultsAt(editing.faults, path);
  return (
    found.length > 0 &&
    h(
      "p",
      { key: "fault", class: "small trouble-text fault" },
      found.slice(0, 3).map((fault) => h("span", {}, faultWords(fault))),
    )
  );
}

/** The number of faults at or below a path. @param {Editing} editing @param {Path} path */
export function faultCount(editing, path) {
  const { length } = faultsAt(editing.faults, path);
  return (
    length > 0 &&
    h(
      "span",
      { key: "faults", class: "fault-count" },
      icon("unresolved"),
      t("box.faults", { count: length, n: length }),
    )
  );
}

/**
 * Buttons for less and more, with the number between them.
 * @param {{label: string, value: number, step: (by: 1 | -1) => void, set?: (to: number) => void, least?: number, sign?:
 * boolean}} stepping
 */
export function stepper({ label, value, step, set, least = -Infinity, sign = false }) {
  const shown = sign ? signed(value) : String(value);
  const typed = (/** @type {any} */ event) => {
    const number = Number(event.target.value.replace("−", "-").replace("+", ""));
    if (Number.isInteger(number) && event.target.value.trim()) set?.(number);
  };
  return h(
    "span",
    { class: "number-stepper", role: "group", "aria-label": label },
    h(
      "button",
      {
        type: "button",
        class: "icon-button",
        "aria-label": t("box.less", { what: label }),
        disabled: value <= least,
        click: () => step(-1),
      },
      "−",
    ),
    set
      ? h("input", { inputmode: "numeric", "aria-label": label, value: shown, change: typed })
      : h("output", { "aria-label": label }, shown),
    h(
      "button",
      { type: "button", class: "icon-button", "aria-label": t("box.more", { what: label }), click: () => step(1) },
      "+",
    ),
  );
}

/** @param {any} schema @param {Editing} editing @returns {string[] | null} the allowed words, or null for any */
function wordsFor(schema, editing) {
  if (schema.enum) return schema.enum;
  const [table, each, field] = (schema["x-from"] ?? "").split(".");
  const rows = each && editing.data[table]?.[each];
  return Array.isArray(rows) ? rows.map((row) => String(row[field])) : null;
}

/**
 * A field with its name and its faults.
 * @param {any} schema
 * @param {Editing} editing
 * @param {Path} path
 * @param {any} value
 * @param {string} [name]
 * @returns {Child}
 */
export function field(schema, editing, path, value, name = fieldName(String(path.at(-1)))) {
  const key = path.join(".");
  const set = (/** @type {any} */ to) => editing.change(path, to);
  const labelled = (/** @type {Child} */ control, group = false) =>
    h(
      group ? "div" : "label",
      { key, class: "field box-field" },
      h("span", { class: "label" }, name),
      control,
      faultText(editing, path),
    );
  const words = wordsFor(schema, editing);
  if (schema.type === "integer")
    return labelled(
      stepper({
        label: name,
        value: Number(value) || 0,
        sign: SIGNED.test(String(path.at(-1))),
        step: (by) => set((Number(value) || 0) + by),
        set,
      }),
      true,
    );
  if (schema.type === "boolean")
    return h(
      "label",
      { key, class: "choice" },
      h("input", {
        type: "checkbox",
        checked: value === true,
        change: (/** @type {any} */ event) => set(event.target.checked),
      }),
      h("span", {}, h("b", {}, name)),
    );
  if (schema.type === "string")
    return labelled(
      words
        ? select(name, words, value, set)
        : h("input", {
            value: value ?? "",
            maxlength: 500,
            autocapitalize: "none",
            autocorrect: "off",
            spellcheck: "false",
            input: (/** @type {any} */ event) => set(event.target.value),
          }),
    );
  if (schema.type === "array")
    return labelled(list(schema.items ?? {}, editing, path, Array.isArray(value) ? value : [], name), true);
  if (schema.additionalProperties) return labelled(free(schema, editing, path, value ?? {}, name), true);
  return h(
    "fieldset",
    { key, class: "form-group" },
    h("legend", { class: "label" }, name),
    parts(schema, editing, path, value ?? {}),
    faultText(editing, path),
  );
}

/** @param {string} name @param {readonly string[]} words @param {string} value @param {(to: string) => void} set */
function select(name, words, value, set) {
  const known = words.includes(value) ? words : [value, ...words];
  return h(
    "select",
    { "aria-label": name, value: String(value ?? ""), change: (/** @type {any} */ event) => set(event.target.value) },
    known.map((word) => h("option", { key: word, value: word, selected: word === value }, valueName(word))),
  );
}

/**
 * The fields of a table or an entry; missing ones can be added.
 * @param {any} schema
 * @param {Editing} editing
 * @param {Path} path
 * @param {any} value
 * @returns {Child}
 */
export function parts(schema, editing, path, value) {
  const all = Object.entries(schema.properties ?? {}).filter(([name]) => !HIDDEN.includes(name) && name !== "each");
  const absent = all.filter(([name]) => !(name in value) && !(schema.required ?? []).includes(name));
  return [
    all
      .filter(([name]) => name in value || (schema.required ?? []).includes(name))
      .map(([name, inner]) => {
        const optional = !(schema.required ?? []).includes(name);
        return h(
          "div",
          { key: name, class: "box-part" },
          field(inner, editing, [...path, name], value[name]),
          optional && takeOut(fieldName(name), () => editing.become(without(editing.data, [...path, name]))),
        );
      }),
    absent.length > 0 &&
      h(
        "label",
        { key: "absent", class: "field" },
        h("span", { class: "label" }, t("box.add_field")),
        h(
          "select",
          {
            value: "",
            change: (/** @type {any} */ event) =>
              event.target.value &&
              editing.change([...path, event.target.value], emptyOf(fieldOf(schema.properties[event.target.value]))),
          },
          h("option", { value: "", selected: true }, "–"),
          absent.map(([name]) => h("option", { key: name, value: name }, fieldName(name))),
        ),
      ),
  ];
}

/** @param {string} what @param {() => void} click */
export const takeOut = (what, click) =>
  h(
    "button",
    { key: "out", type: "button", class: "icon-button", "aria-label": t("box.take_out", { what }), click },
    icon("close"),
  );

/**
 * Words to choose from, numbers, or lists of them.
 * @param {any} item
 * @param {Editing} editing
 * @param {Path} path
 * @param {any[]} value
 * @param {string} name
 * @returns {Child}
 */
function list(item, editing, path, value, name) {
  const set = (/** @type {any[]} */ to) => editing.change(path, to);
  const words = wordsFor(item, editing);
  if (item.type === "string" && words) {
    return h(
      "span",
      { class: "word-list" },
      value.map((word, at) =>
        h(
          "button",
          {
            key: `${word} ${at}`,
            type: "button",
            class: "chip",
            "aria-label": t("box.take_out", { what: valueName(word) }),
            click: () => set(value.toSpliced(at, 1)),
          },
          valueName(word),
          icon("close"),
        ),
      ),
      h(
        "select",
        {
          key: "add",
          "aria-label": t("box.add_to", { what: name }),
          value: "",
          change: (/** @type {any} */ event) => event.target.value && set([...value, event.target.value]),
        },
        h("option", { value: "", selected: true }, "+"),
        words.map((word) => h("option", { key: word, value: word }, valueName(word))),
      ),
    );
  }
  const empty =
    item.type === "integer" ? 0 : item.type === "array" ? [] : item.type === "object" ? emptyOf(fieldOf(item)) : "";
  return h(
    "span",
    { class: "item-list" },
    value.map((one, at) =>
      h(
        "span",
        { key: at, class: "box-part" },
        field(item, editing, [...path, at], one, `${name} ${at + 1}`),
        takeOut(`${name} ${at + 1}`, () => set(value.toSpliced(at, 1))),
      ),
    ),
    h(
      "button",
      {
        key: "add",
        type: "button",
        class: "button",
        click: () => set([...value, value.length ? structuredClone(value.at(-1)) : empty]),
      },
      "+ ",
      name,
    ),
  );
}

/**
 * Counts by name, such as how many of each piece.
 * @param {any} schema
 * @param {Editing} editing
 * @param {Path} path
 * @param {Record<string, any>} value
 * @param {string} name
 */
function free(schema, editing, path, value, name) {
  const words = wordsFor(schema.propertyNames ?? {}, editing);
  const add = (/** @type {any} */ event) => {
    const key = event.target.value.trim();
    if (key && !(key in value)) editing.change([...path, key], 1);
  };
  return h(
    "span",
    { class: "item-list" },
    Object.entries(value).map(([key, inner]) =>
      h(
        "span",
        { key, class: "box-part" },
        field(schema.additionalProperties, editing, [...path, key], inner, key),
        takeOut(key, () => editing.become(without(editing.data, [...path, key]))),
      ),
    ),
    words
      ? h(
          "select",
          { key: "add", "aria-label": t("box.add_to", { what: name }), value: "", change: add },
          h("option", { value: "", selected: true }, "+"),
          words
            .filter((word) => !(word in value))
            .map((word) => h("option", { key: word, value: word }, valueName(word))),
        )
      : h("input", {
          key: "add",
          "aria-label": t("box.add_to", { what: name }),
          placeholder: "+",
          value: "",
          change: add,
        }),
  );
}

/**
 * The entries of a table, each collapsed at first.
 * @param {any} schema of an entry
 * @param {Editing} editing
 * @param {Path} path
 * @param {any[]} rows
 */
export function entries(schema, editing, path, rows) {
  const set = (/** @type {any[]} */ to) => editing.change(path, to);
  return h(
    "div",
    { class: "entries" },
    rows.map((row, at) => {
      const key = [...path, at].join(".");
      const open = editing.opened.has(key);
      return h(
        "details",
        {
          key,
          class: "entry",
          open,
          toggle: (/** @type {any} */ event) => event.target.open !== open && editing.open(key, event.target.open),
        },
        h(
          "summary",
          {},
          h("b", {}, inWords(entryName(row)) || at + 1),
          h("span", { class: "small soft entry-about" }, summary(row)),
          faultCount(editing, [...path, at]),
          icon("more"),
        ),
        open &&
          h(
            "div",
            { class: "stack" },
            parts(schema, editing, [...path, at], row),
            h(
              "div",
              { class: "row" },
              h(
                "button",
                { type: "button", class: "button", click: () => set(rows.toSpliced(at + 1, 0, structuredClone(row))) },
                t("box.copy_entry"),
              ),
              h(
                "button",
                { type: "button", class: "button", click: () => set(rows.toSpliced(at, 1)) },
                t("box.remove_entry"),
              ),
            ),
          ),
      );
    }),
    h(
      "button",
      {
        key: "add",
        type: "button",
        class: "button",
        click: () => set([...rows, rows.length ? structuredClone(rows.at(-1)) : emptyOf(fieldOf(schema))]),
      },
      "+ ",
      t("box.one_more"),
    ),
    faultText({ ...editing, faults: editing.faults.filter(({ pointer }) => pointer === `/${path.join("/")}`) }, path),
  );
}

/** The short values of an entry, in one line. @param {any} row */
function summary(row) {
  const values = Object.entries(row).filter(
    ([name, value]) =>
      !HIDDEN.includes(name) &&
      String(value) !== entryName(row) &&
      ["number", "string", "boolean"].includes(typeof value) &&
      String(value).length < 24,
  );
  return values
    .slice(0, 4)
    .map(([name, value]) => {
      if (typeof value === "boolean") return `${fieldName(name)} ✓`;
      const signs = SIGNED.test(name) && typeof value === "number";
      return `${fieldName(name)} ${signs ? signed(value) : valueName(value)}`;
    })
    .join(" · ");
}

/**
 * A table of the edition: its fields and its entries.
 * @param {any} schema
 * @param {Editing} editing
 * @param {string} name
 */
export function table(schema, editing, name) {
  const value = editing.data[name];
  if (schema.type === "array") return entries(schema.items, editing, [name], Array.isArray(value) ? value : []);
  const inner = schema.properties?.each?.items;
  return [
    inner?.type === "object" && entries(inner, editing, [name, "each"], value?.each ?? []),
    h("div", { key: "fields", class: "stack" }, parts(schema, editing, [name], value ?? {})),
  ];
}
