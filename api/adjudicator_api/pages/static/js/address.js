/** Where the pages are: at the root of the service or, in the pocket edition, in a folder of any web host. */

const root = globalThis.document?.documentElement;
const way = root?.dataset.folder; // from this page to that folder; the service's own pages have none

/** @param {string} relative to this page as it was opened: its address changes later */
const absolute = (relative) => new URL(relative, location.href);

const base = way === undefined ? "" : absolute(way).pathname.replace(/\/$/, "");

/** The worker that runs the judge of the pocket edition; null if there is a server. */
export const judgeScript = root?.dataset.pocket === undefined ? null : absolute(root.dataset.pocket);

/** Whether these are the pages of the pocket edition, which sends no requests to a server. */
export const inPocket = judgeScript !== null;

if (root && way !== undefined) {
  for (const name of ["icons", "device"]) root.dataset[name] = absolute(root.dataset[name] ?? "").href;
  for (const link of document.querySelectorAll("a[href]:not([href^='#']), link[href]")) link.setAttribute("href", absolute(link.getAttribute("href") ?? "").href);
}

/** The address of a pocket edition, if this service has one configured. */
export const pocketUrl = root?.dataset.pocketUrl ? absolute(root.dataset.pocketUrl) : null;

/** The same page there, which opens without a network if it was saved. @param {string} address @param {string} language */
export const inPocketEdition = (address, language) => pocketUrl && new URL(`${language}${address}`, pocketUrl).href;

/** An address of ours as this page has to name it. @param {string} address */
export const at = (address) => (address.startsWith("/") ? base + address : address);

/** The address of this page as the service has it: /challenge/abc. */
export const here = () => location.pathname.slice(base.length).replace(/(?<=.)\/$/, "");

/** The table or the record that this page is about: the service has it in the path, a folder of files in the query. */
export const tableHere = () => (inPocket && new URLSearchParams(location.search).get("id")) || (here().split("/")[3] ?? "");

/** The folder of the pages, for making links. */
export const home = () => new URL(`${base}/`, location.href).href;
