/** The tiles, ions and board of CompoundIt!, as in the box. */

import { faultCount, faultText, stepper } from "#js/box/fields.js";
import { openBox } from "#js/box/page.js";
import { formula } from "#js/dom.js";
import { asPrinted, toggled } from "#js/models/correcting.js";
import { h } from "#js/patch.js";
import { tileButton } from "#js/tile.js";
import { inWords, signed, t } from "#js/words.js";
import { read } from "./pasting.js";
import * as model from "./pieces.js";

/**
 * @typedef {import("#js/box/fields.js").Editing} Editing
 * @typedef {Record<string, [string, string]>} Elements
 */

const LARGEST = 25; // the largest board size offered by buttons; larger sizes are typed
const NUMBERS = [-4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8];
const SHORT = /** @type {Record<string, string>} */ ({
  "double-element": "2",
  "triple-element": "3",
  "double-compound": "2×",
  "triple-compound": "3×",
  atom: "●",
  centre: "★",
});

/** @param {any} tile @param {Elements} elements @returns {import("#js/tile.js").Tile} */
function tileFace(tile, elements) {
  const [name, family] = elements[tile.symbol] ?? [tile.symbol, ""];
  return { symbol: tile.symbol, name, family, points: tile.points, numbers: tile.oxidation };
}

/**
 * All tiles; a tapped one opens. More are chosen, typed as a line, or pasted as lines.
 * @param {Editing} editing
 * @param {any} reference
 * @param {Elements} elements
 * @param {string} pasted
 * @param {(text: string) => void} paste
 */
function tiles(editing, reference, elements, pasted, paste) {
  const { each } = editing.data.tiles;
  const at = each.findIndex((/** @type {any} */ tile) => editing.opened.has(`tile ${tile.symbol}`));
  const open = (/** @type {string} */ symbol) => {
    for (const tile of each) if (tile.symbol !== symbol) editing.opened.delete(`tile ${tile.symbol}`);
    editing.open(`tile ${symbol}`, !editing.opened.has(`tile ${symbol}`));
  };
  const add = (/** @type {any} */ event) => {
    const symbol = event.target.value;
    if (!symbol) return;
    for (const tile of each) editing.opened.delete(`tile ${tile.symbol}`);
    editing.opened.add(`tile ${symbol}`);
    editing.become(model.withTile(editing.data, reference, symbol, true));
  };
  return [
    h(
      "p",
      { class: "small soft" },
      t("box.tiles_about", {
        count: each.reduce((/** @type {number} */ sum, /** @type {any} */ tile) => sum + (Number(tile.count) || 0), 0),
      }),
    ),
    h(
      "div",
      { class: "box-tiles" },
      each.map((/** @type {any} */ tile, /** @type {number} */ place) =>
        h(
          "span",
          { key: tile.symbol, class: "box-tile" },
          tileButton(
            tileFace(tile, elements),
            { state: place === at ? "selected" : undefined },
            { "aria-expanded": String(place === at), click: () => open(tile.symbol) },
          ),
          h("small", { "aria-hidden": "true" }, `× ${tile.count}`),
          faultCount(editing, ["tiles", "each", place]),
        ),
      ),
    ),
    at >= 0 && tilePanel(editing, reference, elements, at),
    h(
      "label",
      { key: "add", class: "field" },
      h("span", { class: "label" }, t("box.add_tile")),
      h(
        "select",
        { value: "", change: add },
        h("option", { value: "", selected: true }, "–"),
        Object.entries(elements)
          .filter(([symbol]) => !each.some((/** @type {any} */ tile) => tile.symbol === symbol))
          .map(([symbol, [name]]) => h("option", { key: symbol, value: symbol }, `${symbol} · ${name}`)),
      ),
    ),
    typing(editing, reference, elements, pasted, paste),
    faultText(
      { ...editing, faults: editing.faults.filter(({ pointer }) => pointer === "/tiles" || pointer === "/tiles/each") },
      ["tiles"],
    ),
  ];
}

/**
 * Lines such as "Xe 3 9 +2 +4", typed or from a spreadsheet: added to the tiles, or replacing them.
 * @param {Editing} editing
 * @param {any} reference
 * @param {Elements} elements
 * @param {string} pasted
 * @param {(text: string) => void} paste
 */
function typing(editing, reference, elements, pasted, paste) {
  const { tiles: found, faults } = read(pasted, elements);
  const take = (/** @type {boolean} */ alone) => () => {
    const gone = alone
      ? editing.data.tiles.each.filter((/** @type {any} */ tile) => !found.some(({ symbol }) => symbol === tile.symbol))
      : [];
    const rest = gone.reduce(
      (/** @type {any} */ data, /** @type {any} */ tile) => model.withTile(data, reference, tile.symbol, false),
      editing.data,
    );
    paste("");
    editing.become(model.withTiles(rest, reference, found));
  };
  const ready = found.length > 0 && !faults.length;
  return h(
    "div",
    { key: "paste", class: "stack" },
    h(
      "label",
      { class: "field" },
      h("span", { class: "label" }, t("box.paste")),
      h("textarea", {
        id: "paste",
        rows: 2,
        autocapitalize: "none",
        autocorrect: "off",
        spellcheck: "false",
        placeholder: t("box.paste_example"),
        value: pasted,
        input: (/** @type {any} */ event) => paste(event.target.value),
      }),
    ),
    h(
      "div",
      { role: "status" },
      faults
        .slice(0, 5)
        .map(({ line, text, code }) =>
          h("p", { key: line, class: "small trouble-text" }, t(`box.paste_${code}`, { line, text })),
        ),
    ),
    pasted.trim() !== "" &&
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { key: "add", type: "button", class: "button primary", disabled: !ready, click: take(false) },
          t("box.paste_add", { count: found.length, n: found.length }),
        ),
        h(
          "button",
          { key: "alone", type: "button", class: "button", disabled: !ready, click: take(true) },
          t("box.paste_alone"),
        ),
      ),
  );
}

/** @param {Editing} editing @param {any} reference @param {Elements} elements @param {number} at */
function tilePanel(editing, reference, elements, at) {
  const tile = editing.data.tiles.each[at];
  const path = ["tiles", "each", at];
  const { name } = tileFace(tile, elements);
  const set = (/** @type {string} */ field) => (/** @type {any} */ to) => editing.change([...path, field], to);
  const numbers = tile.oxidation;
  return h(
    "section",
    {
      key: `panel ${tile.symbol}`,
      class: "tile-panel stack",
      "aria-label": name,
      mounted: (/** @type {Element} */ panel) =>
        requestAnimationFrame(() => panel.scrollIntoView({ block: "nearest" })),
    },
    h("h3", {}, name),
    h(
      "div",
      { key: "count", class: "field box-field" },
      h("span", { class: "label" }, t("box.field_count")),
      stepper({
        label: t("box.of", { what: t("box.field_count"), tile: name }),
        value: tile.count,
        least: 1,
        step: (by) => set("count")(tile.count + by),
        set: set("count"),
      }),
      faultText(editing, [...path, "count"]),
    ),
    h(
      "div",
      { key: "points", class: "field box-field" },
      h("span", { class: "label" }, t("box.field_points")),
      stepper({
        label: t("box.of", { what: t("box.field_points"), tile: name }),
        value: tile.points,
        least: 0,
        step: (by) => set("points")(tile.points + by),
        set: set("points"),
      }),
      faultText(editing, [...path, "points"]),
    ),
    h(
      "div",
      { key: "numbers", class: "field" },
      h("span", { class: "label", id: "printed-numbers" }, t("box.field_oxidation")),
      h(
        "div",
        { class: "number-chips", role: "group", "aria-labelledby": "printed-numbers" },
        [...new Set([...NUMBERS, ...numbers])]
          .toSorted((one, other) => one - other)
          .map((number) =>
            h(
              "button",
              {
                key: number,
                type: "button",
                class: "chip",
                "aria-pressed": String(numbers.includes(number)),
                click: () =>
                  set("oxidation")(asPrinted(toggled(numbers, number), reference, model.NUMBERS, tile.symbol)),
              },
              signed(number),
            ),
          ),
      ),
      faultText(editing, [...path, "oxidation"]),
    ),
    h(
      "div",
      { key: "done", class: "row" },
      h(
        "button",
        { type: "button", class: "button primary", click: () => editing.open(`tile ${tile.symbol}`, false) },
        t("frame.done"),
      ),
      h(
        "button",
        {
          type: "button",
          class: "button",
          click: () => editing.become(model.withTile(editing.data, reference, tile.symbol, false)),
        },
        t("box.remove_tile", { tile: name }),
      ),
    ),
  );
}

/**
 * Every ion of the reference and of this box, to tick.
 * @param {Editing} editing
 * @param {any} reference
 * @param {{name: string, formula: string, charge: number}} draft
 * @param {(draft: any) => void} redraft
 */
function ions(editing, reference, draft, redraft) {
  const own = editing.data.ions.each;
  const all = [
    ...reference.ions.each,
    ...own.filter(
      (/** @type {any} */ ion) => !reference.ions.each.some((/** @type {any} */ one) => one.name === ion.name),
    ),
  ];
  const add = () => {
    if (!draft.name.trim() || !draft.formula.trim()) return;
    editing.become(
      model.withIon(
        editing.data,
        reference,
        { name: draft.name.trim(), formula: draft.formula.trim(), charge: draft.charge },
        true,
      ),
    );
    redraft({ name: "", formula: "", charge: -1 });
  };
  const typed = (/** @type {"name" | "formula"} */ field) =>
    h(
      "label",
      { key: field, class: "field" },
      h("span", { class: "label" }, t(`box.ion_${field}`)),
      h("input", {
        value: draft[field],
        maxlength: 40,
        autocapitalize: "none",
        autocorrect: "off",
        spellcheck: "false",
        input: (/** @type {any} */ event) => redraft({ ...draft, [field]: event.target.value }),
      }),
    );
  return [
    h(
      "div",
      { class: "box-ions" },
      all.map((ion) => {
        const at = own.findIndex((/** @type {any} */ one) => one.name === ion.name);
        const shown = own[at] ?? ion;
        const size = Math.abs(shown.charge);
        const charge = `${size > 1 ? size : ""}${shown.charge > 0 ? "+" : "-"}`;
        return h(
          "label",
          { key: ion.name, class: "choice" },
          h("input", {
            type: "checkbox",
            checked: at >= 0,
            change: (/** @type {any} */ event) =>
              editing.become(model.withIon(editing.data, reference, ion, event.target.checked)),
          }),
          h(
            "span",
            {},
            h("b", {}, formula(`${shown.formula}^${charge}`)),
            h("small", {}, inWords(shown.name)),
            at >= 0 && faultText(editing, ["ions", "each", at]),
          ),
        );
      }),
    ),
    h(
      "fieldset",
      { key: "add", class: "form-group add-ion" },
      h("legend", { class: "label" }, t("box.add_ion")),
      typed("name"),
      typed("formula"),
      h(
        "div",
        { key: "charge", class: "field" },
        h("span", { class: "label" }, t("box.field_charge")),
        stepper({
          label: t("box.field_charge"),
          value: draft.charge,
          sign: true,
          step: (by) => redraft({ ...draft, charge: draft.charge + by || by }),
        }),
      ),
      h("button", { key: "do", type: "button", class: "button", click: add }, "+ ", t("box.add_ion")),
    ),
  ];
}

/** The squares; each tap changes the kind. @param {Editing} editing */
function board(editing) {
  const { board: now } = editing.data;
  const become = (/** @type {any} */ next) => editing.change(["board"], next);
  const across = Array.from({ length: Math.min(now.size, 60) }, (_, at) => at + 1);
  return [
    h("p", { class: "small soft" }, t("box.board_about")),
    h(
      "div",
      { key: "size", class: "field box-field" },
      h("span", { class: "label" }, t("box.field_size")),
      stepper({
        label: t("box.field_size"),
        value: now.size,
        least: 3,
        step: (by) => now.size + by <= LARGEST && become(model.resized(now, now.size + by)),
        set: (to) => to >= 3 && to <= 60 && become(model.resized(now, to)),
      }),
    ),
    h(
      "div",
      { key: "board", class: "board-frame", tabindex: "0", role: "group", "aria-label": t("rules.board") },
      across.map((row) =>
        h(
          "div",
          { key: row, class: "box-row" },
          across.map((col) => {
            const kind = model.kindAt(now, row, col);
            return h(
              "button",
              {
                key: col,
                type: "button",
                class: "box-square",
                "data-kind": kind,
                "aria-label": t("box.square", { row, col, kind: t(`box.kind_${kind ?? "plain"}`) }),
                click: () => become(model.tapped(now, row, col)),
              },
              kind && SHORT[kind],
            );
          }),
        ),
      ),
    ),
    h(
      "ul",
      { key: "key", class: "board-key small" },
      ["centre", "atom", ...model.BONUSES].map((kind) =>
        h(
          "li",
          { key: kind },
          h("span", { class: "box-square", "data-kind": kind, "aria-hidden": "true" }, SHORT[kind]),
          t(`box.kind_${kind}`),
        ),
      ),
    ),
    faultText(editing, ["board"]),
  ];
}

/** C-BLANK: none, as in the rulebook, or some with points. @param {Editing} editing */
function blank(editing) {
  const { blank: now, ...rest } = editing.data;
  const set = (/** @type {"count" | "points"} */ field) => (/** @type {number} */ to) =>
    editing.become(field === "count" && to < 1 ? rest : { ...rest, blank: { points: 0, ...now, [field]: to } });
  const numbers = /** @type {("count" | "points")[]} */ (now ? ["count", "points"] : ["count"]);
  return [
    h("p", { class: "small soft" }, t("box.blank_about")),
    numbers.map((field) => {
      const value = now?.[field] ?? 0;
      return h(
        "div",
        { key: field, class: "field box-field" },
        h("span", { class: "label" }, t(`box.field_${field}`)),
        stepper({
          label: t("box.of", { what: t(`box.field_${field}`), tile: t("box.table_blank") }),
          value,
          least: 0,
          step: (by) => set(field)(value + by),
          set: set(field),
        }),
        faultText(editing, ["blank", field]),
      );
    }),
  ];
}

openBox(({ reference, elements, draw }) => {
  let ion = { name: "", formula: "", charge: -1 };
  let pasted = "";
  const paste = (/** @type {string} */ text) => {
    pasted = text;
    draw();
  };
  const redraft = (/** @type {typeof ion} */ next) => {
    ion = next;
    draw();
  };
  return {
    opened: ["tiles"],
    emptied: (data) => model.emptied(data, reference),
    sections: {
      tiles: (editing) => tiles(editing, reference, elements, pasted, paste),
      ions: (editing) => ions(editing, reference, ion, redraft),
      board,
      blank,
    },
  };
});
