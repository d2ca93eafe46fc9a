/** The documentation: pages to fold away on a phone, one search through all of them, and all of them kept for later. */

import "./contents.js";
import { byId } from "./dom.js";
import "./frame.js";
import { excerpt, matches } from "./models/search.js";
import { h, patch } from "./patch.js";
import { t } from "./words.js";

/** @typedef {{address: string, page: string, title: string, text: string}} Part what stands below a heading */

const MOST = 30; // places that are listed
const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("#docs-pages a:not([href^='#'])"));

// The interface had this address once, and links to its parts are about.
if (location.pathname === "/docs" && location.hash && !document.getElementById(location.hash.slice(1))) location.replace(`/docs/api${location.hash}`);

// --- search -----------------------------------------------------------------------------------------------------

/** @type {Promise<Part[]> | null} */
let read = null;

/** @returns {Promise<Part[]>} every page cut at its headings; of those that cannot be read, nothing */
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
    if (/^h[1-6]$/.test(piece.localName)) parts.push({ address: `${link.pathname}${piece.id && `#${piece.id}`}`, page: link.textContent ?? "", title: text, text: "" });
    else if (piece.localName === "details") parts.push({ address: `${link.pathname}#${piece.id}`, page: link.textContent ?? "", title: piece.querySelector("summary")?.textContent ?? "", text: "" });
    else if (parts.length > 0) parts[parts.length - 1].text += ` ${text}`;
  }
  return parts;
}

async function search() {
  const words = byId("search").value;
  const parts = words.trim() ? await everyPart() : [];
  if (byId("search").value !== words) return; // typed on meanwhile
  const found = parts.filter(({ page, title, text }) => matches(`${page} ${title} ${text}`, words));
  const shown = found.slice(0, MOST).map(({ address, page, title, text }) =>
    h("li", { key: address }, h("a", { href: address }, title === page ? page : `${page}: ${title}`), h("p", { class: "small soft" }, excerpt(text, words))),
  );
  patch(byId("docs-found"), shown);
  byId("search-found").textContent = !words.trim() ? "" : found.length ? t("docs.found", { count: found.length, n: found.length }) : t("docs.nothing");
}

byId("search").addEventListener("input", search);

// --- for when there is no network ---------------------------------------------------------------------------------

/** Opening one page fetches all of them once, so that the service worker keeps them. */
async function keep() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  if (!serviceWorker.controller) await new Promise((taken) => serviceWorker.addEventListener("controllerchange", taken, { once: true }));
  const files = /** @type {NodeListOf<HTMLLinkElement & HTMLScriptElement>} */ (document.querySelectorAll("link[rel=stylesheet], script[src]"));
  const addresses = [...files].map((file) => file.href || file.src);
  await Promise.all([...addresses, ...[...links].map((link) => link.href)].map((address) => fetch(address)));
}

keep().catch(() => null); // no network now: what was kept before stays
