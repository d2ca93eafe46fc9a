// Keeps the pages for when there is no network. What the network gives always comes first.

const CACHE = "adjudicator-{{ version }}";
const KEPT = {{ kept|tojson }};
const PATIENCE = 4000;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("adjudicator-") && name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname === "/v1/structures.svg" || !url.pathname.startsWith("/v1/")) event.respondWith(answer(request, url));
});

async function answer(request, url) {
  const cache = await caches.open(CACHE);
  try {
    const fresh = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    if (fresh.ok && worthKeeping(url)) await cache.put(request, fresh.clone());
    return fresh;
  } catch {
    return (await cache.match(request)) ?? (await cache.match(shell(url))) ?? Response.error();
  }
}

/** Drawings that were seen; pages and files are kept from the start. */
function worthKeeping(url) {
  return url.pathname === "/v1/structures.svg" || KEPT.includes(url.pathname + url.search);
}

/** Links to rulings and challenges open in the page that shows them. */
function shell(url) {
  if (url.pathname === "/r") return "/";
  return url.pathname.startsWith("/challenge/") ? "/challenge" : url.pathname;
}
