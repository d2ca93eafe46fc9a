// Stores the whole pocket edition on the device. A new version is fetched and checked completely before it replaces the
// old one.

const VERSION = "%VERSION%";
const FILES = %FILES%; // path below this folder: SHA-256
const SHELLS = %SHELLS%; // pages that serve many addresses, by the pattern of the address
const KEPT = `pocket-edition ${registration.scope}`; // the service at this origin, if any, looks for this name
const HOME = new URL(registration.scope).pathname;
const AT_ONCE = 6; // parallel downloads
const PROGRAMS = /\/(pyodide\.asm|rdkit)\.pack$/; // each is one, compressed

addEventListener("install", (event) => event.waitUntil(keepAll()));

addEventListener("activate", (event) => event.waitUntil(dropOthers().then(() => clients.claim())));

addEventListener("message", ({ data }) => data === "use-now" && skipWaiting());

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(HOME)) return;
  event.respondWith(answer(event.request, url));
});

/**
 * Files are stored by their content: those of the previous version, or from an interrupted download, are not fetched
 * again.
 */
const placeOf = (digest) => `${HOME}kept/${digest}`;

/** The page has just loaded these, so the browser still has most of them. */
const isJudges = (path) => Number(path.startsWith("judge/"));

/** Fails unless everything is stored; then the previous version stays in use. */
async function keepAll() {
  const cache = await caches.open(KEPT);
  const waiting = Object.entries(FILES).sort(([one], [other]) => isJudges(one) - isJudges(other)); // taken from the end
  const keepNext = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await keep(cache, ...next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, keepNext));
}

async function keep(cache, path, digest) {
  if (await cache.match(placeOf(digest))) return;
  const found = await fetch(HOME + path, { cache: "no-cache" });
  if (!found.ok || (await digestOf(found.clone())) !== digest) throw new Error(`${path} is not of version ${VERSION}`);
  await cache.put(placeOf(digest), PROGRAMS.test(path) ? unpacked(found) : await copied(found));
}

/** A new response, because a page may not be served from a redirect. */
const copied = async (found) => new Response(await found.blob(), { headers: found.headers });

/** As worker.mjs would do it, but a browser keeps compiled code only of programs that need no unpacking. */
const unpacked = ({ body }) =>
  new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } });

async function digestOf(found) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await found.arrayBuffer()));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function dropOthers() {
  const cache = await caches.open(KEPT);
  const needed = new Set(Object.values(FILES).map((digest) => new URL(placeOf(digest), location.href).href));
  for (const request of await cache.keys()) if (!needed.has(request.url)) await cache.delete(request);
}

async function answer(request, url) {
  const path = decodeURIComponent(url.pathname.slice(HOME.length));
  const kept = await keptAt(path === "" || path.endsWith("/") ? `${path}index.html` : path);
  if (kept) return kept;
  // a page refers to its files from there
  if (`${path}/index.html` in FILES) return Response.redirect(`${url.origin}${HOME}${path}/${url.search}`);
  const shell = request.mode === "navigate" && SHELLS.find(([pattern]) => new RegExp(pattern).test(path));
  return (shell && (await keptAt(path.split("/")[0] + shell[1]))) || fetch(request);
}

/** A file of this version. */
async function keptAt(path) {
  return path in FILES ? (await caches.open(KEPT)).match(placeOf(FILES[path])) : undefined;
}
