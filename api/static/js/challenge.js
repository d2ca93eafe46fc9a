/** Challenges: the board before, the move, the ruling on all of it, and what follows. */

import { ask, AskError } from "./asking.js";
import { boardPicture, boardRows } from "./board.js";
import { Conductor } from "./conduct.js";
import { data, rulesTitle } from "./data.js";
import { byId, icon, prose } from "./dom.js";
import { find } from "./journal.js";
import { checkList, hero, runCard } from "./lesson.js";
import * as model from "./models/board.js";
import { h, patch } from "./patch.js";
import { rulesName, settings, settingsForm } from "./settings.js";
import { recall, remember } from "./storage.js";
import { tileButton } from "./tile.js";
import { capital, counted, listed, points, t } from "./words.js";

/** @typedef {import("./journal.js").Entry} Entry */

const PLAYER = "player";
const CHALLENGER = "challenger";
const [game] = data.games;
const layout = model.layoutOf(game.board ?? {});
let board = model.boardOf(layout, { before: [], move: [] });

// --- the board --------------------------------------------------------------------------------------------------

function showSettings() {
  const chosen = settings();
  byId("rules-title").textContent = rulesTitle(rulesName(chosen));
  byId("sealed-mark").hidden = !chosen.sealed;
}

function showBoard() {
  const place = byId("board");
  const inside = place.contains(document.activeElement);
  patch(place, boardRows(game, board, { fresh: "move", changed }));
  place.toggleAttribute("data-down", board.down);
  const chosen = place.querySelector("[aria-selected=true]");
  if (inside) chosen?.focus({ preventScroll: true });
  if (place.parentElement.scrollWidth > place.parentElement.clientWidth) chosen?.scrollIntoView({ block: "nearest", inline: "nearest" });
  byId("undo").disabled = !board.past.length;
  byId("clear").disabled = model.isEmpty(board);
  byId("take").disabled = model.isEmpty(board);
  const turn = byId("turn");
  turn.setAttribute("aria-label", t(board.down ? "board.to_across" : "board.to_down"));
  patch(turn, icon(board.down ? "down" : "across"), t(board.down ? "board.down" : "board.across"));
  byId("challenge-trouble").textContent = "";
  /** @type {any} */ (document.querySelector(`[name=layer][value=${board.layer}]`)).checked = true;
  keepDraft();
}

function keepDraft() {
  remember("challenge-draft", { ...board.laid, player: byId("player").value, challenger: byId("challenger").value });
}

/** @param {model.Board} next */
function changed(next) {
  board = next;
  showBoard();
}

for (const input of document.querySelectorAll("[name=layer]")) {
  input.addEventListener("change", () => changed(model.layIn(board, /** @type {HTMLInputElement} */ (input).value)));
}
byId("player").addEventListener("input", keepDraft);
byId("challenger").addEventListener("input", keepDraft);
byId("turn").addEventListener("click", () => changed(model.turn(board)));
byId("take").addEventListener("click", () => changed(model.take(board)));
byId("undo").addEventListener("click", () => changed(model.undo(board)));
byId("clear").addEventListener("click", () => changed(model.clear(board)));
byId("zoom").addEventListener("click", () => {
  byId("zoom").setAttribute("aria-pressed", String(document.body.classList.toggle("large-squares")));
});

byId("challenge-form").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  const player = byId("player").value.trim() || PLAYER;
  const challenger = byId("challenger").value.trim() || CHALLENGER;
  const trouble = !board.laid.move.length ? t("challenge.lay_move") : player === challenger ? t("challenge.two_names") : "";
  byId("challenge-trouble").textContent = trouble;
  if (trouble) return;
  const chosen = settings();
  const question = { rules: rulesName(chosen), board: board.laid.before, move: board.laid.move, player, challenger, detail: chosen.sealed ? "sealed" : "full" };
  conductor.act({ type: "ask", question });
});

// --- the ruling -------------------------------------------------------------------------------------------------

/** A new challenge, or one that was ruled on before, here or elsewhere. @param {any} question @returns {Promise<Entry>} */
async function judged(question) {
  if (question.id) {
    const answer = await ask(`/v1/challenges/${encodeURIComponent(question.id)}`);
    const seen = find(`/challenge/${question.id}`);
    return seen ? { ...seen, answer, ruling: answer.ruling } : entryOf(answer, null, undefined);
  }
  const { settlement_key, ...answer } = await ask("/v1/challenges", question);
  return entryOf(answer, question, settlement_key);
}

/** @param {any} answer @param {any} question @param {string | undefined} key @returns {Entry} */
function entryOf(answer, question, key) {
  const players = t("challenge.against", { challenger: called(answer.challenger), player: called(answer.player) });
  const sealed = answer.detail === "sealed";
  return {
    id: `/challenge/${answer.id}`,
    at: answer.created_at,
    kind: "challenge",
    title: t("challenge.entry", { players }),
    subtitle: sealed ? t("ruling.sealed_mark") : counted(answer.runs.length, "compounds"),
    ruling: answer.ruling,
    sealed,
    link: `/challenge/${answer.id}`,
    question,
    answer,
    key,
  };
}

/** Who gave no name is called by the part they play. @param {string} name */
const called = (name) => (name === PLAYER ? t("challenge.the_player") : name === CHALLENGER ? t("challenge.the_challenger") : name);
/** @param {string} name */
const titled = (name) => (name === called(name) ? name : capital(called(name)));

/** @param {any} answer */
function consequenceText({ consequence }) {
  if (!consequence) return t("challenge.nothing_follows");
  return t(consequence.tiles_back ? "challenge.takes_back" : "challenge.loses", { player: titled(consequence.player) });
}

/** @param {Entry} entry */
function ruling(entry) {
  const { answer } = entry;
  const word = t(`ruling.${answer.ruling}`);
  const score = answer.ruling === "valid" && typeof answer.score === "number" ? points(answer.score) : null;
  return {
    hero: hero({ ruling: answer.ruling, name: consequenceText(answer), below: score }),
    body: [
      answer.decided_by === "agreement" && h("p", { class: "note", "data-ruling": answer.ruling }, icon(answer.ruling), settledText(answer)),
      entry.sealed ? h("p", { class: "note" }, icon("seal"), t("ruling.sealed")) : details(entry),
      entry.key && answer.decided_by === "judge" && settlement(entry),
    ],
    said: `${word}. ${consequenceText(answer)} ${entry.sealed ? "" : answer.reason}`,
    title: `${word}: ${t("challenge.ruled")}`,
  };
}

/** @param {any} answer */
function settledText({ settlement: agreed, judged: before }) {
  const who = agreed ? t("challenge.agreed", { players: listed(agreed.agreed_by) }) : t("challenge.settled");
  return before ? `${who} ${t("ruling.the_judge_said", { ruling: t(`ruling.${before}`).toLowerCase() })}` : who;
}

/** @param {Entry} entry */
function details({ answer, question }) {
  const squares = answer.runs.flatMap((/** @type {any} */ run) => (run.squares ?? []).map((/** @type {number[]} */ [row, col], /** @type {number} */ i) => ({ row, col, symbol: run.tiles[i] })));
  const picture = question ? boardPicture(game, question.board, question.move) : squares.length ? boardPicture(game, squares, []) : null;
  return h(
    "div",
    { class: "stack challenge-details" },
    h("section", { class: "stack" }, h("h2", {}, t("ruling.why")), h("p", {}, prose(answer.reason))),
    picture && h("section", { class: "stack" }, h("h2", {}, t("challenge.whose", { player: titled(answer.player), challenger: called(answer.challenger) })), picture),
    h(
      "section",
      { class: "stack" },
      h("h2", {}, t("challenge.compounds")),
      answer.runs.length ? h("ul", { class: "runs" }, answer.runs.map((/** @type {any} */ run) => h("li", {}, runCard(run.verdict, run.score)))) : h("p", {}, t("challenge.none")),
    ),
    answer.geometry.length > 0 && h("section", { class: "stack" }, h("h2", {}, t("challenge.geometry")), checkList(answer.geometry, game.digest)),
    h("p", { class: "small soft fine-print" }, `${answer.rules} · ${answer.edition} · ${answer.id}`),
  );
}

// --- agreement ----------------------------------------------------------------------------------------------------

/** C-CONSENSUS: only on the device that asked, which holds the key. @param {Entry} entry */
function settlement(entry) {
  const { player, challenger } = entry.question;
  const settle = (/** @type {"valid" | "invalid"} */ wanted) => async () => {
    const others = byId("others").value.split(",").map((/** @type {string} */ name) => name.trim()).filter(Boolean);
    try {
      const agreed_by = [...new Set([player, challenger, ...others])];
      const answer = await ask(`/v1/challenges/${entry.answer.id}/settlement`, { ruling: wanted, agreed_by, settlement_key: entry.key });
      conductor.settle({ ...entry, answer, ruling: answer.ruling, table: answer.ruling });
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      byId("settle-trouble").textContent = error.message;
    }
  };
  return h(
    "details",
    { class: "checks settle" },
    h("summary", {}, h("span", {}, t("challenge.settle")), icon("more")),
    h(
      "div",
      { class: "stack" },
      h("p", {}, t("challenge.settle_about", { player: called(player), challenger: called(challenger) })),
      h("div", { class: "field" }, h("label", { for: "others" }, t("challenge.others")), h("input", { id: "others", maxlength: 200, placeholder: t("challenge.others_example") })),
      h("p", { id: "settle-trouble", class: "small trouble-text", role: "status", own: true }),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "button", click: settle("valid") }, icon("valid"), t("ruling.let_stand")),
        h("button", { type: "button", class: "button", click: settle("invalid") }, icon("invalid"), t("ruling.take_back")),
      ),
    ),
  );
}

const conductor = new Conductor({
  home: "/challenge",
  title: t("challenge.title"),
  link: ({ id }) => (id ? `/challenge/${id}` : "/challenge"),
  linked() {
    const [, , id] = location.pathname.split("/");
    return id ? { id: decodeURIComponent(id) } : null;
  },
  ask: judged,
  seen: ({ id }) => (id ? find(`/challenge/${id}`) : null),
  reopens: (entry) => ({ id: entry.answer.id }),
  enter() {
    showBoard();
    return null;
  },
  begin: () => changed(model.boardOf(layout, { before: [], move: [] })),
  confirm: ({ board: before, move, player, challenger }) => ({
    title: t("challenge.confirm"),
    what: boardPicture(game, before, move),
    text: t("challenge.laid", { player: titled(player), tiles: counted(move.length, "tiles"), challenger: called(challenger) }),
  }),
  ruling,
  actions: () => h("button", { key: "next", type: "button", class: "button primary tall", click: () => conductor.next() }, t("challenge.next")),
  field: () => null,
});

// --- beginning ----------------------------------------------------------------------------------------------------

const isSymbol = (/** @type {string} */ symbol) => symbol in data.elements;
const draft = recall("challenge-draft", /** @type {any} */ (null)) ?? {};
patch(byId("keypad"), game.tiles.map((tile) => tileButton(tile, {}, { key: tile.symbol, "data-key": tile.symbol, click: () => changed(model.place(board, tile.symbol)) })));
byId("player").value = draft.player ?? "";
byId("challenger").value = draft.challenger ?? "";
board = model.boardOf(layout, { before: model.placements(draft.before, layout, isSymbol), move: model.placements(draft.move, layout, isSymbol) });
settingsForm(byId("settings-form"), { changed: showSettings });
showSettings();
showBoard();
conductor.open();
