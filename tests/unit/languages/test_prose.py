"""Sentences by game, code and language: none is missing, and none belongs to another game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator import prose
from adjudicator.engine.game import load_game, playable_games
from adjudicator.engine.terminal import PlainTerminal
from adjudicator.verdict import Check, Facts, Outcome


@pytest.fixture(autouse=True)
def _nothing_is_remembered() -> Iterator[None]:
    yield
    prose.register(prose.SHARED, {})


@pytest.fixture
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_ENGLISH", "_TOLD", "_VAGUE", "_LEADING", "_GAMES", "_HOMES"):
        monkeypatch.setattr(prose, name, dict(getattr(prose, name)))
    prose.register(
        "go",
        {"no_room": lambda: "no liberty is left."},
        rules="G",
        vague=("no_room",),
        told={
            "played": lambda name, event, _: f"{name} plays {event.facts['at']}",
            "tidied": lambda *_: None,
        },
    )
    prose.register("chess", {"no_room": lambda square: f"{square} is taken."}, rules="H")


@pytest.mark.usefixtures("two_games")
def test_two_games_with_the_same_code_say_each_their_own() -> None:
    assert prose.render("go", "no_room", {}) == "No liberty is left."
    assert prose.render("chess", "no_room", {"square": "e4"}) == "E4 is taken."
    assert Check("H-MOVE", None, Outcome.FAIL, "no_room", Facts(square="e4")).message == "E4 is taken."
    assert Check("G-MOVE", None, Outcome.FAIL, "no_room").message == "No liberty is left."
    assert prose.is_vague("G-MOVE", "no_room")
    assert not prose.is_vague("H-MOVE", "no_room")


@pytest.mark.usefixtures("two_games")
def test_what_is_shared_is_said_by_every_game() -> None:
    said = "This has a charge of −1; a compound has none."
    assert prose.render("go", "has_charge", {"charge": -1}) == said
    assert Check("X-ANY", None, Outcome.FAIL, "has_charge", Facts(charge=-1)).message == said


@pytest.mark.usefixtures("two_games")
def test_an_unknown_code_is_an_error() -> None:
    for game, code in (("go", "no_roof"), ("checkers", "no_room"), (prose.SHARED, "no_room")):
        with pytest.raises(prose.UnknownSentence, match=code):
            prose.render(game, code, {})
        with pytest.raises(prose.UnknownSentence, match=code):
            prose.render(game, code, {}, language="de")


@pytest.mark.usefixtures("two_games")
def test_an_error_says_where_a_sentence_belongs() -> None:
    with pytest.raises(prose.UnknownSentence, match=re.escape("in sentences('go', home=...)")):
        prose.render("go", "no_roof", {})
    played = SimpleNamespace(type="passed", player=0, facts={})
    with pytest.raises(prose.UnknownSentence, match=re.escape("it belongs in `words/en.toml`")):
        prose.tell("go", played, ["Ann"])
    prose.register("go", home="adjudicator.classroom")
    with pytest.raises(prose.UnknownSentence, match=r"in \[sentences\] of \S*/adjudicator/classroom/en.toml"):
        prose.render("go", "no_roof", {})


@pytest.mark.usefixtures("two_games")
def test_a_game_brings_verbs_and_names_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "words_of_go").mkdir()
    (tmp_path / "words_of_go" / "de.toml").write_text(
        '[events]\nstopped = "{who}: hört auf"\ndrawn = "{who}: zieht"\n[terminal]\nstones = "Steine"\n'
        '[you.verbs]\n"hört" = "hörst"\n'
        '[errors]\n"A stone cannot lie on {}." = "Auf {} kann kein Stein liegen."\n',
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    prose.register("go", home="words_of_go")
    told = [
        prose.tell("go", SimpleNamespace(type=kind, player=0, facts={}), ["Ann"], "de", you=0)
        for kind in ("stopped", "drawn")
    ]
    assert told == ["Du hörst auf", "Du ziehst"]
    with prose.speaking("de"):
        assert prose.retold("A stone cannot lie on 'e4'.") == "Auf 'e4' kann kein Stein liegen."
    terminal = PlainTerminal(SimpleNamespace(name="go", every_action={}))
    with prose.speaking("de"):
        assert terminal.draw({"scores": [0], "table": {"stones": [1, 2]}}, ["Ann"]) == "Ann 0\nSteine: 1, 2"


@pytest.mark.usefixtures("two_games")
def test_no_sentence_and_no_letter_is_given_twice() -> None:
    with pytest.raises(ValueError, match="two sentences of go for the code 'no_room'"):
        prose.register("go", {"no_room": lambda: "another"})
    with pytest.raises(ValueError, match="begin with G-"):
        prose.register("gomoku", {}, rules="G")


@pytest.mark.usefixtures("two_games")
def test_events_are_told_or_go_without_saying_but_are_never_unknown() -> None:
    def event(kind: str) -> Any:
        return SimpleNamespace(type=kind, player=1, facts={"at": "d4"})

    assert prose.tell("go", event("played"), ["Ann", "Bob"]) == "Bob plays d4"
    assert prose.tell("go", event("tidied"), ["Ann", "Bob"]) is None
    with pytest.raises(prose.UnknownSentence, match="stolen"):
        prose.tell("go", event("stolen"), ["Ann", "Bob"])


def test_another_language_is_spoken_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    german = {"SENTENCES": {"has_charge": lambda charge: f"geladen: {charge}"}}
    monkeypatch.setattr(prose, "_translated", lambda _, language: german if language == "de" else {})
    assert prose.render("compoundit", "has_charge", {"charge": 2}, language="de") == "Geladen: 2"
    assert prose.render("compoundit", "has_charge", {"charge": 2}, language="tlh").startswith(
        "This has a charge"
    )
    with prose.speaking("de"):
        assert Check("C-RUN", None, Outcome.FAIL, "has_charge", Facts(charge=2)).message == "Geladen: 2"
        assert Check("C-RUN", None, Outcome.FAIL, "long_enough").message == "Two or more tiles."
    assert prose.render("compoundit", "has_charge", {"charge": 2}).startswith("This has a charge")


def test_games_have_letters_of_their_own() -> None:
    for name in playable_games():
        load_game(name)
    assert (prose.game_of("C-RUN"), prose.game_of("V-NAME"), prose.game_of("?")) == (
        "compoundit",
        "valence-plus",
        "",
    )


@pytest.mark.parametrize("name", playable_games())
def test_every_event_has_a_sentence(name: str) -> None:
    assert set(load_game(name).allowed) <= prose.told_by(name)


def test_the_gaps_of_a_pattern_are_found_as_a_regular_expression_finds_them() -> None:
    """The twin is fast enough for a dozen letters."""
    random = Random("gaps")
    for _ in range(3000):
        parts = ["".join(random.choices("ab ", k=random.randrange(3))) for _ in range(random.randrange(1, 5))]
        parts[1:-1] = [part or "b" for part in parts[1:-1]]
        message = "".join(random.choices("ab ", k=random.randrange(12)))
        found = re.fullmatch("(.*?)".join(map(re.escape, parts)), message)
        assert prose._filled_in(parts, message) == (list(found.groups()) if found else None)
    assert prose._filled_in(["", "a", "a", "a", "!"], "a" * 100_000) is None


@pytest.mark.parametrize("game", playable_games())
def test_german_knows_the_verb_of_every_deed_of_the_player_addressed(game: str) -> None:
    """Regression: an analysis said "Du: ficht den Zug an"."""
    with prose.speaking("de"):
        deeds = [text for text in prose.texts_of(game, "actions").values() if text]
        said = [prose.of_player(game, text, 0, ["Ann", "Bob"], you=0) for text in deeds]
    assert [text for text in said if text.startswith("Du:")] == []
