/**
 * The judge of the pocket edition: CPython with our service, and RDKit beside it. It is the same in a worker and in
 * Node.
 *
 * It loads in stages, each when needed: the rules, which answer most questions on their own; the table of compounds;
 * RDKit; the service.
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
// As in the processes of a server. What has been loaded stays: a collection of garbage that looks through it takes
// longer than most turns of a bot.
const SETTLE = "import gc; gc.collect(); gc.freeze()";
// The file of a module that has been imported is never read again, and files are held in memory.
const FORGET = `
import os, sys
for module in list(sys.modules.values()):
    file = getattr(module, "__file__", None) or ""
    if file.startswith("${PLACE}/") and os.path.exists(file):
        os.unlink(file)
`;
// Imported one at a time, so that a ruling can be given in between.
const SERVICE = [
  "pydantic",
  "sqlalchemy",
  "flask",
  "adjudicator_api.http.questions",
  "adjudicator_api.app",
  "adjudicator_api.pocket.device",
];

/**
 * @typedef {{method: string, address: string, base: string, headers: [string, string][], body: Uint8Array | null}}
 *   Question
 * @typedef {{status: number, headers: [string, string][], body: Uint8Array}} Answer
 * @typedef {[number, Uint8Array, string]} Task its number, the work to do, and the archive that it needs
 * @typedef {{load: () => Promise<Uint8Array | undefined>, save: (memory: Uint8Array) => Promise<void>, forget: () =>
 *   Promise<void>}} Memory a snapshot of Python
 * kept between two starts
 * @typedef {object} Parts
 * @property {(options: object) => Promise<any>} start Pyodide
 * @property {() => Promise<any>} module creates Pyodide's module
 * @property {() => Promise<any>} rdkit RDKit.js
 * @property {(name: string) => Promise<Uint8Array>} pack judge, table, bots, print or service, uncompressed
 * @property {boolean} [beside] whether it works for another judge, and gives no rulings to a page
 * @property {(asked: string) => Promise<string | null>} [think] asks a bot elsewhere; without it, bots think here
 * @property {(task: Uint8Array, needs: string) => Promise<Uint8Array>} [work] does long work elsewhere, with the
 *   archive that it needs
 * @property {Memory} [memory]
 * @property {(step: string) => void} [told] python; judge: answers most questions; ready: rules on what is on record;
 *   service: another part of it is loading or busy;
 * forgets: nothing can be stored
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

/** Restores Python from a snapshot. @param {Parts} parts @param {Uint8Array} kept */
async function remembering({ start, module }, kept) {
  const make = await module();
  /** Reserves memory for the whole snapshot first, which Pyodide takes for granted. @param {object} settings */
  const createPyodideModule = async (settings) => {
    const made = await make(settings);
    const size = made.HEAPU8.length;
    if (size < kept.byteLength) made._malloc(kept.byteLength);
    clear(made.HEAPU8.subarray(size));
    // What Pyodide copies first is the snapshot
    made.HEAP8.set = (/** @type {Uint8Array} */ snapshot) => {
      delete made.HEAP8.set;
      restore(made.HEAPU8, snapshot);
    };
    return made;
  };
  const python = await start({ _loadSnapshot: kept, createPyodideModule });
  release(kept.buffer); // Pyodide's settings refer to it for ever
  return python;
}

const PAGE = 4096; // bytes

/**
 * Copies a snapshot, without a touch to the pages that hold nothing but zeros. They are a third of it, and a system
 * finds memory for a page when it is first written to.
 * @param {Uint8Array} memory
 * @param {Uint8Array} snapshot
 */
function restore(memory, snapshot) {
  for (let at = 0; at < snapshot.length; at += PAGE) {
    const [page, kept] = [memory, snapshot].map((one) => one.subarray(at, at + PAGE));
    if (isClear(kept)) clear(page);
    else page.set(kept);
  }
}

/** @param {Uint8Array} memory */
const isClear = (memory) => wordsOf(memory).every((word) => word === 0);

/** @param {Uint8Array} memory */
const wordsOf = ({ buffer, byteOffset, length }) => new Int32Array(buffer, byteOffset, length / 4);

/**
 * Gives the memory of a buffer back, at once where the browser can do that: garbage is collected in a worker that is
 * busy, and 45 MB may lie in one that waits.
 * @param {ArrayBufferLike & {transfer?: (size: number) => unknown}} buffer made by a script; other code of a browser
 *   may have a reference of its own to a buffer that it has made
 */
export function release(buffer) {
  if (buffer.transfer) buffer.transfer(0);
  else structuredClone(buffer, { transfer: [/** @type {ArrayBuffer} */ (buffer)] });
}

/** Fills memory with zeros, without a touch to the pages that were never written to. @param {Uint8Array} memory */
function clear(memory) {
  const words = wordsOf(memory);
  for (let at = 0; at < words.length; at += 1) if (words[at]) words[at] = 0;
}

/** Unpacks files for Python to read, each with memory of its own. @param {any} FS @param {Uint8Array} pack */
function unpack(FS, pack) {
  const length = new DataView(pack.buffer, pack.byteOffset).getUint32(0, true);
  const made = new Set();
  let at = 4 + length;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(pack.subarray(4, at)))) {
    const place = `${PLACE}/${name}`;
    const folder = place.slice(0, place.lastIndexOf("/"));
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(place, pack.slice(at, at + size), { canOwn: true });
    at += size;
  }
  release(pack.buffer);
}

const LOCK = "adjudicator-kept";
const FULL = "QuotaExceededError";

/**
 * @typedef {{load: () => Promise<any>, save: () => Promise<any>, alone: <T>(work: () => Promise<T>) => Promise<T>}}
 * Kept `alone`: one page at a time, because each has a copy of the stored data and the last write wins
 */

/** In Node: lost with the process. @type {Kept} */
const IN_MEMORY = { load: async () => {}, save: async () => {}, alone: (work) => work() };
/** Where the browser stores nothing, every page starts empty, so whatever must be stored is refused. @type {Kept} */
const FORGETFUL = { ...IN_MEMORY, save: () => Promise.reject(new DOMException("storage is denied", FULL)) };

/**
 * Opens the folder of stored data and loads it.
 * @param {any} FS
 * @param {Parts["told"]} told
 * @returns {Promise<Kept>}
 */
async function open(FS, told) {
  FS.mkdirTree(KEPT);
  if (!("indexedDB" in globalThis)) return IN_MEMORY;
  FS.mount(FS.filesystems.IDBFS, {}, KEPT);
  const sync = (/** @type {boolean} */ load) =>
    new Promise((resolve, reject) =>
      FS.syncfs(load, (/** @type {any} */ error) => (error ? reject(error) : resolve(undefined))),
    );
  /** @type {Kept} */
  const kept = {
    load: () => sync(true),
    save: () => sync(false),
    alone: (work) => (navigator.locks ? navigator.locks.request(LOCK, work) : work()),
  };
  try {
    await kept.alone(kept.load);
    return kept;
  } catch {
    told?.("forgets"); // storage is denied to the page, or broken
    return FORGETFUL;
  }
}

const STANDARD = 3; // streams; any other one would not be open in a restored snapshot

/** Lets waiting requests go first. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 0));

const PRACTISES = /^\/v1\/exercises\b/; // needs the archive of the bots, which also play on boards
const KEEPS = /^\/v1\/(challenges|editions|games|lessons|join)\b/; // stored, or reads what another page may have stored
const RULES = /^\/v1\/challenges\b/; // a ruling is given even if it cannot be stored
const LOOKS = /^\/v1\/games\b/; // also stores who looked at a table, and since when

const [TABLE, RDKIT] = ["table", "rdkit"]; // parts that something may lack: pocket/lacking.py
const LACKING = /\bLacking: (\w+)\s*$/;
const EARLY = "Adjudicator-Early"; // the header of a ruling to which what is on record will be added

class Judge {
  /** Resolves once the page can be told that the judge is ready. @type {Promise<void>} */
  whole = Promise.resolve();
  /** Resolves once a snapshot is taken, if there has to be one: then anything may be loaded. */
  #begun = Promise.resolve();
  /** @type {Promise<Service> | null} */
  #service = null;
  /** The archives and RDKit, as far as they were requested. @type {Map<string, Promise<void>>} */
  #packs = new Map();
  #judging;
  /** What chooses for bots, once it is needed. @type {any} */
  #thinking = null;

  /** @param {any} python @param {Parts} parts */
  constructor(python, parts) {
    this.python = python;
    this.parts = parts;
  }

  /** @param {boolean} anew whether Python started without a snapshot: then one is taken now */
  async complete(anew) {
    this.#begun = this.#begin(anew);
    await this.#begun;
    this.python.runPython(FORGET);
    if (!this.parts.beside && !this.#service) await this.#with(TABLE); // a game may never look anything up
    this.parts.told?.("ready");
  }

  /** @param {boolean} anew */
  async #begin(anew) {
    const { memory } = this.parts;
    await pause();
    if (anew && memory) {
      try {
        this.python.runPython("begin().warm()");
        if (!this.python.FS.streams.slice(STANDARD).some(Boolean)) await memory.save(this.python.makeMemorySnapshot());
      } catch {
        // no room, or a reference to the page prevents a snapshot: the next start takes longer
      }
    }
  }

  /** The part that answers before the service; it is never in a snapshot. */
  #first() {
    this.#judging ??= this.python.globals.get("begin")();
    return this.#judging;
  }

  /** @param {Question} question @returns {Promise<Answer>} */
  async answer(question) {
    if (PRACTISES.test(question.address)) await this.#withBots();
    const ruled = await this.having(() => this.#ruled(question));
    if (!ruled) return (await this.service()).answer(question);
    if (!this.#service || !ruled.headers.some(([name]) => name === EARLY)) return ruled;
    await this.#with(TABLE);
    return this.answer(question);
  }

  /**
   * Does something in Python, and does it again when a part that it lacked has come.
   * @template T
   * @param {() => T | Promise<T>} work
   * @returns {Promise<T>}
   */
  async having(work) {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const [, part] = LACKING.exec(/** @type {any} */ (error)?.message ?? "") ?? [];
        if (!part) throw error;
        this.parts.told?.("service");
        await this.#begun;
        await this.#with(part);
      }
    }
  }

  /**
   * Works like `answer`, but keeps sending events; `stop` ends it, and is null if the answer is complete.
   * @param {Question} question
   * @param {(event: string) => void} send
   * @param {() => void} ended
   */
  async follow(question, send, ended) {
    return (await this.service()).follow(question, send, ended);
  }

  /** The choice of a bot. @param {string} asked @returns {Promise<string | null>} */
  async think(asked) {
    await this.#withBots();
    return this.having(() => this.#thinks().think(asked));
  }

  /** The result of a task. @param {Uint8Array} task @param {string} needs @returns {Promise<Uint8Array>} */
  async work(task, needs) {
    await this.#withBots();
    if (needs) await this.#with(needs);
    const given = this.python.toPy(task);
    const done = await this.having(() => this.#thinks().do(given));
    given.destroy();
    const outcome = done.toJs();
    done.destroy();
    return outcome;
  }

  #thinks() {
    if (this.#thinking) return this.#thinking;
    this.#thinking = this.python.pyimport("adjudicator_api.pocket.thinking");
    this.python.runPython(SETTLE);
    return this.#thinking;
  }

  #withBots() {
    return this.#begun.then(() => this.#with("bots"));
  }

  /** Loads another archive, or RDKit, once. @param {string} name @returns {Promise<void>} */
  #with(name) {
    const coming = this.#packs.get(name) ?? this.#unpacked(name);
    this.#packs.set(name, coming);
    coming.catch(() => this.#packs.delete(name));
    return coming;
  }

  /** @param {string} name */
  async #unpacked(name) {
    if (name === RDKIT) return this.#first().bring(name, textsOf(await this.parts.rdkit()));
    unpack(this.python.FS, await this.parts.pack(name));
    this.python.runPython("import importlib; importlib.invalidate_caches()");
    if (name === TABLE) this.#first().bring(name);
  }

  /** Starts the service, so that it is ready when it is asked. */
  service() {
    this.#service ??= this.#withBots().then(() => Service.open(this));
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
  const given = found.toJs();
  found.destroy();
  return answerOf(given);
}

/** @param {any[]} given @returns {Answer} */
const answerOf = ([status, headers, body]) => ({ status, headers, body });

/** An answer or a task; the other one is null. @param {any} found @returns {[Answer | null, Task | null]} */
function takenEither(found) {
  const [answer, task] = found.toJs();
  found.destroy();
  return [answer ? answerOf(answer) : null, task ?? null];
}

const AGAIN = 5; // seconds until bots and clocks go on after their work could not be stored
const SOON = 50; // milliseconds between two steps of bots and clocks, for answering requests

/** Everything that the judge does not answer itself (pocket/judging.py): what is stored, and what is printed. */
class Service {
  #driving = false;
  /** whether something has happened since the last step of bots and clocks */
  #woken = false;
  /** @type {() => void} */
  #goOn = () => {};

  /** @param {Judge} judge */
  static async open(judge) {
    const { python, parts } = judge;
    parts.told?.("service");
    unpack(python.FS, await parts.pack("service"));
    python.runPython("import importlib; importlib.invalidate_caches()");
    for (const name of SERVICE) {
      python.pyimport(name).destroy();
      parts.told?.("service");
      await pause();
    }
    const kept = await open(python.FS, parts.told);
    const device = await kept.alone(async () => {
      await kept.load();
      const opened = python.pyimport("adjudicator_api.pocket.device").Device(KEPT);
      await kept.save().catch(() => {}); // no room: stored data can still be read
      python.runPython(SETTLE);
      python.runPython(FORGET);
      return opened;
    });
    return new Service(judge, device, kept);
  }

  /** @param {Judge} judge @param {any} device @param {Kept} kept */
  constructor(judge, device, kept) {
    this.python = judge.python;
    this.judge = judge;
    this.think = judge.parts.think ?? ((/** @type {string} */ asked) => judge.think(asked));
    this.work =
      judge.parts.work ?? ((/** @type {Uint8Array} */ task, /** @type {string} */ needs) => judge.work(task, needs));
    this.device = device;
    this.kept = kept;
  }

  /** @param {Question} question @returns {Promise<Answer>} */
  async answer(question) {
    /** @type {[number, Uint8Array] | null} */
    let done = null;
    for (;;) {
      const asked = done;
      const [answer, task] = await this.judge.having(() => this.#answered(question, asked));
      if (answer) return answer;
      const [number, work, needs] = /** @type {Task} */ (task);
      done = [number, await this.work(work, needs).catch(() => new Uint8Array())];
    }
  }

  /**
   * The answer, or the work to do elsewhere first.
   * @param {Question} question
   * @param {[number, Uint8Array] | null} done
   * @returns {Promise<[Answer | null, Task | null]>}
   */
  async #answered(question, done) {
    const [number, outcome] = done ?? [0, new Uint8Array()];
    const ask = () =>
      this.#asked({ ...question, done: outcome }, (given, content, result) =>
        takenEither(this.device.ask(question.method, question.address, question.base, given, content, number, result)),
      );
    if (!KEEPS.test(question.address)) return ask();
    const saves =
      question.method !== "GET" && !RULES.test(question.address)
        ? "must"
        : question.method !== "GET" || LOOKS.test(question.address)
          ? "may"
          : "never";
    const answered = await this.#alone(ask, saves);
    this.#wake();
    return answered;
  }

  /** @param {Question} question @param {(event: string) => void} send @param {() => void} ended */
  async follow(question, send, ended) {
    const follow = () =>
      this.#asked(question, (given) => this.device.follow(question.address, question.base, given, send, ended));
    const found = await this.judge.having(() => this.#alone(follow, "may"));
    const [first, stop] = found;
    found.destroy();
    if (stop) this.#drive();
    return { answer: taken(first), stop: stop ? () => stop() : null };
  }

  /**
   * Does work on the current stored data. Changes are stored, or have not happened.
   * @template T
   * @param {() => T} work
   * @param {"must" | "may" | "never"} saves
   * @returns {Promise<T>}
   */
  #alone(work, saves) {
    return this.kept.alone(async () => {
      await this.kept.load();
      const done = work();
      if (saves === "must") await this.kept.save();
      else if (saves === "may") await this.kept.save().catch(() => {}); // without room the answer is given all the same
      return done;
    });
  }

  /**
   * @template T
   * @param {Question & {done?: Uint8Array}} question
   * @param {(headers: any, body: any, done: any) => T} ask
   * @returns {T}
   */
  #asked({ headers, body, done }, ask) {
    const given = [headers, body ?? new Uint8Array(), done ?? new Uint8Array()].map((one) => this.python.toPy(one));
    const bytes = given.slice(1).map((one) => one.tobytes());
    try {
      return ask(given[0], bytes[0], bytes[1]);
    } finally {
      for (const proxy of [...given, ...bytes]) proxy.destroy();
    }
  }

  // --- bots and clocks ------------------------------------------------------------------------------------------

  /** Runs bots and clocks as long as a page follows a table. */
  async #drive() {
    this.#wake();
    if (this.#driving) return;
    this.#driving = true;
    try {
      while (this.device.followed) {
        this.#woken = false;
        const seconds = await this.#step().catch(() => AGAIN);
        if (this.device.followed) await this.#until(Math.max(SOON, 1000 * (seconds ?? Infinity)));
      }
    } finally {
      this.#driving = false;
    }
  }

  /** Does what is due and returns the seconds until the next step. @returns {Promise<number | undefined>} */
  async #step() {
    let [question, seconds] = await this.#turn((turns) => turns.next());
    while (question) [question, seconds] = await this.#turn(await this.#chosen(question));
    return seconds;
  }

  /** @param {(turns: any) => any} step @returns {Promise<[string | undefined, number | undefined]>} */
  #turn(step) {
    const move = () => {
      const found = step(this.device.turns);
      const given = found.toJs();
      found.destroy();
      return given;
    };
    return this.judge.having(() => this.#alone(move, "must"));
  }

  /**
   * The choice of a bot; a table does not wait for a bot that fails.
   * @param {string} question
   * @returns {Promise<(turns: any) => any>}
   */
  async #chosen(question) {
    const choice = await this.think(question).catch(() => null);
    return (turns) => turns.decide(choice ?? undefined);
  }

  /** Waits for some time, or less if something happens. @param {number} ms @returns {Promise<void>} */
  #until(ms) {
    return new Promise((resolve) => {
      const timer = Number.isFinite(ms) ? setTimeout(resolve, ms) : undefined;
      this.#goOn = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.#woken) this.#goOn();
    });
  }

  #wake() {
    this.#woken = true;
    this.#goOn();
  }
}
