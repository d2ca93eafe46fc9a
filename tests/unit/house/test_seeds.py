"""Every numbered rule of a built game is covered by a test that carries its id."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

SEEDS = Path("seeds")
RULE = re.compile(r"^- \*\*([A-Z](?:-[A-Z0-9]+)+)\*\*", re.MULTILINE)
IN_NAME = re.compile(r"^ *def test_([A-Z](?:_[A-Z0-9]+)+)(?=_|\()", re.MULTILINE)
MARKED = re.compile(r"pytest\.mark\.rule\(([^)]*)\)")
GAMES = sorted(path.stem for path in SEEDS.glob("*.md") if path.stem != "README")


def rules(game: str) -> list[str]:
    return RULE.findall((SEEDS / f"{game}.md").read_text(encoding="utf-8"))


@cache
def cited() -> set[str]:
    """The ids in names of tests and in their `rule` marks."""
    found: set[str] = set()
    for path in Path("tests").rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        found |= {match.replace("_", "-") for match in IN_NAME.findall(text)}
        for marks in MARKED.findall(text):
            found |= set(re.findall(r'"([^"]+)"', marks))
    return found


def not_built() -> dict[str, set[str]]:
    """For each unfinished game, the rules that the product does not implement yet."""
    listed = {path.stem: path.read_text(encoding="utf-8").split() for path in SEEDS.glob("not-built/*.txt")}
    return {game: set(rules(game)) if ids == ["all"] else set(ids) for game, ids in listed.items()}


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_what_is_built_has_a_test(game: str) -> None:
    untested = set(rules(game)) - cited() - not_built().get(game, set())
    assert not untested, f"rules of {game} without a test: {sorted(untested)}"


@pytest.mark.parametrize("game", GAMES)
def test_ids_are_unique(game: str) -> None:
    assert len(rules(game)) == len(set(rules(game))) > 30


def test_cited_ids_exist() -> None:
    known = {rule for game in GAMES for rule in rules(game)}
    assert not cited() - known


def test_not_built_lists_only_rules_that_exist_and_have_no_test() -> None:
    for game, ids in not_built().items():
        assert ids <= set(rules(game))
        stale = ids & cited()
        assert not stale, f"built and tested, so it leaves seeds/not-built/{game}.txt: {sorted(stale)}"
