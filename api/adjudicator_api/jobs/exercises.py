"""Exercises in a process of their own: a list of racks and boards takes the judge seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from adjudicator import exercises, prose
from adjudicator.errors import UnreadableInput

if TYPE_CHECKING:
    from datetime import date

    from adjudicator.exercises import ExerciseSet, Marked
    from adjudicator.printing.press import Ink


def asked(found: ExerciseSet, language: str) -> list[dict[str, Any]]:
    """Every exercise with its question, and with answers to choose from where there are some."""
    return [
        {
            "exercise": exercise.text,
            "question": exercises.question(exercise, language),
            "choices": list(exercises.choices(exercise, language)),
        }
        for exercise in found.exercises
    ]


def read_and_ask(
    pasted: str, kind: str, rules: str, language: str
) -> tuple[ExerciseSet, list[dict[str, Any]]]:
    with prose.speaking(language):
        found = exercises.set_from_text(pasted, kind, rules)
        return found, asked(found, language)


def mark(text: str, answer: str, language: str) -> Marked:
    with prose.speaking(language):
        return exercises.judge_answer(exercises.exercise_from_text(text), answer, language)


def print_sheet(pasted: str, paper: str, title: str, origin: str, ink: Ink, language: str) -> bytes:
    """Raises UnreadableInput for the first line that cannot be asked."""
    from adjudicator.exercises.worksheets import worksheet
    from adjudicator.printing.geometry import PAPERS

    found = exercises.set_from_text(pasted)
    if found.faults:
        fault = found.faults[0]
        raise UnreadableInput(fault.code, fault.english, input=fault.text)
    link = f"{origin}/practice?set={quote(found.text, safe=':;()^·,')}" if origin else ""
    with prose.speaking(language):
        return worksheet(found.exercises, PAPERS[paper], title, link, ink)


def daily(game: str, day: date, language: str) -> dict[str, Any]:
    with prose.speaking(language):
        return exercises.daily(game, day).to_json()
