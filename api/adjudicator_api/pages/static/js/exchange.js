/**
 * In the pocket edition: pages that ask the judge alone take each other's place in one document, so that the judge of
 * this device does not start again. Other pages, and whatever goes wrong, are ordinary visits.
 *
 * This module stays; those of a page are loaded anew each time (`open` in `bundling.exchanged_script`).
 */

import { here, inside, judgeScript, makeAbsolute } from "./address.js";
import { asksJudgeAlone, dropQuestions } from "./pocket.js";
import { leave, whileHere } from "./visit.js";

/** @param {ParentNode} page */
const scriptOf = (page) =>
  /** @type {HTMLScriptElement | null} */ (page.querySelector("script[type=module]"))?.src ?? "";

const first = scriptOf(document);
/** The scripts of pages that have been shown. */
const loaded = new Set([first]);
/** How far each address was scrolled when it was left. @type {Map<string, number>} */
const scrolled = new Map();
let shown = location.href;
let turn = 0;
let opening = false;
/** What was sent off before the script of its page was there. @type {{form: HTMLFormElement, said: FormData} | null} */
let early = null;

/** The page at an address: a ruling is shown by the judge's page. @param {URL | Location} url */
const pageAt = (url) => here(url).replace(/^\/r$/, "") || "/";

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest("a");
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link?.href || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href);
  const within = url.hash && url.href.split("#")[0] === location.href.split("#")[0];
  if (within || !inside(url) || !asksJudgeAlone(here(url))) return;
  event.preventDefault();
  show(url, location.href, () => {
    history[url.href === location.href ? "replaceState" : "pushState"](null, "", url);
    return 0;
  });
});

// without its script a form would leave this document
document.addEventListener(
  "submit",
  (event) => {
    if (!opening) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const form = /** @type {HTMLFormElement} */ (event.target);
    early = { form, said: new FormData(form) };
  },
  true,
);

// registered before those of pages: they would take the address of another page for one of theirs
addEventListener("popstate", (event) => {
  if (pageAt(location) === pageAt(new URL(shown))) {
    shown = location.href;
    return;
  }
  event.stopImmediatePropagation();
  const url = new URL(location.href);
  show(url, shown, () => scrolled.get(url.href) ?? 0);
});

/**
 * @param {URL} url
 * @param {string} left the address that is left
 * @param {() => number} enter called when the page is here; returns how far it is scrolled
 */
async function show(url, left, enter) {
  const mine = ++turn;
  const page = await fetched(url).catch(() => null);
  if (mine !== turn) return;
  if (!page) return url.href === location.href ? location.reload() : location.assign(url);
  scrolled.set(left, scrollY);
  leave();
  dropQuestions();
  const far = enter();
  shown = url.href;
  document.title = page.title;
  for (const meta of document.querySelectorAll("meta[name=description]"))
    meta.replaceWith(page.querySelector("meta[name=description]") ?? meta);
  document.body.replaceWith(page.body);
  scrollTo(0, 0);
  const again = loaded.has(page.script); // a script that is new opens its page itself
  loaded.add(page.script);
  opening = true;
  const { open } = await import(page.script).finally(() => (opening = mine !== turn));
  if (mine !== turn) return;
  if (again) open();
  sendEarly();
  focusTitle();
  if (far) scrollBack(far);
}

/** Fills in again what the page's script may have emptied, and sends it. */
function sendEarly() {
  if (early?.form.isConnected) {
    for (const [name, value] of early.said) {
      const field = early.form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = String(value);
    }
    early.form.requestSubmit();
  }
  early = null;
}

/**
 * The page at an address, with its script and styles at hand; fails unless it belongs to this version.
 * @param {URL} url
 */
async function fetched(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  makeAbsolute(page, answer.url);
  const script = scriptOf(page);
  const sameJudge = new URL(page.documentElement.dataset.pocket ?? "", answer.url).href === judgeScript?.href;
  if (!sameJudge || new URL(".", script).href !== new URL(".", first).href) throw new Error(`${url}: another version`);
  for (const unused of page.querySelectorAll("noscript")) unused.remove();
  await Promise.all([preloaded(script), ...[...page.querySelectorAll("link[rel=stylesheet]")].map(styled)]);
  return Object.assign(page, { script });
}

/** @param {string} script */
async function preloaded(script) {
  if (!loaded.has(script) && !(await fetch(script)).ok) throw new Error(script);
}

/** Adds a style sheet that this document does not have yet. @param {Element} sheet @returns {Promise<unknown>} */
function styled(sheet) {
  const address = /** @type {HTMLLinkElement} */ (sheet).href;
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=stylesheet]"));
  if ([...links].some(({ href }) => href === address)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    sheet.addEventListener("load", resolve);
    sheet.addEventListener("error", reject);
    document.head.append(sheet);
  });
}

/** Where a screen reader goes on, unless the page has chosen something else. */
function focusTitle() {
  if (document.activeElement !== document.body) return;
  const titles = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("main h1"));
  const title = [...titles].find((one) => one.getClientRects().length > 0) ?? document.querySelector("main");
  if (!title) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

/** Scrolls as soon as the page is long enough, unless the reader moves first. @param {number} far */
function scrollBack(far) {
  const during = whileHere();
  const watching = new ResizeObserver(() => {
    scrollTo(0, far);
    if (scrollY >= far - 1) watching.disconnect();
  });
  watching.observe(document.body);
  for (const moved of ["wheel", "pointerdown", "keydown"])
    addEventListener(moved, () => watching.disconnect(), { ...during, once: true });
  during.signal.addEventListener("abort", () => watching.disconnect());
}
