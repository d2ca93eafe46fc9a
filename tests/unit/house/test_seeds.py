"""Every numbered rule of a built game is covered by a test that carries its id."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from adjudicator.rulebook import passages, rulebook

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


def last_section(game: str, language: str = "") -> set[str]:
    text = (SEEDS / language / f"{game}.md").read_text(encoding="utf-8")
    return set(re.findall(r"\b[A-Z](?:-[A-Z0-9]+)+\b", text.rpartition("\n## ")[2]))


def side_by_side(game: str) -> set[str]:
    text = (SEEDS / f"{game}.md").read_text(encoding="utf-8")
    return set(re.findall(r"^- ([A-Z](?:-[A-Z0-9]+)+)\. ", text, re.MULTILINE))


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_the_rulebook_s_or_marked_as_ours(game: str) -> None:
    """A rule without a passage of the rulebook must say what of it is ours, and a passage names real rules."""
    in_the_book, ours = set(passages(game)), last_section(game) | side_by_side(game)
    assert in_the_book | ours == set(rules(game))
    marks = {rule.id: rule.ours for rule in rulebook(game).rules}
    assert marks == {
        rule: "no" if rule not in ours else "part" if rule in in_the_book else "whole" for rule in rules(game)
    }
    assert {"no", "part", "whole"} == set(marks.values())


@pytest.mark.parametrize("game", GAMES)
def test_every_language_names_the_same_rules_as_ours(game: str) -> None:
    assert last_section(game, "de") == last_section(game)
    german = {rule.id: (rule.ours, rule.where) for rule in rulebook(game, "de").rules}
    assert german == {rule.id: (rule.ours, rule.where) for rule in rulebook(game).rules}


MARKED_AS_OURS = {
    "compounded": "K-GOODS K-VOLATILE K-ADJ K-TOOL K-FREE-CLAIM K-NOBEL-STEPS K-WILD",
    "ion": "I-BOND I-GOAL I-GOALS I-GOAL-FIVE I-DECAY-EDGE I-METAL-FIXED",
    "valence-plus": "V-COOP-LOSS V-NAME-WRONG V-YOUNG",
    "chemistry-monopoly": "M-SET-WHOLE M-WORTH",
    "compoundit": "C-MODES",
}


@pytest.mark.parametrize("game", GAMES)
def test_readings_that_players_of_the_box_would_dispute_are_marked(game: str) -> None:
    marks = {rule.id: rule.ours for rule in rulebook(game).rules}
    assert [rule for rule in MARKED_AS_OURS[game].split() if marks[rule] == "no"] == []
