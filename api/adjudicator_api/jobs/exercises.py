"""Exercises in a separate process: a list of racks and boards keeps the judge busy for seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator import exercises, prose

if TYPE_CHECKING:
    from datetime import date

    from adjudicator.exercises import ExerciseSet, Marked


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


def read(pasted: str, kind: str, rules: str, language: str) -> ExerciseSet:
    """Faults of a line are written in that language right away."""
    with prose.speaking(language):
        return exercises.set_from_text(pasted, kind, rules)


def read_and_ask(
    pasted: str, kind: str, rules: str, language: str
) -> tuple[ExerciseSet, list[dict[str, Any]]]:
    with prose.speaking(language):
        found = exercises.set_from_text(pasted, kind, rules)
        return found, asked(found, language)


def mark(text: str, answer: str, language: str) -> Marked:
    with prose.speaking(language):
        return exercises.judge_answer(exercises.exercise_from_text(text), answer, language)


def daily(game: str, day: date, language: str) -> dict[str, Any]:
    with prose.speaking(language):
        return exercises.daily(game, day).to_json()
