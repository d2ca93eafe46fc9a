/** The lobby: games I am in, games to watch, joining by a code, setting up a table. */

import { at as addressHere, inPocket } from "./address.js";
import { ask, AskError } from "./requests.js";
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
  readCode,
  seatsFor,
  serverFrom,
  setUpFrom,
  wanted,
  withPeople,
} from "./models/lobby.js";
import { goesOn, recordFrom } from "./models/record.js";
import { h, patch } from "./patch.js";
import { recall, remember } from "./storage.js";
import { bringGame } from "./table/bringing.js";
import { ruleCard } from "./table/card.js";
import { LESSON, addressOf, forgetTable, keepName, keepRecord, keepTable, ownName, tables } from "./table/kept.js";
import { secret } from "./table/room.js";
import { seatMark } from "./table/pieces.js";
import { fields, optionWords } from "./table/sheets.js";
import { botName } from "./table/saying.js";
import { addSentences, has, listed, t, when } from "./words.js";

/**
 * @typedef {import("./models/lobby.js").SetUp} SetUp
 * @typedef {import("./models/lobby.js").Chair} Chair
 * @typedef {import("./models/lobby.js").Preset} Preset
 * @typedef {{game: string, title: string, schema: any, card: any, foremost: {name: string, minutes: number}[],
 *   words: Record<string, string>}} Offered
 */

const source = document.getElementById("page-data");
/** @type {Offered | null} */
const page = source ? JSON.parse(source.textContent ?? "null") : null;

// --- games I am in, games to watch -------------------------------------------------------------------------------

const FEW = 8;

async function showMine() {
  const mine = tables()
    .filter((kept) => !kept.lesson)
    .slice(0, FEW);
  if (!mine.length) return;
  byId("mine").hidden = false;
  const lines = mine.map((kept) => ({ kept, text: "" }));
  /** As in the name of its file. @param {{id: string}} kept */
  const shortId = ({ id }) => id.slice(0, 6);
  /** Whether another row has the same title. @param {{title: string}} kept */
  const twins = ({ title }) => lines.filter(({ kept }) => kept.title === title).length > 1;
  const draw = () =>
    patch(
      byId("mine-list"),
      lines.map(({ kept, text }) =>
        h(
          "li",
          { key: kept.id },
          h(
            "a",
            { class: "table-line", href: addressOf(kept) },
            h("b", {}, kept.title),
            h("span", { class: "soft" }, text || kept.seats.map((seat) => seat.name).join(", ")),
            kept.at && h("time", { class: "soft small", datetime: kept.at }, when(kept.at)),
            twins(kept) && h("span", { class: "soft small", translate: "no" }, shortId(kept)),
          ),
          h(
            "button",
            {
              type: "button",
              class: "icon-button",
              "aria-label": t("lobby.forget", { title: twins(kept) ? `${kept.title} ${shortId(kept)}` : kept.title }),
              click: () => forget(kept.id),
            },
            icon("close"),
          ),
        ),
      ),
    );
  const forget = (/** @type {string} */ id) => {
    forgetTable(id);
    lines.splice(
      lines.findIndex(({ kept }) => kept.id === id),
      1,
    );
    byId("mine").hidden = lines.length === 0;
    draw();
  };
  draw();
  await Promise.all(
    lines.map(async (line) => {
      const token = line.kept.host ?? line.kept.seats[0]?.token;
      try {
        const view = await ask(`/v1/games/${line.kept.id}`, null, {
          headers: token ? { Authorization: `Bearer ${token}` } : {},
        });
        line.text = statusText(
          view,
          line.kept.seats.map((seat) => seat.seat),
        );
        draw();
      } catch (error) {
        if (error instanceof AskError && error.problem?.status === 404) forget(line.kept.id);
      }
    }),
  );
}

/** @param {any} view @param {number[]} seats */
function statusText(view, seats) {
  const scored = view.status !== "waiting";
  const others = view.players
    .filter((/** @type {any} */ player) => player.kind !== "open")
    .map((/** @type {any} */ player) => {
      const name = seats.length === 1 && seats.includes(player.seat) ? t("table.you_are") : player.name;
      return scored ? `${name} ${player.score}` : name;
    });
  const turn = view.asks.some((/** @type {any} */ one) => one.obliged && seats.includes(one.player));
  const status = view.status === "playing" && turn ? t("lobby.your_turn") : t(`lobby.is_${endOf(view, seats)}`);
  return [status, others.join(", ")].filter(Boolean).join(" · ");
}

/**
 * Whether a game is won or lost for the only seat of this device, else its status.
 * @param {any} view
 * @param {number[]} seats
 */
function endOf(view, seats) {
  if (view.status !== "over" || seats.length !== 1) return view.status;
  const winners = view.result?.winners ?? [];
  if (!winners.includes(seats[0])) return winners.length ? "lost" : "over";
  return winners.length > 1 ? "shared" : "won";
}

async function showWatched() {
  try {
    const { games } = await ask("/v1/games?watch=public");
    const shown = games.filter((/** @type {any} */ game) => game.status === "playing").slice(0, FEW);
    byId("watch").hidden = !shown.length;
    patch(
      byId("watch-list"),
      shown.map((/** @type {any} */ game) =>
        h(
          "li",
          { key: game.id },
          h(
            "a",
            { class: "table-line", href: addressOf(game) },
            h("b", {}, game.title),
            h("span", { class: "soft", translate: "no" }, game.players.join(", ")),
          ),
        ),
      ),
    );
  } catch {
    byId("watch").hidden = true; // the lobby works without the list
  }
}

// --- joining ------------------------------------------------------------------------------------------------------

function joining() {
  const [, , said] = location.pathname.split("/");
  byId("join-code").value = readCode(said ?? "") ?? "";
  byId("join-name").value = ownName();
  if (byId("join-code").value) byId("join-name").focus();
  showInvitation(byId("join-code").value);
  const key = secret();
  byId("join-form").addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const code = readCode(byId("join-code").value);
    const name = byId("join-name").value.trim();
    const trouble = (/** @type {string} */ text) => (byId("join-trouble").textContent = text);
    if (!code) return trouble(t("lobby.code_wrong"));
    try {
      const { id, seat, token } = await ask(
        `/v1/join/${code}`,
        { name },
        { headers: { "Idempotency-Key": `${key}-${code}-${encodeURIComponent(name)}` } },
      );
      const view = await ask(`/v1/games/${id}`, null, { headers: { Authorization: `Bearer ${token}` } });
      keepName(name);
      keepTable({
        id,
        game: view.game,
        title: view.title,
        seats: [{ seat, name, token }],
        host: null,
        code,
        at: new Date().toISOString(),
      });
      location.replace(addressOf({ game: view.game, id }));
    } catch (error) {
      const unknown = error instanceof AskError && error.problem?.status === 404;
      // so that it is typed once; the server never sees the fragment
      if (unknown && (await isClass(code))) return location.assign(`/class/join/${code}#${encodeURIComponent(name)}`);
      trouble(unknown ? t("lobby.code_unknown") : String(/** @type {Error} */ (error).message));
    }
  });
}

/** Codes of tables and of classes look alike, so one field takes both. @param {string} code */
async function isClass(code) {
  try {
    await ask(`/v1/classes/join/${code}`);
    return true;
  } catch {
    return false;
  }
}

/** Shows whose table it is, and which game. @param {string} code */
async function showInvitation(code) {
  if (!code) return;
  try {
    const { game, title, players, open } = await ask(`/v1/join/${code}`);
    const lesson = byId("join-lesson");
    lesson.href = `/play/${game}/lesson?then=/join/${readCode(code)}`;
    lesson.hidden = !has(`lobby-${game}.about`);
    byId("join-title").textContent = title;
    byId("join-about").textContent = t("lobby.invited", { names: listed(players), count: open, n: open });
  } catch (error) {
    const gone = error instanceof AskError && error.problem?.status === 404;
    if (gone && (await isClass(code))) return location.replace(`/class/join/${readCode(code)}`);
    if (gone) byId("join-trouble").textContent = t("lobby.code_unknown");
  }
}

// --- setting up ---------------------------------------------------------------------------------------------------

/** @param {Offered} offered */
function setUp({ game, title, schema, card, foremost }) {
  const section = `lobby-${game}`;
  const presets = presetsOf(
    schema,
    (slug) => (has(`${section}.preset_${slug}`) ? t(`${section}.preset_${slug}`) : null),
    foremost,
  );
  const editions = editionsOf(schema);
  const bots = schema.bots.map((/** @type {{name: string}} */ bot) => bot.name);
  let chosen = withPeople(
    setUpFrom(presets[0], bots, ownName()),
    new URLSearchParams(location.search).get("with") ?? "bots",
    bots,
    playerName,
  );
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
    const body = wanted(game, chosen, t("lobby.player_n", { n: 1 }), editionFor(game));
    try {
      const made = await ask("/v1/games", body, {
        headers: { "Idempotency-Key": `${key}-${hash(JSON.stringify(body))}` },
      });
      const mine = made.seats
        .filter((/** @type {any} */ seat) => seat.token)
        .map((/** @type {any} */ seat) => ({ seat: seat.seat, name: seat.name, token: seat.token }));
      if (first.kind === "me" && !nameless) keepName(first.name);
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
          click: () => become(begunWith(preset, chosen, bots)),
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
              click: () => become(withPeople(chosen, people, bots, playerName)),
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
              click: () => become({ chairs: seatsFor(chosen.chairs.length + 1, chosen.chairs, bots) }),
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
            check("watch", t("lobby.public"), chosen.watch === "public", (open) =>
              become({ watch: open ? "public" : "players" }),
            ),
        ),
      ),
      h(
        "div",
        { key: "actions", class: "actions" },
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
    [...new Set(chosen.chairs.map((chair) => chair.bot))].map(
      (bot) =>
        bot &&
        has(`lobby.level_${bot}`) &&
        h("li", { key: bot }, t("lobby.bot_line", { bot: botName(bot), about: t(`lobby.level_${bot}`) })),
    );

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
          change: (/** @type {any} */ event) => become_(chairOf(event.target.value, at)),
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
          placeholder: chair.kind === "me" ? t("lobby.your_name") : null,
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

/** @param {number} at */
const playerName = (at) => t("lobby.player_n", { n: at + 1 });

/** @param {string} kind @param {number} at @returns {Chair} */
function chairOf(kind, at) {
  if (kind.startsWith("bot ")) return { kind: "bot", name: "", bot: kind.slice(4) };
  if (kind === "friend") return { kind, name: "", bot: null };
  return { kind: kind === "me" ? "me" : "here", name: kind === "me" ? ownName() : playerName(at), bot: null };
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

// --- the server of a pocket edition ----------------------------------------------------------------------------------

/** The field for the address of a service with tables for several devices. @param {HTMLInputElement} field */
function serverOf(field) {
  const show = () => {
    const url = serverFrom(field.value);
    remember("server", url ? field.value.trim() : "");
    patch(
      byId("server-link"),
      url && h("a", { class: "button", href: url.href }, t("pocket.to_server", { host: url.host })),
    );
    byId("server-trouble").textContent = url || !field.value.trim() ? "" : t("pocket.server_wrong");
  };
  field.value = String(recall("server", "") || field.value);
  field.addEventListener("change", show);
  byId("server-form").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    show();
  });
  show();
}

// --- starting the page ----------------------------------------------------------------------------------------------

if (page) {
  addSentences(page.words);
  setUp(page);
}
if (document.getElementById("mine")) {
  showMine();
  if (inPocket) serverOf(byId("server"));
  else showWatched();
}
for (const way of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("a.way")))
  way.addEventListener("click", () => chooseWay(way));

/** Makes the links of all games lead to a table with these people. @param {HTMLElement} chosen */
function chooseWay(chosen) {
  for (const way of document.querySelectorAll("a.way")) way.setAttribute("aria-current", String(way === chosen));
  for (const card of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a.game-card")))
    card.search = `?with=${chosen.dataset.with}`;
}

document.getElementById("code-form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const code = readCode(byId("code").value);
  if (code) location.assign(`/join/${code}`);
  else byId("code-trouble").textContent = t("lobby.code_wrong");
});
document.getElementById("record-file")?.addEventListener("change", async (event) => {
  const [file] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
  if (file) byId("record-trouble").textContent = await openRecord(await file.text());
});

/**
 * Opens an unfinished game at its table and a finished one for review.
 * @param {string} text
 * @returns {Promise<string>} what went wrong, or ""
 */
async function openRecord(text) {
  const record = recordFrom(text);
  if (!record) return t("look.not_a_record");
  const title = document.querySelector(`a[data-game="${CSS.escape(record.game)}"] b`)?.textContent;
  if (!title) return t("look.no_such_game", { game: record.game });
  try {
    const address = goesOn(record) ? addressOf((await bringGame(record, title)).table) : keepRecord(text);
    location.assign(addressHere(address ?? ""));
    return "";
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}
if (document.getElementById("join-form")) joining();
