"""What is asked, how an answer is marked, and the right one: the same for every kind of exercise."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator import prose
from adjudicator.errors import AdjudicatorError, quote
from adjudicator.exercises import boards, names, numbers, runs
from adjudicator.exercises.exercise import BY_RULES, Kind, read_parts, refuse
from adjudicator.exercises.marking import Finding
from adjudicator.exercises.mistaken import name_for_formula
from adjudicator.exercises.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from adjudicator.exercises.exercise import Exercise
    from adjudicator.exercises.marking import Marked, Solution

MOST_KNOWN = 4096  # exercises that were read before
MAX_ANSWER = 200  # characters; longer answers are not read


class Judge(Protocol):
    """How one kind of exercise is read, asked, marked and solved; sentences in the language spoken."""

    def read(self, exercise: Exercise) -> str:
        """The material as canonical text; raises AdjudicatorError for what cannot be asked."""
        ...

    def ask(self, exercise: Exercise) -> Mapping[str, Any]:
        """What is shown, without the answer: the prompt, how it is answered, and the material."""
        ...

    def mark(self, exercise: Exercise, answer: str) -> Finding:
        """Raises UnreadableInput for an answer that cannot be read."""
        ...

    def solve(self, exercise: Exercise) -> Solution: ...


JUDGES: Mapping[Kind, Judge] = {
    Kind.NAME: names.Naming(),
    Kind.WRITE: names.Writing(),
    Kind.LEGAL: runs.Legality(),
    Kind.MEND: runs.Mending(),
    Kind.BUILD: runs.Building(),
    Kind.CHARGE: numbers.Charge(),
    Kind.BALANCE: numbers.Balancing(),
    Kind.PLAY: boards.BestPlay(),
}
_known: OrderedDict[str, Exercise] = OrderedDict()  # by text, the oldest first


def exercise_from_text(text: str) -> Exercise:
    """Raises UnreadableInput, or UnknownRuleset, for what is no exercise or has no answer."""
    found = _known.get(text)
    if found is None:
        found = _from_text(text)
        _keep(text, found)
    return found


def remember(exercises: Iterable[Exercise]) -> None:
    """What another process has read is not read again here: a list of racks takes seconds."""
    for exercise in exercises:
        _keep(exercise.text, exercise)


def _keep(text: str, exercise: Exercise) -> None:
    _known[text] = exercise
    if len(_known) > MOST_KNOWN:
        _known.popitem(last=False)


def _from_text(text: str) -> Exercise:
    parts = read_parts(text)
    if (parts.accepted or parts.strict) and parts.kind is not Kind.NAME:
        raise refuse(
            "names_not_asked", f"Only exercises of the kind name accept more names: {quote(text)}.", text
        )
    if parts.rules and parts.kind in (Kind.WRITE, Kind.BALANCE):
        raise refuse("no_rules_needed", f"{parts.kind} takes no rule set: {quote(text)}.", text)
    assert parts.rules or parts.kind not in BY_RULES
    return replace(parts, material=JUDGES[parts.kind].read(parts))


def question(exercise: Exercise, language: str) -> dict[str, Any]:
    """What a page shows, as JSON has it, without the answer.

    `answer` says how it is answered: text, keys, yes_no, tiles, number, coefficients or play.
    """
    with prose.speaking(language):
        shown = JUDGES[exercise.kind].ask(exercise)
    about = {"topic": exercise.topic, "level": exercise.level, "rules": exercise.rules}
    return {"kind": exercise.kind.value, **about, **shown}


def judge_answer(exercise: Exercise, answer: str, language: str) -> Marked:
    """The mark of an answer; one that cannot be read is wrong, with the code and the reason of that."""
    with prose.speaking(language):
        return _finding(exercise, answer).marked(solution(exercise, language))


def _finding(exercise: Exercise, answer: str) -> Finding:
    said = answer.strip()
    if not said:
        return Finding("wrong", "no_answer", say("There is no answer."))
    if len(said) > MAX_ANSWER:
        too_long = "An answer has up to {limit} characters: {given}."
        reason = say(too_long, limit=MAX_ANSWER, given=quote(said))
        return Finding("wrong", "answer_too_long", reason)
    try:
        return JUDGES[exercise.kind].mark(exercise, said)
    except AdjudicatorError as error:
        named = name_for_formula(exercise, solution(exercise, prose.spoken()).answer, said)
        if named:
            return Finding("wrong", "answer_is_a_name", named)
        return Finding("wrong", error.code, prose.retold(error.message))


@lru_cache(4096)
def solution(exercise: Exercise, language: str) -> Solution:
    """A right answer with its reason. Raises AdjudicatorError where the judge cannot decide."""
    with prose.speaking(language):
        return JUDGES[exercise.kind].solve(exercise)
