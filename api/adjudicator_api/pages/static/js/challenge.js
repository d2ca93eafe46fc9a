/** The page for challenges: the board before the move, the move, the ruling on all its runs, and the consequence. */

import { here } from "./address.js";
import { ask, AskError } from "./requests.js";
import { boxLine, editionFor } from "./boxes.js";
import { boardPicture, boardRows } from "./board.js";
import { Conductor } from "./conduct.js";
import { data, rulesTitle } from "./data.js";
import { announce, byId, icon, prose } from "./dom.js";
import { openSheet } from "./frame.js";
import { find } from "./journal.js";
import { cameraButton } from "./lens.js";
import { checkList } from "./checks.js";
import { hero, runCard } from "./lesson.js";
import * as model from "./models/board.js";
import { partsOf, written as sumText } from "./models/scoring.js";
import { sheetFrom, struck, totals, written } from "./models/sheet.js";
import { shortLabel } from "./models/verdict.js";
import { h, patch } from "./patch.js";
import { rulesName, settings, settingsForm } from "./settings.js";
import { recall, remember } from "./storage.js";
import { blankButton, tileButton } from "./tile.js";
import { capital, counted, listed, points, t } from "./words.js";

/** @typedef {import("./journal.js").Entry} Entry */

const FINGER = 44; // px
const PLAYER = "player";
const CHALLENGER = "challenger";
const [game] = data.games;
const layout = model.layoutOf(game.board ?? {});
let board = model.boardOf(layout, { before: [], move: [] });
let sheet = sheetFrom(recall("challenge-sheet", null));

// --- the board --------------------------------------------------------------------------------------------------

function showSettings() {
  const chosen = settings();
  byId("rules-title").textContent = rulesTitle(rulesName(chosen));
  byId("sealed-mark").hidden = !chosen.sealed;
  patch(byId("box-line"), boxLine(game.id));
}

function showBoard() {
  const place = byId("board");
  const inside = place.contains(document.activeElement);
  place.style.setProperty("--across", String(layout.cols));
  patch(place, boardRows(game, board, { fresh: "move", changed: chosenOn }));
  place.toggleAttribute("data-down", board.down);
  const chosen = place.querySelector("[aria-selected=true]");
  if (inside) chosen?.focus({ preventScroll: true });
  keepInView(place.parentElement, chosen);
  byId("undo").disabled = !board.past.length;
  byId("clear").disabled = !board.laid[board.layer].length;
  byId("take").disabled = model.isEmpty(board);
  const turn = byId("turn");
  turn.setAttribute("aria-label", t(board.down ? "board.to_across" : "board.to_down"));
  patch(turn, icon(board.down ? "down" : "across"), t(board.down ? "board.down" : "board.across"));
  showKeypad();
  say(board.blank ? "challenge.blank_stands" : "challenge.hint");
  /** @type {any} */ (document.querySelector(`[name=layer][value=${board.layer}]`)).checked = true;
  keepDraft();
}

/** Moves the board within its frame, not the page. @param {HTMLElement} frame @param {HTMLElement | null} square */
function keepInView(frame, square) {
  if (!square) return;
  const [around, box] = [frame.getBoundingClientRect(), square.getBoundingClientRect()];
  const room = 2 * box.width; // neighbouring squares that should stay visible
  if (box.right + room > around.right) frame.scrollLeft += box.right + room - around.right;
  if (box.left - room < around.left) frame.scrollLeft += box.left - room - around.left;
  if (box.bottom + room > around.bottom) frame.scrollTop += box.bottom + room - around.bottom;
  if (box.top - room < around.top) frame.scrollTop += box.top - room - around.top;
  const pitch = box.height + 1;
  frame.scrollTop = Math.round(frame.scrollTop / pitch) * pitch; // do not cut a row at the top
}

/** Shows an instruction or an error near the thumb. @param {string} key @param {boolean} [wrong] */
function say(key, wrong = false) {
  const place = byId("board-hint");
  place.textContent = t(key);
  place.classList.toggle("trouble-text", wrong);
  place.classList.toggle("told", key !== "challenge.hint");
  if (wrong) announce(t(key));
}

function keepDraft() {
  remember("challenge-draft", { ...board.laid, player: byId("player").value, challenger: byId("challenger").value });
}

/** @param {model.Board} next */
function changed(next) {
  board = next;
  showBoard();
}

/** Zooms in on the chosen square, or out to the whole board. @param {boolean} close */
function zoom(close) {
  document.body.classList.toggle("large-squares", close);
  byId("zoom").setAttribute("aria-pressed", String(close));
}

/** A tap on a square too small for a finger also zooms in. @param {model.Board} next */
function chosenOn(next) {
  const [square] = byId("board").getElementsByClassName("square");
  if (matchMedia("(pointer: coarse)").matches && square.clientWidth < FINGER) zoom(true);
  changed(next);
}

/** @param {string} symbol */
const lay = (symbol) => changed(model.place(board, symbol));

/** C-BLANK: the next tapped tile is the one that the blank stands for. */
const tapBlank = () => (game.blank ? changed(model.takeBlank(board)) : say("judge.no_blank"));

const showKeypad = () =>
  patch(
    byId("keypad"),
    game.tiles.map((tile) =>
      tileButton(tile, {}, { key: tile.symbol, "data-key": tile.symbol, click: () => lay(tile.symbol) }),
    ),
    game.board && blankButton(tapBlank, game.blank, board.blank),
  );

cameraButton(() => ({
  tiles: game.tiles,
  blanks: game.blank?.count ?? 0,
  take: (run) => changed(model.layRun(board, run)),
}));
for (const input of document.querySelectorAll("[name=layer]")) {
  input.addEventListener("change", () => changed(model.layIn(board, /** @type {HTMLInputElement} */ (input).value)));
}
byId("player").addEventListener("input", keepDraft);
byId("challenger").addEventListener("input", keepDraft);
byId("turn").addEventListener("click", () => changed(model.turn(board)));
byId("take").addEventListener("click", () => changed(model.take(board)));
byId("undo").addEventListener("click", () => changed(model.undo(board)));
byId("clear").addEventListener("click", () => changed(model.withdraw(board, board.layer)));
byId("zoom").addEventListener("click", () => {
  zoom(byId("zoom").getAttribute("aria-pressed") !== "true");
  showBoard();
});

byId("challenge-form").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  const player = byId("player").value.trim() || PLAYER;
  const challenger = byId("challenger").value.trim() || CHALLENGER;
  const trouble = !board.laid.move.length ? "challenge.lay_move" : player === challenger ? "challenge.two_names" : "";
  if (trouble) {
    say(trouble, true);
    byId(board.laid.move.length ? "challenger" : "layer-move").focus();
    return;
  }
  const chosen = settings();
  const edition = editionFor(game.id);
  const question = {
    ...(edition ? { edition } : {}),
    rules: rulesName(chosen),
    board: board.laid.before,
    move: board.laid.move,
    player,
    challenger,
    detail: chosen.sealed ? "sealed" : "full",
  };
  conductor.act({ type: "ask", question });
});

// --- the ruling -------------------------------------------------------------------------------------------------

// --- the score sheet ----------------------------------------------------------------------------------------------

/** @param {typeof sheet} next */
function writeSheet(next) {
  sheet = next;
  remember("challenge-sheet", sheet);
  patch(byId("score-lines"), sheetView());
}

/** @param {Entry} entry */
function writeDown({ answer, question, sealed }) {
  if (!question?.move || answer.ruling === "unresolved") return;
  const names = sealed ? [] : answer.runs.map((/** @type {any} */ run) => run.verdict.name ?? run.verdict.formula);
  writeSheet(
    written(sheet, {
      id: answer.id,
      player: question.player,
      ruling: answer.ruling,
      score: answer.score ?? 0,
      what: listed(names),
    }),
  );
}

function sheetView() {
  return h(
    "div",
    { class: "score-sheet" },
    totals(sheet).map(({ player, total, turns }) =>
      h(
        "section",
        { key: player, class: "stack" },
        h("h3", {}, titled(player), " ", h("b", {}, total)),
        h(
          "ol",
          {},
          turns.map((turn) =>
            h(
              "li",
              { key: turn.id, "data-ruling": turn.ruling },
              h("a", { href: `/challenge/${turn.id}` }, turn.what || t(`ruling.${turn.ruling}`)),
              h("b", {}, turn.ruling === "valid" ? turn.score : "–"),
            ),
          ),
        ),
      ),
    ),
  );
}

/** Clears the board after confirmation. */
function newBoard() {
  writeSheet([]);
  board = model.boardOf(layout, { before: [], move: [] });
  showBoard();
  byId("new-sheet").close();
  if (byId("score-sheet").open) byId("score-sheet").close();
  if (conductor.flow.step !== "enter") conductor.act({ type: "next" });
}

byId("new-yes").addEventListener("click", newBoard);
for (const opener of document.querySelectorAll("[data-new-board]"))
  opener.addEventListener("click", () => openSheet("new-sheet"));

/** The board after a ruling: a valid move stays, an invalid one is taken back. @param {Entry | null} entry */
function goOn(entry) {
  const ruled = entry?.question?.move && JSON.stringify(entry.question.move) === JSON.stringify(board.laid.move);
  if (ruled && entry.answer.ruling === "valid") board = model.merge(board, "move", "before");
  if (ruled && entry.answer.ruling === "invalid") board = model.withdraw(board, "move");
  board = model.layIn(board, "move");
}

// --- asking ---------------------------------------------------------------------------------------------------------

/** Rules on a new challenge, or fetches an earlier ruling by its id. @param {any} question @returns {Promise<Entry>} */
async function judged(question) {
  if (question.id) {
    const seen = find(`/challenge/${question.id}`);
    const answer = await ask(`/v1/challenges/${encodeURIComponent(question.id)}`).catch((error) => {
      if (seen?.answer && error instanceof AskError && error.problem?.status === 404) return seen.answer; // from a file
      throw error;
    });
    return seen ? { ...seen, answer, ruling: answer.ruling } : entryOf(answer, null, undefined);
  }
  const { settlement_key, ...answer } = await ask("/v1/challenges", question);
  const entry = entryOf(answer, question, settlement_key);
  writeDown(entry);
  return entry;
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

/** A player without a name is called by their role. @param {string} name */
const called = (name) =>
  name === PLAYER ? t("challenge.the_player") : name === CHALLENGER ? t("challenge.the_challenger") : name;
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
  const score = answer.ruling === "valid" && typeof answer.score === "number" ? points(answer.score) : "";
  const decided = answer.decided_by === "agreement" ? t("ruling.hero_table") : "";
  return {
    hero: hero({
      ruling: answer.ruling,
      name: consequenceText(answer),
      below: [score, decided].filter(Boolean).join(" · "),
    }),
    body: [
      answer.decided_by === "agreement" &&
        h("p", { class: "note", "data-ruling": answer.ruling }, icon(answer.ruling), settledText(answer)),
      entry.sealed ? h("p", { class: "note" }, icon("seal"), t("ruling.sealed")) : details(entry),
      entry.key && answer.decided_by === "judge" && settlement(entry),
      sheet.length > 0 && h("section", { class: "stack" }, h("h2", {}, t("challenge.sheet")), sheetView()),
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
  const isBlank = (/** @type {model.Square} */ { row, col }) =>
    (answer.blanks ?? []).some((/** @type {number[]} */ [atRow, atCol]) => row === atRow && col === atCol);
  const squares = answer.runs.flatMap((/** @type {any} */ run) =>
    (run.squares ?? []).map((/** @type {number[]} */ [row, col], /** @type {number} */ i) => ({
      row,
      col,
      symbol: run.tiles[i],
      blank: isBlank({ row, col }),
    })),
  );
  const bad = answer.runs.filter((/** @type {any} */ run) => run.verdict.ruling === "invalid");
  const failing = bad.flatMap((/** @type {any} */ run) => run.squares ?? []);
  const picture = question
    ? boardPicture(game, question.board, question.move, failing)
    : squares.length
      ? boardPicture(game, squares, [], failing)
      : null;
  return h(
    "div",
    { class: "stack challenge-details" },
    h("section", { class: "stack" }, h("h2", {}, t("ruling.why")), h("p", {}, prose(answer.reason))),
    picture &&
      h(
        "section",
        { class: "stack" },
        h("h2", {}, t("challenge.whose", { player: titled(answer.player), challenger: called(answer.challenger) })),
        picture,
      ),
    h(
      "section",
      { class: "stack" },
      h("h2", {}, t("challenge.compounds")),
      answer.runs.length
        ? h(
            "ul",
            { class: "runs" },
            answer.runs.map((/** @type {any} */ run) =>
              h(
                "li",
                {},
                answer.ruling === "valid"
                  ? runCard(run.verdict, run.score, howScored(run, question?.move ?? [], isBlank))
                  : runCard(run.verdict, null, null, run === bad[0]),
              ),
            ),
          )
        : h("p", {}, t("challenge.none")),
    ),
    answer.geometry.length > 0 &&
      h("section", { class: "stack" }, h("h2", {}, t("challenge.geometry")), checkList(answer.geometry, game.rulebook)),
    h("p", { class: "small soft fine-print" }, `${answer.rules} · ${shortLabel(answer.edition)} · ${answer.id}`),
  );
}

/**
 * "(1 × 2 + 2) × 3"
 * @param {any} run
 * @param {readonly model.Placement[]} move
 * @param {(square: model.Square) => boolean} isBlank
 */
function howScored(run, move, isBlank) {
  const sum = partsOf(
    run,
    game.board ?? {},
    (symbol, square) =>
      (isBlank(square) ? game.blank : game.tiles.find((tile) => tile.symbol === symbol))?.points ?? null,
    move,
  );
  return (
    sum &&
    h(
      "span",
      { class: "small soft", "aria-label": t("challenge.scored", { sum: sumText(sum), score: run.score }) },
      `${sumText(sum)} = ${run.score}`,
    )
  );
}

// --- agreement ----------------------------------------------------------------------------------------------------

/** C-CONSENSUS: only on the device that asked, which holds the key. @param {Entry} entry */
function settlement(entry) {
  const { player, challenger } = entry.question;
  const settle = (/** @type {"valid" | "invalid"} */ wanted) => async () => {
    const others = byId("others")
      .value.split(",")
      .map((/** @type {string} */ name) => name.trim())
      .filter(Boolean);
    try {
      const agreed_by = [...new Set([player, challenger, ...others])];
      const answer = await ask(`/v1/challenges/${entry.answer.id}/settlement`, {
        ruling: wanted,
        agreed_by,
        settlement_key: entry.key,
      });
      const settled = { ...entry, answer, ruling: answer.ruling, table: answer.ruling };
      writeDown(settled);
      conductor.settle(settled);
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
      h(
        "div",
        { class: "field" },
        h("label", { for: "others" }, t("challenge.others")),
        h("input", { id: "others", maxlength: 200, placeholder: t("challenge.others_example") }),
      ),
      h("p", { id: "settle-trouble", class: "small trouble-text", role: "status", own: true }),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "button", click: settle("valid") }, icon("valid"), t("ruling.let_stand")),
        h(
          "button",
          { type: "button", class: "button", click: settle("invalid") },
          icon("invalid"),
          t("ruling.take_back"),
        ),
      ),
    ),
  );
}

const conductor = new Conductor({
  home: "/challenge",
  title: t("challenge.title"),
  link: ({ id }) => (id ? `/challenge/${id}` : "/challenge"),
  linked() {
    const [, , id] = here().split("/");
    return id ? { id: decodeURIComponent(id) } : null;
  },
  ask: judged,
  seen: ({ id }) => (id ? find(`/challenge/${id}`) : null),
  async inFull(entry) {
    if (entry.answer.detail === "full") return entry;
    const full = await ask("/v1/challenges", { ...entry.question, detail: "full" }); // the server keeps it sealed
    return { ...entry, answer: { ...full, ...entry.answer } };
  },
  reopens: (entry) => ({ id: entry.answer.id }),
  enter(question) {
    if (question?.move && !board.laid.move.length)
      board = model.layIn({ ...board, laid: { before: question.board, move: question.move } }, "move");
    showBoard();
    return null;
  },
  begin() {
    goOn(conductor.flow.entry);
    showBoard();
  },
  confirm: ({ board: before, move, player, challenger }) => ({
    title: t("challenge.confirm"),
    what: boardPicture(game, before, move),
    text: t("challenge.laid", {
      player: titled(player),
      tiles: counted(move.length, "tiles"),
      challenger: called(challenger),
    }),
  }),
  ruling,
  actions: (entry) => [
    h(
      "button",
      { key: "next", type: "button", class: "button primary tall", click: () => conductor.next() },
      t("challenge.next"),
    ),
    entry.question?.move &&
      h(
        "button",
        {
          key: "change",
          type: "button",
          class: "button tall",
          "aria-label": t("challenge.change"),
          click: () => changeMove(entry),
        },
        h("span", { class: "narrow-only" }, t("judge.change")),
        h("span", { class: "wide-only" }, t("challenge.change")),
      ),
  ],
  field: () => null,
});

/** Edits the same move again; its ruling no longer counts. @param {Entry} entry */
function changeMove(entry) {
  writeSheet(struck(sheet, entry.answer.id));
  board = model.layIn(model.boardOf(layout, { before: entry.question.board, move: entry.question.move }), "move");
  conductor.act({ type: "change" });
}

// --- start --------------------------------------------------------------------------------------------------------

const isSymbol = (/** @type {string} */ symbol) => symbol in data.elements;
const draft = recall("challenge-draft", /** @type {any} */ (null)) ?? {};
byId("player").value = draft.player ?? "";
byId("challenger").value = draft.challenger ?? "";
board = model.boardOf(layout, {
  before: model.placements(draft.before, layout, isSymbol),
  move: model.placements(draft.move, layout, isSymbol),
});
if (board.laid.before.length) board = model.layIn(board, "move");
writeSheet(sheet);
settingsForm(byId("settings-form"), { changed: showSettings });
showSettings();
showBoard();
conductor.open();
