/** The lobby: games I am in, games to watch, joining by a code, games from a file. A table is set up by `set_up.js`. */

import { at as addressHere, inPocket } from "./address.js";
import { ask, AskError } from "./requests.js";
import { byId, icon } from "./dom.js";
import "./frame.js";
import { readCode, serverFrom } from "./models/lobby.js";
import { LARGEST, faultOf, goesOn, recordFrom } from "./models/record.js";
import { h, patch } from "./patch.js";
import { recall, remember } from "./storage.js";
import { bringGame } from "./table/bringing.js";
import { addressOf, forgetTable, keepName, keepRecord, keepTable, ownName, tables } from "./table/kept.js";
import { secret } from "./table/room.js";
import { has, listed, t, when } from "./words.js";

// --- games I am in, games to watch -------------------------------------------------------------------------------

const FEW = 8;

async function showMine() {
  const mine = tables().filter((kept) => !kept.lesson);
  if (!mine.length) return;
  byId("mine").hidden = false;
  const lines = mine.slice(0, FEW).map((kept) => ({ kept, text: "" }));
  let others = mine.slice(FEW);
  /** @param {{title: string, at: string}} kept */
  const minuteOf = ({ title, at }) => `${title} ${when(at)}`;
  /**
   * When the game was set up: to the second if another row has the same minute.
   * @param {{title: string, at: string}} kept
   */
  const begun = (kept) => when(kept.at, lines.filter((other) => minuteOf(other.kept) === minuteOf(kept)).length > 1);
  /** @param {{title: string, at: string}} kept */
  const nameOf = (kept) => (kept.at ? `${kept.title}, ${begun(kept)}` : kept.title);
  const showAll = () => {
    const more = others.map((kept) => ({ kept, text: "" }));
    lines.push(...more);
    others = [];
    draw();
    return Promise.all(more.map(tell));
  };
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
            kept.at && h("time", { class: "soft small", datetime: kept.at }, begun(kept)),
          ),
          h(
            "button",
            {
              type: "button",
              class: "icon-button",
              "aria-label": t("lobby.forget", { title: nameOf(kept) }),
              click: () => forget(kept.id),
            },
            icon("close"),
          ),
        ),
      ),
      others.length > 0 &&
        h(
          "li",
          { key: "others" },
          h(
            "button",
            { type: "button", class: "link", click: showAll },
            t("lobby.mine_more", { n: others.length, count: others.length }),
          ),
        ),
    );
  const forget = (/** @type {string} */ id) => {
    forgetTable(id);
    lines.splice(
      lines.findIndex(({ kept }) => kept.id === id),
      1,
    );
    byId("mine").hidden = lines.length + others.length === 0;
    draw();
  };
  const tell = async (/** @type {{kept: import("./table/kept.js").Kept, text: string}} */ line) => {
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
  };
  draw();
  await Promise.all(lines.map(tell));
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
  byId("watch").hidden = false;
  /** @param {string} text */
  const instead = (text) => patch(byId("watch-list"), h("li", { class: "soft" }, text));
  try {
    const { games } = await ask("/v1/games?watch=public");
    const shown = games.filter((/** @type {any} */ game) => game.status === "playing").slice(0, FEW);
    if (!shown.length) return instead(t("lobby.watch_none"));
    const lines = shown.map((/** @type {any} */ game) => ({ game, text: listed(game.players) }));
    const draw = () =>
      patch(
        byId("watch-list"),
        lines.map((/** @type {{game: any, text: string}} */ { game, text }) =>
          h(
            "li",
            { key: game.id },
            h(
              "a",
              { class: "table-line", href: addressOf(game) },
              h("b", {}, game.title),
              h("span", { class: "soft", translate: "no" }, text),
            ),
          ),
        ),
      );
    draw();
    for (const line of lines)
      ask(`/v1/games/${line.game.id}`).then(
        (view) => {
          line.text = statusText(view, []);
          draw();
        },
        () => {}, // it has ended: the names stay
      );
  } catch (error) {
    instead(error instanceof AskError ? error.message : t("trouble.broken")); // the lobby works without the list
  }
}

// --- joining ------------------------------------------------------------------------------------------------------

function joining() {
  const [, , said] = location.pathname.split("/");
  byId("join-code").value = readCode(said ?? "") ?? "";
  byId("join-name").value = ownName();
  showInvitation(byId("join-code").value);
  const key = secret();
  byId("join-form").addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const code = readCode(byId("join-code").value);
    const name = byId("join-name").value.trim();
    const trouble = (/** @type {string} */ text) => patch(byId("join-trouble"), text);
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
      if (unknown) return tellUnknown(code);
      trouble(String(/** @type {Error} */ (error).message));
    }
  });
}

/** Who sits at the table already gets back to it; who came to watch finds what there is. @param {string} code */
function tellUnknown(code) {
  const own = tables().find((kept) => kept.code !== null && readCode(kept.code) === code);
  patch(
    byId("join-trouble"),
    own
      ? h("a", { class: "button primary", href: addressOf(own) }, t("lobby.back_to", { title: own.title }))
      : t("lobby.code_unknown"),
  );
  if (!own) showWatched();
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
    byId("join-name").focus();
  } catch (error) {
    const gone = error instanceof AskError && error.problem?.status === 404;
    if (gone && (await isClass(code))) return location.replace(`/class/join/${readCode(code)}`);
    if (gone) tellUnknown(code);
  }
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
  const field = /** @type {HTMLInputElement} */ (event.target);
  const [file] = field.files ?? [];
  if (!file) return;
  byId("record-trouble").textContent = file.size > LARGEST ? t("keeping.large") : await openRecord(await file.text());
  field.value = ""; // so that the same file can be chosen again once it is mended
});

/** @type {Record<string, string>} complete keys, because a page gets only the words that its script names */
const FAULTS = { cut: "keeping.cut", damaged: "look.not_a_record", foreign: "look.not_a_record" };

/**
 * Opens an unfinished game at its table and a finished one for review.
 * @param {string} text
 * @returns {Promise<string>} what went wrong, or ""
 */
async function openRecord(text) {
  const record = recordFrom(text);
  if (!record) return t(FAULTS[faultOf(text)]);
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
