"""The state of a class: options, sheets of answers with their marks, and what the teacher has decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from adjudicator.engine.agenda import Typed
from adjudicator.engine.frame import Frame
from adjudicator.exercises.marking import Outcome  # noqa: TC001 - the types of fields are read at run time

if TYPE_CHECKING:
    from collections.abc import Iterable

TEACHER = 0
BEFORE_THE_FIRST = -1
WHOLE = 100  # the score of a right answer

Pace = Literal["together", "own", "homework"]
Stage = Literal["lobby", "open", "closed"]


@dataclass(frozen=True, slots=True)
class Options:
    exercises: tuple[str, ...] = ()  # each as `exercise_from_text` reads it
    language: str = "en"  # in which questions are asked and answers are judged
    pace: Pace = "together"
    seconds: int | None = None  # for a question; at one's own pace for all of them


@dataclass(frozen=True, slots=True)
class Given:
    """An answer and its mark."""

    answer: str
    outcome: Outcome = "wrong"
    score: int = 0  # of a hundred
    read: str = ""  # as the judge understood it
    decided: bool = False  # by the teacher

    @property
    def counts(self) -> bool:
        """What nobody has decided is not held against a pupil."""
        return self.outcome != "unresolved"


@dataclass(frozen=True, slots=True)
class Decision:
    """What the teacher says of an answer, for everybody who gives it in this class."""

    number: int
    answer: str  # as `alike` has it
    right: bool


class Phase(Typed, type="phase"):
    """The only matter of a class; it starts again with every stage."""


Sheet = tuple[Given | None, ...]  # of a place, by question


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Frame):
    options: Options
    sheets: tuple[Sheet, ...]  # of every seat; the teacher's stays empty
    stage: Stage = "lobby"
    number: int = BEFORE_THE_FIRST  # of the question on the projector; at one's own pace 0 from the start on
    added: int = 0  # seconds that the teacher has given on top
    skipped: tuple[int, ...] = ()  # questions that do not count
    names: bool = True  # whether the projector shows them
    podium: bool = True
    locked: bool = False  # nobody else gets in
    our_names: bool = False  # only nicknames that are offered
    closes: bool = False  # a question closes once every pupil has answered
    given_to_all: tuple[int, ...] = ()  # questions of which everybody who answered gets the points
    decisions: tuple[Decision, ...] = ()
    results: tuple[int, ...] | None = None  # see `totals`

    @property
    def totals(self) -> tuple[int, ...] | None:
        """The scores by seat, once the results are shown; of older classes only the end has them."""
        return self.results if self.result is None else self.result.scores

    @property
    def over(self) -> bool:
        """The results are shown; nobody answers any more."""
        return self.totals is not None

    @property
    def together(self) -> bool:
        return self.options.pace == "together"

    @property
    def total(self) -> int:
        return len(self.options.exercises)

    @property
    def ended(self) -> tuple[int, ...]:
        """Questions of which everybody may know everything, those that do not count left out."""
        if not self.together:
            return self.counted if self.over else ()
        last = self.number if self.stage == "closed" else self.number - 1
        return tuple(number for number in self.counted if number <= last)

    @property
    def begun(self) -> range:
        """Questions that somebody may have answered."""
        if self.stage == "lobby":
            return range(0)
        return range(self.number + 1) if self.together else range(self.total)

    @property
    def counted(self) -> tuple[int, ...]:
        return tuple(number for number in range(self.total) if number not in self.skipped)

    def ended_for(self, seat: int) -> tuple[int, ...]:
        """The same for a pupil: alone, a question ends with one's own answer."""
        if self.together or self.over:
            return self.ended
        return tuple(number for number in self.counted if self.sheets[seat][number] is not None)

    def question_for(self, seat: int) -> int | None:
        """The question that this place can answer now."""
        if self.over or self.stage != "open" or seat == TEACHER:
            return None
        if self.together:
            return self.number
        return next((number for number in self.counted if self.sheets[seat][number] is None), None)

    def points(self, seat: int, number: int) -> int | None:
        """What an answer brings; None where there is none, or where it is not decided."""
        given = self.sheets[seat][number]
        if given is None:
            return None
        if number in self.given_to_all:
            return WHOLE
        return given.score if given.counts else None

    def score(self, seat: int, questions: Iterable[int]) -> int:
        return sum(self.points(seat, number) or 0 for number in questions)

    def best(self, seat: int, questions: Iterable[int]) -> int:
        """The most that this pupil could have; an answer that is not decided is left out."""
        open_ = [self.sheets[seat][n] is not None and self.points(seat, n) is None for n in questions]
        return WHOLE * open_.count(False)

    @property
    def seconds(self) -> int | None:
        """From the beginning of the stage until the clock acts for the teacher."""
        if self.stage != "open" or self.options.seconds is None:
            return None
        return self.options.seconds + self.added
