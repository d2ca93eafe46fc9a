/**
 * The time for which a page is shown. It ends without the document where another page takes its place (exchange.js):
 * then whatever the page listens to outside of its own content must not be heard any more.
 */

let visit = new AbortController();

/** For `addEventListener`: until this page is left. A module asks while it is loaded, not later. */
export const whileHere = () => ({ signal: visit.signal });

export function leave() {
  visit.abort();
  visit = new AbortController();
}
