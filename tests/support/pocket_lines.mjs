// The judge of the pocket edition in Node, for comparing it with the command line: each line is [method, address,
// headers, body] as JSON,
// and each answer [status, text]. With the method PYTHON, the judge's own Python runs the address, and the text is its
// result.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [, , folder] = process.argv;
// RDKit.js takes Node for CommonJS
Object.assign(globalThis, { require: createRequire(import.meta.url), __filename: "", __dirname: folder });
const load = (/** @type {string} */ name) => import(pathToFileURL(`${folder}/${name}`).href);
const [{ wake }, { loadPyodide }, { default: initRDKit }] = await Promise.all(
  ["judge.mjs", "pyodide.mjs", "rdkit.mjs"].map(load),
);
/** @type {any} */
let kept;
/** @type {Uint8Array | undefined} */
let given;
const parts = {
  start: (/** @type {object} */ options) => loadPyodide({ indexURL: `${folder}/`, ...options }),
  module: async () => (await load("pyodide.asm.mjs")).default,
  rdkit: () => initRDKit({ locateFile: () => `${folder}/rdkit.wasm` }),
  pack: async (/** @type {string} */ name) => new Uint8Array(gunzipSync(await readFile(`${folder}/${name}.pack`))),
  memory: {
    load: async () => (given = kept?.slice()), // a start takes its memory away
    save: async (/** @type {any} */ memory) => (kept = memory),
    forget: async () => (kept = undefined),
  },
};
await (
  await wake(parts)
).whole;
if (!kept) throw new Error("Python's memory was not kept");
const judge = await wake(parts); // as on every visit but the first
await judge.whole;
if (!kept) throw new Error("Python's memory was not loaded");
if (given?.length) throw new Error("the snapshot takes memory after the start");
console.log(JSON.stringify(judge.python.runPython("import sys; sys.version")));
for await (const line of createInterface({ input: process.stdin })) {
  const [method, address, headers, body] = JSON.parse(line);
  if (method === "PYTHON") {
    console.log(JSON.stringify([200, judge.python.runPython(address) ?? ""]));
    continue;
  }
  const asked = {
    method,
    address,
    base: "http://pocket.example/en/",
    headers,
    body: body === null ? null : new TextEncoder().encode(body),
  };
  const answer = await judge.answer(asked);
  console.log(JSON.stringify([answer.status, new TextDecoder().decode(answer.body)]));
}
