"""Every English sentence that an error is raised with has a pattern in every other language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from adjudicator import prose
from adjudicator.cli import main
from adjudicator.errors import AdjudicatorError
from tests.support.english_words import english_in

FOLDERS = ("adjudicator", "rulesets", "api")
FACT = "‹›"
CLICKS = {kind.__name__ for kind in (click.ClickException, click.UsageError, click.BadParameter)}


def kinds(sources: list[str]) -> set[str]:
    """AdjudicatorError and its subclasses, whatever has been imported."""
    inherits = [
        found for text in sources for found in re.findall(r"^class (\w+)\((\w+)\):", text, re.MULTILINE)
    ]
    known: set[str] = {AdjudicatorError.__name__}
    while added := {kind for kind, above in inherits if above in known} - known:
        known |= added
    return known


def message(node: ast.expr) -> str:
    """A sentence with a mark for each of its facts; nothing if it is composed elsewhere."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else FACT for part in node.values)  # type: ignore[misc]
    return ""


def raised() -> Iterator[tuple[str, str]]:
    """The place of a sentence, and the sentence: arguments with a space and a word."""
    paths = [path for folder in FOLDERS for path in sorted(Path(folder).rglob("*.py"))]
    sources = {path: path.read_text(encoding="utf-8") for path in paths}
    named = CLICKS | kinds([*sources.values()])
    begun = re.compile(rf"\b(?:{'|'.join(named)})\(")
    for path in (path for path in paths if begun.search(sources[path])):
        for node in ast.walk(ast.parse(sources[path])):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "attr", getattr(node.func, "id", "")) in named
            ):
                for said in map(message, node.args):
                    if " " in said and re.search(r"[a-z]{2,}", said):
                        yield f"{path}:{node.lineno}", said


@pytest.mark.parametrize("language", [code for code in prose.LANGUAGES if code != prose.ENGLISH])
def test_every_error_that_is_raised_can_be_retold(language: str) -> None:
    found = list(raised())
    assert len(found) > 100
    with prose.speaking(language):
        assert [(place, text) for place, text in found if prose.retold(text) == text] == []


@pytest.mark.parametrize(
    "command", [["judge"], ["name"], ["simulate", "ion", "--option", "x"], ["edition", "check", "none.toml"]]
)
def test_the_terminal_complains_in_german(command: list[str]) -> None:
    told = CliRunner().invoke(main, [*command, "--lang", "de"]).output.splitlines()[-1]
    assert told.startswith("Fehler:")
    assert english_in(told) == []
