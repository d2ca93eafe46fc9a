/** A link to a ruling: through the phone's own sheet where there is one, else to copy. */

import { at } from "./address.js";
import { announce, byId } from "./dom.js";
import { openSheet } from "./frame.js";
import { t } from "./words.js";

/** @param {string} link @param {string} title */
export async function share(link, title) {
  const url = new URL(at(link), location.href).href;
  if ("share" in navigator && matchMedia("(pointer: coarse)").matches) {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  const field = byId("share-link");
  field.value = url;
  byId("share-done").textContent = "";
  openSheet("share-sheet");
  field.select();
}

document.getElementById("share-copy")?.addEventListener("click", async () => {
  const field = byId("share-link");
  field.select();
  let copied = false;
  try {
    await navigator.clipboard.writeText(field.value);
    copied = true;
  } catch {
    copied = false; // no clipboard without https: the text is selected, the keyboard can copy it
  }
  byId("share-done").textContent = t(copied ? "share.copied" : "share.selected");
  announce(byId("share-done").textContent);
});
