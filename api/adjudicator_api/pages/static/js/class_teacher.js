/** The teacher's page: what comes next, what each pupil has mastered, and the results at the end. */

import { Countdown, spoken } from "./class/clock.js";
import { spreading } from "./class/spreading.js";
import { answerText, hardestView, markOf, material, podiumView, solutionView, wrongView } from "./class/showing.js";
import { ClassWire, keep, requestKey, taught } from "./class/wire.js";
import { announce, byId, icon } from "./dom.js";
import { openSheet } from "./frame.js";
import { linkTo } from "./origin.js";
import { h, patch } from "./patch.js";
import { savePdf } from "./printing.js";
import { paperOf } from "./spelling.js";
import { ask, AskError } from "./requests.js";
import { saveFile } from "./saving.js";
import { region, t } from "./words.js";

const MORE = 30; // seconds added at a time
const { id, token } = taught();
const room = byId("class-room");
const countdown = new Countdown(byId("class-time"));
/** @type {any} */
let view = null;
let trouble = "";
let exported = false;
let busy = false; // so that a second tap does not skip a question
let ending = ""; // the command by which it would end and which the teacher is being asked to confirm
/** @type {number | null} the question whose answers are open in a sheet */
let looked = null;
/** @type {number | null} the pupil whose row is open */
let chosen = null;

const wire = new ClassWire(id, token, {
  viewed: (next) => {
    view = next;
    countdown.set(view.stage === "open" ? view.seconds_left : null);
    draw();
  },
  linked: (state) => {
    byId("class-link").textContent = state === "lost" ? t("class.lost") : "";
    byId("class-link").hidden = state !== "lost";
  },
  refused: (error) => gone(error.message),
});

/** @param {string} why */
function gone(why) {
  wire.close();
  countdown.set(null);
  patch(
    room,
    h(
      "div",
      { key: "gone", class: "stack empty" },
      h("h1", {}, t("class.gone")),
      h("p", {}, why),
      h("p", {}, h("a", { href: "/class" }, t("class.to_start"))),
    ),
  );
}

/** @param {string} type @param {object} [more] */
async function lead(type, more = {}) {
  if (busy) return;
  if (type !== ending && (type === "end" || (type === "next" && finishes() && view.undecided))) {
    ending = type;
    return draw();
  }
  busy = true; // shown, so that the tap is not missed
  ending = "";
  draw();
  try {
    view = await wire.ask("/commands", { type, ...more });
    trouble = "";
    countdown.set(view.stage === "open" ? view.seconds_left : null);
  } catch (error) {
    if (error instanceof AskError && error.kind !== "refused") {
      trouble = t("class.not_done");
      wire.look();
    } else trouble = error instanceof Error ? error.message : String(error);
  }
  busy = false;
  draw();
  if (trouble) announce(trouble);
}

/** @param {string} type @param {string} text @param {object} [more] @param {string} [look] */
const button = (type, text, more = {}, look = "") =>
  h(
    "button",
    {
      key: type,
      type: "button",
      class: `button ${look}`,
      "data-command": type,
      disabled: busy,
      click: () => lead(type, more),
    },
    text,
  );

/** Whether the next command leads to the results. */
const finishes = () => view.stage === "closed" && (view.pace !== "together" || view.number === view.total - 1);

function finish() {
  if (ending !== "next") return t("class.finish");
  return t("class.finish_undecided", { n: view.undecided, count: view.undecided });
}

function controls() {
  const { stage, pace } = view;
  const together = pace === "together";
  return h(
    "div",
    { key: "controls", class: "row controls" },
    stage === "lobby" && button("next", t("class.start"), {}, "primary tall"),
    stage === "closed" && button("next", finishes() ? finish() : t("class.next"), {}, "primary tall"),
    stage === "open" && together && button("close", t("class.close_question"), {}, "primary tall"),
    stage === "open" &&
      view.ends_at &&
      button("more_time", t("class.more_time", { time: spoken(MORE) }), { seconds: MORE }),
    stage === "open" && together && button("skip", t("class.skip")),
    stage !== "over" &&
      stage !== "lobby" &&
      button("end", ending === "end" ? t("class.really_end") : t("class.end"), {}, ending === "end" ? "danger" : ""),
    button("show_names", view.names_shown ? t("class.hide_names") : t("class.show_names"), {
      shown: !view.names_shown,
    }),
    stage !== "over" &&
      button("lock_door", view.locked ? t("class.open_door") : t("class.lock_door"), { on: !view.locked }),
    stage !== "over" &&
      together &&
      button("close_by_itself", view.closes_itself ? t("class.close_by_hand") : t("class.close_by_itself"), {
        on: !view.closes_itself,
      }),
    stage !== "over" &&
      button("our_names", view.our_names ? t("class.any_names") : t("class.our_names"), { on: !view.our_names }),
    button("show_podium", view.podium_shown ? t("class.hide_podium") : t("class.show_podium"), {
      shown: !view.podium_shown,
    }),
  );
}

function draw() {
  byId("class-code").textContent = view.code ?? "";
  patch(
    room,
    h("p", { key: "state", class: "soft" }, stateText()),
    controls(),
    h("p", { key: "trouble", class: "trouble-text", role: "status" }, trouble),
    comers(),
    openAnswers(),
    question(),
    table(),
    spreading(view, id, { draw, spread: spreadOver }),
    after(),
  );
  if (looked !== null) drawAnswers(looked);
}

/** Who waits for a place, and joins that came faster than pupils type. */
function comers() {
  const line = view.line ?? [];
  return h(
    "div",
    { key: "comers", class: "stack" },
    view.burst > 0 &&
      h(
        "div",
        { key: "burst", class: "note row", role: "status" },
        h("span", {}, t("class.burst", { n: view.burst, count: view.burst })),
        button("undo_burst", t("class.undo_burst"), {}, "danger"),
      ),
    line.length > 0 &&
      h(
        "div",
        { key: "line", class: "row" },
        h("span", {}, t("class.waiting", { n: line.length, count: line.length })),
        line.map((/** @type {any} */ one) =>
          h(
            "button",
            {
              key: one.seat,
              type: "button",
              class: "chip",
              "aria-label": t("class.about", { name: one.nickname }),
              click: () => about(one),
            },
            one.nickname,
          ),
        ),
      ),
  );
}

/** @param {object} body */
async function spreadOver(body) {
  if (busy) return;
  busy = true;
  try {
    await wire.ask("/tables", body, { headers: { "Idempotency-Key": requestKey() } });
    trouble = "";
    location.assign(`/class/${id}/tables/${/** @type {any} */ (body).game}`);
  } catch (error) {
    trouble = error instanceof AskError ? error.message : String(error);
    announce(trouble);
  }
  busy = false;
  draw();
}

function stateText() {
  if (view.stage === "lobby") return t("class.here", { count: view.pupils, n: view.pupils });
  if (view.stage === "over") return t("class.over");
  if (view.pace !== "together" && view.stage === "closed") return t("class.time_is_up");
  if (view.pace !== "together") return t("class.finished", { n: view.answered, of: view.pupils });
  return t("class.answered", { n: view.answered, of: view.pupils });
}

function question() {
  if (!view.question) return null;
  const asked = h(
    "h2",
    {},
    t("class.question_of", { n: view.number + 1, total: view.total }),
    " ",
    view.question.prompt,
  );
  return h(
    "section",
    { key: "question", class: "stack" },
    asked,
    material(view.question, 48),
    view.stage === "closed" && answersOf(view.number),
    view.closed && [solutionView(view.closed.solution), wrongView(view.closed.wrong, view.closed.solution)],
  );
}

/** Answers that the judge leaves open. */
function openAnswers() {
  if (!view.undecided) return null;
  const open = (/** @type {any} */ one) => one.outcome === "unresolved";
  const marked = (/** @type {number} */ n) => !view.skipped.includes(n) && !view.given_to_all.includes(n);
  const number = view.answers.findIndex(
    (/** @type {any[]} */ answers, /** @type {number} */ n) => marked(n) && answers.some(open),
  );
  return h(
    "div",
    { key: "open-answers", class: "note row", role: "status" },
    h("span", {}, t("class.undecided", { n: view.undecided, count: view.undecided })),
    h("button", { type: "button", class: "button", click: () => lookAt(number) }, t("class.decide")),
  );
}

/** How a question counts, and what was answered, with the teacher's say. @param {number} number */
function answersOf(number) {
  return h(
    "div",
    { key: `answers ${number}`, class: "stack" },
    counting(number),
    h(
      "ul",
      { class: "spread decisions", "aria-label": t("class.spread") },
      view.answers[number].map((/** @type {any} */ one) => answerLine(number, one)),
      !view.answers[number].length && h("li", { key: "none", class: "soft" }, t("class.nobody_answered")),
    ),
  );
}

/** @param {number} number @param {any} one */
function answerLine(number, one) {
  const say = (/** @type {string} */ text, /** @type {boolean | null} */ right) =>
    h(
      "button",
      {
        key: String(right),
        type: "button",
        class: "button",
        disabled: busy,
        "data-decide": String(right),
        "aria-label": `${text}: ${one.answer}`,
        click: () => lead("decide", { question: number, answer: one.answer, right }),
      },
      text,
    );
  const decidable = one.answer.trim();
  return h(
    "li",
    { key: `${one.outcome} ${one.answer}` },
    markOf(one.outcome),
    h(
      "span",
      { class: "spread-answer" },
      one.answer.trim() ? answerText(one.answer) : t("class.no_answer"),
      one.decided && h("span", { class: "soft small" }, ` ${t("class.by_you")}`),
    ),
    h("b", {}, one.count),
    h(
      "span",
      { class: "row" },
      decidable && one.outcome !== "right" && say(t("class.accept"), true),
      decidable && one.outcome !== "wrong" && say(t("class.refuse"), false),
      decidable && one.decided && say(t("class.as_judged"), null),
    ),
  );
}

/** @param {number} number */
function counting(number) {
  const now = view.skipped.includes(number) ? "out" : view.given_to_all.includes(number) ? "to_all" : "marked";
  const way = (/** @type {string} */ counts, /** @type {string} */ text) =>
    h(
      "button",
      {
        key: counts,
        type: "button",
        class: now === counts ? "button primary" : "button",
        "aria-pressed": String(now === counts),
        "data-counts": counts,
        disabled: busy,
        click: () => lead("count", { question: number, counts }),
      },
      text,
    );
  return h(
    "div",
    { class: "row", role: "group", "aria-label": t("class.how_it_counts") },
    way("marked", t("class.counts_marked")),
    way("out", t("class.counts_out")),
    way("to_all", t("class.counts_to_all")),
  );
}

/** @param {number} number */
function lookAt(number) {
  looked = number;
  drawAnswers(number);
  openSheet("answers-sheet");
}

/** @param {number} number */
function drawAnswers(number) {
  const asked = view.questions[number];
  byId("answers-title").textContent = `${t("class.question_of", { n: number + 1, total: view.total })} ${asked.prompt}`;
  const open = view.pace === "together" && view.stage === "open" && view.number === number;
  patch(
    byId("answers-body"),
    material(asked, 28),
    open ? h("p", { class: "soft" }, t("class.still_open")) : answersOf(number),
    h("p", { class: "trouble-text", role: "status" }, trouble),
  );
}

byId("answers-sheet").addEventListener("close", () => (looked = null));

function table() {
  if (!view.table.length) return h("p", { key: "empty", class: "empty soft" }, t("class.nobody_here"));
  const numbers = Array.from({ length: view.total }, (_, i) => i);
  return h(
    "div",
    { key: "table", class: "wide-table", tabindex: 0, role: "region", "aria-label": t("class.who_can_what") },
    h(
      "table",
      { class: "who-can-what" },
      h("caption", {}, t("class.who_can_what")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, t("class.nickname")),
          h("th", { scope: "col" }, t("class.score")),
          numbers.map((number) =>
            h("th", { scope: "col", "data-skipped": view.skipped.includes(number) && "" }, heading(number)),
          ),
        ),
      ),
      h("tbody", {}, view.table.map(line)),
    ),
  );
}

/** The number of a question; a button to its answers once there are some. @param {number} number */
const heading = (number) =>
  view.answers[number].length
    ? h(
        "button",
        {
          type: "button",
          class: "link",
          "aria-label": t("class.answers_to", { n: number + 1 }),
          click: () => lookAt(number),
        },
        number + 1,
      )
    : number + 1;

/** @param {any} row */
function line(row) {
  const name = h(
    "button",
    { type: "button", class: "link", "aria-label": t("class.about", { name: row.nickname }), click: () => about(row) },
    row.nickname,
    !row.present && h("span", { class: "soft small" }, ` ${t("class.away")}`),
  );
  return h(
    "tr",
    { key: row.seat },
    h("th", { scope: "row" }, name),
    h("td", {}, row.score),
    row.marks.map((/** @type {any} */ mark) => h("td", {}, mark ? markOf(mark) : "·")),
  );
}

/** Rename or remove a pupil. @param {any} row */
function about(row) {
  chosen = row.seat;
  byId("pupil-title").textContent = row.nickname;
  let name = row.nickname;
  const finish = async (/** @type {string} */ type, /** @type {object} */ more) => {
    await lead(type, { seat: chosen, ...more });
    if (!trouble) return byId("pupil-sheet").close();
    refused = trouble; // in the sheet, which covers the page
    show();
  };
  const rename = (/** @type {Event} */ event) => {
    event.preventDefault();
    return finish("rename", { nickname: name.trim() });
  };
  let refused = "";
  const show = () =>
    patch(
      byId("pupil-body"),
      h(
        "form",
        { key: row.seat, class: "stack", autocomplete: "off", submit: rename },
        h(
          "div",
          { class: "field" },
          h("label", { for: "new-name" }, t("class.nickname")),
          h("input", {
            id: "new-name",
            maxlength: 24,
            required: true,
            value: name,
            input: (/** @type {Event} */ event) => (name = /** @type {HTMLInputElement} */ (event.target).value),
          }),
        ),
        h("button", { class: "button primary" }, t("class.rename")),
        h("p", { class: "trouble-text", role: "status" }, refused),
        h("button", { type: "button", class: "button danger", click: () => finish("remove", {}) }, t("class.remove")),
        h("p", { class: "small soft" }, t("class.remove_about")),
      ),
    );
  show();
  openSheet("pupil-sheet");
}

function after() {
  const join = linkTo(`/class/join/${view.code}`).url;
  const own = `${linkTo(`/class/${id}/teacher`).url}#${token}`;
  return h(
    "section",
    { key: "after", class: "stack" },
    view.stage === "over" && [view.podium && podiumView(view.podium, view.undecided), hardestView(view.hardest)],
    h(
      "div",
      { class: "row" },
      h("a", { class: "button", href: `/class/${id}`, target: "_blank", rel: "noopener" }, t("class.open_projector")),
      h("button", { type: "button", class: "button", click: download }, t("class.export")),
      view.missed.length > 0 &&
        h(
          "a",
          {
            class: "button",
            href:
              "/v1/exercises/worksheet.pdf?" +
              new URLSearchParams({
                set: view.missed.join(";"),
                language: view.language,
                paper: paperOf(navigator.language),
              }),
            click: print,
          },
          t("class.worksheet"),
        ),
      view.missed.length > 0 &&
        h(
          "a",
          { class: "button", href: `/class?${new URLSearchParams({ list: view.missed.join("\n") })}` },
          t("class.again"),
        ),
    ),
    h(
      "details",
      { class: "more-options" },
      h("summary", {}, t("class.links")),
      h(
        "div",
        { class: "stack" },
        h("p", {}, t("class.link_pupils"), " ", h("output", { class: "address" }, join)),
        h("p", {}, t("class.link_teacher"), " ", h("output", { class: "address" }, own)),
      ),
    ),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { type: "button", class: "button danger", click: () => openSheet("close-sheet") },
        icon("clear"),
        t("class.close_class"),
      ),
      h(
        "span",
        { class: "small soft" },
        t("class.deleted_on", { date: new Date(view.deleted_at).toLocaleDateString(region()) }),
      ),
    ),
  );
}

/** Saves the worksheet that a link leads to. @param {Event} event */
async function print(event) {
  event.preventDefault();
  const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
  trouble = await savePdf("worksheet.pdf", link.getAttribute("href") ?? "");
  draw();
}

async function download() {
  const answer = await fetch(`/v1/classes/${id}/results.csv`, {
    headers: { Authorization: `Bearer ${token}`, "Accept-Language": document.documentElement.lang },
  });
  if (!answer.ok) return;
  exported = true;
  saveFile(`class-${view.code}.csv`, await answer.blob());
}

byId("close-export").addEventListener("click", download);
byId("close-now").addEventListener("click", async () => {
  try {
    await ask(`/v1/classes/${id}/close`, {}, { headers: { Authorization: `Bearer ${token}` } });
    keep(id, null);
    byId("close-sheet").close();
    gone(exported ? t("class.closed_exported") : t("class.closed_now"));
  } catch (error) {
    byId("close-trouble").textContent = error instanceof Error ? error.message : String(error);
  }
});

if (token) wire.open();
else gone(t("class.no_token"));
