"""The examples of the README and of docs/ are run: what they show is what a user gets."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGES = {
    path: path.read_text(encoding="utf-8") for path in (Path("README.md"), *sorted(Path("docs").glob("*.md")))
}
BLOCKS = [block for text in PAGES.values() for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL)]
EXAMPLES = [
    (match[1], match[2].rstrip("\n"))
    for block in BLOCKS
    for match in re.finditer(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


@pytest.mark.parametrize(("command", "shown"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_console_example(command: str, shown: str, tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONIOENCODING": "utf-8"}
    result = subprocess.run(
        command, shell=True, capture_output=True, text=True, env=environment, cwd=tmp_path, check=False
    )
    printed = result.stdout.rstrip("\n")
    assert not result.stderr
    if shown.endswith("\n..."):
        assert printed.startswith(shown.removesuffix("..."))
    else:
        assert printed == shown


def test_there_are_examples_of_everything() -> None:
    assert {command.split()[1] for command, _ in EXAMPLES} >= {"judge", "name", "reference"}


PYTHON = [path for path, text in PAGES.items() if "```pycon" in text]


@pytest.mark.parametrize("path", PYTHON, ids=str)
def test_python_examples(path: Path) -> None:
    """The blocks of a page follow each other: what one imports the next may use."""
    known: dict[str, object] = {}
    for number, block in enumerate(re.findall(r"```pycon\n(.*?)```", PAGES[path], re.DOTALL)):
        test = doctest.DocTestParser().get_doctest(block, known, f"{path} block {number}", str(path), 0)
        results = doctest.DocTestRunner(verbose=False).run(test, clear_globs=False)
        known = test.globs
        assert results.attempted > 0
        assert results.failed == 0


@pytest.mark.parametrize("path", PAGES, ids=str)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", PAGES[path]):
        assert (path.parent / target).exists(), target
