/**
 * The judge of the pocket edition: CPython with our service, and RDKit beside it. The same in a worker and in Node.
 *
 * It wakes in stages, each when it is needed: the rules, which rule on most questions alone; the table of compounds and RDKit; the service.
 */

import { textsOf } from "./rdkit-texts.mjs";

const PLACE = "/adjudicator";
const KEPT = "/kept"; // also the name of the browser's database
const BEGIN = `
import sys
if "${PLACE}" not in sys.path:
    sys.path.insert(0, "${PLACE}")
from adjudicator_api.pocket.judging import begin
`;
// One after the other: between two of them somebody may ask for a ruling.
const SERVICE = ["pydantic", "sqlalchemy.orm", "flask", "alembic.command", "adjudicator_api.http.models", "adjudicator_api.app", "adjudicator_api.pocket.device"];

/**
 * @typedef {{method: string, address: string, base: string, headers: [string, string][], body: Uint8Array | null}} Question
 * @typedef {{status: number, headers: [string, string][], body: Uint8Array}} Answer
 * @typedef {{load: () => Promise<ArrayBuffer | undefined>, save: (memory: Uint8Array) => Promise<void>, forget: () => Promise<void>}} Memory what Python remembers
 *   between two starts
 * @typedef {object} Parts
 * @property {(options: object) => Promise<any>} start Pyodide
 * @property {() => Promise<any>} module what makes Pyodide's module
 * @property {() => Promise<any>} rdkit RDKit.js
 * @property {(name: string) => Promise<Uint8Array>} pack judge, table or service, without its compression
 * @property {Memory} [memory]
 * @property {(step: string) => void} [told] python; judge: most questions are answered; ready: all rulings are; service: a part of it more is awake
 */

/** Resolves once the judge answers. @param {Parts} parts */
export async function wake(parts) {
  const files = parts.pack("judge");
  const kept = await parts.memory?.load().catch(() => undefined);
  let python = kept && (await remembering(parts, kept).catch(() => parts.memory?.forget()));
  const anew = !python;
  python ??= await parts.start(parts.memory ? { _makeSnapshot: true } : {});
  parts.told?.("python");
  unpack(python.FS, await files);
  python.runPython(BEGIN);
  const judge = new Judge(python, parts);
  parts.told?.("judge");
  judge.whole = judge.complete(anew);
  return judge;
}

/** Python as it was, instead of one that begins anew. @param {Parts} parts @param {ArrayBuffer} kept */
async function remembering({ start, module }, kept) {
  const make = await module();
  /** With room for all of it before it is copied in, which Pyodide takes for granted. @param {object} settings */
  const createPyodideModule = async (settings) => {
    const made = await make(settings);
    const size = made.HEAPU8.length;
    if (size < kept.byteLength) made._malloc(kept.byteLength);
    made.HEAPU8.fill(0, size);
    return made;
  };
  return start({ _loadSnapshot: kept, createPyodideModule });
}

/** Files of a pack, which Python reads where they are. @param {any} FS @param {Uint8Array} pack */
function unpack(FS, pack) {
  const length = new DataView(pack.buffer, pack.byteOffset).getUint32(0, true);
  const made = new Set();
  let at = 4 + length;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(pack.subarray(4, at)))) {
    const place = `${PLACE}/${name}`;
    const folder = place.slice(0, place.lastIndexOf("/"));
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(place, pack.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

/** The folder of what is kept; in Node nothing outlives the process. @param {any} FS */
function open(FS) {
  FS.mkdirTree(KEPT);
  if (!("indexedDB" in globalThis)) return { load: async () => {}, save: async () => {} };
  FS.mount(FS.filesystems.IDBFS, {}, KEPT);
  const sync = (/** @type {boolean} */ load) => new Promise((resolve, reject) => FS.syncfs(load, (/** @type {any} */ error) => (error ? reject(error) : resolve(undefined))));
  return { load: () => sync(true), save: () => sync(false) };
}

const STANDARD = 3; // streams; another one would not be open in a memory that is loaded

/** Whoever has asked meanwhile goes first. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 0));

const LOCK = "adjudicator-kept";

/** One page at a time: each has a copy of what is kept, and the last one written stays. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
const alone = (work) => (globalThis.navigator?.locks ? navigator.locks.request(LOCK, work) : work());

const KEEPS = /^\/v1\/(challenges|editions)\b/; // what is kept, or reads what another page may have kept

class Judge {
  /** Resolves once the table and RDKit are here. @type {Promise<void>} */
  whole = Promise.resolve();
  /** @type {Promise<Service> | null} */
  #service = null;
  #judging;

  /** @param {any} python @param {Parts} parts */
  constructor(python, parts) {
    this.python = python;
    this.parts = parts;
  }

  /** @param {boolean} anew whether Python has begun anew: what it has read by now is remembered */
  async complete(anew) {
    const { memory, pack, rdkit, told } = this.parts;
    await pause();
    if (anew && memory) {
      try {
        this.python.runPython("begin().warm()");
        if (!this.python.FS.streams.slice(STANDARD).some(Boolean)) await memory.save(this.python.makeMemorySnapshot());
      } catch {
        // no room, or something of the page is in it: the next start takes longer
      }
    }
    const [table, toolkit] = await Promise.all([pack("table"), rdkit()]);
    unpack(this.python.FS, table);
    this.#first().complete(textsOf(toolkit));
    told?.("ready");
  }

  /** What answers before the service; in no memory that is kept. */
  #first() {
    this.#judging ??= this.python.globals.get("begin")();
    return this.#judging;
  }

  /** @param {Question} question @returns {Promise<Answer>} */
  async answer(question) {
    const early = this.#ruled(question);
    if (early) return early;
    await this.whole;
    return this.#ruled(question) ?? (await this.service()).answer(question);
  }

  /** Begins the service, so that it is awake when it is asked. */
  service() {
    this.#service ??= this.whole.then(() => Service.open(this.python, this.parts));
    this.#service.catch(() => (this.#service = null));
    return this.#service;
  }

  /** @param {Question} question @returns {Answer | null} */
  #ruled({ method, address, headers, body }) {
    const language = new Headers(headers).get("Accept-Language") ?? "";
    const found = this.#first().answer(method, address, language, new TextDecoder().decode(body ?? new Uint8Array()));
    return found ? taken(found) : null;
  }
}

/** @param {any} found a proxy of Python's @returns {Answer} */
function taken(found) {
  const [status, headers, body] = found.toJs();
  found.destroy();
  return { status, headers, body };
}

/** Everything that is not a plain ruling. */
class Service {
  /** @param {any} python @param {Parts} parts */
  static async open(python, { pack, told }) {
    unpack(python.FS, await pack("service"));
    python.runPython("import importlib; importlib.invalidate_caches()");
    for (const name of SERVICE) {
      python.pyimport(name).destroy();
      told?.("service");
      await pause();
    }
    const kept = open(python.FS);
    const device = await alone(async () => {
      await kept.load();
      const opened = python.pyimport("adjudicator_api.pocket.device").Device(KEPT);
      opened.rest();
      await kept.save();
      return opened;
    });
    return new Service(python, device, kept);
  }

  /** @param {any} python @param {any} device @param {{load: () => Promise<any>, save: () => Promise<any>}} kept */
  constructor(python, device, kept) {
    this.python = python;
    this.device = device;
    this.kept = kept;
  }

  /** @param {Question} question @returns {Promise<Answer>} */
  async answer(question) {
    if (!KEEPS.test(question.address)) return this.#answer(question);
    return alone(async () => {
      this.device.rest();
      await this.kept.load();
      const answer = this.#answer(question);
      this.device.rest();
      if (question.method !== "GET") await this.kept.save();
      return answer;
    });
  }

  /** @param {Question} question @returns {Answer} */
  #answer({ method, address, base, headers, body }) {
    const given = this.python.toPy(headers);
    const content = this.python.toPy(body ?? new Uint8Array());
    const found = this.device.answer(method, address, base, given, content.tobytes());
    for (const proxy of [given, content]) proxy.destroy();
    return taken(found);
  }
}
