"""What installed games offer beside their rule sets: forms, challenges, material to practise with."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator import ruleset
from adjudicator.errors import AdjudicatorError, UnknownRuleset
from adjudicator.ruleset import NamingRuleSet, QuestionForm, load_ruleset

DEFAULT = ruleset.game_of(ruleset.DEFAULT_RULES)


def form(title: str) -> QuestionForm:
    return QuestionForm(title, rulebook="", piece="card", ordered=False, example="NaCl")


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """Beside the default game one from somewhere else, a variant of it, and one that offers nothing."""
    challenges = SimpleNamespace(whose="theirs")
    known: dict[str, Any] = {
        "abacus": SimpleNamespace(title="Abacus"),
        "zoo-early": SimpleNamespace(
            title="Zoo", plays=("zoo", {"early": True}), question_form=lambda: form("Zoo, early")
        ),
        "zoo": SimpleNamespace(
            title="Zoo",
            question_form=lambda: form("Zoo"),
            load_challenges=lambda: challenges,
            practice=lambda: {"ions": ["K^+"], "salts": ["KCl"]},
        ),
        DEFAULT: ruleset.game(DEFAULT),
    }
    monkeypatch.setattr(ruleset, "games", lambda: {name: lambda n=name: known[n] for name in known})
    for asked in (ruleset.question_forms, ruleset.practice):
        asked.cache_clear()
    yield known
    for asked in (ruleset.question_forms, ruleset.practice):
        asked.cache_clear()


@pytest.mark.usefixtures("foreign")
def test_the_default_game_comes_first_and_a_variant_after_its_game() -> None:
    assert list(ruleset.question_forms()) == [DEFAULT, "zoo", "zoo-early"]
    assert ruleset.question_forms()["zoo-early"].title == "Zoo, early"


@pytest.mark.usefixtures("foreign")
def test_material_of_all_games_is_put_together_by_kind() -> None:
    practised = ruleset.practice()
    assert practised["salts"] == ["KCl"]
    assert practised["ions"] == [*ruleset.part_of(DEFAULT, "practice", "", "")["ions"], "K^+"]
    assert "NO2^-" in practised["ions"]


def test_the_game_of_the_rules_rules_on_challenges(foreign: dict[str, Any]) -> None:
    assert ruleset.challenges_of("zoo:early") is foreign["zoo"].load_challenges()
    assert ruleset.challenges_of(ruleset.DEFAULT_RULES) is not foreign["zoo"].load_challenges()


def test_rules_of_a_game_without_challenges_are_refused() -> None:
    rules = load_ruleset("ion:base")
    with pytest.raises(AdjudicatorError, match=r"^ion:base has no board to challenge a move on\.$"):
        ruleset.challenges_of("ion:base").rule_on_runs(rules, [], "ann", "bob")
    with pytest.raises(UnknownRuleset, match="There is no game 'nope'"):
        ruleset.challenges_of("nope")


@pytest.mark.parametrize("name", list(ruleset.question_forms()))
def test_a_form_says_what_its_rule_sets_are(name: str) -> None:
    found = ruleset.question_forms()[name]
    rules = load_ruleset(name)
    assert isinstance(rules, NamingRuleSet) is found.names
    assert ruleset.judge(found.example, name).ruling.value == "valid"
    for choice in (*found.base, *found.extras):
        assert choice.name in ruleset.game(name).variants()
        load_ruleset(f"{name}:{choice.name}")
