"""What players missed in their games, as exercises: a run that did not stand, a wrong name, an ion left over.

A game tells it by `load_missed`, from a record alone; nothing is searched for.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol

from adjudicator import ruleset
from adjudicator.errors import AdjudicatorError
from adjudicator.exercises.questions import exercise_from_text
from adjudicator.exercises.sets import MAX_EXERCISES, ExerciseSet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from adjudicator.engine.replay import Record
    from adjudicator.exercises.exercise import Exercise

MOST = 3  # of a player and a game


class Missed(Protocol):
    """What a game brings in `load_missed`: a module will do."""

    def missed(self, record: Record) -> Iterable[tuple[int, str]]:
        """A seat and the text of an exercise each, the worst of each seat first."""
        ...


def missed(record: Record) -> tuple[ExerciseSet, ...]:
    """Of every player up to three, the worst first; none of a game that does not tell."""
    found: list[dict[Exercise, None]] = [{} for _ in record.players]
    for seat, exercise in _told(record):
        if len(found[seat]) < MOST:
            found[seat][exercise] = None
    return tuple(ExerciseSet(tuple(exercises)) for exercises in found)


def missed_in(records: Iterable[Record]) -> ExerciseSet:
    """What a class missed in its last games, first what most of its players missed."""
    counted: Counter[Exercise] = Counter()
    for record in records:
        counted.update(exercise for of_one in missed(record) for exercise in of_one.exercises)
    return ExerciseSet(tuple(exercise for exercise, _ in counted.most_common(MAX_EXERCISES)))


def _told(record: Record) -> Iterator[tuple[int, Exercise]]:
    """As the game tells it; what cannot be asked, a compound without a name say, is left out."""
    load: Callable[[], Missed] | None = ruleset.loader_of(ruleset.game(record.game), "load_missed")
    if load is None:
        return
    teller = load()
    for seat, text in teller.missed(record):
        try:
            exercise = exercise_from_text(text)
        except AdjudicatorError:
            continue
        if seat < len(record.players):
            yield seat, exercise
