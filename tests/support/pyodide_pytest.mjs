// pytest under Pyodide's Python: node pyodide_pytest.mjs PYODIDE RDKIT ROOT PACKAGES WHEEL ARGUMENT…
// The folders are read where they are; nothing is written there. The wheel holds hypothesis, compiled for Pyodide.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [, , pyodide, rdkit, root, packages, wheel, ...given] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const { textsOf } = await import(pathToFileURL(`${root}/adjudicator/chem/toolkit/rdkit.mjs`).href);
const initRDKit = createRequire(import.meta.url)(`${rdkit}/dist/RDKit_minimal.js`);

const python = await loadPyodide({ indexURL: `${pyodide}/` });
for (const [place, folder] of [
  ["/root", root],
  ["/packages", packages],
]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, place);
}
python.globals.set(
  "texts",
  textsOf(await initRDKit({ wasmBinary: await readFile(`${rdkit}/dist/RDKit_minimal.wasm`) })),
);
python.unpackArchive(new Uint8Array(await readFile(wheel)), "zip", { extractDir: "/wheel" });
python.globals.set("given", python.toPy(given));
process.exit(
  python.runPython(`
import os, sys
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
sys.path[:0] = ["/wheel", "/root", "/root/api", "/root/rulesets", "/packages"]
sys.pycache_prefix = "/bytecode"
os.chdir("/root")
import pytest
from adjudicator.chem import toolkit
from adjudicator.chem.toolkit.javascript import JavaScriptToolkit
toolkit.use(JavaScriptToolkit(texts))
print("Python", sys.version.split()[0], flush=True)
int(pytest.main(["-p", "no:cacheprovider", "-p", "no:xdist", *given]))
`),
);
