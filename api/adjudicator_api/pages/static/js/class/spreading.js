/** Seats the class at tables: which game, how many players at each, and the links to them. */

import { h } from "../patch.js";
import { t } from "../words.js";

/**
 * @typedef {{game: string, title: string, players: number[], presets: {name: string, label: string | null, players:
 * number, options: object}[]}} Played
 */

const source = document.getElementById("page-data");
/** @type {Played[]} */
const played = source ? (JSON.parse(source.textContent ?? "{}").played ?? []) : [];
let game = played[0]?.game ?? "";
let preset = 0;
/** @type {number | null} at a table; null for the preset's number */
let players = null;

/** The presets that the game has words for, or all presets by their names. @param {Played} one */
function waysOf({ presets }) {
  const worded = presets.filter(({ label }) => label);
  return worded.length ? worded : presets.map((preset) => ({ ...preset, label: preset.name }));
}

/** @param {Event} event */
const valueOf = (event) => /** @type {HTMLSelectElement} */ (event.target).value;

/**
 * @param {any} view the teacher's @param {string} id of the class
 * @param {{draw: () => void, spread: (body: object) => void}} how
 */
export function spreading(view, id, { draw, spread }) {
  const title = h("h2", {}, t("class.tables"));
  if (view.at_tables) {
    const { game: of, title: name, count } = view.at_tables;
    return h(
      "section",
      { key: "tables", class: "stack" },
      title,
      h("p", {}, t("class.at_tables", { count, n: count, game: name })),
      h("a", { class: "button primary", href: `/class/${id}/tables/${of}` }, t("class.glance")),
    );
  }
  const one = played.find((each) => each.game === game);
  if (!one || !view.pupils) return null;
  const ways = waysOf(one);
  const way = ways[preset] ?? ways[0];
  const number = players ?? way.players;
  const choose = (/** @type {() => void} */ change) => {
    change();
    draw();
  };
  return h(
    "details",
    { key: "tables", class: "more-options" },
    h("summary", {}, t("class.tables")),
    h(
      "form",
      {
        class: "stack",
        submit: (/** @type {Event} */ event) => (
          event.preventDefault(),
          spread({ game, options: way.options, players: number })
        ),
      },
      h("p", { class: "soft" }, t("class.tables_about")),
      h(
        "div",
        { class: "field" },
        h("label", { for: "spread-game" }, t("class.game")),
        h(
          "select",
          {
            id: "spread-game",
            value: game,
            change: (/** @type {Event} */ event) =>
              choose(() => ((game = valueOf(event)), (preset = 0), (players = null))),
          },
          played.map((each) =>
            h("option", { key: each.game, value: each.game, selected: each.game === game }, each.title),
          ),
        ),
      ),
      h(
        "div",
        { class: "field" },
        h("label", { for: "spread-way" }, t("class.way")),
        h(
          "select",
          {
            id: "spread-way",
            change: (/** @type {Event} */ event) => choose(() => ((preset = Number(valueOf(event))), (players = null))),
          },
          ways.map((each, i) => h("option", { key: `${game} ${i}`, value: i, selected: i === preset }, each.label)),
        ),
      ),
      h(
        "div",
        { class: "field" },
        h("label", { for: "spread-players" }, t("class.at_a_table")),
        h(
          "select",
          {
            id: "spread-players",
            change: (/** @type {Event} */ event) => choose(() => (players = Number(valueOf(event)))),
          },
          one.players.map((n) => h("option", { key: `${game} ${n}`, value: n, selected: n === number }, n)),
        ),
      ),
      h("button", { class: "button primary" }, t("class.spread_now")),
    ),
  );
}
