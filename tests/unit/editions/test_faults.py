"""Faults of editions in other languages: every English template has its sentence, with the same words."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from adjudicator import prose
from adjudicator.editions.faults import Fault, say
from adjudicator.engine.game import load_game, playable_games

SHARED = (
    Path("adjudicator/editions/reader.py"),
    Path("adjudicator/editions/checking.py"),
    Path("adjudicator/editions/shape.py"),
    Path("adjudicator/editions/toml.py"),
    Path("api/adjudicator_api/routes/editions.py"),
)
DECLARED = {
    "must": 0,
    "at_least": 1,
    "one_of": 1,
    "among": 1,
    "all_among": 1,
    "Unique": 0,
}  # the position of the sentence among the arguments
OWN = {
    game: Path(f"rulesets/adjudicator_rulesets/{game.replace('-', '_')}/edition.py")
    for game in playable_games()
}
EXTRA = {"{label}{why}": {"given"}}  # an unreadable formula is quoted instead of the English reason


def templates(path: Path) -> Iterator[str]:
    """The fault texts of a module: sentences of declared fields, and texts passed to say, Fault, fault and
    field_fault, assigned to told, or yielded.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    constants: dict[str, Any] = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name), args=args) if name in DECLARED:
                match args[DECLARED[name]]:
                    case ast.Constant(value=str(text)):
                        yield text
                    case ast.Name(id=constant):
                        yield constants[constant]
            case ast.Call(func=ast.Name(id="say"), args=[ast.Name(id=constant), *_]) if constant in constants:
                yield constants[constant]
            case ast.Call(func=ast.Name(id="say" | "Fault"), args=[ast.Constant(value=str(text)), *_]):
                yield text
            case ast.Call(
                func=ast.Attribute(attr="fault") | ast.Name(id="field_fault"),
                args=[_, ast.Constant(value=str(text))],
            ):
                yield text
            case ast.Assign(targets=[ast.Name(id="told")], value=ast.Constant(value=str(text))):
                yield text
            case ast.Yield(value=ast.Constant(value=str(text))):
                yield text


def unsayable(path: Path) -> list[int]:
    """Lines with faults whose text is composed in place: no other language could translate it."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and ((isinstance(node.func, ast.Attribute) and node.func.attr == "fault") or (isinstance(node.func, ast.Name) and node.func.id in ("field_fault", "Fault")))
        and any(isinstance(given, ast.JoinedStr) for given in node.args)
    ]  # fmt: skip


def words(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize("game", ["", *OWN])
def test_every_fault_is_told_in_german(game: str) -> None:
    if game:
        load_game(game)
    paths = [OWN[game]] if game else SHARED
    said = {text for path in paths for text in templates(path)}
    german = prose.faults_in(game, "de")
    assert len(said) > 15
    assert said <= set(german), said - set(german)
    for text in said:
        assert words(german[text]) <= words(text) | EXTRA.get(text, set()), text
    assert not [line for path in paths for line in unsayable(path)]


def test_no_sentence_is_left_over() -> None:
    said = {text for path in (*SHARED, *OWN.values()) for text in templates(path)}
    for game in ("", *OWN):
        assert set(prose.faults_in(game, "de")) <= said


def test_a_fault_can_come_from_another_process_and_be_told_again() -> None:
    inner = Fault(say("{symbol!r} is no element", symbol="Zz"), ("each", 3, "symbol"))
    fault = Fault(say("{table}: {fault}", table="tiles", fault=inner), ("tiles", *inner.at))
    again = pickle.loads(pickle.dumps(fault))
    assert (again, again.at) == ("tiles: 'Zz' is no element", ("tiles", "each", 3, "symbol"))
    assert again.by(prose.faults_in("compoundit", "de")) == "tiles: 'Zz' ist kein Element"
    assert again.by({}) == str(fault)
