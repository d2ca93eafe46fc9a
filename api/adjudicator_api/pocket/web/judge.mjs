/** The judge of the pocket edition: CPython with our service, and RDKit beside it. The same in a worker and in Node. */

import { textsOf } from "./rdkit-texts.mjs";

const PLACE = "/adjudicator";
const KEPT = "/kept"; // also the name of the browser's database
const OPEN = `
import sys
sys.path.insert(0, "${PLACE}")
from adjudicator_api.pocket.device import open_device
open_device
`;

/**
 * @typedef {{method: string, address: string, base: string, headers: [string, string][], body: Uint8Array | null}} Question
 * @typedef {{status: number, headers: [string, string][], body: Uint8Array}} Answer
 */

/**
 * @param {{pyodide: Promise<any>, rdkit: Promise<any>, archives: Promise<ArrayBuffer>[], told?: (step: string) => void}} parts archives in
 *   the order in which they are unpacked
 */
export async function wake({ pyodide: coming, rdkit: toolkit, archives, told = () => {} }) {
  const python = await coming;
  told("python");
  for (const archive of archives) python.unpackArchive(await archive, "zip", { extractDir: PLACE });
  told("archives");
  const kept = open(python.FS);
  const texts = textsOf(await toolkit);
  const device = await alone(async () => {
    await kept.load();
    const opened = python.runPython(OPEN)(KEPT, texts);
    opened.rest();
    await kept.save();
    return opened;
  });
  told("ready");
  return new Judge(python, device, kept);
}

/** The folder of what is kept; in Node nothing outlives the process. @param {any} FS */
function open(FS) {
  FS.mkdirTree(KEPT);
  if (!("indexedDB" in globalThis)) return { load: async () => {}, save: async () => {} };
  FS.mount(FS.filesystems.IDBFS, {}, KEPT);
  const sync = (/** @type {boolean} */ load) => new Promise((resolve, reject) => FS.syncfs(load, (/** @type {any} */ error) => (error ? reject(error) : resolve(undefined))));
  return { load: () => sync(true), save: () => sync(false) };
}

const LOCK = "adjudicator-kept";

/** One page at a time: each has a copy of what is kept, and the last one written stays. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
const alone = (work) => (globalThis.navigator?.locks ? navigator.locks.request(LOCK, work) : work());

const KEEPS = /^\/v1\/(challenges|editions)\b/; // what is kept, or reads what another page may have kept

class Judge {
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
    const [status, answered, bytes] = found.toJs();
    for (const proxy of [given, content, found]) proxy.destroy();
    return { status, headers: answered, body: bytes };
  }
}
