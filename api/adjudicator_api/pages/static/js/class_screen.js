/** The projector: the code in large letters, the question, how many have answered, then the results. */

import { Countdown } from "./class/clock.js";
import { hardestView, material, podiumView, solutionView, spread, wrongView } from "./class/showing.js";
import { ClassWire } from "./class/wire.js";
import { byId } from "./dom.js";
import "./frame.js";
import { linkTo } from "./origin.js";
import { h, patch } from "./patch.js";
import { listed, t } from "./words.js";

const [, , id = ""] = location.pathname.split("/");
const room = byId("class-room");
const countdown = new Countdown(byId("class-time"));

const wire = new ClassWire(id, null, {
  viewed: show,
  linked: (state) => {
    byId("class-link").textContent = state === "lost" ? t("class.lost") : "";
    byId("class-link").hidden = state !== "lost";
  },
  refused: () => {
    wire.close();
    countdown.set(null);
    patch(room, h("h1", { key: "gone", class: "empty" }, t("class.gone")));
  },
});

/** @param {any} view */
function show(view) {
  countdown.set(view.stage === "open" ? view.seconds_left : null);
  byId("class-code").textContent = view.stage === "lobby" ? "" : (view.code ?? "");
  patch(room, parts(view));
  fit();
}

const SIZES = [1, 0.9, 0.8, 0.7, 0.6, 0.5];

/** Nothing may be below the edge of a wall: what is too tall is shown smaller. */
function fit() {
  for (const size of SIZES) {
    room.style.setProperty("zoom", String(size));
    if (document.documentElement.scrollHeight <= innerHeight) return;
  }
}

addEventListener("resize", fit);
room.addEventListener("load", fit, true); // the QR code

/** @param {any} view */
function parts(view) {
  if (view.at_tables)
    return [
      h(
        "h1",
        { key: "tables" },
        t("class.at_tables", { count: view.at_tables.count, n: view.at_tables.count, game: view.at_tables.title }),
      ),
      ...invitation(view),
    ];
  if (view.stage === "lobby") return invitation(view);
  if (view.stage === "over")
    return [
      h("h1", { key: "over" }, t("class.over")),
      view.podium && podiumView(view.podium, view.undecided),
      h("section", { key: "hard", class: "stack" }, hardestView(view.hardest)),
    ];
  if (view.pace !== "together")
    return [
      ...invitation(view),
      h("p", { key: "done", class: "answered" }, t("class.finished", { n: view.answered, of: view.pupils })),
    ];
  const head = h(
    "h1",
    { key: `q${view.number}` },
    h("span", { class: "soft" }, t("class.question_of", { n: view.number + 1, total: view.total })),
    " ",
    view.question.prompt,
  );
  if (view.stage === "open")
    return [
      head,
      h("div", { key: "material" }, material(view.question, 72)),
      h(
        "p",
        { key: "count", class: "answered", role: "status" },
        t("class.answered", { n: view.answered, of: view.pupils }),
      ),
    ];
  return [
    head,
    h("div", { key: "material" }, material(view.question, 48)),
    view.closed
      ? h("p", { key: "tally", class: "answered tally" }, t("class.right_of", view.closed))
      : h("p", { key: "out", class: "answered" }, t("class.skipped")),
    view.closed?.to_all && h("p", { key: "all", class: "answered" }, t("class.to_all")),
    view.closed &&
      h(
        "div",
        { key: "closed", class: "closed" },
        spread(view.closed, view.answered),
        h(
          "div",
          { class: "stack" },
          solutionView(view.closed.solution),
          wrongView(view.closed.wrong, view.closed.solution),
        ),
      ),
  ];
}

/** @param {any} view */
function invitation(view) {
  const path = `/class/join/${view.code}`;
  const { url, picture } = linkTo(path, `/qr.svg?${new URLSearchParams({ to: path })}`);
  const { host } = new URL(url);
  return [
    h(
      "div",
      { key: "invitation", class: "invitation", "data-qr": picture && "" },
      h(
        "div",
        { class: "stack" },
        h("h1", {}, t("class.join_at", { address: `${host}/class` })),
        h("p", { class: "big-code" }, view.code),
        h("p", { class: "answered", role: "status" }, t("class.here", { count: view.pupils, n: view.pupils })),
        view.nicknames &&
          h(
            "p",
            { class: "nicknames", "data-many": view.nicknames.length > 12 ? "yes" : null },
            listed(view.nicknames),
          ),
      ),
      picture
        ? h("img", { class: "big-qr", src: picture, alt: t("class.qr", { address: url }) })
        : h("p", { class: "note" }, t("class.no_address")),
    ),
  ];
}

wire.open();
