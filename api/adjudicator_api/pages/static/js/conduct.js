/**
 * The one flow of every page that asks the judge: who confirms, what is asked, what is shown, and what the browser's
 * Back does.
 *
 * A page defines what its questions and rulings look like; everything between is here.
 */

import { at, inPocketEdition } from "./address.js";
import { AskError } from "./requests.js";
import { announce, byId, icon } from "./dom.js";
import "./frame.js";
import { keep } from "./journal.js";
import { advance, meaningOf, placeFrom, placeOf, retryAfter, samePlace, START } from "./models/flow.js";
import { reportFrom, reportLink, reportOf } from "./models/report.js";
import { h, patch } from "./patch.js";
import { judgeStep } from "./pocket.js";
import { isSealed } from "./seal.js";
import { askPin } from "./sealing.js";
import { share, shareReport } from "./sharing.js";
import { whileHere } from "./visit.js";
import { language, quoted, t, when } from "./words.js";

/**
 * @typedef {import("./journal.js").Entry} Entry
 * @typedef {import("./models/flow.js").Act} Act
 * @typedef {import("./models/flow.js").Flow} Flow
 * @typedef {import("./patch.js").Child} Child
 * @typedef {object} Page
 * @property {string} home the address of the entry step
 * @property {string} title of the page during entry
 * @property {(question: any) => string} link the address of a ruling
 * @property {() => any} linked the question in the address, or null
 * @property {(question: any) => Promise<Entry>} ask
 * @property {(question: any) => Entry | null} seen the entry that this device already has
 * @property {(question: any) => HTMLElement | null} enter shows the entry step, or the question to change; returns what
 *   to focus, if it matters
 * @property {() => void} begin clears what was entered
 * @property {(entry: Entry) => Promise<Entry>} [inFull] a sealed ruling with its reasons, where the device has to ask
 *   for them
 * @property {(entry: Entry) => any} reopens the question that reopens a ruling
 * @property {(question: any) => {title: string, what: Child, text: string}} confirm
 * @property {(entry: Entry, remark: string) => {hero: Child, body: Child, said: string, title: string}} ruling
 * @property {(entry: Entry) => Child} actions the buttons after a ruling; the first is the usual next step
 * @property {() => HTMLElement | null} field the text field
 */

const PATIENCE = 200; // milliseconds until a skeleton shows that an answer is on its way

export class Conductor {
  /** @type {Flow} */
  flow = START;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /** The sealed ruling whose reasons the referee has opened; closed again by the next question. */
  #opened = "";
  /** The report in the link that opened this page. */
  #reported = reportFrom(location.search);

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    byId("confirm-yes").addEventListener("click", () => this.act({ type: "yes" }));
    byId("confirm-no").addEventListener("click", () => this.change());
    const during = whileHere();
    addEventListener("popstate", () => this.open(), during);
    addEventListener(
      "online",
      () => this.flow.step === "trouble" && this.flow.failure?.kind === "unreachable" && this.act({ type: "again" }),
      during,
    );
    document.addEventListener("keydown", (event) => this.#onKey(event), during);
    document.addEventListener(
      "judge-waking",
      () => byId("ruling").querySelector(".skeleton") && patch(byId("ruling"), skeleton()),
      during,
    );
    document.addEventListener(
      "seal-changed",
      () => this.flow.step === "ruling" && this.#showRuling(this.flow.entry, this.flow.remark),
      during,
    );
    during.signal.addEventListener("abort", () => clearTimeout(this.#retry));
  }

  /** Follows the address and the history: at the start of a visit and on every Back. */
  open() {
    const linked = this.page.linked();
    const place = placeFrom(history.state) ?? { step: linked ? "ruling" : "enter", question: linked };
    this.#become(advance(this.flow, { type: "return", place }));
  }

  /** @param {Act} act */
  act(act) {
    const before = this.flow;
    this.#become(advance(before, act));
    if (this.flow === before) return;
    const place = placeOf(this.flow);
    if (samePlace(place, placeOf(before))) return;
    const address = place.step === "ruling" ? this.page.link(place.question) : this.page.home;
    // Back does not lead to a question that had no answer
    const changing = before.step === "trouble" && act.type === "change";
    if (changing || samePlace(place, placeFrom(history.state))) history.replaceState(place, "", at(address));
    else history.pushState(place, "", at(address));
  }

  /** Goes back to what was entered. */
  change() {
    if (this.flow.step === "confirm" && placeFrom(history.state)?.step === "confirm") history.back();
    else this.act({ type: "change" });
  }

  /** Goes on to the next question. */
  next() {
    this.#reported = null;
    this.page.begin();
    this.act({ type: "next" });
  }

  /** Shows a ruling that the table changed. @param {Entry} entry */
  settle(entry) {
    keep(entry);
    this.act({ type: "settled", entry });
    scrollTo(0, 0);
  }

  /** @param {Flow} flow */
  #become(flow) {
    if (flow === this.flow) return;
    const before = this.flow;
    this.flow = flow;
    clearTimeout(this.#retry);
    this.#show(before);
    if (flow.step === "asking") this.#ask(flow);
    const seconds = retryAfter(flow);
    if (seconds !== null) this.#retry = setTimeout(() => this.act({ type: "again" }), seconds * 1000);
  }

  /** @param {Flow} flow */
  async #ask({ question, ticket }) {
    const place = byId("ruling");
    this.#opened = "";
    place.setAttribute("aria-busy", "true");
    const slow = setTimeout(() => this.flow.ticket === ticket && patch(place, skeleton()), PATIENCE);
    try {
      const entry = await this.page.ask(question);
      keep(entry);
      this.act({ type: "answered", ticket, entry, remark: entry.here ? t("ruling.answered_here") : "" });
      if (this.flow.entry === entry)
        history.replaceState({ step: "ruling", question: this.page.reopens(entry) }, "", at(entry.link));
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      const seen = error.kind === "refused" ? null : this.page.seen(question);
      if (seen)
        this.act({ type: "answered", ticket, entry: seen, remark: t("ruling.asked_here", { when: when(seen.at) }) });
      else
        this.act({
          type: "failed",
          ticket,
          failure: { kind: error.kind, message: error.message, problem: error.problem, after: error.after },
        });
    } finally {
      clearTimeout(slow);
      if (this.flow.ticket === ticket) place.removeAttribute("aria-busy");
    }
  }

  // --- showing ------------------------------------------------------------------------------------------------

  /** @param {Flow} before */
  #show(before) {
    const { step, question, entry, remark } = this.flow;
    const view = step === "enter" || step === "confirm" ? step : "ruling";
    for (const name of ["enter", "confirm", "ruling"]) byId(name).hidden = name !== view;
    document.body.dataset.view = view;
    if (before.step !== step) scrollTo(0, 0);
    if (view === "enter") this.#showEnter(before);
    else if (step === "confirm") this.#showConfirm(question);
    else if (step === "asking") patch(byId("ruling"));
    else if (step === "trouble") this.#showTrouble();
    else this.#showRuling(entry, remark);
  }

  /** @param {Flow} before */
  #showEnter(before) {
    document.title = `${this.page.title} · Adjudicator`;
    const wanted = this.page.enter(this.flow.question);
    if (before === START && !wanted) return; // a newly opened page starts at its top
    const field = matchMedia("(pointer: fine)").matches ? this.page.field() : null; // no keyboard pops up on a phone
    (wanted ?? (before.step === "confirm" ? byId("ask") : (field ?? byId("enter-title")))).focus({
      preventScroll: true,
    });
  }

  /** @param {any} question */
  #showConfirm(question) {
    const { title, what, text } = this.page.confirm(question);
    byId("confirm-title").textContent = title;
    patch(byId("confirm-what"), what);
    byId("confirm-text").textContent = text;
    byId("confirm-yes").focus({ preventScroll: true });
  }

  /** @param {Entry} given @param {string} remark */
  #showRuling(given, remark) {
    const closed = given.sealed || (isSealed() && this.#opened !== given.id);
    const entry = closed === given.sealed ? given : { ...given, sealed: closed };
    const { hero, body, said, title } = this.page.ruling(entry, remark);
    patch(
      byId("ruling"),
      h(
        "div",
        { key: entry.id, class: entry.sealed ? "verdict sealed" : "verdict" },
        h(
          "div",
          { class: "verdict-head" },
          hero,
          h("div", { class: "actions" }, this.page.actions(entry), shareButton(entry, title), logButton()),
        ),
        h(
          "div",
          { class: "verdict-body lesson stack" },
          remark && h("p", { class: "note" }, icon("offline"), remark),
          reportedNote(this.#reported, entry),
          body,
          closed && isSealed() && given.question && this.#opener(given),
          reportButton(entry),
        ),
      ),
    );
    document.title = `${title} · Adjudicator`;
    announce(said);
    byId("ruling").querySelector(".actions .button")?.focus({ preventScroll: true });
  }

  /** The button with which the referee opens the reasons; they close with the next question. @param {Entry} entry */
  #opener(entry) {
    const open = async () => {
      const full = (await this.page.inFull?.(entry)) ?? entry;
      this.#opened = entry.id;
      this.act({ type: "settled", entry: { ...full, sealed: false } });
    };
    return h(
      "button",
      { key: "opener", type: "button", class: "button", click: () => askPin("open", open) },
      icon("seal"),
      t("seal.reasons"),
    );
  }

  #showTrouble() {
    const { failure, question } = this.flow;
    if (!failure) return;
    const again = () => this.act({ type: "again" });
    const change = () => this.change();
    patch(
      byId("ruling"),
      troubleView(failure, retryAfter(this.flow), again, change, inPocketEdition(this.page.link(question), language())),
    );
    announce(failure.message);
    byId("ruling").querySelector(".button")?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return;
    if (
      document.querySelector("dialog[open]") ||
      target.matches("input:not([type=radio], [type=checkbox]), textarea, select")
    )
      return;
    const meaning = meaningOf(this.flow.step, event.key);
    if (meaning === "type")
      this.page.field()?.focus(); // the focus moves before the letter arrives
    else if (meaning === "next") this.next();
    else if (meaning === "change") this.change();
    else if (meaning === "yes" && !target.closest("button, a, summary")) this.act({ type: "yes" });
    else return;
    if (meaning !== "type") event.preventDefault();
  }
}

function skeleton() {
  const loading = judgeStep() === "judge" && h("p", { class: "note", role: "status" }, t("pocket.loading"));
  return h(
    "div",
    { class: "skeleton" },
    loading || h("span", { class: "out-of-sight" }, t("frame.thinking")),
    h("i"),
    h("i"),
    h("i"),
  );
}

/** @param {string} text @param {string} name @param {Record<string, unknown>} props */
function iconButton(text, name, props) {
  return h(
    "button",
    { key: name, type: "button", class: "button tall", "aria-label": text, ...props },
    icon(name),
    h("span", { class: "wide-only" }, text),
  );
}

/** @param {Entry} entry @param {string} title */
const shareButton = (entry, title) =>
  iconButton(t("ruling.share"), "share", { click: () => share(entry.link, title, "ruling") });
const logButton = () => iconButton(t("frame.log"), "log", { "data-sheet": "log-sheet" });

/** @param {Entry} entry */
function reportButton(entry) {
  const report = reportOf(entry, document.documentElement.dataset.version ?? "");
  const what = `${entry.title}: ${t(`ruling.${report.said}`)}`;
  return h(
    "p",
    { key: "report", class: "small" },
    h(
      "button",
      { type: "button", class: "link", click: () => shareReport(reportLink(entry.link, report), what, report) },
      t("report.do"),
    ),
  );
}

/**
 * The answer claimed in a report, beside the answer now.
 * @param {import("./models/report.js").Report | null} reported
 * @param {Entry} entry
 */
function reportedNote(reported, entry) {
  if (!reported || !["valid", "invalid", "unresolved", "right", "wrong"].includes(reported.said)) return null;
  const same = reported.said === (entry.answer.answer ?? entry.answer.judged ?? entry.answer.ruling);
  return h(
    "div",
    { key: "reported", class: "note stack" },
    h(
      "p",
      {},
      h("b", {}, t("report.was", { ruling: t(`ruling.${reported.said}`).toLowerCase() })),
      " ",
      t(same ? "report.same" : "report.differs"),
    ),
    !entry.sealed && reported.because && h("p", {}, quoted(reported.because)),
    reported.versions && h("p", { class: "small soft" }, t("report.versions", { versions: reported.versions })),
  );
}

/**
 * Without an answer: what happened, what to do, and that nothing is lost.
 * @param {import("./models/flow.js").Failure} failure
 * @param {number | null} wait
 * @param {() => void} again
 * @param {() => void} change
 * @param {string | null} pocket the address where the same question works without a network
 */
function troubleView({ kind, message, problem }, wait, again, change, pocket) {
  const faults = problem?.faults ?? [];
  const missing = problem?.status === 404;
  const refused = kind === "refused";
  const title = !refused
    ? t(`trouble.${kind}`)
    : faults.length
      ? t("trouble.board")
      : missing
        ? t("trouble.missing")
        : t("trouble.unreadable");
  const text = !refused ? t(`trouble.${kind}_about`) : faults.length ? "" : message;
  return h(
    "div",
    { class: "trouble stack" },
    icon(kind === "unreachable" ? "offline" : "unresolved"),
    h("h1", { tabindex: "-1" }, title),
    text && h("p", {}, text),
    faults.length > 0 &&
      h(
        "ul",
        {},
        faults.map((/** @type {{message: string}} */ fault) => h("li", {}, fault.message)),
      ),
    wait !== null && h("p", { class: "small soft" }, t("trouble.wait", { n: wait })),
    kind === "broken" &&
      problem?.request_id &&
      h("p", { class: "small soft" }, t("trouble.request", { id: problem.request_id })),
    h(
      "div",
      { class: "row" },
      !refused &&
        h("button", { key: "again", type: "button", class: "button primary", click: again }, t("trouble.again")),
      kind === "unreachable" && pocket && h("a", { key: "pocket", class: "button", href: pocket }, t("pocket.ask")),
      h(
        "button",
        { key: "change", type: "button", class: refused ? "button primary" : "button", click: change },
        t(missing ? "trouble.another" : "trouble.change"),
      ),
    ),
  );
}

/**
 * The players' decision where the judge cannot decide; it is kept in the log (C-CONSENSUS, V-NAME-OPEN).
 * @param {Conductor} conductor @param {Entry} entry @param {{yes: string, no: string}} words
 */
export function tableDecides(conductor, entry, words) {
  const decide = (/** @type {"valid" | "invalid"} */ table) => () => {
    conductor.settle({ ...entry, table });
    announce(t("ruling.table_decided", { ruling: t(`ruling.${table}`).toLowerCase() }));
  };
  return h(
    "section",
    { class: "table-decides stack" },
    h("h2", {}, t("ruling.table_decide")),
    h("p", {}, t("ruling.table_agree")),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "button", click: decide("valid") }, icon("valid"), words.yes),
      h("button", { type: "button", class: "button", click: decide("invalid") }, icon("invalid"), words.no),
    ),
  );
}
