"""RDKit.js in Node, called as the adapter of the pocket edition calls it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from adjudicator.chem import toolkit
from adjudicator_api.pocket.parts import default_folder, fetch

LINES = Path(__file__).with_name("rdkit_lines.mjs")
GLUE = Path(toolkit.__file__).with_name("rdkit.mjs")


class NodeTexts:
    """rdkit.mjs in a process of its own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.version = self._answer()

    def read(self, smiles: str, checked: bool) -> str | None:
        return self._ask("read", smiles, checked)

    def write(self, graph: str, skeleton: bool) -> str | None:
        return self._ask("write", graph, skeleton)

    def layOut(self, graph: str, coordgen: bool) -> str | None:
        return self._ask("layOut", graph, coordgen)

    def _ask(self, *question: Any) -> str | None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        answer: str | None = self._answer()
        return answer

    def _answer(self) -> Any:
        assert self._process.stdout
        return json.loads(self._process.stdout.readline())


@contextmanager
def rdkit_in_node() -> Iterator[NodeTexts]:
    folder = fetch(default_folder()).npm["@rdkit/rdkit"]
    with subprocess.Popen(
        ["node", str(LINES), str(folder), str(GLUE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield NodeTexts(process)
        finally:
            process.kill()
