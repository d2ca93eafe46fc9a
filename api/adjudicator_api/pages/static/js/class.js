/** Opening a class, or joining one by its code. */

import { byId } from "./dom.js";
import "./frame.js";
import { keep, requestKey } from "./class/wire.js";
import { readCode } from "./models/lobby.js";
import { h, patch } from "./patch.js";
import { ask, AskError } from "./requests.js";
import { t } from "./words.js";

const key = requestKey();
let busy = false;

byId("join-form").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const code = readCode(byId("join-code").value);
  if (code) location.assign(`/class/join/${code}`);
  else byId("join-trouble").textContent = t("lobby.code_wrong");
});

const topic = byId("class-topic");
const list = byId("class-list");
const pace = byId("class-pace");

function arrange() {
  const own = topic.value === "";
  byId("own-list").hidden = !own;
  byId("of-topic").hidden = own;
  byId("class-seconds-field").hidden = pace.value === "homework";
  byId("class-days-field").hidden = pace.value !== "homework";
  byId("class-seconds-label").textContent = pace.value === "own" ? t("class.minutes") : t("class.seconds");
}

function wanted() {
  const time = Number(byId("class-seconds").value) || null;
  const what = topic.value
    ? { topic: topic.value, level: Number(byId("class-level").value), count: Number(byId("class-count").value) || 10 }
    : { exercises: list.value, kind: byId("class-kind").value };
  const how =
    pace.value === "homework"
      ? { days: Number(byId("class-days").value) || 7 }
      : time
        ? { seconds: pace.value === "own" ? time * 60 : time }
        : {};
  const names = byId("class-loose").checked ? {} : { loose: false };
  return { ...what, ...how, ...names, pace: pace.value, language: document.documentElement.lang };
}

/** @param {any[]} faults */
const faultList = (faults) =>
  h(
    "ul",
    { class: "stack" },
    faults.map((fault, i) =>
      h(
        "li",
        { key: i },
        h("b", {}, t("class.line", { n: fault.line })),
        " ",
        h("code", {}, fault.text),
        " ",
        fault.message,
      ),
    ),
  );

byId("open-form").addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  if (busy) return;
  busy = true;
  byId("open-trouble").textContent = "";
  const body = wanted();
  try {
    const made = await ask("/v1/classes", body, {
      headers: { "Idempotency-Key": `${key}-${await digest(JSON.stringify(body))}` },
    });
    keep(made.id, { id: made.id, token: made.teacher_token });
    const address = `/class/${made.id}/teacher`;
    if (!made.left_out.length) return location.assign(address);
    patch(
      byId("open-faults"),
      h(
        "div",
        { class: "sent stack" },
        h("p", {}, t("class.left_out", { count: made.left_out.length, n: made.left_out.length, total: made.total })),
        faultList(made.left_out),
        h("a", { class: "button primary", href: address }, t("class.go_on")),
      ),
    );
    byId("open-faults").focus();
  } catch (error) {
    const faults = error instanceof AskError ? (error.problem?.left_out ?? []) : [];
    byId("open-trouble").textContent = error instanceof Error ? error.message : String(error);
    patch(byId("open-faults"), faults.length ? faultList(faults) : null);
  } finally {
    busy = false;
  }
});

/** A hash for the idempotency key: a different class needs a different key. @param {string} text */
async function digest(text) {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return sum.toString(16);
}

async function showTopics() {
  try {
    const { topics } = await ask("/v1/exercises/topics");
    patch(
      topic,
      h("option", { key: "", value: "" }, t("class.own_list")),
      topics.map((/** @type {any} */ one) => h("option", { key: one.topic, value: one.topic }, one.title)),
    );
    const given = new URLSearchParams(location.search).get("list");
    topic.value = given === null && !list.value ? (topics[0]?.topic ?? "") : ""; // keep a list that was already begun
    if (given !== null) list.value = given;
  } catch {
    topic.value = ""; // a list can still be pasted
  }
  arrange();
}

topic.addEventListener("change", arrange);
pace.addEventListener("change", arrange);
arrange();
showTopics();
