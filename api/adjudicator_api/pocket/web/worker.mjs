/** The worker of a page: starts the judge and passes questions to it. Everything it loads is beside it. */

import { release, wake } from "./judge.mjs";
import { loadPyodide } from "./pyodide.mjs";
import { SecondWorker } from "./second.mjs";

const HERE = new URL(".", import.meta.url).href;

/** Compressed by us, because the host may not do it. @param {string} name */
async function unpacked(name) {
  const answer = await fetchPlainly(`${HERE}${name}.pack`);
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  const headers = { "Content-Type": PROGRAM };
  if (answer.headers.get("Content-Type") === PROGRAM) return answer; // sw.js has unpacked it
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip")), { headers });
}

/** @param {string} name */
const pack = async (name) => contentOf(await unpacked(name));

const FIRST = 2 ** 20; // bytes

/** The same bytes as `arrayBuffer`, in memory that can be released. @param {Response} answer */
async function contentOf({ body }) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (body).getReader();
  let content = new Uint8Array(FIRST);
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (length + next.value.length > content.length) {
      const former = content;
      content = new Uint8Array(2 * Math.max(former.length, next.value.length));
      content.set(former);
      release(former.buffer);
    }
    content.set(next.value, length);
    length += next.value.length;
  }
  return content.subarray(0, length);
}

const PROGRAM = "application/wasm"; // without this type, none is compiled while it arrives
const PROGRAMS = /([^/]+)\.wasm$/;
const fetchPlainly = globalThis.fetch;
// Pyodide and RDKit fetch their programs themselves, by a name that is only part of the address of a pack.
globalThis.fetch = (asked, options) => {
  const [, program] = PROGRAMS.exec(String(asked)) ?? [];
  return program ? unpacked(program) : fetchPlainly(asked, options);
};

async function rdkit() {
  const { default: initRDKit } = await import("./rdkit.mjs");
  return initRDKit({ locateFile: () => `${HERE}rdkit.wasm` });
}

// A snapshot of Python after it has read the rules: with it, a start takes a fraction of the time. Made on this device
// by this browser.
const MEMORY = "pocket-memory";
const PLACE = `${HERE}memory?${encodeURIComponent(navigator.userAgent)}`;
const FAMILY = new URL("..", HERE).href; // other versions of this edition
const SUM = "Adjudicator-Sum"; // a header: Python starts with damaged memory too, and fails later
const memory = {
  load: async () => {
    const found = await (await caches.open(MEMORY)).match(PLACE);
    if (!found) return;
    const content = await contentOf(found);
    if (found.headers.get(SUM) === sumOf(content)) return content;
    release(content.buffer);
  },
  save: async (/** @type {Uint8Array<ArrayBuffer>} */ content) => {
    await memory.forget();
    await (await caches.open(MEMORY)).put(PLACE, new Response(content, { headers: { [SUM]: sumOf(content) } }));
  },
  forget: async () => {
    const cache = await caches.open(MEMORY);
    for (const { url } of await cache.keys()) if (url.startsWith(FAMILY)) await cache.delete(url);
  },
};

/**
 * Differs for content of another length, and for content in which any one word was changed. The browser's digests would
 * copy it first.
 * @param {Uint8Array} content
 */
function sumOf({ buffer, byteOffset, length }) {
  const words = new Int32Array(buffer, byteOffset, Math.floor(length / Int32Array.BYTES_PER_ELEMENT));
  let sum = 0;
  for (let at = 0; at < words.length; at += 1) sum = (Math.imul(sum, 31) + words[at]) | 0;
  return `${length} ${sum}`;
}

const BOTS = "bots"; // the name of the second worker
const PATIENCE = 60_000; // milliseconds for a bot, including the start of its worker
const PATIENCE_WITH_WORK = 300_000;
const second = new SecondWorker(() => new Worker(import.meta.url, { type: "module", name: BOTS }));

const SIGN = 10_000; // milliseconds between two signs of life: a page gives up on a silent worker

/** @param {object} asked @param {number} patience @returns {Promise<any>} */
function askSecond(asked, patience) {
  const alive = setInterval(() => postMessage({ step: "service" }), SIGN);
  return second.ask(asked, patience).finally(() => clearInterval(alive));
}

/** The choice of a bot. @param {string} asked @returns {Promise<string | null>} */
const think = (asked) => askSecond({ asked }, PATIENCE);

/** The result of long work. @param {Uint8Array} task @param {string} needs @returns {Promise<Uint8Array>} */
const work = (task, needs) => askSecond({ task, needs }, PATIENCE_WITH_WORK);

const judge = wake({
  start: (options) => loadPyodide({ indexURL: HERE, ...options }),
  module: async () => (await import("./pyodide.asm.mjs")).default,
  rdkit,
  pack,
  ...("caches" in globalThis ? { memory } : {}), // plain http has no caches
  beside: self.name === BOTS,
  told: (step) => postMessage({ step }),
  ...(self.name !== BOTS && "Worker" in globalThis ? { think, work } : {}),
});
const failed = (/** @type {unknown} */ error) => postMessage({ failed: String(error) });
judge.then(({ whole }) => whole).catch(failed);

const FOLLOWS = /^\/v1\/games\/[\w-]+\/events$/;
/** Functions that end a continuing answer. @type {Map<number, () => void>} */
const streams = new Map();

addEventListener("message", async ({ data: { id, question, service, stop, asked, task, needs } }) => {
  if (service) return (await judge).service().catch(failed);
  if (stop) return streams.get(id)?.();
  try {
    if (asked) return postMessage({ choice: await (await judge).think(asked) });
    if (task) return postMessage({ choice: await (await judge).work(task, needs) });
    if (FOLLOWS.test(question.address)) return await follow(id, question);
    const answer = await (await judge).answer(question);
    postMessage({ id, answer }, { transfer: [answer.body.buffer] });
  } catch (error) {
    postMessage({ id, failed: String(error), full: /** @type {any} */ (error)?.name === "QuotaExceededError" });
  }
});

/** @param {number} id @param {import("./judge.mjs").Question} question */
async function follow(id, question) {
  const send = (/** @type {string} */ event) => postMessage({ id, event });
  const ended = () => {
    streams.delete(id);
    postMessage({ id, ended: true });
  };
  const { answer, stop } = await (await judge).follow(question, send, ended);
  if (stop) streams.set(id, stop);
  postMessage({ id, answer, goesOn: stop !== null });
}
