/** On every page: the theme, the note when there is no network, sheets, the service worker. */

import "./tile.js";
import { byId, h, icon, put } from "./dom.js";
import { entries, forget } from "./journal.js";
import { when } from "./words.js";

const dark = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : dark.matches;
}

/** `<theme-toggle>`: light or dark; the system decides until somebody does. */
class ThemeToggle extends HTMLElement {
  connectedCallback() {
    this.button = h("button", { type: "button", class: "icon-button", click: () => this.toggle() });
    put(this, this.button);
    dark.addEventListener("change", () => this.show());
    this.show();
  }

  toggle() {
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem("adjudicator.theme", theme);
    } catch {
      // it holds until the page is left
    }
    this.show();
  }

  show() {
    const next = isDark() ? "light" : "dark";
    this.button.setAttribute("aria-label", `Use ${next} colours`);
    put(this.button, icon(next === "light" ? "sun" : "moon"));
  }
}

customElements.define("theme-toggle", ThemeToggle);

// --- sheets: dialogs that slide over -------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-sheet]");
  if (opener) openSheet(opener.dataset.sheet);
  const sheet = event.target.closest("dialog");
  if (sheet && (event.target === sheet || event.target.closest("[data-close]"))) sheet.close();
});

/** @param {string} id @returns {HTMLDialogElement} */
export function openSheet(id) {
  const sheet = byId(id);
  sheet.dispatchEvent(new CustomEvent("sheet-opening"));
  if (!sheet.open) sheet.showModal();
  return sheet;
}

// --- the log ------------------------------------------------------------------------------------------------

const WORDS = { valid: "Valid", invalid: "Invalid", unresolved: "Unresolved" };

/** @param {import("./journal.js").Entry} entry */
export function logLine(entry) {
  const decided = entry.table ? `the table: ${entry.table}` : WORDS[entry.ruling].toLowerCase();
  return h(
    "a",
    { class: "log-line", href: entry.link, "data-ruling": entry.table ?? entry.ruling },
    h("span", { class: "mark" }, icon(entry.table ?? entry.ruling)),
    h("span", { class: "log-title" }, entry.title),
    h("span", { class: "log-subtitle" }, `${decided}${entry.subtitle ? ` · ${entry.subtitle}` : ""}`),
    h("time", { datetime: entry.at }, when(entry.at)),
  );
}

function showLog() {
  const list = document.getElementById("log-list");
  if (!list) return;
  const kept = entries();
  put(list, ...kept.map((entry) => h("li", {}, logLine(entry))));
  byId("log-empty").hidden = kept.length > 0;
  byId("log-forget").hidden = kept.length === 0;
}

document.getElementById("log-sheet")?.addEventListener("sheet-opening", showLog);
document.getElementById("log-forget")?.addEventListener("click", forget);
document.addEventListener("log-changed", showLog);

// --- network --------------------------------------------------------------------------------------------------

function showNetwork() {
  byId("offline-note").hidden = navigator.onLine;
}

addEventListener("online", showNetwork);
addEventListener("offline", showNetwork);
showNetwork();

if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js");
