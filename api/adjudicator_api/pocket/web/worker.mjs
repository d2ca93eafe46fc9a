/** The worker of a page: wakes the judge and hands questions to it. Everything it loads is beside it. */

import { wake } from "./judge.mjs";
import { loadPyodide } from "./pyodide.mjs";

const HERE = new URL(".", import.meta.url).href;

/** Compressed by us, whatever the host does. @param {string} name */
async function pack(name) {
  const answer = await fetch(`${HERE}${name}.pack`);
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  const content = await new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  return new Uint8Array(content);
}

async function rdkit() {
  const { default: initRDKit } = await import("./rdkit.mjs");
  return initRDKit({ locateFile: () => `${HERE}rdkit.wasm` });
}

// What Python has in memory once it has read the rules: with it, a start takes a fraction of the time. Made on this device by this browser.
const MEMORY = "pocket-memory";
const PLACE = `${HERE}memory?${encodeURIComponent(navigator.userAgent)}`;
const FAMILY = new URL("..", HERE).href; // other versions of this edition
const memory = {
  load: async () => (await (await caches.open(MEMORY)).match(PLACE))?.arrayBuffer(),
  save: async (/** @type {Uint8Array<ArrayBuffer>} */ content) => {
    await memory.forget();
    await (await caches.open(MEMORY)).put(PLACE, new Response(content));
  },
  forget: async () => {
    const cache = await caches.open(MEMORY);
    for (const { url } of await cache.keys()) if (url.startsWith(FAMILY)) await cache.delete(url);
  },
};

const judge = wake({
  start: (options) => loadPyodide({ indexURL: HERE, ...options }),
  module: async () => (await import("./pyodide.asm.mjs")).default,
  rdkit,
  pack,
  ...("caches" in globalThis ? { memory } : {}), // there are none over plain http
  told: (step) => postMessage({ step }),
});
const failed = (/** @type {unknown} */ error) => postMessage({ failed: String(error) });
judge.then(({ whole }) => whole).catch(failed);

addEventListener("message", async ({ data: { id, question, service } }) => {
  if (service) return (await judge).service().catch(failed);
  try {
    const answer = await (await judge).answer(question);
    postMessage({ id, answer }, { transfer: [answer.body.buffer] });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
});
