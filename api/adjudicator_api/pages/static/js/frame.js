/** On every page: the theme, the language, the note when there is no network, sheets, the log, the service worker. */

import { at, here, inPocket, inPocketEdition, judgeScript, pocketUrl } from "./address.js";
import { byId, icon } from "./dom.js";
import { entries, forget } from "./journal.js";
import { isReachable, probe } from "./network.js";
import { h, patch } from "./patch.js";
import { isWaiting, judgeStep, keptPocket, wakeJudge } from "./pocket.js";
import { isDenied, recall, remember } from "./storage.js";
import { whileHere } from "./visit.js";
import { language, rulingWord, t, when } from "./words.js";

// --- theme ----------------------------------------------------------------------------------------------------

const during = whileHere();
const dark = matchMedia("(prefers-color-scheme: dark)");
const root = document.documentElement;

const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);

function toggleTheme() {
  root.dataset.theme = isDark() ? "light" : "dark";
  try {
    localStorage.setItem("adjudicator.theme", root.dataset.theme);
  } catch {
    // the choice lasts until the page is left
  }
  showTheme();
}

function showTheme() {
  const next = isDark() ? "light" : "dark";
  const button = byId("theme");
  button.setAttribute("aria-label", t(next === "light" ? "frame.light" : "frame.dark"));
  patch(button, icon(next === "light" ? "sun" : "moon"));
}

dark.addEventListener("change", showTheme, during);
byId("theme").addEventListener("click", toggleTheme);
showTheme();

// --- language -------------------------------------------------------------------------------------------------

/** A change of language deletes the stored pages in the old one before the page opens in the new one. */
document.addEventListener(
  "change",
  async (event) => {
    const { value, parentElement } = /** @type {HTMLSelectElement} */ (event.target);
    if (!parentElement?.matches(".language")) return;
    if (inPocket) {
      remember("language", value);
      // each language has its own folder
      return location.assign(`${at("/")}../${value}${here()}${location.search}${location.hash}`);
    }
    document.cookie = `language=${value}; path=/; max-age=31536000; samesite=lax`;
    if ("caches" in window)
      for (const name of await caches.keys()) if (name.startsWith("adjudicator-")) await caches.delete(name);
    location.reload();
  },
  during,
);

// --- where this device was last, for the way back from the judge's page -------------------------------------------

const DOINGS = /^\/(play\/[\w-]+\/|look\/|practice|challenge|name|class\/join\/)/;
if (DOINGS.test(here()))
  remember("last", { href: here() + location.search, title: document.title.replace(/ · Adjudicator$/, "") });

// --- keys -------------------------------------------------------------------------------------------------------

document.addEventListener(
  "keydown",
  (event) => {
    const typed = /** @type {Element} */ (event.target).matches("textarea");
    if (event.repeat && event.key === "Enter" && !typed) event.preventDefault(); // a held key is one step
  },
  during,
);

// --- sheets: sliding dialogs -----------------------------------------------------------------------------------

document.addEventListener(
  "click",
  (event) => {
    const target = /** @type {Element} */ (event.target);
    const opener = /** @type {HTMLElement | null} */ (target.closest("[data-sheet]"));
    if (opener?.dataset.sheet) openSheet(opener.dataset.sheet);
    const sheet = target.closest("dialog");
    if (sheet && (target === sheet || target.closest("[data-close]"))) sheet.close();
  },
  during,
);

/** @param {string} id @returns {HTMLDialogElement} */
export function openSheet(id) {
  const sheet = byId(id);
  sheet.dispatchEvent(new CustomEvent("sheet-opening"));
  if (!sheet.open) {
    sheet.showModal();
    sheet.scrollTop = 0; // not where it was left
  }
  return sheet;
}

// --- the log ----------------------------------------------------------------------------------------------------

/** @param {import("./journal.js").Entry} entry */
export function logLine(entry) {
  const ruling = rulingWord(entry.table ?? entry.ruling).toLowerCase();
  const decided = entry.table ? t("ruling.log_table", { ruling }) : ruling;
  return h(
    "a",
    { class: "log-line", href: entry.link, "data-ruling": entry.table ?? entry.ruling },
    h("span", { class: "mark" }, icon(entry.table ?? entry.ruling)),
    h("span", { class: "log-title" }, entry.title),
    h("span", { class: "log-subtitle" }, `${decided}${entry.subtitle ? ` · ${entry.subtitle}` : ""}`),
    entry.at && h("time", { datetime: entry.at }, when(entry.at)),
  );
}

function showLog() {
  const kept = entries();
  patch(
    byId("log-list"),
    kept.map((entry) => h("li", { key: entry.id }, logLine(entry))),
  );
  byId("log-empty").hidden = kept.length > 0;
  byId("log-forget").hidden = kept.length === 0;
}

byId("log-sheet").addEventListener("sheet-opening", showLog);
byId("log-forget").addEventListener("click", forget);
// every ruling changes the log, which few look at
document.addEventListener("log-changed", () => byId("log-sheet").open && showLog(), during);

// --- network ----------------------------------------------------------------------------------------------------

async function showNetwork() {
  const kept = await keptPocket();
  const note = byId("offline-note");
  note.hidden = isReachable();
  const pocket = !kept && inPocketEdition("/", language());
  patch(
    note,
    icon("offline"),
    ` ${t(withoutServer(kept !== null))} `,
    pocket && h("a", { href: pocket }, t("pocket.ask")),
  );
}

/** What works while the server cannot be reached. @param {boolean} kept @returns {string} the key of a sentence */
function withoutServer(kept) {
  if (!isSecureContext) return "pocket.insecure"; // over plain http a browser keeps no page
  if (!kept) return "frame.offline";
  return WAKING.includes(judgeStep()) ? "pocket.waking" : "pocket.takes_over";
}

const WAKING = ["waking", "python"];
const STEPS = [...WAKING, "judge"];
const LOADED = ["", "ready", "failed"];
const USE = "use-now"; // to a version that waits

document.addEventListener("network-changed", showNetwork, during);
showNetwork();

if (inPocket) keepPocket();
else {
  document.addEventListener("judge-waking", showNetwork, during);
  if ("serviceWorker" in navigator) {
    if (navigator.serviceWorker.controller) probe(); // the page may come from the cache, so its arrival proves nothing
    navigator.serviceWorker.register(`/sw.js?language=${language()}`);
  }
  showKept();
}

// --- the pocket edition -----------------------------------------------------------------------------------------

/** In the footer of the service's pages: whether this device has the pocket edition, and where to get it. */
async function showKept() {
  const kept = await keptPocket();
  if (kept) {
    say(h("a", { href: pocketUrl?.href }, t("pocket.kept")));
    const today = new Date().toDateString();
    if (recall("pocket-looked", "") !== today && isReachable())
      kept.update().then(
        () => remember("pocket-looked", today),
        () => {},
      ); // the pocket edition's own pages may stay unopened for long
  } else if (!isSecureContext) {
    const elsewhere = pocketUrl?.protocol === "https:" ? pocketUrl.href : null;
    say(
      t("pocket.plain"),
      elsewhere && " ",
      elsewhere && h("span", {}, t("pocket.elsewhere"), " ", h("a", { href: elsewhere }, elsewhere)),
    );
  }
}

/** @param {import("./patch.js").Child[]} what shown instead of the link to it */
function say(...what) {
  const line = byId("keeping");
  line.hidden = false;
  patch(line, ...what);
}

/** Starts the judge where the page may ask it, shows the progress, and stores everything for offline use. */
async function keepPocket() {
  document.addEventListener("judge-waking", showWaking, during);
  document.addEventListener("judge-forgets", () => say(t("pocket.forgets")), during);
  if (document.getElementById("page-data")) wakeJudge();
  if (judgeStep()) showWaking();
  if (isDenied()) return say(t("pocket.forgets"));
  if (!navigator.serviceWorker) return say(t("pocket.plain"));
  if (!navigator.serviceWorker.controller) await judgeLoaded(); // the rest would only delay its first ruling
  const folder = new URL("../../", judgeScript ?? "");
  try {
    const registration = await navigator.serviceWorker.register(new URL("sw.js", folder), { scope: folder.href });
    watchUpdates(registration);
    await active(registration);
  } catch {
    return say(t("pocket.not_kept"));
  }
  const safe = await navigator.storage?.persisted?.();
  await sayUsed(safe ?? false);
  // Firefox asks the user, who may never answer
  if (!safe && (await navigator.storage?.persist?.())) await sayUsed(true);
}

/** How much of the device everything takes that is stored for these pages. @param {boolean} safe from deletion */
async function sayUsed(safe) {
  const { usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  say(t("pocket.uses", { n: Math.ceil(usage / 1e6) }), " ", !safe && t("pocket.may_go"));
}

/**
 * Says that a new version waits, and lets it replace this one in all tabs.
 * @param {ServiceWorkerRegistration} registration
 */
function watchUpdates(registration) {
  const look = () => {
    const { waiting } = registration;
    const line = byId("update-note");
    line.hidden = !waiting;
    const use = () => waiting?.postMessage(USE);
    if (waiting)
      patch(
        line,
        t("pocket.update"),
        " ",
        h("button", { type: "button", class: "link", click: use }, t("pocket.use_update")),
      );
  };
  const follow = () => registration.installing?.addEventListener("statechange", look);
  registration.addEventListener("updatefound", follow, during);
  follow();
  look();
  let before = navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener(
    "controllerchange",
    () => {
      if (before) location.reload(); // the files of the version before are gone
      before = navigator.serviceWorker.controller;
    },
    during,
  );
}

/** Resolves once the judge has loaded everything it rules with, or has failed; at once where no page asks it. */
function judgeLoaded() {
  return new Promise((resolve) => {
    const look = () => LOADED.includes(judgeStep()) && resolve(undefined);
    document.addEventListener("judge-waking", look, during);
    look();
  });
}

/**
 * Resolves once everything is stored; rejects if that failed.
 * @param {ServiceWorkerRegistration} registration
 * @returns {Promise<void>}
 */
function active({ active: there, installing: coming }) {
  if (there || !coming) return Promise.resolve();
  return new Promise((resolve, reject) =>
    coming.addEventListener("statechange", () => {
      if (coming.state === "activated") resolve();
      if (coming.state === "redundant") reject(new Error(coming.state));
    }),
  );
}

function showWaking() {
  const step = judgeStep();
  const note = byId("waking-note");
  note.hidden = step === "ready" && !isWaiting();
  const said =
    { failed: "pocket.failed", judge: "pocket.loading", ready: "pocket.fetching" }[step] ??
    (/^\/(play|look)/.test(here()) ? "pocket.waking_table" : "pocket.waking");
  const at = STEPS.indexOf(step);
  patch(
    note,
    t(said),
    at >= 0 && " ",
    at >= 0 && h("progress", { max: STEPS.length, value: at + 1, "aria-hidden": "true" }),
  );
}
