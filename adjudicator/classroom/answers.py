"""The answers of a class: how each is marked, which of them say the same, and how often they were given."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator import exercises
from adjudicator.chem import naming
from adjudicator.classroom.state import WHOLE, Given

if TYPE_CHECKING:
    from adjudicator.classroom.state import State


@lru_cache(4096)
def marked(exercise: str, answer: str, language: str) -> exercises.Marked:
    """The judge's mark of an answer; asked again and again for the same few answers of a class."""
    return exercises.judge_answer(exercises.exercise_from_text(exercise), answer, language)


def answered(state: State) -> int:
    """How many have answered the question, or at their own pace all of them."""
    if not state.together:
        return sum(all(sheet[number] is not None for number in state.counted) for sheet in state.sheets)
    return sum(sheet[state.number] is not None for sheet in state.sheets) if state.number >= 0 else 0


def alike(state: State, number: int, given: Given) -> str:
    """The same text for answers that say the same, however they are written: they are one answer.

    The judge reads formulas, numbers and tiles in one way. Names are compared as it compares them: in any
    spelling, and in any language.
    """
    if state.options.exercises[number].startswith(f"{exercises.Kind.NAME}:"):
        return naming.normalise(given.read or given.answer, state.options.language)
    text = unicodedata.normalize("NFKC", given.read or given.answer)
    return " ".join(text.split()) if given.read else " ".join(text.casefold().split())


def judged(state: State, number: int, answer: str) -> dict[str, Any]:
    mark = marked(state.options.exercises[number], answer, state.options.language)
    return {"outcome": mark.outcome, "score": round(WHOLE * mark.score), "read": mark.read_as}


def ruled(right: bool) -> dict[str, Any]:
    return {"outcome": "right", "score": WHOLE} if right else {"outcome": "wrong", "score": 0}


def marked_answer(state: State, number: int, answer: str) -> dict[str, Any]:
    """An answer with its mark: the teacher's, if this one is decided, else the judge's."""
    mark = judged(state, number, answer)
    same = alike(state, number, Given(answer, **mark))
    decided = [one.right for one in state.decisions if (one.number, one.answer) == (number, same)]
    return {"answer": answer, **mark, **(ruled(decided[0]) if decided else {}), "decided": bool(decided)}


def has_open_answers(state: State) -> bool:
    """Whether there are answers that count and that neither the judge nor the teacher has decided."""
    return any(
        sheet[number] is not None and state.points(seat, number) is None
        for seat, sheet in enumerate(state.sheets)
        for number in state.counted
    )


def givers(state: State, number: int, answer: str) -> list[Given]:
    """Those who gave this answer, and those whose answer says the same."""
    sheets = [given for sheet in state.sheets if (given := sheet[number]) is not None]
    same = {alike(state, number, given) for given in sheets if given.answer == answer}
    return [given for given in sheets if alike(state, number, given) in same]


def spread_of(state: State, number: int) -> list[tuple[Given, int]]:
    """The answers to a question, the most frequent first; those that say the same are one answer."""
    groups: dict[tuple[str, str], list[Given]] = {}
    for sheet in state.sheets:
        given = sheet[number]
        if given is not None:
            groups.setdefault((alike(state, number, given), given.outcome), []).append(given)
    counted = [(_usual(same), len(same)) for same in groups.values()]
    return sorted(counted, key=lambda pair: (-pair[1], pair[0].outcome != "right", pair[0].answer))


def _usual(same: list[Given]) -> Given:
    often = Counter(given.answer for given in same)
    return min(same, key=lambda given: (-often[given.answer], given.answer))
