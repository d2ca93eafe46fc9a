"""A made-up language in which every sentence of the words is wrapped: what is bare does not come from the words.

A third language is another folder of words, so nothing that is said to people may stand in the code alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator import prose, ruleset
from adjudicator.cli import main
from adjudicator.engine.replay import Record, game_of

MADE_UP = "xx"
GAMES = Path("fixtures/games")
OPEN, CLOSE = "⟦", "⟧"
QUESTIONS = "HHO HH NaCl NaClCl MgNOONOO CaSOOOO OH NaH SOOO HCOOH CHHHOH HeH".split()
RULES = ("compoundit:expert", "valence-plus", "ion:base", "compounded", "chemistry-monopoly")


class Wrapped(dict[str, str]):
    """Has every text, wrapped."""

    def get(self, text: str, _default: Any = None) -> str:
        return f"{OPEN}{text}{CLOSE}"


def wrapped(say: Any) -> Any:
    def told(*args: Any, **facts: Any) -> str | None:
        with prose.speaking(prose.ENGLISH):
            text = say(*args, **facts)
        return text and f"{OPEN}{text}{CLOSE}"

    return told


@pytest.fixture(autouse=True)
def _made_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def translated(game: str, language: str) -> Mapping[str, Any]:
        assert language == MADE_UP
        sentences, events = prose.catalogue_of(game), prose.told_in(game)
        return {
            "SENTENCES": {code: wrapped(say) for code, say in sentences.items()},
            "TOLD": {kind: wrapped(tell) for kind, tell in events.items()},
        }

    monkeypatch.setattr(prose, "LANGUAGES", (*prose.LANGUAGES, MADE_UP))
    monkeypatch.setattr(prose, "_translated", translated)
    monkeypatch.setattr(prose, "texts_of", lambda *_: Wrapped() if prose.spoken() == MADE_UP else {})
    prose._sentence.cache_clear()
    yield
    prose._sentence.cache_clear()


def bare(text: str | None) -> str:
    """What is not wrapped and has a word in it."""
    left = re.sub(rf"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", "", text or "")
    while left != text:
        text, left = left, re.sub(rf"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", "", left)
    return left if re.search(r"[^\W\d_]{3,}", left) else ""


def test_a_bare_word_is_seen() -> None:
    assert bare(f"{OPEN}all {OPEN}inside{CLOSE} it{CLOSE} H2O") == ""
    assert bare(f"{OPEN}some{CLOSE} word") == " word"


@pytest.mark.parametrize("rules", RULES)
def test_verdicts_say_nothing_but_words(rules: str) -> None:
    loaded = ruleset.load_ruleset(rules)
    with prose.speaking(MADE_UP):
        answers = [loaded.judge(ruleset.read_question(run)).to_json() for run in QUESTIONS]
    said = [text for one in answers for text in (one["reason"], *(c["message"] for c in one["checks"]))]
    assert said
    assert [text for text in said if bare(text)] == []


@pytest.mark.parametrize("game", ["chemistry-monopoly", "compounded", "compoundit", "ion", "valence-plus"])
def test_logs_say_nothing_but_words(game: str) -> None:
    path = min(path for name in (game, game.replace("-", "_")) for path in GAMES.glob(f"{name}/*.json"))
    record = Record.from_json(json.loads(path.read_text(encoding="utf-8")))
    played = game_of(record)
    players = [f"{OPEN}Anna{CLOSE}" for _ in record.players]
    events = played.events_shown(record.events, None)
    lines = [prose.tell(game, event, players, MADE_UP) for event in events]
    assert any(lines)
    assert [line for line in lines if bare(line)] == []


@pytest.mark.parametrize(
    "command",
    [["judge", "H?O"], ["judge", "C1000"], ["judge", "SO42-"], ["name", "Xx"], ["reference", "xyzzy"]],
)
def test_the_terminal_says_nothing_but_words(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", MADE_UP)
    for variable in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(variable, raising=False)
    answered = CliRunner().invoke(main, command)
    lines = [re.sub(r"\[\w+\]", "", line) for line in answered.output.splitlines()]
    assert any(OPEN in line for line in lines)
    assert [line for line in lines if bare(line)] == []
