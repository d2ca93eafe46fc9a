"""M-QUESTION: the exercises that the board asks: which there are, what is shown, how answers are marked.

The text of an exercise may reveal its answer, so it stays in the state; views show what `shown` returns.
That is in English; names in it are translated like any name in a box, and an answer may be in any language.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator import exercises, prose
from adjudicator.exercises import Kind
from adjudicator_rulesets.chemistry_monopoly.play.state import NAME

if TYPE_CHECKING:
    from collections.abc import Mapping

OFF = "off"
LEVELS = {"easy": 1, "medium": 2, "hard": 3}
KINDS = (Kind.NAME, Kind.WRITE, Kind.CHARGE)  # exercises with one-word answers
WITH_CHOICES = LEVELS["easy"]
MOST_LETTERS = 200  # of an answer
NO_MISTAKE = "?"  # the wrong answer to an exercise without known mistakes


@cache
def pool(level: str) -> tuple[str, ...]:
    """The exercises of a level, of chemistry and of this game, in the order of their topics."""
    topics = [topic for topic in exercises.topics().values() if topic.game in ("", NAME)]
    texts = [text for topic in topics for text in topic.texts[LEVELS[level] - 1]]
    return tuple(text for text in texts if text.partition(":")[0] in KINDS)


def shown(text: str) -> dict[str, Any]:
    """The question and, at the first level, answers to choose from; never the solution."""
    facts, exercise = _facts_of(text), exercises.exercise_from_text(text)
    answers = _choices(text) if exercise.level == WITH_CHOICES else ()
    key = "name" if exercise.kind is Kind.NAME else "answer"
    return {**facts, "choices": [{key: answer} for answer in answers]}


@lru_cache(1024)
def _facts_of(text: str) -> Mapping[str, str]:
    question = exercises.question(exercises.exercise_from_text(text), prose.ENGLISH)
    return {name: question[name] for name in ("kind", "topic", "formula", "name") if name in question}


@lru_cache(1024)
def _choices(text: str) -> tuple[str, ...]:
    return exercises.choices(exercises.exercise_from_text(text), prose.ENGLISH)


def exercise_of(level: str, question: Mapping[str, Any]) -> str:
    """An exercise with the same question; if the level no longer has it, any."""
    wanted = {name: fact for name, fact in question.items() if name != "choices"}
    begins, ends = f"{question['kind']}:", f"~{question['topic']}.{LEVELS[level]}"
    alike = [text for text in pool(level) if text.startswith(begins) and text.endswith(ends)]
    return next((text for text in alike if _facts_of(text) == wanted), pool(level)[0])


def is_right(text: str, answer: str) -> bool:
    """Accepts an answer in any of our languages, because the players at a table may speak several."""
    exercise = exercises.exercise_from_text(text)
    return any(exercises.judge_answer(exercise, answer, language).right for language in prose.LANGUAGES)


def right_answer(text: str) -> str:
    return exercises.solution(exercises.exercise_from_text(text), prose.ENGLISH).answer


def mistakes(text: str) -> tuple[str, ...]:
    """Answers that a player who half knows it might give."""
    return tuple(answer for answer in _choices(text) if answer != right_answer(text)) or (NO_MISTAKE,)


def solution(text: str, language: str) -> str:
    """The right answer as a sentence, without its reason: a line of the log is short."""
    return exercises.solution(exercises.exercise_from_text(text), language).sentence
