"""A made-up language in which every sentence is wrapped: unwrapped text does not come from the language
files.

A third language is another folder of words, so no text for people may be in the code alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator import exercises, prose, ruleset
from adjudicator.classroom import showing
from adjudicator.classroom.actions import Answer, Close, Next
from adjudicator.classroom.game import CLASS
from adjudicator.cli import main
from adjudicator.engine.game import playable_games
from adjudicator.engine.replay import Record, game_of
from adjudicator.exercises.topics import topics
from adjudicator_api.games.opening.lessons import card_in, steps_in

MADE_UP = "xx"
GAMES = Path("fixtures/games")
OPEN, CLOSE = "⟦", "⟧"
QUESTIONS = "HHO HH NaCl NaClCl MgNOONOO CaSOOOO OH NaH SOOO HCOOH CHHHOH HeH".split()
# Quotations, formulas, and the names of substances and of games.
NAMES = re.compile(r"'[^']*'|\b(?:[A-Z][a-z]?\d*){2,}\b|[^\W\d_]+ ion\b|CompoundIt!")
RULES = ("compoundit:expert", "valence-plus", "ion:base", "compounded", "chemistry-monopoly")


class Wrapped(dict[str, str]):
    """Returns every text wrapped."""

    def get(self, text: str, _default: Any = None) -> str:
        return f"{OPEN}{text}{CLOSE}"


def wrapped(say: Any) -> Any:
    def told(*args: Any, **facts: Any) -> str | None:
        with prose.speaking(prose.ENGLISH):
            text = say(*args, **facts)
        return text and f"{OPEN}{text}{CLOSE}"

    return told


def again(parts: list[str]) -> str:
    """The English pattern itself, wrapped."""
    return OPEN + "{}".join(part.replace("{", "{{").replace("}", "}}") for part in parts) + CLOSE


@pytest.fixture(autouse=True)
def _made_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def translated(game: str, language: str) -> Mapping[str, Any]:
        assert language == MADE_UP
        sentences, events = prose.catalogue_of(game), prose.told_in(game)
        return {
            "SENTENCES": {code: wrapped(say) for code, say in sentences.items()},
            "TOLD": {kind: wrapped(tell) for kind, tell in events.items()},
        }

    known = {section: prose._patterns(section, "de") for section in ("errors", "remarks")}
    monkeypatch.setattr(
        prose, "_patterns", lambda section, _: [(parts, again(parts)) for parts, _ in known[section]]
    )
    monkeypatch.setattr(prose, "LANGUAGES", (*prose.LANGUAGES, MADE_UP))
    monkeypatch.setattr(prose, "_translated", translated)
    monkeypatch.setattr(prose, "texts_of", lambda *_: Wrapped() if prose.spoken() == MADE_UP else {})
    prose._sentence.cache_clear()
    yield
    prose._sentence.cache_clear()


def bare(text: str | None) -> str:
    """Text that is not wrapped and contains a word."""
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


# One exercise of every kind, with answers that are wrong in different ways.
EXERCISES = {
    "name:NaCl": ("KCl", "Kochsalt", "sodium bromide"),
    "write:iron(III) chloride": ("FeCl2", "H2O", "x"),
    "legal:MgCl@compoundit:standard": ("yes", "perhaps"),
    "mend:MgCl@compoundit:standard": ("MgO", "MgCl"),
    "build:Na Cl S@ion:base": ("NaCl", "KBr"),
    "charge:SO4^2-": ("+2", "many"),
    "balance:H2 + O2 -> H2O": ("2 2 2", "4 2 4", "1 2"),
}


@pytest.mark.parametrize("text", EXERCISES)
def test_exercises_say_nothing_but_words(text: str) -> None:
    exercise = exercises.exercise_from_text(text)
    with prose.speaking(MADE_UP):
        asked = exercises.question(exercise, MADE_UP)
        marks = [exercises.judge_answer(exercise, answer, MADE_UP) for answer in ("", *EXERCISES[text])]
    said = [asked["prompt"], *(mark.reason for mark in marks), *(mark.expected.text for mark in marks)]
    assert [text for text in said if bare(NAMES.sub("", text))] == []


def test_topics_say_nothing_but_words() -> None:
    with prose.speaking(MADE_UP):
        told = [topic.to_json() for topic in topics().values()]
    games = {ruleset.game(name).title for name in ruleset.sound_games()}  # the name of a game is its title
    said = [text for topic in told for text in (topic["title"], topic["about"])]
    assert [text for text in said if bare(text) and text not in games] == []


def test_a_class_says_nothing_but_words() -> None:
    asked = ("charge:Na^+", "name:NaCl")
    state, events = CLASS.start({"exercises": asked, "language": MADE_UP}, 1, players=3)
    for seat, action in ((0, Next()), (1, Answer(0, "+2")), (2, Answer(0, "+1")), (0, Close())):
        state, happened = CLASS.apply(state, seat, action)
        events += happened
    with prose.speaking(MADE_UP):
        shown = showing.projector(state, {1: "Neon Otter", 2: "Iron Owl"})
        told = [prose.tell(CLASS.name, event, [f"{OPEN}Anna{CLOSE}"] * 3) for event in events]
    said = [shown["question"]["prompt"], shown["closed"]["wrong"]["reason"], *told]
    assert any(told)
    assert [text for text in said if bare(text)] == []


@pytest.mark.parametrize("game", playable_games())
def test_lessons_say_nothing_but_words(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def every(said: Any) -> Any:
        if isinstance(said, str):
            return f"{OPEN}{said}{CLOSE}"
        return (
            [every(one) for one in said] if isinstance(said, list) else {k: every(v) for k, v in said.items()}
        )

    words = every(ruleset.lesson_words(game, prose.ENGLISH))
    monkeypatch.setattr(ruleset, "lesson_words", lambda *_: words)
    lesson, card = steps_in(game, MADE_UP), card_in(game, MADE_UP)
    assert lesson is not None
    assert card is not None
    said = [step["text"] for step in lesson["steps"]] + [lesson["end"], *card.values()]
    assert [text for text in said if bare(text)] == []
