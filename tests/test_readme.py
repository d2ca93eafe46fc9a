"""The README's examples are run: what it shows is what a user gets."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path("README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
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


def test_python_examples() -> None:
    blocks = re.findall(r"```pycon\n(.*?)```", README, re.DOTALL)
    assert blocks
    for number, block in enumerate(blocks):
        test = doctest.DocTestParser().get_doctest(block, {}, f"README block {number}", "README.md", 0)
        results = doctest.DocTestRunner(verbose=False).run(test)
        assert results.attempted > 0
        assert results.failed == 0


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert Path(target).exists(), target
