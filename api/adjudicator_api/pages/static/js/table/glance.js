/** All tables of a class in small: the teacher opens one, pauses all of them, answers a challenge, and clears them. */

import { taught } from "../class/wire.js";
import { announce, byId, icon } from "../dom.js";
import { h, patch } from "../patch.js";
import { ask, AskError } from "../requests.js";
import { learn, listed, t } from "../words.js";
import { editionAtHand } from "./edition.js";
import { addressOf, keepTable } from "./kept.js";
import { actionText } from "./saying.js";
import { pause } from "./wire.js";

/**
 * @typedef {import("../models/asked.js").View} View
 * @typedef {import("../models/asked.js").Action} Action
 * @typedef {{id: string, number: number, game: string, title: string, status: string, revision: number, paused:
 *   boolean, waits_for: number[], to_answer: Action[],
 *   winners: number[] | null, players: {seat: number, name: string, kind: string, score: number, present: boolean}[]}}
 *   Glanced
 */

const GLANCE = 2000; // ms between two requests
const GLANCE_HIDDEN = 15_000;

/**
 * @param {import("./page.js").Table} table
 * @param {(room: any, view: View) => import("./page.js").Context} contextOf
 */
export function glance(table, contextOf) {
  const { id, token } = taught();
  const headers = /** @type {Record<string, string>} */ (token ? { Authorization: `Bearer ${token}` } : {});
  /** @type {{tables: Glanced[], paused: boolean} | null} */
  let seen = null;
  /** @type {Map<string, View>} */
  const views = new Map();
  let trouble = token ? "" : t("class.no_token");
  let gone = !token;
  let clearing = false; // whether the teacher is being asked to confirm
  const asked = new Set(); // tables whose challenge was announced

  async function follow() {
    while (!gone) {
      await look();
      await pause(document.hidden ? GLANCE_HIDDEN : GLANCE);
    }
    draw();
  }

  async function look() {
    try {
      await take(await ask(`/v1/classes/${id}/tables`, null, { headers }));
      trouble = "";
    } catch (error) {
      refused(error);
    }
    draw();
  }

  /** @param {unknown} error */
  function refused(error) {
    trouble = error instanceof AskError ? error.message : t("class.lost");
    const status = error instanceof AskError ? error.problem?.status : null;
    if (status === 404 || status === 401 || status === 403) gone = true;
  }

  /** Fetches the views that have changed. @param {{tables: Glanced[], paused: boolean}} next */
  async function take(next) {
    const changed = next.tables.filter((one) => views.get(one.id)?.revision !== one.revision);
    await Promise.all(
      changed.map(async (one) => {
        const view = await ask(`/v1/games/${one.id}`, null, { headers });
        learn(view.words);
        await editionAtHand(view.edition);
        views.set(one.id, view);
      }),
    );
    seen = next;
    for (const one of next.tables) {
      if (one.to_answer.length && !asked.has(one.id)) announce(t("class.table_asks", { n: one.number }));
      if (one.to_answer.length) asked.add(one.id);
      else asked.delete(one.id);
    }
  }

  /** @param {string} path @param {object} body */
  async function tell(path, body) {
    try {
      await take(await ask(`/v1/classes/${id}/tables${path}`, body, { headers }));
      trouble = "";
    } catch (error) {
      refused(error);
    }
    draw();
  }

  function clear() {
    if (!clearing) {
      clearing = true;
      return draw();
    }
    clearing = false;
    tell("/clear", {});
  }

  /** Opens another class with what players missed in finished games. */
  async function fromGames() {
    const over = seen?.tables.filter(({ status }) => status === "over") ?? [];
    try {
      const missed = await Promise.all(over.map((one) => ask(`/v1/games/${one.id}/missed`, null, { headers })));
      const sets = missed.map(({ set }) => set).filter(Boolean);
      if (sets.length) return location.assign(`/class?${new URLSearchParams({ list: sets.join("\n") })}`);
      trouble = t("class.nothing_missed");
    } catch (error) {
      trouble = error instanceof AskError ? error.message : t("class.lost");
    }
    draw();
  }

  /** @param {Glanced} one */
  function open(one) {
    keepTable({
      id: one.id,
      game: one.game,
      title: one.title,
      seats: [],
      host: token,
      code: null,
      at: new Date().toISOString(),
    });
    window.open(addressOf(one), "_blank");
  }

  // --- rendering --------------------------------------------------------------------------------------------------

  function draw() {
    const count = seen?.tables.length ?? 0;
    patch(
      byId("glance"),
      h(
        "header",
        { key: "head", class: "row" },
        h("a", { class: "icon-button", href: `/class/${id}/teacher`, "aria-label": t("class.to_class") }, icon("left")),
        h("h1", {}, t("class.tables")),
      ),
      trouble && h("p", { key: "trouble", class: "trouble-text", role: "alert" }, trouble),
      !gone &&
        seen &&
        count > 0 &&
        h(
          "div",
          { key: "all", class: "row" },
          h(
            "button",
            {
              type: "button",
              class: "button primary",
              "data-command": "pause",
              click: () => tell("/pause", { paused: !seen?.paused }),
            },
            t(seen.paused ? "class.resume_all" : "class.pause_all"),
          ),
          h(
            "button",
            { type: "button", class: clearing ? "button danger" : "button", "data-command": "clear", click: clear },
            t(clearing ? "class.really_clear" : "class.clear_tables"),
          ),
          seen.tables.some(({ status }) => status === "over") &&
            h(
              "button",
              { type: "button", class: "button", "data-command": "missed", click: fromGames },
              t("class.from_games"),
            ),
        ),
      !gone && seen && !count && h("p", { key: "none" }, t("class.no_tables")),
      !gone && !seen && h("div", { key: "wait", class: "skeleton" }, h("i"), h("i")),
      !gone && seen && h("div", { key: "tables", class: "glances" }, seen.tables.map(card)),
    );
  }

  /** @param {Glanced} one */
  function card(one) {
    const view = views.get(one.id);
    const waits = one.players.filter(({ seat }) => one.waits_for.includes(seat)).map(({ name }) => name);
    const away = one.players
      .filter(({ kind, present }) => (kind === "person" && !present) || kind === "left")
      .map(({ name }) => name);
    return h(
      "article",
      {
        key: one.id,
        class: "glance-card stack",
        "data-table": one.number,
        "data-asks": one.to_answer.length ? "yes" : null,
      },
      h(
        "h2",
        {},
        t("class.table_n", { n: one.number }),
        " ",
        one.paused && h("span", { class: "code-chip" }, t("class.paused")),
        one.status === "over" && h("span", { class: "code-chip" }, t("class.table_over")),
      ),
      h(
        "ul",
        { class: "glance-players" },
        one.players.map((player) =>
          h(
            "li",
            { key: player.seat, "data-turn": one.waits_for.includes(player.seat) ? "yes" : null },
            player.kind === "bot" && icon("bot"),
            h("span", {}, player.name),
            h("b", {}, player.score),
          ),
        ),
      ),
      h(
        "p",
        { class: "small soft" },
        one.winners
          ? t("class.table_won", { names: listed(one.winners.map((seat) => one.players[seat]?.name ?? "")) })
          : waits.length
            ? t("table.wait_for", { names: listed(waits) })
            : "",
        " ",
        away.length > 0 && !one.winners && t("class.table_away", { names: listed(away) }),
      ),
      one.to_answer.length > 0 &&
        h(
          "div",
          { class: "note stack", "data-ruling": "unresolved" },
          h("p", {}, icon("unresolved"), " ", t("class.table_asks", { n: one.number })),
          h(
            "div",
            { class: "row" },
            one.to_answer.map((action) =>
              h(
                "button",
                {
                  key: JSON.stringify(action),
                  type: "button",
                  class: "button",
                  "data-answer": action.type,
                  click: () => tell(`/${one.id}/answer`, { action }),
                },
                view ? (table.label?.(action, view, contextFor(view)) ?? actionText(view, action)) : action.type,
              ),
            ),
          ),
        ),
      view &&
        h(
          "div",
          { class: "glance-board playing", inert: "", "aria-hidden": "true" },
          table.table(view, table.draft?.(view) ?? null, contextFor(view)),
        ),
      h(
        "button",
        { type: "button", class: "button", click: () => open(one) },
        t("class.open_table", { n: one.number }),
      ),
    );
  }

  /** The context of a read-only table. @param {View} view */
  function contextFor(view) {
    const still = () => null;
    const room = {
      seats: [],
      log: [],
      news: [],
      draft: null,
      sending: null,
      trouble: null,
      change: still,
      refine: still,
      preview: still,
      judge: still,
      send: async () => false,
    };
    return contextOf(room, view);
  }

  draw();
  if (!gone) follow();
}
