/** A pupil's page: join with a nickname, answer, see the result. A reload continues where it was. */

import { answering } from "./class/answering.js";
import { Countdown } from "./class/clock.js";
import { answerText, markOf, material, reasonView, RULINGS, solutionView } from "./class/showing.js";
import { ClassWire, keep, kept, requestKey } from "./class/wire.js";
import { announce, byId } from "./dom.js";
import "./frame.js";
import { h, patch } from "./patch.js";
import { ask, AskError } from "./requests.js";
import { addressOf, keepTable, tableOf } from "./table/kept.js";
import { t } from "./words.js";

/** @typedef {import("./class/wire.js").Unsent} Unsent */

const AGAIN = 2000; // ms until an answer without a reply is sent again
const code = (location.pathname.split("/").pop() ?? "").toUpperCase();
const room = byId("class-room");
const countdown = new Countdown(byId("class-time"));
/** @type {any} */
let view = null;
let draft = "";
let trouble = "";
let busy = false;
let linkLost = false;
let changing = false; // whether an answer already sent is being changed
/** The answer that the service has not confirmed; it is sent again until it does. @type {Unsent | null} */
let unsent = null;
let late = ""; // that an answer came after its question had closed
/** @type {ClassWire | null} */
let wire = null;

// --- joining ------------------------------------------------------------------------------------------------------

/** The nickname typed on the general page for codes, which sent the pupil here. */
function nameTyped() {
  try {
    return decodeURIComponent(location.hash.slice(1)).slice(0, 24);
  } catch {
    return ""; // not our fragment
  }
}

async function join() {
  let offered = /** @type {string[]} */ ([]);
  let oursOnly = false; // whether the teacher wants offered names only
  let nickname = nameTyped();
  const key = requestKey();
  const draw = () =>
    patch(
      room,
      h(
        "form",
        { key: "join", class: "stack", autocomplete: "off", submit: enter },
        h("h1", {}, t("class.join_title")),
        h(
          "div",
          { class: "field" },
          h("label", { for: "nickname" }, t("class.nickname")),
          h("input", {
            id: "nickname",
            maxlength: 24,
            required: true,
            autocomplete: "off",
            value: nickname,
            readonly: oursOnly,
            enterkeyhint: "go",
            input: (/** @type {Event} */ event) => (nickname = /** @type {HTMLInputElement} */ (event.target).value),
          }),
        ),
        offered.length > 0 &&
          h(
            "div",
            { class: "row", role: "group", "aria-label": t("class.offered") },
            offered.map((name) =>
              h("button", { key: name, type: "button", class: "chip", click: () => take(name) }, name),
            ),
          ),
        h("p", { class: "trouble-text", role: "status" }, trouble),
        h("button", { class: "button primary tall wide", disabled: busy }, t("class.join")),
        h("p", { class: "small soft" }, t("class.only_nickname")),
      ),
    );
  const take = (/** @type {string} */ name) => {
    nickname = name;
    if (trouble) return enter(); // the name was refused: the one offered instead joins at once
    draw();
    byId("nickname").focus();
  };
  const enter = async (/** @type {Event | undefined} */ event = undefined) => {
    event?.preventDefault();
    if (busy || !nickname.trim()) return;
    busy = true;
    draw();
    try {
      const { id, token } = await ask(
        `/v1/classes/join/${code}`,
        { nickname: nickname.trim() },
        { headers: { "Idempotency-Key": `${key}-${encodeURIComponent(nickname.trim())}` } },
      );
      busy = false;
      trouble = "";
      keep(code, { id, token, nickname: nickname.trim() });
      follow(id, token);
    } catch (error) {
      busy = false;
      trouble = error instanceof Error ? error.message : String(error);
      offered = (error instanceof AskError && error.problem?.instead) || offered;
      draw();
    }
  };
  draw();
  try {
    const invited = await ask(`/v1/classes/join/${code}`);
    offered = invited.nicknames;
    oursOnly = invited.our_names;
    if (oursOnly && !offered.includes(nickname)) nickname = offered[0] ?? "";
    if (invited.locked) trouble = t("class.locked");
  } catch (error) {
    trouble = error instanceof Error ? error.message : String(error);
  }
  draw();
}

// --- in class -----------------------------------------------------------------------------------------------------

/** @param {string} id @param {string} token */
function follow(id, token) {
  wire = new ClassWire(id, token, {
    viewed: show,
    linked: (state) => {
      linkLost = state === "lost";
      byId("class-link").textContent = linkLost ? t("class.lost") : "";
      byId("class-link").hidden = !linkLost;
      if (!linkLost) deliver();
    },
    refused: (error) => {
      left();
      wire?.close();
      countdown.set(null);
      keep(code, null);
      patch(
        room,
        h(
          "div",
          { key: "gone", class: "stack empty" },
          h("h1", {}, error.problem?.status === 401 ? t("class.removed") : t("class.gone")),
          h("p", {}, h("a", { href: "/class" }, t("class.to_start"))),
        ),
      );
    },
  });
  wire.open();
}

/** @param {any} next @param {boolean} [fresh] whether it is another question, whatever its number */
function show(next, fresh = false) {
  const other = fresh || !view || view.number !== next.number || view.stage !== next.stage;
  if (other) {
    draft = next.answer ?? "";
    changing = false;
    trouble = "";
  }
  const news = view && other ? newsOf(next) : "";
  const first = !view;
  if (view && other) scrollTo(0, 0); // the question is above its keys, so scroll up to it
  view = next;
  if (view.stage === "over") left();
  countdown.set(next.stage === "open" ? next.seconds_left : null);
  draw();
  if (news) announce(news);
  takenThere();
  if (first) deliver(); // what the page before a reload could not send
}

/** The class is over for this phone: the site's navigation comes back. */
const left = () => document.body.classList.add("class-left");

/** @param {any} next */
const newsOf = (next) =>
  next.question && next.stage === "open"
    ? next.question.prompt
    : next.feedback
      ? t(`class.${next.feedback.outcome ?? "no_answer"}`)
      : "";

/** @param {string} answer */
function send(answer) {
  draft = answer;
  changing = false;
  late = "";
  unsent = { question: view.number, answer, key: requestKey() };
  deliver();
  draw();
}

/** Sends the answer, now and until there is a reply: what was tapped without a connection is not lost silently. */
async function deliver() {
  if (busy || !wire || !view || !unsent) return;
  const sending = unsent;
  const { question, answer, key } = sending;
  let wait = 0;
  busy = true;
  note({ unsent });
  try {
    const next = await wire.ask("/answers", { question, answer }, { headers: { "Idempotency-Key": key } });
    if (unsent === sending) unsent = null;
    show(next, view.pace !== "together");
    announce(t("class.sent"));
    if (linkLost) wire.look();
  } catch (error) {
    const refused = error instanceof AskError && error.kind === "refused";
    if (refused) {
      late = t("class.came_too_late", { n: question + 1 });
      announce(late);
      wire.look();
    } else wait = ((error instanceof AskError && error.after) || 0) * 1000 || AGAIN;
    if (unsent === sending) unsent = refused ? null : { ...sending, tried: true };
  }
  busy = false;
  note({ unsent });
  draw();
  if (unsent) setTimeout(deliver, wait);
}

/** Stores more about this class, for a page that is reloaded. @param {Partial<import("./class/wire.js").Kept>} more */
function note(more) {
  const now = kept(code);
  if (now) keep(code, { ...now, ...more });
}

function draw() {
  if (view.in_line) {
    patch(
      room,
      h("p", { key: "who", class: "row who" }, h("b", {}, view.nickname)),
      h("p", { key: "line", class: "empty", role: "status" }, t("class.in_line", { n: view.in_line })),
    );
    return;
  }
  const head = h(
    "p",
    { key: "who", class: "row who" },
    h("b", {}, view.nickname),
    h("span", { class: "soft" }, t("class.points", { count: view.score, n: view.score })),
  );
  patch(
    room,
    head,
    atTable(),
    ...parts(),
    h("p", { key: "trouble", class: "trouble-text", role: "status" }, trouble || late),
  );
}

// --- at a table ---------------------------------------------------------------------------------------------------

function atTable() {
  const { at_table: place } = view;
  if (!place) return null;
  const text =
    place.number === null
      ? t("class.table_late", { game: place.title })
      : t("class.your_table", { n: place.number, game: place.title });
  return h(
    "div",
    { key: "table", class: "sent stack" },
    h("p", {}, text),
    h("button", { type: "button", class: "button primary", click: sitDown }, t("class.to_table")),
  );
}

/** Redirects to the table once; after coming back, a pupil uses the button. */
function takenThere() {
  const { at_table: place } = view;
  if (place && (place.id === null || !tableOf(place.id))) sitDown();
}

async function sitDown() {
  if (!wire) return;
  try {
    const { game, title, id, seat, token, name } = await wire.ask("/seat", {});
    keepTable({
      id,
      game,
      title,
      seats: [{ seat, name, token }],
      host: null,
      code: null,
      at: new Date().toISOString(),
      of_class: code,
    });
    location.assign(addressOf({ game, id }));
  } catch (error) {
    trouble = error instanceof Error ? error.message : String(error);
    draw();
  }
}

function parts() {
  if (view.stage === "over") return over();
  if (view.stage === "lobby") return [h("h1", { key: "wait" }, t("class.wait_start"))];
  if (view.pace !== "together") return alone();
  if (view.stage === "closed")
    return [
      view.feedback ? feedback(view.feedback) : h("h1", { key: "skipped" }, t("class.skipped")),
      h("p", { key: "next", class: "soft" }, t("class.wait_next")),
    ];
  return asked();
}

/** @param {Unsent | null} waits */
function waitsFor(waits) {
  if (!waits) return t("class.wait_others");
  return waits.tried ? t("class.not_sent_yet") : t("class.sending");
}

function asked() {
  const { question } = view;
  const waits = unsent?.question === view.number ? unsent : null;
  const answer = waits ? waits.answer : view.answer;
  const sent = answer !== null && !changing;
  const change = (/** @type {string} */ text) => {
    draft = text;
    draw();
  };
  return [
    h(
      "h1",
      { key: `q${view.number}` },
      h("span", { class: "soft small" }, t("class.question_of", { n: view.number + 1, total: view.total })),
      " ",
      question.prompt,
    ),
    h("div", { key: `m${view.number}` }, material(question, 48, !sent)),
    sent
      ? h(
          "div",
          { key: "sent", class: waits ? "unsent stack" : "sent stack" },
          h(
            "p",
            {},
            t("class.you_answered"),
            " ",
            h("b", {}, answer.trim() ? answerText(answer) : t("class.no_answer")),
          ),
          h("p", { class: "soft", role: "status" }, waitsFor(waits)),
          h("button", { type: "button", class: "button", click: () => ((changing = true), draw()) }, t("class.change")),
        )
      : h("div", { key: `a${view.number}` }, answering(question, draft, { change, send })),
    !sent &&
      h("button", { key: "unknown", type: "button", class: "link", click: () => send("") }, t("class.do_not_know")),
  ];
}

function alone() {
  const last =
    view.feedback &&
    h(
      "details",
      { key: `f${view.feedback.number}`, class: "last", open: true },
      h("summary", {}, markOf(view.feedback.outcome), t("class.last_question")),
      feedback(view.feedback),
    );
  if (view.question) return [last, ...asked()];
  const done = view.stage === "closed" ? t("class.time_is_up") : t("class.all_done", { n: view.total });
  return [h("h1", { key: "done" }, done), last];
}

/** @param {any} told */
const feedback = (told) =>
  h(
    "div",
    { key: `feedback ${told.number}`, class: "stack feedback" },
    h(
      "p",
      { class: "verdict-line", "data-ruling": RULINGS[told.outcome] ?? "invalid" },
      told.outcome ? [markOf(told.outcome), h("b", {}, t(`class.${told.outcome}`))] : t("class.no_answer"),
    ),
    material(told.question, 28),
    told.answer !== null &&
      h(
        "p",
        {},
        t("class.you_answered"),
        " ",
        h("b", {}, told.answer.trim() ? answerText(told.answer) : t("class.no_answer")),
        ". ",
        told.outcome !== "right" && reasonView(told.reason, told.solution),
      ),
    told.outcome === "unresolved" && h("p", { class: "note" }, t("class.teacher_decides")),
    told.to_all && told.outcome && h("p", { class: "note" }, t("class.to_all")),
    solutionView(told.solution),
  );

function over() {
  return [
    h("h1", { key: "over" }, t("class.over_pupil", { score: view.score, best: view.best })),
    ...view.review.map((/** @type {any} */ told) =>
      h("section", { key: `r${told.number}`, class: "review-line" }, feedback(told)),
    ),
  ];
}

const known = kept(code);
if (known) {
  unsent = known.unsent ?? null;
  follow(known.id, known.token);
} else join();
