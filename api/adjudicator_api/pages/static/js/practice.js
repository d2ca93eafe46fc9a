/**
 * Practice: exercises on a topic or from a list, in both directions. Missed ones come back, in the round and on later
 * days.
 */

import { at } from "./address.js";
import { data, tileOf } from "./data.js";
import { announce, byId, formula, icon, prose } from "./dom.js";
import "./frame.js";
import { LARGEST, faultOf } from "./models/record.js";
import * as model from "./models/rounds.js";
import { added, playIn, shorter, usedOf } from "./models/plays.js";
import { h, patch } from "./patch.js";
import { boardView, playBoard } from "./playboard.js";
import { savePdf } from "./printing.js";
import { ask, AskError } from "./requests.js";
import { saveJson } from "./saving.js";
import { passOn, share } from "./sharing.js";
import { paperOf, spelled } from "./spelling.js";
import { recall, remember } from "./storage.js";
import { bare, tileButton, tileView } from "./tile.js";
import { t } from "./words.js";

/**
 * @typedef {{topic: string, title: string, kinds: string[], levels: number[]}} Topic
 * @typedef {import("./models/rounds.js").Mark} Mark
 */

/** @type {Topic[]} */
const topics = /** @type {any} */ (data).topics;
const KINDS = ["name", "write", "legal", "mend", "build", "charge", "balance", "play"];
const MOST_DUE = 20;
const SLOW = 200; // milliseconds until the page says that it waits

const round = byId("round");
const choose = byId("choose");
let memories = model.memoriesOf(recall("memories", {}));
let current = model.roundOf([]);
/** @type {Mark | null} the mark for the last answer; null while an answer is expected */
let marked = null;
/** @type {string} the answer being entered */
let draft = "";
let trouble = "";
let answered = { said: "", shown: false };
let puzzle = ""; // of the daily puzzle
let asking = false; // an answer is on its way, so a second press of the key sends nothing

// --- choosing -----------------------------------------------------------------------------------------------------

/** @returns {model.Choice} */
const chosen = () => ({
  topic: byId("topic").value,
  level: Number(byId("level").value),
  kind: byId("kind").value,
  count: Number(byId("count").value),
  choices: byId("choices").checked,
  loose: byId("loose").checked,
  list: byId("topic").value ? "" : byId("list").value,
});

function showKinds() {
  const { topic, kind } = chosen();
  const own = !topic;
  const kinds = own ? KINDS.filter((one) => one !== "play") : (topics.find((one) => one.topic === topic)?.kinds ?? []);
  byId("own").hidden = !own;
  for (const name of ["level", "count"]) byId(name).disabled = own;
  patch(
    byId("kind"),
    !own && h("option", { key: "", value: "" }, t("practice.all_kinds")),
    kinds.map((one) => h("option", { key: one, value: one }, t(`practice.kind_${one}`))),
  );
  byId("kind").value = kinds.includes(kind) ? kind : own ? "name" : "";
}

function showDue() {
  const today = model.endOfDay(Date.now());
  const come = model.due(memories, today);
  const topicsSeen = model.progress(memories, topics, today);
  patch(
    byId("due"),
    come.length > 0 &&
      h(
        "button",
        {
          type: "button",
          class: "button primary wide",
          click: () => begin({ list: come.slice(0, MOST_DUE).join("\n") }),
        },
        t("practice.due", { count: come.length, n: come.length }),
      ),
    come.length === 0 && topicsSeen.length > 0 && h("p", { class: "soft" }, t("practice.none_due")),
  );
  patch(
    byId("by-topic"),
    topicsSeen.map(({ topic, all, seen, known, due }) =>
      h(
        "li",
        { key: topic },
        h("span", {}, titleOf(topic)),
        h("meter", { min: 0, max: all, value: known, "aria-hidden": "true" }),
        h("span", { class: "small soft" }, t("practice.of_topic", { known, all, seen, due })),
      ),
    ),
  );
}

/** @param {string} topic */
const titleOf = (topic) => topics.find((one) => one.topic === topic)?.title ?? topic;

/** The current choice, as the body of a request. */
function wantedNow() {
  const { topic, level, kind, count, list, loose } = chosen();
  const what = topic ? { topic, level, count, kinds: kind ? [kind] : [] } : { list, kind: kind || "name" };
  return { ...what, ...(loose ? {} : { loose }) };
}

/**
 * Fetches the exercises and shows the faults of a list.
 * @param {object} wanted the body of the request
 * @returns {Promise<model.Asked[]>}
 */
async function made(wanted) {
  patch(byId("faults"));
  const slow = setTimeout(() => patch(byId("faults"), h("p", { class: "soft" }, t("practice.making"))), SLOW);
  let made;
  try {
    made = await ask("/v1/exercises", wanted).finally(() => clearTimeout(slow));
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    patch(byId("faults"), h("p", { class: "note" }, icon("invalid"), h("span", {}, error.message)));
    return [];
  }
  const faults =
    made.faults.length > 0 &&
    h(
      "div",
      { class: "note stack" },
      h("p", {}, t("practice.left_out", { count: made.faults.length, n: made.faults.length })),
      h(
        "ul",
        { class: "fault-list" },
        made.faults.map((/** @type {{line: number, message: string}} */ fault) =>
          h("li", { key: fault.line }, t("practice.line", { line: fault.line }), " ", prose(fault.message)),
        ),
      ),
    );
  patch(byId("faults"), faults);
  return made.exercises;
}

/** @param {object} wanted the body of the request */
async function begin(wanted) {
  const exercises = await made(wanted);
  if (exercises.length) start(exercises);
}

/** Saves a worksheet of the current choice, with its answers; making it takes a while. */
byId("worksheet").addEventListener("click", async () => {
  const exercises = await made(wantedNow());
  if (!exercises.length) return;
  const title = byId("topic").value ? byId("topic").selectedOptions[0].textContent.split(":")[0] : "";
  const set = exercises.map(({ exercise }) => exercise).join(";");
  const chosen = byId("versions").value;
  /** @type {Record<string, string>} */
  const layout = chosen === "cards" ? { layout: chosen } : { versions: chosen };
  const paper = byId("paper").value;
  const wanted = new URLSearchParams({ set, title, paper, ...layout, language: document.documentElement.lang });
  patch(byId("faults"), h("p", {}, t("pocket.printing")));
  const trouble = await savePdf("worksheet.pdf", `/v1/exercises/worksheet.pdf?${wanted}`);
  patch(byId("faults"), trouble && h("p", { class: "note" }, icon("invalid"), h("span", {}, trouble)));
});

/** Today's puzzle, the same for everyone. @param {string} game @param {string} title */
async function beginDaily(game, title) {
  try {
    const { day, exercise, question } = await ask(`/v1/exercises/daily?${new URLSearchParams({ game })}`);
    start([{ exercise, question, choices: [] }], `Adjudicator ${day} ${title}`);
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    patch(byId("faults"), h("p", { class: "note" }, icon("invalid"), h("span", {}, error.message)));
  }
}
for (const button of document.querySelectorAll("#daily button"))
  button.addEventListener("click", () =>
    beginDaily(/** @type {HTMLElement} */ (button).dataset.game ?? "", button.textContent ?? ""),
  );

/** @param {model.Asked[]} exercises @param {string} [title] of the daily puzzle */
function start(exercises, title = "") {
  puzzle = title;
  current = model.roundOf(exercises);
  choose.hidden = true;
  round.hidden = false;
  next();
}

function stop() {
  round.hidden = true;
  choose.hidden = false;
  showDue();
  byId("practice-title").focus();
}

choose.addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  history.replaceState(null, "", at(model.addressOf(chosen())));
  begin(wantedNow());
});
byId("topic").addEventListener("change", showKinds);
byId("link").addEventListener("click", () => share(model.addressOf(chosen()), t("practice.title"), "practice"));

// --- one exercise -------------------------------------------------------------------------------------------------

function next() {
  marked = null;
  draft = "";
  trouble = "";
  show();
  const asked = model.now(current);
  if (!asked) return byId("practice-title").focus();
  const field = round.querySelector("input, .answers button");
  if (field instanceof HTMLElement) field.focus({ preventScroll: true });
  announce(`${asked.question.prompt} ${spokenMaterial(asked.question)}`);
}

/** @param {string} said @param {boolean} [shown] whether only to show the answer */
async function give(said, shown = false) {
  const asked = model.now(current);
  if (!asked || marked || asking) return;
  if (!said.trim() && !shown) {
    trouble = t("practice.answer_first");
    return show();
  }
  let mark;
  asking = true;
  try {
    mark = await ask("/v1/exercises/mark", {
      exercise: asked.exercise,
      answer: shown ? "" : said.slice(0, 10_000),
      memory: memories[asked.exercise] ?? null,
    });
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    if (error.problem?.code === "bad_memory") {
      const { [asked.exercise]: _, ...sound } = memories;
      memories = sound;
    }
    trouble = error.message;
    return show();
  } finally {
    asking = false;
  }
  marked = mark;
  if (mark.outcome !== "unresolved") {
    memories = model.kept(memories, asked.exercise, mark.memory);
    remember("memories", memories);
  }
  answered = { said, shown };
  show();
  announce(`${word(mark, shown)}. ${shown ? mark.expected.text : mark.reason}`);
  const on = round.querySelector(".on");
  if (on instanceof HTMLElement) on.focus({ preventScroll: true });
}

function goOn() {
  if (marked) current = model.count(current, { ...answered, mark: marked });
  next();
}

/** @param {Mark} mark @param {boolean} shown */
const word = (mark, shown) =>
  t(shown ? "practice.shown" : !mark.right && mark.score > 0 ? "practice.partly_right" : `ruling.${mark.outcome}`);

function show() {
  const asked = model.now(current);
  patch(round, asked ? exerciseView(asked) : resultView());
}

/** @param {model.Asked} asked */
function exerciseView({ exercise, question, choices }) {
  const left = current.queue.length;
  return h(
    "form",
    {
      key: `${exercise} ${current.done.length}`,
      class: "stack",
      submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        marked ? goOn() : give(answerOf(question));
      },
    },
    h(
      "div",
      { class: "practice-place" },
      h("span", { class: "soft" }, t("practice.left", { count: left, n: left })),
      h("button", { type: "button", class: "button", click: stop }, t("practice.stop")),
    ),
    h("h2", {}, question.prompt),
    h("div", { class: "asked" }, materialView(question)),
    !marked &&
      h(
        "div",
        { class: "answers stack" },
        byId("choices").checked && choices.length ? choicesView(choices) : fieldView(question),
      ),
    trouble && h("p", { class: "small trouble-text", role: "status" }, trouble),
    marked
      ? markView(marked)
      : h(
          "div",
          { class: "row" },
          question.answer !== "yes_no" &&
            !(byId("choices").checked && choices.length) &&
            h("button", { class: "button primary tall" }, t("practice.check")),
          h("button", { type: "button", class: "button tall", click: () => give("", true) }, t("practice.reveal")),
        ),
  );
}

/**
 * The right answer and its reason; the reason alone where the answer has been said.
 * @param {Mark} mark
 * @param {boolean} shown
 */
function explanation({ right, reason, expected }, shown) {
  const said = !shown && (right || reason.includes(expected.answer));
  return said && (right || expected.because) ? expected.because : expected.text;
}

/** @param {Mark} mark */
function markView(mark) {
  const { shown } = answered;
  const ruling = shown ? "unresolved" : { right: "valid", wrong: "invalid", unresolved: "unresolved" }[mark.outcome];
  const also =
    mark.expected.also.length > 0 &&
    h("p", { class: "small soft" }, t("practice.also", { names: spelled(mark.expected.also.join(", ")) }));
  const told = !shown && h("p", {}, prose(mark.reason));
  const partly =
    !shown &&
    mark.score > 0 &&
    mark.score < 1 &&
    h("p", {}, t("practice.partly", { percent: Math.round(100 * mark.score) }));
  return h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "note stack", "data-ruling": ruling },
      h("p", {}, icon(ruling), " ", h("b", {}, word(mark, shown))),
      told,
      partly,
      h("p", {}, prose(explanation(mark, shown))),
      also,
    ),
    h("button", { class: "button primary tall on" }, t("practice.next")),
  );
}

/** @param {string[]} choices */
const choicesView = (choices) =>
  h(
    "div",
    { class: "offered" },
    choices.map((one) =>
      h(
        "button",
        { key: one, type: "button", class: "button tall", click: () => give(one) },
        h(
          "span",
          {},
          /^[A-Z(\[].*[0-9)^A-Z]|^[A-Z][a-z]?$/.test(one) && !/ |[a-z]{3}/.test(one) ? formula(one) : spelled(one),
        ),
      ),
    ),
  );

/** @param {model.Question} question */
function fieldView(question) {
  if (question.answer === "yes_no")
    return h(
      "div",
      { class: "row" },
      ["yes", "no"].map((one) =>
        h("button", { key: one, type: "button", class: "button tall", click: () => give(one) }, t(`practice.${one}`)),
      ),
    );
  if (question.answer === "coefficients") return null; // entered in the equation
  const rack = question.rack ?? (question.answer === "tiles" ? [...new Set(question.tiles ?? [])] : []);
  const number = question.answer === "number";
  const plays = question.answer === "play" ? question.board : undefined;
  const used = plays ? usedOf(rack, playIn(draft)) : new Set();
  return [
    plays && playBoard(plays, question.points ?? {}, draft, put),
    h(
      "div",
      { class: "field" },
      h("label", { for: "said" }, t(`practice.say_${question.answer}`)),
      h("input", {
        id: "said",
        maxlength: 200,
        autocapitalize: "none",
        autocorrect: "off",
        autocomplete: "off",
        spellcheck: "false",
        enterkeyhint: "go",
        inputmode: number ? "text" : undefined,
        input: (/** @type {any} */ event) => {
          draft = event.target.value;
        },
      }),
    ),
    rack.length > 0 &&
      h(
        "div",
        { class: "row", role: "group", "aria-label": t("practice.tiles") },
        rack.map((symbol, place) =>
          tileButton(
            pointed(question, symbol),
            {},
            {
              key: place,
              disabled: plays && (!playIn(draft) || used.has(place)),
              click: () => (plays ? put(added(draft, symbol)) : add(symbol)),
            },
          ),
        ),
        plays &&
          h(
            "button",
            {
              key: "back",
              type: "button",
              class: "icon-button",
              "aria-label": t("class.back"),
              click: () => put(shorter(draft)),
            },
            icon("clear"),
          ),
      ),
  ];
}

/** A tile, with its points where a score needs them. @param {model.Question} asked @param {string} symbol */
const pointed = (asked, symbol) => ({ ...bare(tileOf(undefined, symbol)), points: asked.points?.[symbol] ?? null });

/** Puts a tapped play into the text field too. @param {string} text */
function put(text) {
  draft = text;
  byId("said").value = text;
  show();
}

/** @param {string} symbol */
function add(symbol) {
  const field = byId("said");
  field.value += symbol;
  draft = field.value;
}

/** @param {model.Question} asked */
function answerOf(asked) {
  if (asked.answer !== "coefficients") return draft;
  const numbers = [...round.querySelectorAll(".coefficient")].map((field) =>
    /** @type {HTMLInputElement} */ (field).value.trim(),
  );
  return numbers.every((one) => !one) ? "" : numbers.join(",");
}

/** @param {model.Question} asked */
function materialView(asked) {
  if (asked.equation) {
    const { reactants, products } = asked.equation;
    const side = (/** @type {string[]} */ species) =>
      species.flatMap((one, place) => [
        place > 0 && "+",
        h("input", {
          class: "coefficient",
          inputmode: "numeric",
          maxlength: 4,
          "aria-label": t("practice.coefficient", { formula: one }),
          placeholder: "1",
          readonly: marked && "",
        }),
        formula(one),
      ]);
    return [side(reactants), "→", side(products)];
  }
  const tiles = asked.answer === "play" && !marked ? [] : (asked.rack ?? asked.tiles); // laid from the rack below
  return [
    asked.clues &&
      h(
        "ul",
        {},
        asked.clues.map((clue) => h("li", { key: clue }, clue)),
      ),
    asked.name && h("span", {}, spelled(asked.name)),
    asked.formula && formula(asked.formula),
    tiles &&
      tiles.map((symbol, place) =>
        symbol in data.elements || symbol in (asked.points ?? {})
          ? h("span", { key: place }, tileView(pointed(asked, symbol), { size: 48 }))
          : formula(symbol),
      ),
    asked.board && (asked.answer !== "play" || marked) && boardView(asked.board, asked.points),
    asked.scores && h("p", { class: "small scores" }, asked.scores),
  ];
}

/** @param {model.Question} asked */
const spokenMaterial = (asked) =>
  [
    asked.clues?.join(" "),
    asked.name,
    asked.formula,
    (asked.rack ?? asked.tiles)?.join(" "),
    asked.equation && `${asked.equation.reactants.join(" + ")} → ${asked.equation.products.join(" + ")}`,
  ]
    .filter(Boolean)
    .join(", ");

// --- the result ---------------------------------------------------------------------------------------------------

function resultView() {
  const done = model.firsts(current);
  const again = model.missed(current).map(({ asked }) => asked);
  const right = done.length - again.length;
  return h(
    "div",
    { class: "stack" },
    h("h2", { class: "result-title" }, t("name.result", { right, asked: done.length })),
    h(
      "ul",
      { class: "result-list" },
      done.map((one) =>
        h(
          "li",
          { key: one.asked.exercise, "data-ruling": model.isRight(one) ? "valid" : "invalid" },
          h("span", { class: "mark" }, icon(model.isRight(one) ? "valid" : "invalid")),
          h("span", {}, prose(one.mark.expected.text)),
        ),
      ),
    ),
    puzzle && h("p", { class: "note" }, h("span", {}, `${puzzle}: ${model.told(current)}`)),
    puzzle &&
      h(
        "p",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "button primary", click: shareResult },
          icon("share"),
          t("practice.share"),
        ),
        h("span", { id: "shared", class: "small", role: "status" }),
      ),
    h(
      "div",
      { class: "row" },
      again.length > 0 &&
        h("button", { type: "button", class: "button primary", click: () => start(again) }, t("practice.missed_again")),
      h("button", { type: "button", class: "button", click: stop }, t("practice.another")),
      h("button", { type: "button", class: "button", click: () => print() }, t("name.print")),
    ),
  );
}

/** Shares the result of a puzzle as text, without the answer. */
async function shareResult() {
  const text = `${puzzle}: ${model.told(current)}`;
  const done = await passOn(text);
  byId("shared").textContent = t(
    done === "copied" ? "share.copied" : done === "shown" ? "practice.share_yourself" : "practice.thanks",
  );
}

// --- stored data --------------------------------------------------------------------------------------------------

/** @type {Record<string, string>} complete keys, because a page gets only the words that its script names */
const FAULTS = { cut: "keeping.cut", damaged: "keeping.damaged", foreign: "practice.not_imported" };

/** @param {string} text */
function faultIn(text) {
  try {
    JSON.parse(text);
    return "foreign";
  } catch {
    return faultOf(text);
  }
}

byId("export").addEventListener("click", () => {
  saveJson("practice.json", model.exported(memories));
});
byId("import").addEventListener("click", () => byId("file").click());
byId("file").addEventListener("change", async () => {
  const [file] = byId("file").files;
  if (!file) return;
  const text = file.size > LARGEST ? null : await file.text();
  const merged = text === null ? null : model.imported(memories, text);
  if (merged) {
    memories = merged;
    remember("memories", memories);
    showDue();
  }
  byId("progress-done").textContent = t(
    merged ? "practice.imported" : text === null ? "keeping.large" : FAULTS[faultIn(text)],
  );
  byId("file").value = ""; // so that the same file can be chosen again once it is mended
});
byId("forget").addEventListener("click", () => {
  memories = {};
  remember("memories", memories);
  showDue();
  byId("progress-done").textContent = t("practice.forgotten");
});

// --- from the address ---------------------------------------------------------------------------------------------

function open() {
  const query = new URLSearchParams(location.search);
  const wanted = model.choiceIn(query);
  const known = topics.some(({ topic }) => topic === wanted.topic);
  byId("topic").value = wanted.list ? "" : known ? wanted.topic : topics[0].topic;
  byId("level").value = String(wanted.level);
  byId("count").value = String([5, 10, 20, 40].find((n) => n >= wanted.count) ?? 10);
  byId("paper").value = paperOf(navigator.language);
  byId("choices").checked = wanted.choices;
  byId("loose").checked = wanted.loose;
  byId("list").value = wanted.list;
  showKinds();
  if (wanted.kind) byId("kind").value = wanted.kind;
  showDue();
  if (wanted.list || (known && query.has("start")))
    begin({ ...wantedNow(), ...(known ? { count: wanted.count } : {}) });
}
open();
