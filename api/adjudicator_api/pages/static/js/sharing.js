/** The dialog for a link: what it shares, a QR code for nearby phones, and ways to pass it on. */

import { at } from "./address.js";
import { announce, byId } from "./dom.js";
import { openSheet } from "./frame.js";
import { reportAddress } from "./models/report.js";
import { linkTo } from "./origin.js";
import { h, patch } from "./patch.js";
import { t } from "./words.js";

/** @typedef {"ruling" | "practice" | "box" | "game" | "report"} Kind what a link leads to */

const LONGEST_CODE = 800; // letters of a path for which the service draws a code
let shared = { title: "", url: "" };

/**
 * @param {string} link
 * @param {string} title
 * @param {Kind} kind
 * @param {(url: string) => import("./patch.js").Child} [more] further ways to use the link
 */
export function share(link, title, kind, more) {
  const { pathname, search, hash } = new URL(at(link), location.href);
  const path = pathname + search + hash;
  const { url, picture } = linkTo(path, `/qr.svg?${new URLSearchParams({ to: path })}`);
  shared = { title, url };
  const code = path.length < LONGEST_CODE && picture;
  byId("share-title").textContent = t(`share.title_${kind}`);
  byId("share-about").textContent = t(`share.about_${kind}`);
  patch(
    byId("share-qr"),
    code ? h("img", { key: code, class: "qr", src: code, alt: t("share.qr"), width: 200, height: 200 }) : null,
  );
  byId("share-done").textContent = "";
  patch(byId("share-more"), more?.(url) ?? null);
  byId("share-send").hidden = !("share" in navigator);
  const field = byId("share-link");
  field.value = shared.url;
  openSheet("share-sheet");
  field.select();
}

/**
 * Passes a text on by the phone's share dialog, else by the clipboard.
 * @param {string} text
 * @returns {Promise<"sent" | "copied" | "shown">} shown: neither is available
 */
export async function passOn(text) {
  try {
    if (!("share" in navigator)) {
      await /** @type {Navigator} */ (navigator).clipboard.writeText(text);
      return "copied";
    }
    await navigator.share({ text });
    return "sent";
  } catch {
    return "shown";
  }
}

/**
 * Shares a disputed ruling with the operator of this service.
 * @param {string} link
 * @param {string} what
 * @param {import("./models/report.js").Report} report
 */
export function shareReport(link, what, { because, versions }) {
  const to = document.documentElement.dataset.reportTo;
  const text = (/** @type {string} */ url) =>
    [what, because, t("report.versions", { versions }), url, t("report.why")].filter(Boolean).join("\n\n");
  share(
    link,
    what,
    "report",
    (url) =>
      to &&
      h(
        "a",
        {
          key: "to",
          class: "button primary wide",
          href: reportAddress(to, `${t("share.title_report")}: ${what}`, text(url)),
        },
        t("report.send"),
      ),
  );
}

document.getElementById("share-copy")?.addEventListener("click", async () => {
  byId("share-link").select();
  let copied = false;
  try {
    await navigator.clipboard.writeText(shared.url);
    copied = true;
  } catch {
    copied = false; // no clipboard without https: the text is selected, so the keyboard can copy it
  }
  byId("share-done").textContent = t(copied ? "share.copied" : "share.selected");
  announce(byId("share-done").textContent);
});

document.getElementById("share-send")?.addEventListener("click", async () => {
  try {
    await navigator.share(shared);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // the share dialog was closed
  }
});
