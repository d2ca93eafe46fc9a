// Stores the pages for when there is no network, or no answer.
// Files have versioned names, so a stored file is always right. Pages open as last seen and are updated in the
// background.

const CACHE = "adjudicator-{{ version }}";
const KEPT = {{ kept|tojson }};
const PATIENCE = 10000;
const POCKET = {{ pocket|tojson }}; // the folder of a pocket edition at this origin, if any
// pages that are stored there and not here; a table stays where it was opened
const IN_POCKET = /^\/((box|lookup)(\/|$)|play(\/[a-z-]+)?$)/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith("adjudicator-") && name !== CACHE))
      .then((older) => Promise.all(older.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isDocs = url.pathname === "/docs" || url.pathname.startsWith("/docs/");
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/app/") || url.pathname.startsWith("/static/")) event.respondWith(keptFirst(request));
  else if (url.pathname === "/v1/structures.svg") event.respondWith(renewed(event, request, request));
  else if (isDocs) event.respondWith(renewed(event, request, url.pathname));
  else if (POCKET && request.mode === "navigate" && IN_POCKET.test(url.pathname))
    event.respondWith(fetch(request).catch(() => inPocket(url)));
  else if (KEPT.includes(shell(url))) event.respondWith(renewed(event, request, shell(url)));
});

async function keptFirst(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());
  return fresh;
}

/** Answers with the stored copy at once and fetches a new one for the next time. `place` is the key in the cache. */
async function renewed(event, request, place) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(place);
  const fresh = fetch(request, { signal: AbortSignal.timeout(PATIENCE) }).then(async (answer) => {
    if (answer.ok) await cache.put(place, answer.clone());
    return answer;
  });
  if (!kept) return fresh.catch(() => Response.error());
  event.waitUntil(fresh.catch(() => null));
  return kept;
}

/** Links to rulings and challenges open the page that shows them. */
function shell(url) {
  if (url.pathname === "/r") return "/";
  return url.pathname.startsWith("/challenge/") ? "/challenge" : url.pathname;
}

/** The same page of the pocket edition, if this device has stored one. */
async function inPocket(url) {
  const folder = new URL(POCKET, location.href).href;
  if (!(await caches.has(`pocket-edition ${folder}`))) return Response.error();
  return Response.redirect(`${folder}{{ language }}${url.pathname}${url.search}`);
}
