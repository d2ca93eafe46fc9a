// Compiles byte code for the device with the Python that will run it: node compile.mjs PYODIDE FOLDER OPTIMIZATION
import { pathToFileURL } from "node:url";

const [, , pyodide, folder, optimization] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.FS.mkdirTree("/made");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/made");
const failed = python.runPython(`
import py_compile
from pathlib import Path

kept = "migrations"  # Alembic reads these as text
with_docstrings = ("pyodide", "_pyodide")  # which hand them on
failed = []
for source in sorted(Path("/made").rglob("*.py")):
    if kept in source.parts:
        continue
    made = source.with_suffix(".pyc")
    name = source.relative_to("/made")
    try:
        py_compile.compile(str(source), str(made), str(name), doraise=True,
                           optimize=0 if name.parts[0] in with_docstrings else ${Number(optimization)},
                           invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
        source.unlink()
    except py_compile.PyCompileError as error:
        failed.append(str(error))
"\\n".join(failed)
`);
if (failed) {
  console.error(failed);
  process.exit(1);
}
