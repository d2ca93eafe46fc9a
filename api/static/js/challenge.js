/** Challenges: the board before, the move, the ruling on all of it, and what follows. */

import { ask } from "./asking.js";
import { boardPicture } from "./board.js";
import { data, gameOf, rulesTitle, tileOf } from "./data.js";
import { announce, byId, formula, h, icon, prose, put } from "./dom.js";
import "./frame.js";
import { find, keep } from "./journal.js";
import { checkList, hero, lesson, nearestMiss, WORDS } from "./lesson.js";
import { rulesName, settings, settingsForm } from "./settings.js";
import { share } from "./sharing.js";
import { recall, remember } from "./storage.js";
import { tileButton, tileElement } from "./tile.js";
import { troubleView } from "./trouble.js";
import { waitFor } from "./waiting.js";
import { capital, plural, when } from "./words.js";

const PLAYER = "player";
const CHALLENGER = "challenger";
const board = byId("board");
const views = { enter: byId("enter"), confirm: byId("confirm"), ruling: byId("ruling") };
const [game] = data.games;
/** @type {object | null} what waits for the opponent or for a network */
let question = null;

function show(view) {
  for (const [name, section] of Object.entries(views)) section.hidden = name !== view;
  document.body.dataset.view = view;
  scrollTo(0, 0);
}

// --- the board --------------------------------------------------------------------------------------------------

function showSettings() {
  const chosen = settings();
  byId("rules-title").textContent = rulesTitle(rulesName(chosen));
  byId("sealed-mark").hidden = !chosen.sealed;
}

function showBoard() {
  byId("undo").disabled = !board.canUndo;
  byId("clear").disabled = board.isEmpty;
  byId("take").disabled = board.isEmpty;
  const turn = byId("turn");
  turn.setAttribute("aria-label", board.down ? "Tiles go down; turn to across" : "Tiles go across; turn to down");
  put(turn, icon(board.down ? "down" : "across"), board.down ? "Down" : "Across");
  byId("challenge-trouble").textContent = "";
  remember("challenge-draft", { before: board.before, move: board.move, player: byId("player").value, challenger: byId("challenger").value });
}

for (const input of document.querySelectorAll("[name=layer]")) {
  input.addEventListener("change", () => (board.layer = input.value));
}
board.addEventListener("board-changed", showBoard);
byId("player").addEventListener("input", showBoard);
byId("challenger").addEventListener("input", showBoard);
byId("turn").addEventListener("click", () => board.turn());
byId("take").addEventListener("click", () => board.take());
byId("undo").addEventListener("click", () => board.undo());
byId("clear").addEventListener("click", () => board.clear());
byId("zoom").addEventListener("click", (event) => {
  const large = document.body.classList.toggle("large-squares");
  event.currentTarget.setAttribute("aria-pressed", String(large));
});

// --- the opponent -----------------------------------------------------------------------------------------------

byId("challenge-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const player = byId("player").value.trim() || PLAYER;
  const challenger = byId("challenger").value.trim() || CHALLENGER;
  const trouble = !board.move.length ? "Lay the tiles of the move first: choose “The move”." : player === challenger ? "Nobody challenges their own move: give two names." : "";
  byId("challenge-trouble").textContent = trouble;
  if (trouble) return;
  const chosen = settings();
  question = { rules: rulesName(chosen), board: board.before, move: board.move, player, challenger, detail: chosen.sealed ? "sealed" : "full" };
  put(byId("confirm-board"), boardPicture(game, question.board, question.move));
  byId("confirm-text").textContent = `${titled(player)} laid ${plural(question.move.length, "tile")}; ${called(challenger)} challenges.`;
  show("confirm");
  byId("confirm-title").focus();
});
byId("confirm-no").addEventListener("click", () => {
  show("enter");
  byId("ask").focus();
});
byId("confirm-yes").addEventListener("click", () => give());

// --- the ruling -------------------------------------------------------------------------------------------------

async function give() {
  put(views.ruling);
  show("ruling");
  try {
    const { settlement_key, ...answer } = await waitFor(views.ruling, ask("/v1/challenges", question));
    const entry = entryOf(answer, question, settlement_key);
    keep(entry);
    history.pushState({}, "", entry.link);
    remember("challenge-draft", null);
    showRuling(entry);
  } catch (error) {
    showTrouble(error, give);
  }
}

/** A ruling that was given before, here or elsewhere. */
async function reopen(id) {
  const link = `/challenge/${id}`;
  put(views.ruling);
  show("ruling");
  const seen = find(link);
  try {
    const answer = await waitFor(views.ruling, ask(`/v1/challenges/${encodeURIComponent(id)}`));
    showRuling(seen ? { ...seen, answer } : entryOf(answer, null, null));
  } catch (error) {
    if (seen && error.kind !== "refused") showRuling(seen, `Asked on this device, ${when(seen.at)}.`);
    else showTrouble(error, () => reopen(id));
  }
}

function entryOf(answer, asked, key) {
  const players = asked ? `${called(asked.challenger)} against ${called(asked.player)}` : "";
  return {
    id: `/challenge/${answer.id}`,
    at: answer.created_at,
    kind: "challenge",
    title: `Challenge: ${players || answer.id.slice(0, 6)}`,
    subtitle: answer.detail === "sealed" ? "sealed" : plural(answer.runs.length, "compound"),
    ruling: answer.ruling,
    sealed: answer.detail === "sealed",
    link: `/challenge/${answer.id}`,
    question: asked,
    answer,
    key,
  };
}

/** Who gave no name is called by the part they play. */
const called = (name) => (name === PLAYER || name === CHALLENGER ? `the ${name}` : name);
const titled = (name) => (name === called(name) ? name : capital(called(name)));

function consequenceText({ consequence }) {
  if (!consequence) return "Nothing follows until it is settled.";
  const back = consequence.tiles_back ? "takes the tiles back and loses this turn" : `loses the ${consequence.loses}`;
  return `${titled(consequence.player)} ${back}.`;
}

function showRuling(entry, remark = "") {
  const { answer } = entry;
  const sealed = answer.detail === "sealed";
  const score = answer.ruling === "valid" && typeof answer.score === "number" ? `${answer.score} ${answer.score === 1 ? "point" : "points"}` : null;
  const shown = hero({ ruling: answer.ruling, name: consequenceText(answer), below: score });
  put(
    views.ruling,
    h(
      "div",
      { class: sealed ? "verdict sealed" : "verdict" },
      h(
        "div",
        { class: "verdict-head" },
        shown,
        h(
          "div",
          { class: "actions" },
          h("button", { type: "button", class: "button primary tall", click: next }, "Next challenge"),
          h("button", { type: "button", class: "button tall", "aria-label": "Share", click: () => share(entry.link, `${WORDS[answer.ruling]}: a challenged move`) }, icon("share"), h("span", { class: "wide-only" }, "Share")),
          h("button", { type: "button", class: "button tall", "aria-label": "Log", "data-sheet": "log-sheet" }, icon("log"), h("span", { class: "wide-only" }, "Log")),
        ),
      ),
      h(
        "div",
        { class: "verdict-body lesson stack" },
        remark && h("p", { class: "note" }, icon("offline"), remark),
        answer.decided_by === "agreement" && h("p", { class: "note", "data-ruling": answer.ruling }, icon(answer.ruling), settledText(answer)),
        sealed ? h("p", { class: "note" }, icon("seal"), "Sealed: no reason is given.") : details(entry),
        entry.key && answer.decided_by === "judge" && settlement(entry),
      ),
    ),
  );
  document.title = `${WORDS[answer.ruling]}: challenge · Adjudicator`;
  announce(`${WORDS[answer.ruling]}. ${consequenceText(answer)} ${sealed ? "" : answer.reason}`);
  shown.querySelector("h1").focus({ preventScroll: true });
}

function settledText(answer) {
  const { settlement, judged } = answer;
  const who = settlement ? `${settlement.agreed_by.join(", ")} agreed` : "Settled by agreement";
  return judged ? `${who}. The judge had said: ${WORDS[judged].toLowerCase()}.` : `${who}.`;
}

function details(entry) {
  const { answer, question: asked } = entry;
  const squares = answer.runs.flatMap((run) => (run.squares ?? []).map(([row, col], i) => ({ row, col, symbol: run.tiles[i] })));
  const picture = asked ? boardPicture(game, asked.board, asked.move) : squares.length ? boardPicture(game, squares, []) : null;
  return h(
    "div",
    { class: "stack challenge-details" },
    h("section", { class: "stack" }, h("h2", {}, "Why"), h("p", {}, prose(answer.reason))),
    picture && h("section", { class: "stack" }, h("h2", {}, `${titled(answer.player)}'s move, challenged by ${called(answer.challenger)}`), picture),
    h("section", { class: "stack" }, h("h2", {}, "Compounds"), answer.runs.length ? h("ul", { class: "runs" }, ...answer.runs.map((run) => h("li", {}, runCard(run)))) : h("p", {}, "None.")),
    answer.geometry.length > 0 && h("section", { class: "stack" }, h("h2", {}, "On the board"), checkList(answer.geometry)),
    h("p", { class: "small soft fine-print" }, `${answer.rules} · ${answer.edition} · ${answer.id}`),
  );
}

function runCard({ tiles, score, verdict }) {
  const owner = gameOf(verdict.rules);
  const title = verdict.ruling === "valid" ? (verdict.name ?? verdict.formula) : WORDS[verdict.ruling];
  return h(
    "details",
    { class: "run-card", "data-ruling": verdict.ruling },
    h(
      "summary",
      {},
      h("span", { class: "mark" }, icon(verdict.ruling), h("span", { class: "out-of-sight" }, WORDS[verdict.ruling])),
      h("span", { class: "run-title" }, capital(title), " ", h("span", { class: "soft" }, formula(verdict.formula))),
      score !== null && h("b", { class: "run-score" }, score),
      icon("more"),
      h("span", { class: "run-tiles", "aria-hidden": "true" }, ...tiles.map((symbol) => tileElement(tileOf(owner, symbol), { size: 28 }))),
      verdict.ruling === "invalid" && h("span", { class: "small run-miss" }, nearestMiss(verdict)),
    ),
    lesson(verdict, owner),
  );
}

// --- agreement ----------------------------------------------------------------------------------------------------

/** C-CONSENSUS: only on the device that asked, which holds the key. */
function settlement(entry) {
  const { player, challenger } = entry.question;
  const trouble = h("p", { class: "small trouble-text", role: "status" });
  const others = h("input", { id: "others", maxlength: 200, placeholder: "cleo, dan" });
  const settle = (ruling) => async () => {
    const agreed = [player, challenger, ...others.value.split(",").map((name) => name.trim()).filter(Boolean)];
    try {
      const answer = await ask(`/v1/challenges/${entry.answer.id}/settlement`, { ruling, agreed_by: [...new Set(agreed)], settlement_key: entry.key });
      const settled = { ...entry, answer, ruling: answer.ruling, table: answer.ruling };
      keep(settled);
      showRuling(settled);
    } catch (error) {
      if (!error.kind) throw error;
      trouble.textContent = error.message;
    }
  };
  return h(
    "details",
    { class: "checks settle" },
    h("summary", {}, h("span", {}, "Settle by agreement"), icon("more")),
    h(
      "div",
      { class: "stack" },
      h("p", {}, `If ${called(player)} and ${called(challenger)}, and whoever else plays, agree, that counts in place of the judge. It can be done once.`),
      h("div", { class: "field" }, h("label", { for: "others" }, "Who else agrees?"), others),
      trouble,
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "button", click: settle("valid") }, icon("valid"), "Let it stand"),
        h("button", { type: "button", class: "button", click: settle("invalid") }, icon("invalid"), "Take it back"),
      ),
    ),
  );
}

function showTrouble(error, again) {
  if (!error.kind) throw error;
  const change = () => {
    history.replaceState({}, "", "/challenge");
    enter();
  };
  put(views.ruling, troubleView(error, { again, change }));
  announce(error.message);
  views.ruling.querySelector("h1").focus({ preventScroll: true });
  if (error.kind === "offline") addEventListener("online", () => views.ruling.querySelector(".trouble") && again(), { once: true });
}

function next() {
  board.start({ before: [], move: [] });
  showBoard();
  history.pushState({}, "", "/challenge");
  enter();
}

function enter() {
  document.title = "Challenge · Adjudicator";
  show("enter");
  byId("enter-title").focus({ preventScroll: true });
}

// --- beginning ----------------------------------------------------------------------------------------------------

function open() {
  const [, , id] = location.pathname.split("/");
  if (id) reopen(decodeURIComponent(id));
  else enter();
}

const known = (placed) => Array.isArray(placed) ? placed.filter(({ row, col, symbol } = {}) => row >= 1 && col >= 1 && row <= game.board.size && col <= game.board.size && symbol in data.elements) : [];
const draft = recall("challenge-draft", null) ?? {};
put(byId("keypad"), ...game.tiles.map((tile) => tileButton(tile, {}, { click: () => board.place(tile.symbol) })));
byId("player").value = draft.player ?? "";
byId("challenger").value = draft.challenger ?? "";
board.game = game;
board.setAttribute("aria-describedby", "board-hint");
board.start({ before: known(draft.before), move: known(draft.move) });
settingsForm(byId("settings-form"), { changed: showSettings });
showSettings();
showBoard();
addEventListener("popstate", open);
open();
