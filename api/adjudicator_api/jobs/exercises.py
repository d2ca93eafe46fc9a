"""Exercises in a separate process: a list of racks and boards keeps the judge busy for seconds."""

from __future__ import annotations

import secrets
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from adjudicator import exercises, prose
from adjudicator.errors import UnreadableInput, quote
from adjudicator.exercises.scheduling import Memory, review

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.exercises import ExerciseSet, Marked


def questions_of(exercise_set: ExerciseSet, language: str) -> list[dict[str, Any]]:
    """Every exercise with its question, and with answers to choose from where there are some."""
    return [
        {
            "exercise": exercise.text,
            "question": exercises.question(exercise, language),
            "choices": list(exercises.choices(exercise, language)),
        }
        for exercise in exercise_set.exercises
    ]


def make_and_ask(
    topic: str, level: int, count: int, seed: str, kinds: Sequence[str], language: str, *, loose: bool = True
) -> tuple[ExerciseSet, list[dict[str, Any]]]:
    """Without a seed, another round each time."""
    found = exercises.make_round(topic, level, count, seed or secrets.token_hex(8), kinds)
    return _with_questions(found, language, loose=loose)


def _with_questions(
    exercise_set: ExerciseSet, language: str, *, loose: bool
) -> tuple[ExerciseSet, list[dict[str, Any]]]:
    exercise_set = exercise_set if loose else exercise_set.with_careful_names()
    return exercise_set, questions_of(exercise_set, language)


def round_of(exercise_set: ExerciseSet, questions: list[dict[str, Any]]) -> dict[str, Any]:
    """As an answer shows it."""
    return {
        "set": exercise_set.text,
        "exercises": questions,
        "faults": [fault.to_json() for fault in exercise_set.faults],
    }


def read(pasted: str, kind: str, rules: str, language: str) -> ExerciseSet:
    """Faults of a line are written in that language right away."""
    with prose.speaking(language):
        return exercises.set_from_text(pasted, kind, rules)


def read_and_ask(
    pasted: str, kind: str, rules: str, language: str, *, loose: bool = True
) -> tuple[ExerciseSet, list[dict[str, Any]]]:
    with prose.speaking(language):
        return _with_questions(read(pasted, kind, rules, language), language, loose=loose)


def mark(text: str, answer: str, language: str) -> Marked:
    with prose.speaking(language):
        return exercises.judge_answer(exercises.exercise_from_text(text), answer, language)


def remembered(mark: Marked, before: Mapping[str, Any] | None) -> dict[str, Any]:
    """The mark, with what the learner knows after it; `before` is what the last mark gave out."""
    memory = None if before is None else Memory.from_json(dict(before))
    return {**mark.to_json(), "memory": review(memory, mark.score, right=mark.right).to_json()}


def day_of(text: str | None) -> date:
    """Today, by universal time, if it is not said."""
    try:
        return date.fromisoformat(text) if text else datetime.now(UTC).date()
    except ValueError:
        raise UnreadableInput("bad_day", f"There is no day {quote(text or '')}.") from None


def daily(game: str, day: date, language: str) -> dict[str, Any]:
    with prose.speaking(language):
        return exercises.daily(game, day).to_json()
