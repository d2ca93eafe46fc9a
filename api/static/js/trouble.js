/** When there is no answer: what happened, what to do, and that nothing is lost. */

import { h, icon } from "./dom.js";

const WHAT = {
  offline: ["You are offline", "The question is kept. It is asked again as soon as the judge can be reached."],
  slow: ["No answer yet", "The question is kept. Ask again when you like."],
  busy: ["Many questions at once", "The question is kept. Wait a moment, then ask again."],
  broken: ["The judge has a problem", "The question is kept. Ask again; if it stays like this, tell whoever runs this judge."],
};

/** @param {import("./asking.js").AskError} error @param {{again: () => void, change: () => void}} actions */
export function troubleView(error, { again, change }) {
  const faulty = faults(error.problem);
  const missing = error.problem?.status === 404;
  const refusal = faulty ? "This board cannot be" : missing ? "There is no such ruling" : "The judge cannot read this";
  const [title, text] = WHAT[error.kind] ?? [refusal, faulty ? "" : error.message];
  const refused = error.kind === "refused";
  return h(
    "div",
    { class: "trouble stack" },
    icon(error.kind === "offline" ? "offline" : "unresolved"),
    h("h1", { tabindex: "-1" }, title),
    text && h("p", {}, text),
    faulty,
    error.kind === "broken" && error.problem?.request_id && h("p", { class: "small soft" }, `Request ${error.problem.request_id}`),
    h(
      "div",
      { class: "row" },
      !refused && h("button", { type: "button", class: "button primary", click: again }, "Ask again"),
      h("button", { type: "button", class: refused ? "button primary" : "button", click: change }, missing ? "Ask for another ruling" : "Change the question"),
    ),
  );
}

/** Every fault of an impossible position. */
function faults(problem) {
  const listed = problem?.faults ?? [];
  return listed.length ? h("ul", {}, ...listed.map(({ message }) => h("li", {}, message))) : null;
}
