/** Setting up a table: who plays, a preset or one's own options, and the first button to the game. */

import { at as addressHere, inPocket } from "./address.js";
import { ask } from "./requests.js";
import { boxLine, editionFor } from "./boxes.js";
import { announce, byId, icon } from "./dom.js";
import "./frame.js";
import { changed, emptyOf, fieldOf } from "./models/form.js";
import {
  PEOPLE,
  begunWith,
  botNames,
  editionsOf,
  peopleOf,
  presetOf,
  presetsOf,
  seatsFor,
  setUpFrom,
  wanted,
  withPeople,
} from "./models/lobby.js";
import { h, patch } from "./patch.js";
import { recall, remember } from "./storage.js";
import { ruleCard } from "./table/card.js";
import { LESSON, addressOf, keepName, keepTable, ownName } from "./table/kept.js";
import { secret } from "./table/room.js";
import { seatMark } from "./table/pieces.js";
import { fields, optionWords } from "./table/sheets.js";
import { botName } from "./table/saying.js";
import { addSentences, has, t } from "./words.js";

/**
 * @typedef {import("./models/lobby.js").SetUp} SetUp
 * @typedef {import("./models/lobby.js").Chair} Chair
 * @typedef {import("./models/lobby.js").Preset} Preset
 * @typedef {{game: string, title: string, schema: any, card: any, foremost: {name: string, minutes: number}[],
 *   opponent: string, words: Record<string, string>}} Offered `opponent` is the bot for a first game
 */

/** @param {Offered} offered */
function setUp({ game, title, schema, card, foremost, opponent }) {
  const section = `lobby-${game}`;
  const presets = presetsOf(
    schema,
    (slug) => (has(`${section}.preset_${slug}`) ? t(`${section}.preset_${slug}`) : null),
    foremost,
  );
  const editions = editionsOf(schema);
  const bots = schema.bots.map((/** @type {{name: string}} */ bot) => bot.name);
  const asked = new URLSearchParams(location.search);
  const levels = recall("levels", /** @type {Record<string, string>} */ ({})); // chosen last, by game
  const level = asked.get("bot") ?? levels[game] ?? opponent;
  const opponents = bots.includes(level) ? [level] : bots;
  let chosen = withPeople(setUpFrom(presets[0], opponents, ownName()), asked.get("with") ?? "bots", opponents);
  let trouble = "";
  let busy = false;
  const key = secret();

  const become = (/** @type {Partial<SetUp>} */ more) => {
    chosen = { ...chosen, ...more };
    trouble = "";
    draw();
  };

  async function begin() {
    if (busy) return;
    const [first] = chosen.chairs;
    const nameless = first.kind === "me" && !first.name.trim();
    if (nameless && chosen.chairs.some((chair) => chair.kind === "friend")) {
      trouble = t("lobby.name_needed");
      draw();
      /** @type {HTMLElement | null} */ (document.querySelector(".chair input"))?.focus();
      return;
    }
    busy = true;
    draw();
    const body = wanted(game, chosen, editionFor(game));
    try {
      const made = await ask("/v1/games", body, {
        headers: { "Idempotency-Key": `${key}-${hash(JSON.stringify(body))}` },
      });
      const mine = made.seats
        .filter((/** @type {any} */ seat) => seat.token)
        .map((/** @type {any} */ seat) => ({ seat: seat.seat, name: seat.name, token: seat.token }));
      if (first.kind === "me" && !nameless) keepName(first.name);
      const { bot } = chosen.chairs.findLast((chair) => chair.bot) ?? {};
      if (bot) remember("levels", { ...levels, [game]: bot });
      keepTable({
        id: made.id,
        game,
        title,
        seats: mine,
        host: made.host_token,
        code: made.code,
        at: new Date().toISOString(),
      });
      location.assign(addressHere(addressOf({ game, id: made.id })));
    } catch (error) {
      trouble = /** @type {Error} */ (error).message;
      busy = false;
      draw();
      announce(trouble);
    }
  }

  function draw() {
    const field = fieldOf(schema.options);
    const usual = emptyOf(field);
    const now = presetOf(presets, chosen, usual);
    const timed = presets.filter(({ minutes }) => minutes !== null);
    const length = timed.find((preset) => preset.slug === now); // in sight on a phone, where the presets are not
    const shownFirst = timed.length ? timed : presets;
    const others = presets.filter((preset) => !shownFirst.includes(preset));
    const presetChip = (/** @type {Preset} */ preset) =>
      h(
        "button",
        {
          key: preset.slug,
          type: "button",
          class: "chip",
          "aria-pressed": String(preset.slug === now),
          click: () => become(begunWith(preset, chosen, opponents)),
        },
        h("span", {}, preset.label),
        preset.minutes !== null && h("small", {}, lengthOf(preset)),
      );
    const line = boxLine(game);
    patch(
      byId("set-up"),
      h(
        "div",
        { key: "learn", class: "learn stack" },
        card && h("a", { class: "button", href: addressOf({ game, id: LESSON }) }, icon("hint"), t("lesson.offer")),
        card &&
          h(
            "details",
            { class: "more-options" },
            h("summary", {}, h("span", {}, t("lesson.card")), icon("more")),
            h("div", {}, ruleCard(card)),
          ),
      ),
      line && h("p", { key: "box", class: "box-line small" }, line),
      h(
        "fieldset",
        { key: "people", class: "presets" },
        h("legend", { class: "label" }, t("lobby.seats")),
        PEOPLE.filter(isHere).map((people) =>
          h(
            "button",
            {
              key: people,
              type: "button",
              class: "chip",
              "aria-pressed": String(people === peopleOf(chosen)),
              click: () => become(withPeople(chosen, people, opponents)),
            },
            t(`lobby.with_${people}`),
          ),
        ),
      ),
      h(
        "fieldset",
        { key: "chairs", class: "stack chairs" },
        h("legend", { class: "out-of-sight" }, t("lobby.seats")),
        chosen.chairs.map((chair, at) => chairRow(chair, at)),
        h("ul", { class: "bot-lines small soft" }, botLines()),
      ),
      h(
        "div",
        { key: "add", class: "row" },
        chosen.chairs.length < Math.max(...schema.players) &&
          h(
            "button",
            {
              type: "button",
              class: "button",
              click: () => become({ chairs: seatsFor(chosen.chairs.length + 1, chosen.chairs, opponents) }),
            },
            "+ ",
            t("lobby.one_more_seat"),
          ),
      ),
      presets.length > 1 &&
        h(
          "fieldset",
          { key: "presets", class: "presets" },
          h("legend", { class: "label" }, t("lobby.presets")),
          shownFirst.map(presetChip),
        ),
      others.length > 0 &&
        h(
          "details",
          { key: "others", class: "more-options" },
          h("summary", {}, h("span", {}, t("lobby.more_presets")), icon("more")),
          h("div", { class: "presets" }, others.map(presetChip)),
        ),
      h(
        "details",
        { key: "more", class: "more-options" },
        h("summary", {}, h("span", {}, t("lobby.more")), icon("more")),
        h(
          "div",
          { class: "stack" },
          fields(
            field,
            { ...usual, ...chosen.options },
            [],
            null,
            (path, to) => become({ options: changed({ ...usual, ...chosen.options }, path, to) }),
            optionWords(section),
          ),
          !line &&
            editions.length > 1 &&
            h(
              "label",
              { key: "edition", class: "field" },
              h("span", { class: "label" }, t("lobby.edition")),
              h(
                "select",
                {
                  value: chosen.edition ?? "",
                  change: (/** @type {any} */ event) => become({ edition: event.target.value || null }),
                },
                editions.map(({ edition, name }) =>
                  h(
                    "option",
                    { value: edition ?? "", selected: edition === chosen.edition },
                    has(`${section}.edition_${name}`) ? t(`${section}.edition_${name}`) : name,
                  ),
                ),
              ),
            ),
          h(
            "label",
            { class: "field" },
            h("span", { class: "label" }, t("lobby.clock")),
            h(
              "select",
              {
                value: String(chosen.clock ?? ""),
                change: (/** @type {any} */ event) =>
                  become({ clock: event.target.value ? Number(event.target.value) : null }),
              },
              CLOCKS.map((seconds) =>
                h("option", { value: String(seconds ?? ""), selected: seconds === chosen.clock }, clockName(seconds)),
              ),
            ),
          ),
          check("hints", t("lobby.hints"), chosen.hints, (hints) => become({ hints }), t("lobby.hints_about")),
          !inPocket &&
            check(
              "phrases",
              t("lobby.phrases"),
              chosen.phrases,
              (phrases) => become({ phrases }),
              t("lobby.phrases_about"),
            ),
          !inPocket &&
            check(
              "watch",
              t("lobby.public"),
              chosen.watch === "public",
              (open) => become({ watch: open ? "public" : "players" }),
              t("lobby.public_about"),
            ),
        ),
      ),
      h(
        "div",
        { key: "actions", class: "actions" },
        length && h("p", { key: "length", class: "small set-up-length" }, `${length.label}: ${lengthOf(length)}`),
        trouble && h("p", { key: "trouble", class: "trouble-text", role: "alert" }, trouble),
        h(
          "button",
          { type: "button", class: "button primary tall wide", disabled: busy, click: begin },
          t(chosen.chairs.some((chair) => chair.kind === "friend") ? "lobby.invite" : "lobby.play"),
        ),
      ),
    );
  }

  /** "2 players, about 15 min" @param {Preset} preset */
  const lengthOf = ({ players, minutes }) =>
    `${t("lobby.players_range", { count: players, n: players })}, ${t("lobby.minutes", { n: minutes ?? 0 })}`;

  /** What each level at this table means. */
  const botLines = () =>
    [...new Set(chosen.chairs.map((chair) => chair.bot))].map((bot) => {
      const about = [`${section}.level_${bot}`, `lobby.level_${bot}`].find(has); // of this game, else of any
      return bot && about && h("li", { key: bot }, t("lobby.bot_line", { bot: botName(bot), about: t(about) }));
    });

  /** @param {Chair} chair @param {number} at */
  function chairRow(chair, at) {
    const bot = botNames(chosen.chairs)[at];
    const become_ = (/** @type {Chair} */ next) => become({ chairs: chosen.chairs.with(at, next) });
    const kinds = ["me", "here", "friend", ...bots.map((/** @type {string} */ bot) => `bot ${bot}`)].filter(
      (kind) => isHere(kind) && (kind !== "me" || at === 0),
    );
    const value = chair.kind === "bot" ? `bot ${chair.bot}` : chair.kind;
    const named = chair.kind === "me" || chair.kind === "here";
    return h(
      "div",
      { key: at, class: "chair" },
      seatMark(at),
      h(
        "select",
        {
          "aria-label": t("lobby.seat_n", { n: at + 1 }),
          value,
          change: (/** @type {any} */ event) => become_(chairOf(event.target.value)),
        },
        kinds.map((kind) =>
          h(
            "option",
            { value: kind, selected: kind === value },
            kind.startsWith("bot ") ? t("lobby.a_bot", { bot: botName(kind.slice(4)) }) : t(`lobby.sits_${kind}`),
          ),
        ),
      ),
      bot && h("b", { class: "bot-name", translate: "no" }, bot),
      named &&
        h("input", {
          "aria-label": t("lobby.name_of", { n: at + 1 }),
          value: chair.name,
          placeholder: chair.kind === "me" ? t("lobby.your_name") : t("lobby.player_n", { n: at + 1 }),
          maxlength: 24,
          input: (/** @type {any} */ event) => become_({ ...chair, name: event.target.value }),
        }),
      chosen.chairs.length > Math.min(...schema.players) &&
        at > 0 &&
        h(
          "button",
          {
            type: "button",
            class: "icon-button",
            "aria-label": t("lobby.take_away", { n: at + 1 }),
            click: () => become({ chairs: chosen.chairs.toSpliced(at, 1) }),
          },
          icon("close"),
        ),
    );
  }

  draw();
}

/** Whether this can be played here: friends on their own devices need a server. @param {string} people */
const isHere = (people) => !(inPocket && people.startsWith("friend"));

const CLOCKS = [null, 30, 60, 120, 300, 86_400];

/** @param {number | null} seconds */
function clockName(seconds) {
  if (seconds === null) return t("lobby.no_clock");
  if (seconds >= 86_400) return t("lobby.clock_day");
  return seconds < 120 ? t("lobby.clock_seconds", { n: seconds }) : t("lobby.clock_minutes", { n: seconds / 60 });
}

/** @param {string} kind @returns {Chair} */
function chairOf(kind) {
  if (kind.startsWith("bot ")) return { kind: "bot", name: "", bot: kind.slice(4) };
  if (kind === "friend") return { kind, name: "", bot: null };
  return { kind: kind === "me" ? "me" : "here", name: kind === "me" ? ownName() : "", bot: null };
}

/**
 * @param {string} name
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 * @param {string} [about]
 */
const check = (name, label, on, change, about) =>
  h(
    "label",
    { key: name, class: "choice" },
    h("input", { type: "checkbox", checked: on, change: (/** @type {any} */ event) => change(event.target.checked) }),
    h("span", {}, h("b", {}, label), about && h("small", {}, about)),
  );

/** A short hash of a text. @param {string} text */
function hash(text) {
  let sum = 0;
  for (const char of text) sum = (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) | 0;
  return (sum >>> 0).toString(36);
}

/** @type {Offered} */
const offered = JSON.parse(byId("page-data").textContent ?? "");
addSentences(offered.words);
setUp(offered);
