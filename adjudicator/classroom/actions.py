"""What pupils and the teacher can do in a class."""

from __future__ import annotations

from typing import Literal

from adjudicator.engine.agenda import Typed

Counting = Literal["marked", "out", "to_all"]


class Action(Typed):
    """What a pupil or the teacher can do."""


class Answer(Action):
    """A pupil's answer; in a class that goes together it can be changed until the question closes."""

    question: int
    answer: str


class Next(Action):
    """The next question; after the last one, the end."""


class Close(Action):
    """No more answers to this question."""


class Skip(Action):
    """The question does not count; the next one."""


class MoreTime(Action):
    seconds: int


class ShowNames(Action):
    shown: bool


class ShowPodium(Action):
    shown: bool


class LockDoor(Action):
    """Nobody else joins until it is opened again."""

    on: bool


class OurNames(Action):
    """Who joins takes one of the nicknames that are offered."""

    on: bool


class CloseByItself(Action):
    """A question closes once every pupil has answered; which places have pupils, the service knows."""

    on: bool


class Decide(Action):
    """An answer is right or wrong for everybody who gives it; without `right`, it is as the judge says."""

    question: int
    answer: str
    right: bool | None = None


class Count(Action):
    """How a question counts: as it was marked, for nobody, or in full for everybody who answered."""

    question: int
    counts: Counting


class Clear(Action):
    """A pupil is removed: the answers of this place are deleted, and another pupil may take it."""

    seat: int


class End(Action):
    """The results are shown. The teacher can still decide about answers and questions, and they follow."""


class Settle(Action):
    """The results stand. The service never does this: it keeps the results open until the class is closed."""
