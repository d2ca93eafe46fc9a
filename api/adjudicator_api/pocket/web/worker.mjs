/** The worker of a page: wakes the judge and hands questions to it. Everything it loads is beside it. */

import { wake } from "./judge.mjs";
import { loadPyodide } from "./pyodide.mjs";
import initRDKit from "./rdkit.mjs";

const HERE = new URL(".", import.meta.url).href;
const ARCHIVES = ["packages.zip", "python.zip", "table.zip"];

/** @param {string} name */
async function bytesOf(name) {
  const answer = await fetch(HERE + name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}

const judge = wake({
  pyodide: loadPyodide({ indexURL: HERE }),
  rdkit: initRDKit({ locateFile: () => `${HERE}rdkit.wasm` }),
  archives: ARCHIVES.map(bytesOf),
  told: (step) => postMessage({ step }),
});
judge.catch((error) => postMessage({ failed: String(error) }));

addEventListener("message", async ({ data: { id, question } }) => {
  try {
    const answer = await (await judge).answer(question);
    postMessage({ id, answer }, { transfer: [answer.body.buffer] });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
});
