"""How facts of Chemistry Monopoly are said in a sentence, in any language; see `languages.templates`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.languages.templates import measure
from adjudicator_rulesets.chemistry_monopoly.play import questions

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.languages.templates import Speech

DECK_NAMES = {"lab-day": "Lab Day", "test-day": "Test Day"}


def _colour(name: str, speech: Speech, _: str = "") -> str:
    """As the table calls it; an edition may have a colour that we have no word for."""
    return speech.words.tables["colours"].get(name.lower(), name)


def _answered(answer: str, speech: Speech, _: str = "") -> str:
    """Where a name is asked for, in the words of the language; formulas and charges are the same in all."""
    return speech.words.say(answer) if speech.facts["exercise"].startswith("name:") else answer


def _solved(exercise: str, speech: Speech, _: str = "") -> str:
    """The right answer in a sentence, as the end of another one."""
    return questions.solution(exercise, speech.words.language).rstrip(".")


@measure
def _solid(level: int, speech: Speech, _: str = "") -> int | None:
    """The level, if a solid lies there and no liquids."""
    return level if level == speech.facts["solid"] else None


FILTERS: dict[str, Callable[..., Any]] = {
    "answered": _answered,
    "colour": _colour,
    "deck": lambda deck, *_: DECK_NAMES[deck],
    "go": lambda _, speech, *__: speech.words.say("Go"),
    "solid": _solid,
    "solved": _solved,
}
