"""What installed games offer besides their rule sets: forms and challenges."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import adjudicator
from adjudicator import ruleset
from adjudicator.engine import load_game, play_out, playable_games
from adjudicator.errors import AdjudicatorError, UnknownRuleset
from adjudicator.parts import NamingRuleSet, PrintedNumbers, QuestionForm
from adjudicator.ruleset import load_ruleset

DEFAULT = ruleset.game_of(ruleset.DEFAULT_RULES)


def form(title: str) -> QuestionForm:
    return QuestionForm(title, rulebook="", piece="card", ordered=False, example="NaCl")


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """Besides the default game, a third-party one, a variant of it, and one that offers nothing."""
    challenges = SimpleNamespace(whose="theirs")
    known: dict[str, Any] = {
        "abacus": SimpleNamespace(title="Abacus", variants=dict, load=None),
        "zoo-early": SimpleNamespace(
            variants=dict,
            load=None,
            title="Zoo",
            plays=("zoo", {"early": True}),
            question_form=lambda: form("Zoo, early"),
        ),
        "zoo": SimpleNamespace(
            variants=dict,
            load=None,
            title="Zoo",
            question_form=lambda: form("Zoo"),
            load_challenges=lambda: challenges,
        ),
        DEFAULT: ruleset.game(DEFAULT),
    }
    monkeypatch.setattr(ruleset, "games", lambda: {name: lambda n=name: known[n] for name in known})
    ruleset.question_forms.cache_clear()
    yield known
    ruleset.question_forms.cache_clear()


@pytest.mark.usefixtures("foreign")
def test_the_default_game_comes_first_and_a_variant_after_its_game() -> None:
    assert list(ruleset.question_forms()) == [DEFAULT, "zoo", "zoo-early"]
    assert ruleset.question_forms()["zoo-early"].title == "Zoo, early"
    assert [ruleset.box_of(name) for name in ("zoo-early", "zoo", "abacus")] == ["zoo", "zoo", "abacus"]
    assert [ruleset.sharing_box(name) for name in ("zoo", "abacus")] == [["zoo", "zoo-early"], ["abacus"]]


def test_the_game_of_the_rules_rules_on_challenges(foreign: dict[str, Any]) -> None:
    assert ruleset.challenges_of("zoo:early") is foreign["zoo"].load_challenges()
    assert ruleset.challenges_of(ruleset.DEFAULT_RULES) is not foreign["zoo"].load_challenges()


def test_rules_of_a_game_without_challenges_are_refused() -> None:
    rules = load_ruleset("ion:base")
    with pytest.raises(AdjudicatorError, match=r"^ion:base has no board to challenge a move on\.$"):
        ruleset.challenges_of("ion:base").rule_on_runs(rules, [], "ann", "bob")
    with pytest.raises(UnknownRuleset, match="There is no game 'nope'"):
        ruleset.challenges_of("nope")


def printed_numbers(name: str, numbers: PrintedNumbers) -> list[Any]:
    """The numbers of every piece in the game's shipped editions, read as the form describes."""
    files = (Path(ruleset.game(name).__file__ or "").parent / "editions").glob("*.toml")
    editions = [tomllib.loads(file.read_text(encoding="utf-8")) for file in files]
    return [piece[numbers.field] for data in editions for piece in data[numbers.table]["each"]]


@pytest.mark.parametrize("name", list(ruleset.question_forms()))
def test_a_form_says_what_its_rule_sets_are(name: str) -> None:
    found = ruleset.question_forms()[name]
    rules = load_ruleset(name)
    assert isinstance(rules, NamingRuleSet) is found.names
    assert ruleset.judge(found.example, name).ruling.value == "valid"
    for choice in (*found.base, *found.extras):
        assert choice.name in ruleset.game(name).variants()
        load_ruleset(f"{name}:{choice.name}")
    if found.numbers:
        printed = printed_numbers(name, found.numbers)
        assert printed
        assert all(isinstance(one, list if found.numbers.several else int) for one in printed)


# --- games that are faulty ----------------------------------------------------------------------------------


def raises() -> Any:
    raise RuntimeError("no such board")


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Besides ours, one that cannot be imported, one without a title, one that cannot be played."""
    sound = ruleset.games()
    whole = SimpleNamespace(title="Unplayable", variants=dict, load=None, playable=raises)
    bad = {"broken": raises, "nameless": SimpleNamespace, "unplayable": lambda: whole}
    monkeypatch.setattr(ruleset, "games", lambda: {**sound, **bad})


@pytest.mark.usefixtures("faulty")
def test_a_faulty_game_is_left_out_and_the_others_go_on(caplog: pytest.LogCaptureFixture) -> None:
    assert "nameless" not in ruleset.sound_games()
    assert {"broken", "unplayable"}.isdisjoint(playable_games())
    assert set(playable_games()) >= {"compoundit", "ion"}
    assert all(not entry["name"].startswith(("broken", "nameless")) for entry in ruleset.listed())
    assert ruleset.judge("NaCl").ruling.value == "valid"
    assert "The game broken is left out" in caplog.text


@pytest.mark.usefixtures("faulty")
def test_a_faulty_game_is_named_with_what_is_wrong_with_it() -> None:
    assert ruleset.faulty_games() == {
        "broken": "RuntimeError: no such board",
        "nameless": "it has no title, variants, load",
        "unplayable": "RuntimeError: no such board",
    }
    with pytest.raises(UnknownRuleset, match="'broken' is installed, but cannot be loaded: RuntimeError"):
        ruleset.judge("NaCl", "broken")
    with pytest.raises(UnknownRuleset) as caught:
        load_game("broken")
    assert caught.value.code == "faulty_game"


def test_values_show_themselves_in_a_line() -> None:
    assert repr(load_ruleset("compoundit:standard")) == (
        "<RuleSet compoundit:standard (compoundit/reference-2 sha256:90a24e4ad2d8)>"
    )
    game = load_game("valence-plus")
    assert repr(game) == "<Game valence-plus>"
    record = play_out(game, {}, ["random", "random"], seed=1)
    assert re.fullmatch(r"<Record valence-plus: random, random; [0-9]+ events, \w+>", repr(record))


def test_an_unknown_rule_set_is_a_failed_look_up() -> None:
    with pytest.raises(LookupError, match="There is no game 'chess'") as caught:
        load_ruleset("chess")
    assert isinstance(caught.value, AdjudicatorError)


def test_the_package_says_its_version() -> None:
    assert adjudicator.__version__ == version("adjudicator")
    with pytest.raises(AttributeError):
        adjudicator.__versions__  # noqa: B018
