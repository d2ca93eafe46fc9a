"""Every English sentence that an error is raised with has a pattern in every other language."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator
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
Values = dict[str, list[ast.expr]]  # by the name that they are assigned to
CLICKS = {kind.__name__ for kind in (click.ClickException, click.UsageError, click.BadParameter)}


def kinds(sources: list[str]) -> set[str]:
    """AdjudicatorError and its subclasses, whatever has been imported."""
    inherits = [
        (kind, above.split(", "))
        for text in sources
        for kind, above in re.findall(r"^class (\w+)\(([\w, ]+)\):", text, re.MULTILINE)
    ]
    known: set[str] = {AdjudicatorError.__name__}
    while added := {kind for kind, above in inherits if known.intersection(above)} - known:
        known |= added
    return known


def texts(node: ast.expr, values: Values) -> list[str]:
    """The sentences that an argument may be, with a mark for each fact; nothing if they are composed elsewhere."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=parts):
            return ["".join(part.value if isinstance(part, ast.Constant) else FACT for part in parts)]  # type: ignore[misc]
        case ast.Name(id=name):
            others = {own: known for own, known in values.items() if own != name}
            return [text for value in values.get(name, ()) for text in texts(value, others)]
        case ast.Subscript(value=ast.Name(id=name)):
            rows = [
                row for table in values.get(name, ()) if isinstance(table, ast.Dict) for row in table.values
            ]
            return [text for row in rows for text in texts(row, values)]
        case ast.IfExp(body=one, orelse=other):
            return [*texts(one, values), *texts(other, values)]
    return []


def assigned(nodes: Iterable[ast.AST]) -> Values:
    """What is assigned to each name there."""
    found: Values = {}
    for node in nodes:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                found.setdefault(ast.unparse(target), []).append(node.value)
    return found


def raising(node: ast.AST, kinds: Collection[str], values: Values) -> Iterator[tuple[int, str]]:
    """The line and the sentences of every error that is made there: arguments with a space and a word."""
    for inner in ast.iter_child_nodes(node):
        known = {**values, **assigned(ast.walk(inner))} if isinstance(inner, ast.FunctionDef) else values
        if isinstance(inner, ast.Call) and ast.unparse(inner.func).rpartition(".")[2] in kinds:
            said = [text for argument in inner.args for text in texts(argument, known)]
            yield from (
                (inner.lineno, text) for text in said if " " in text and re.search(r"[a-z]{2,}", text)
            )
        yield from raising(inner, kinds, known)


def raised() -> Iterator[tuple[str, str]]:
    """The place of a sentence, and the sentence."""
    paths = [path for folder in FOLDERS for path in sorted(Path(folder).rglob("*.py"))]
    sources = {path: path.read_text(encoding="utf-8") for path in paths}
    named = CLICKS | kinds([*sources.values()])
    begun = re.compile(rf"\b(?:{'|'.join(named)})\(")
    for path in (path for path in paths if begun.search(sources[path])):
        module = ast.parse(sources[path])
        for line, text in raising(module, named, assigned(module.body)):
            yield f"{path}:{line}", text


@pytest.mark.parametrize("language", [code for code in prose.LANGUAGES if code != prose.ENGLISH])
def test_every_error_that_is_raised_has_its_pattern(language: str) -> None:
    """The very sentence: a shorter pattern would leave what it lacks in English."""
    patterns = {FACT.join(parts) for parts, _ in prose._patterns("errors", language)}
    found = list(raised())
    assert len(found) > 140
    assert [(place, text) for place, text in found if text not in patterns] == []


@pytest.mark.parametrize("language", [code for code in prose.LANGUAGES if code != prose.ENGLISH])
def test_no_pattern_is_hidden_by_a_shorter_one(language: str) -> None:
    patterns = prose._patterns("errors", language)
    with prose.speaking(language):
        wrong = [
            FACT.join(parts)
            for parts, own in patterns
            if prose.retold(FACT.join(parts)) != own.format(*[FACT] * (len(parts) - 1))
        ]
    assert wrong == []


def test_a_reworded_error_is_seen() -> None:
    module = ast.parse(
        "SAID = {1: 'It is one.'}\n"
        "def say(x):\n"
        "    said = f'There is no {x}.' if x else 'There is none.'\n"
        "    raise Wrong('code', said)\n"
        "    raise Wrong('code', SAID[x])\n"
    )
    found = [text for _, text in raising(module, {"Wrong"}, assigned(module.body))]
    assert found == [f"There is no {FACT}.", "There is none.", "It is one."]


@pytest.mark.parametrize(
    "command", [["judge"], ["name"], ["simulate", "ion", "--option", "x"], ["edition", "check", "none.toml"]]
)
def test_the_terminal_complains_in_german(command: list[str]) -> None:
    told = CliRunner().invoke(main, [*command, "--lang", "de"]).output.splitlines()[-1]
    assert told.startswith("Fehler:")
    assert english_in(told) == []
