"""A set of exercises: as one short text for an address, or from a list that a teacher pastes.

A line of a list is a formula, a name, a run of tiles or an equation, for the kind of exercise that is chosen;
after a tab, a semicolon or a comma may come names that the teacher accepts besides ours. A line may also be
exercises in their own text, parted by semicolons.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.errors import AdjudicatorError, UnreadableInput, quote
from adjudicator.exercises.exercise import BY_RULES, Kind
from adjudicator.exercises.questions import exercise_from_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.exercises.exercise import Exercise

MAX_EXERCISES = 200
MAX_LENGTH = 60_000  # characters of a list
MAX_FAULTS = 200  # then the rest is not read: nobody reads a longer report, and writing it takes seconds
JOINT = ";"
SEPARATORS = ("\t", ";", ",")
HEADINGS = frozenset(
    ("formula", "formel", "name", "names", "namen", "tiles", "equation", "gleichung", "kind")
)
_OWN_MARKS = frozenset("!@~")


@dataclass(frozen=True, slots=True)
class Fault:
    """A line that is left out, and why."""

    line: int  # from 1
    text: str
    code: str
    english: str

    @property
    def message(self) -> str:
        """In the language that is spoken."""
        return prose.retold(self.english)

    def to_json(self) -> dict[str, Any]:
        return {"line": self.line, "text": self.text, "code": self.code, "message": self.message}


@dataclass(frozen=True, slots=True)
class ExerciseSet:
    exercises: tuple[Exercise, ...]  # distinct
    faults: tuple[Fault, ...] = ()

    @property
    def text(self) -> str:
        """For an address; `set_from_text` reads it."""
        return JOINT.join(exercise.text for exercise in self.exercises)

    def with_careful_names(self) -> ExerciseSet:
        """The same, but names that school uses loosely are wrong."""
        careful = (replace(one, strict=True) if _takes_loose(one) else one for one in self.exercises)
        return replace(self, exercises=tuple(careful))


def _takes_loose(exercise: Exercise) -> bool:
    return exercise.kind is Kind.NAME and not exercise.rules


def set_from_text(text: str, kind: Kind | str = Kind.NAME, rules: str = "") -> ExerciseSet:
    """The exercises of a text, and what is wrong with each line that is none; the rest is used.

    `kind` and `rules` are for lines that do not say them. Raises UnreadableInput only where the text as a
    whole is too long, or there is no such kind.
    """
    if len(text) > MAX_LENGTH:
        message = f"A list has up to {MAX_LENGTH} characters, not {len(text)}."
        raise UnreadableInput("list_too_long", message, limit=MAX_LENGTH)
    if kind not in tuple(Kind):
        message = f"There is no kind of exercise {quote(kind)}; there are {', '.join(Kind)}."
        raise UnreadableInput("unknown_kind", message, input=kind[:200])
    exercises: dict[Exercise, None] = {}
    faults: list[Fault] = []
    for number, item in _items(text):
        if len(faults) == MAX_FAULTS:
            message = (
                f"From {quote(item)} on the list is not read: {MAX_FAULTS} items before it cannot be used."
            )
            faults.append(Fault(number, quote(item), "list_unread", message))
            break
        try:
            if len(exercises) >= MAX_EXERCISES:
                message = f"A set has up to {MAX_EXERCISES} exercises; {quote(item)} is beyond them."
                raise UnreadableInput("set_full", message)
            exercises[_exercise(item, Kind(kind), rules)] = None
        except AdjudicatorError as error:
            faults.append(Fault(number, quote(item), error.code, error.message))
    return ExerciseSet(tuple(exercises), tuple(faults))


def _items(text: str) -> Iterator[tuple[int, str]]:
    """Every item with the number of its line; headings and comments are none."""
    for number, line in enumerate(text.splitlines(), start=1):
        item = line.strip().lstrip("\ufeff")
        if not item or item.startswith("#"):
            continue
        if _is_own(item):
            yield from ((number, part.strip()) for part in item.split(JOINT) if part.strip())
        elif number > 1 or not HEADINGS.issuperset(column.lower() for column in _columns(item)):
            yield number, item


def _is_own(item: str) -> bool:
    """Whether it says its kind, be it one that there is or not: no formula and no name has a colon."""
    before, colon, _ = item.partition(":")
    return bool(colon) and before.isalpha() and before.islower()


def _exercise(item: str, kind: Kind, rules: str) -> Exercise:
    if _is_own(item):
        return exercise_from_text(item)
    if not _OWN_MARKS.isdisjoint(item):
        said = f"{quote(item)} cannot be read: !, @ and ~ have a meaning of their own in exercises."
        raise UnreadableInput("bad_line", said, input=item[:200])
    by = f"@{rules}" if rules and kind in (*BY_RULES, Kind.CHARGE) else ""
    try:
        return exercise_from_text(f"{kind}:{item}{by}")  # 1,2-dichloroethane is one name
    except AdjudicatorError as error:
        first, *others = _columns(item)
        if not others:
            raise
        names = "".join(f"!{name}" for name in others if name) if kind is Kind.NAME else ""
        try:
            return exercise_from_text(f"{kind}:{first}{names}{by}")
        except AdjudicatorError:
            raise error from None


def _columns(item: str) -> Sequence[str]:
    mark = next((mark for mark in SEPARATORS if mark in item), SEPARATORS[-1])
    return [column.strip() for column in next(csv.reader([item], delimiter=mark))]
