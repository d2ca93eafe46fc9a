"""What pupils and the teacher can do in a class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Counting = Literal["marked", "out", "to_all"]


@dataclass(frozen=True, slots=True)
class Answer:
    """A pupil's answer; in a class that goes together it can be changed until the question closes."""

    question: int
    answer: str
    type: Literal["answer"] = "answer"


@dataclass(frozen=True, slots=True)
class Next:
    """The next question; after the last one, the end."""

    type: Literal["next"] = "next"


@dataclass(frozen=True, slots=True)
class Close:
    """No more answers to this question."""

    type: Literal["close"] = "close"


@dataclass(frozen=True, slots=True)
class Skip:
    """The question does not count; the next one."""

    type: Literal["skip"] = "skip"


@dataclass(frozen=True, slots=True)
class MoreTime:
    seconds: int
    type: Literal["more_time"] = "more_time"


@dataclass(frozen=True, slots=True)
class ShowNames:
    shown: bool
    type: Literal["show_names"] = "show_names"


@dataclass(frozen=True, slots=True)
class ShowPodium:
    shown: bool
    type: Literal["show_podium"] = "show_podium"


@dataclass(frozen=True, slots=True)
class LockDoor:
    """Nobody else joins until it is opened again."""

    on: bool
    type: Literal["lock_door"] = "lock_door"


@dataclass(frozen=True, slots=True)
class OurNames:
    """Who joins takes one of the nicknames that are offered."""

    on: bool
    type: Literal["our_names"] = "our_names"


@dataclass(frozen=True, slots=True)
class CloseByItself:
    """A question closes once every pupil has answered; which places have pupils, the service knows."""

    on: bool
    type: Literal["close_by_itself"] = "close_by_itself"


@dataclass(frozen=True, slots=True)
class Decide:
    """An answer is right or wrong for everybody who gives it; without `right`, it is as the judge says."""

    question: int
    answer: str
    right: bool | None = None
    type: Literal["decide"] = "decide"


@dataclass(frozen=True, slots=True)
class Count:
    """How a question counts: as it was marked, for nobody, or in full for everybody who answered."""

    question: int
    counts: Counting
    type: Literal["count"] = "count"


@dataclass(frozen=True, slots=True)
class Clear:
    """A pupil is removed: the answers of this place are deleted, and another pupil may take it."""

    seat: int
    type: Literal["clear"] = "clear"


@dataclass(frozen=True, slots=True)
class End:
    type: Literal["end"] = "end"
