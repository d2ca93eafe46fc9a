/** The documentation: pages that collapse on a phone, one search through all of them, and offline copies. */

import "./contents.js";
import { byId } from "./dom.js";
import "./frame.js";
import { excerpt, matches } from "./models/search.js";
import { h, patch } from "./patch.js";
import { t } from "./words.js";

/** @typedef {{address: string, page: string, title: string, text: string}} Part the text below a heading */

const MOST = 30; // results to list
const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (
  document.querySelectorAll("#docs-pages a:not([href^='#'])")
);

// The interface reference once had this address; old links still point to its sections.
if (location.pathname === "/docs" && location.hash && !document.getElementById(location.hash.slice(1)))
  location.replace(`/docs/api${location.hash}`);

// --- search -----------------------------------------------------------------------------------------------------

/** @type {Promise<Part[]> | null} */
let read = null;

/** @returns {Promise<Part[]>} all pages, split at their headings; unreadable pages are left out */
function everyPart() {
  read ??= Promise.all([...links].map((link) => partsOf(link).catch(() => []))).then((lists) => lists.flat());
  return read;
}

/** @param {HTMLAnchorElement} link @returns {Promise<Part[]>} */
async function partsOf(link) {
  const answer = await fetch(link.pathname);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  /** @type {Part[]} */
  const parts = [];
  for (const piece of page.querySelectorAll(".docs-text > *, .docs-text > section > *")) {
    const text = piece.textContent ?? "";
    if (/^h[1-6]$/.test(piece.localName))
      parts.push({
        address: `${link.pathname}${piece.id && `#${piece.id}`}`,
        page: link.textContent ?? "",
        title: text,
        text: "",
      });
    else if (piece.localName === "details")
      parts.push({
        address: `${link.pathname}#${piece.id}`,
        page: link.textContent ?? "",
        title: piece.querySelector("summary")?.textContent ?? "",
        text: "",
      });
    else if (parts.length > 0) parts[parts.length - 1].text += ` ${text}`;
  }
  return parts;
}

async function search() {
  const words = byId("search").value;
  const parts = words.trim() ? await everyPart() : [];
  if (byId("search").value !== words) return; // the user has typed on
  const found = parts.filter(({ page, title, text }) => matches(`${page} ${title} ${text}`, words));
  const shown = found
    .slice(0, MOST)
    .map(({ address, page, title, text }) =>
      h(
        "li",
        { key: address },
        h("a", { href: address }, title === page ? page : `${page}: ${title}`),
        h("p", { class: "small soft" }, excerpt(text, words)),
      ),
    );
  patch(byId("docs-found"), shown);
  byId("search-found").textContent = !words.trim()
    ? ""
    : found.length
      ? t("docs.found", { count: found.length, n: found.length })
      : t("docs.nothing");
}

byId("search").addEventListener("input", search);

// --- offline copies -----------------------------------------------------------------------------------------------

/** Opening one page fetches all of them once, so that the service worker keeps them. */
async function keep() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  if (!serviceWorker.controller)
    await new Promise((taken) => serviceWorker.addEventListener("controllerchange", taken, { once: true }));
  const files = /** @type {NodeListOf<HTMLLinkElement & HTMLScriptElement>} */ (
    document.querySelectorAll("link[rel=stylesheet], script[src]")
  );
  const addresses = [...files].map((file) => file.href || file.src);
  await Promise.all([...addresses, ...[...links].map((link) => link.href)].map((address) => fetch(address)));
}

keep().catch(() => null); // no network: earlier copies stay
