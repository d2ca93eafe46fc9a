/** The sheet of a link: what it shares, a QR code for the phones around this one, and ways to pass it on. */

import { at } from "./address.js";
import { announce, byId } from "./dom.js";
import { openSheet } from "./frame.js";
import { linkTo } from "./origin.js";
import { h, patch } from "./patch.js";
import { t } from "./words.js";

/** @typedef {"ruling" | "practice" | "box" | "game"} Kind what a link leads to */

let shared = { title: "", url: "" };

/** @param {string} link @param {string} title @param {Kind} kind */
export function share(link, title, kind) {
  const { pathname, search, hash } = new URL(at(link), location.href);
  const path = pathname + search + hash;
  const { url, picture } = linkTo(path, `/qr.svg?${new URLSearchParams({ to: path })}`);
  shared = { title, url };
  byId("share-title").textContent = t(`share.title_${kind}`);
  byId("share-about").textContent = t(`share.about_${kind}`);
  patch(byId("share-qr"), picture ? h("img", { key: picture, class: "qr", src: picture, alt: t("share.qr"), width: 200, height: 200 }) : null);
  byId("share-done").textContent = "";
  byId("share-send").hidden = !("share" in navigator);
  const field = byId("share-link");
  field.value = shared.url;
  openSheet("share-sheet");
  field.select();
}

document.getElementById("share-copy")?.addEventListener("click", async () => {
  byId("share-link").select();
  let copied = false;
  try {
    await navigator.clipboard.writeText(shared.url);
    copied = true;
  } catch {
    copied = false; // no clipboard without https: the text is selected, the keyboard can copy it
  }
  byId("share-done").textContent = t(copied ? "share.copied" : "share.selected");
  announce(byId("share-done").textContent);
});

document.getElementById("share-send")?.addEventListener("click", async () => {
  try {
    await navigator.share(shared);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // the phone's own sheet was closed
  }
});
