/** The addresses of the pages: at the root of the service or, in the pocket edition, in a folder of any web host. */

const root = globalThis.document?.documentElement;
const way = root?.dataset.folder; // from this page to that folder; the service's own pages have none

/** @param {string} relative to the address at which this page was opened; it changes later */
const absolute = (relative) => new URL(relative, location.href);

const base = way === undefined ? "" : absolute(way).pathname.replace(/\/$/, "");

/** The worker that runs the judge of the pocket edition; null if there is a server. */
export const judgeScript = root?.dataset.pocket === undefined ? null : absolute(root.dataset.pocket);

/** Whether these are the pages of the pocket edition, which sends no requests to a server. */
export const inPocket = judgeScript !== null;

/**
 * Makes the relative addresses of a page absolute: the address at which it is shown may change.
 * @param {Document} page
 * @param {string} from its own address
 */
export function makeAbsolute(page, from) {
  for (const name of ["href", "src", "data-camera"])
    for (const link of page.querySelectorAll(`[${name}]:not([${name}^='#'])`))
      link.setAttribute(name, new URL(link.getAttribute(name) ?? "", from).href);
}

if (root && way !== undefined) {
  for (const name of ["icons", "device"]) root.dataset[name] = absolute(root.dataset[name] ?? "").href;
  for (const link of document.querySelectorAll("a[href]:not([href^='#']), link[href]"))
    link.setAttribute("href", absolute(link.getAttribute("href") ?? "").href);
  for (const button of document.querySelectorAll("[data-camera]"))
    button.setAttribute("data-camera", absolute(button.getAttribute("data-camera") ?? "").href);
}

/** The address of a pocket edition, if this service has one configured. */
export const pocketUrl = root?.dataset.pocketUrl ? absolute(root.dataset.pocketUrl) : null;

/**
 * The same page in the pocket edition, which opens without a network if it was saved.
 * @param {string} address
 * @param {string} language
 */
export const inPocketEdition = (address, language) => pocketUrl && new URL(`${language}${address}`, pocketUrl).href;

/** An internal address with the folder of the pages in front. @param {string} address */
export const at = (address) => (address.startsWith("/") ? base + address : address);

/** The address of this page, or of another one, without that folder, as the service has it: /challenge/abc. */
export const here = (/** @type {URL | Location} */ url = location) =>
  url.pathname.slice(base.length).replace(/(?<=.)\/$/, "");

/** Whether an address is in that folder. @param {URL} url */
export const inside = (url) => url.origin === location.origin && url.pathname.startsWith(`${base}/`);

/**
 * The id of the table or record that this page shows: in the path on the service, in the query in the pocket edition.
 */
export const tableHere = () =>
  (inPocket && new URLSearchParams(location.search).get("id")) || (here().split("/")[3] ?? "");

/** The folder of the pages, for building links. */
export const home = () => new URL(`${base}/`, location.href).href;
