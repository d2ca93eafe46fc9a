"""The puzzle of the day: the same everywhere, a different one tomorrow, and shared without its answer."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from datetime import date, timedelta

import pytest
from click.testing import CliRunner

from adjudicator import prose
from adjudicator.cli import main
from adjudicator.exercises import daily, exercise_from_text, judge_answer, solution
from adjudicator.exercises.daily import Daily, clues
from adjudicator.exercises.exercise import Kind
from adjudicator.exercises.topics import topic

DAY = date(2026, 11, 17)
# As one machine gave them: a machine with other values would show a different puzzle.
RECORDED = {
    "compoundit": "play:C O O O H H F|15/15/15/15/15/15/6FAg7/6HCl7/15/15/15/15/15/15/15",
    "valence-plus": "build:C F C F O Na Ca@valence-plus",
    "ion": "build:F Ca He Ne Mg OH OH@ion",
    "compounded": "write:CS2~compounded.2",
    "chemistry-monopoly": "write:B~chemistry-monopoly.1",
}


def test_the_puzzle_follows_from_the_date_alone() -> None:
    for game, text in RECORDED.items():
        daily.cache_clear()
        assert daily(game, DAY).exercise.text == text
        assert exercise_from_text(text) == daily(game, DAY).exercise
        assert daily(game, DAY + timedelta(days=1)) != daily(game, DAY)


def test_every_puzzle_can_be_solved_and_is_told_without_its_answer() -> None:
    for game in RECORDED:
        puzzle = daily(game, DAY)
        right = solution(puzzle.exercise, "de")
        assert judge_answer(puzzle.exercise, right.answer, "de").score == 1
        with prose.speaking("de"):
            asked, told = puzzle.to_json()["question"], puzzle.told(0.6, 3)
        assert "■■■□□ 3×" in told
        assert "2026-11-17" in told
        assert right.answer not in told.partition(": ")[2]
        if game in ("compounded", "chemistry-monopoly"):
            assert len(asked["clues"]) == 4
            assert "name" not in asked


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_clues_of_a_riddle_fit_nothing_else(language: str) -> None:
    """On 18 November Kalium and Kupfer both fitted: metals of period 4, six letters, a K."""
    with prose.speaking(language):
        for game in ("compounded", "chemistry-monopoly"):
            asked = [one for one in topic(game).exercises() if one.kind is Kind.WRITE]
            fitting = Counter(tuple(clues(one)) for one in asked)
            for days in range(12):
                puzzle = daily(game, DAY + timedelta(days=days)).exercise
                assert fitting[tuple(clues(puzzle))] == 1, puzzle.text


def test_the_clues_of_a_riddle_fit_it() -> None:
    with prose.speaking("en"):
        assert list(clues(exercise_from_text("write:CaCO3"))) == [
            "Elements: 3. Atoms: 5.",
            "The heaviest of its atoms has the number 20.",
            "Letters of its name: 16.",
            "Its name begins with C.",
        ]


def test_the_puzzle_in_the_terminal_is_told_in_a_line_without_its_answer() -> None:
    def asked(*words: str, typed: str) -> str:
        return CliRunner().invoke(main, ["practise", *words], input=typed).output

    right = solution(exercise_from_text(RECORDED["compounded"]), "en").answer
    told = asked("compounded", "--daily", "--day", "2026-11-17", typed=f"{right}\n")
    assert told.count("\n    ") >= 4  # the clues
    assert told.endswith("Adjudicator 2026-11-17 Compounded: ■■■■■ 1×\n")
    shown = asked("compounded", "--daily", "--day", "2026-11-17", typed="?\n")
    assert shown.endswith("Adjudicator 2026-11-17 Compounded: □□□□□ 1×\n")
    assert "Which game?" in asked("--daily", typed="")
    assert "--daily" in asked("ion", "--day", "2026-11-17", typed="")


@pytest.mark.slow
def test_the_puzzle_is_the_same_on_two_machines() -> None:
    """With another hash seed, another language and another time zone."""
    program = (
        "from datetime import date; from adjudicator.exercises import daily;"
        f"print([daily(game, date(2026, 11, 17)).exercise.text for game in {list(RECORDED)}])"
    )
    for seed, language, zone in (("1", "C", "Pacific/Auckland"), ("4242", "de_DE.UTF-8", "America/Lima")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": language, "TZ": zone}
        told = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        assert told.stdout.strip() == str(list(RECORDED.values()))


def test_a_riddle_of_an_element_asks_for_its_symbol() -> None:
    for text, english, german in (
        (
            "write:Zn",
            "Which element is it? Write its symbol.",
            "Welches Element ist es? Schreibe das Symbol.",
        ),
        (
            "write:H2S",
            "Which substance is it? Write its formula.",
            "Welcher Stoff ist es? Schreibe die Formel.",
        ),
    ):
        puzzle = Daily("compounded", "2026-11-18", exercise_from_text(text))
        for language, asked in {"en": english, "de": german}.items():
            with prose.speaking(language):
                assert puzzle.to_json()["question"]["prompt"] == asked
