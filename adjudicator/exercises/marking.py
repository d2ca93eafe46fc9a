"""What comes of an answer: whether it is right, how good it is, why, and what was expected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from adjudicator.verdict import Ruling

Outcome = Literal["right", "wrong", "unresolved"]


def right_if(condition: bool) -> Outcome:
    return "right" if condition else "wrong"


def refused(ruling: Ruling) -> Outcome:
    """The outcome for a run that is not legal; one that the judge cannot rule on stays open."""
    return "unresolved" if ruling is Ruling.UNRESOLVED else "wrong"


@dataclass(frozen=True, slots=True)
class Solution:
    """A right answer, and what convinces a person of it."""

    answer: str  # as it could have been given
    sentence: str  # that says it
    also: tuple[str, ...] = ()  # other right answers, where they can be listed
    points: int | None = None  # what the answer scores in its game, where it does
    because: str = ""  # the reason, where it stands apart

    @property
    def text(self) -> str:
        """The sentence, with its reason."""
        return f"{self.sentence} {self.because}" if self.because else self.sentence

    def to_json(self) -> dict[str, Any]:
        return {
            "answer": self.answer,
            "text": self.text,
            "because": self.because,
            "also": list(self.also),
            "points": self.points,
        }


@dataclass(frozen=True, slots=True)
class Marked:
    outcome: Outcome  # "unresolved": the judge cannot decide, so it is not counted
    score: float  # 0 to 1
    code: str  # stable, for programs
    reason: str
    expected: Solution
    read_as: str = ""  # the answer as it was understood, for counting equal ones
    points: int | None = None  # what it scores in its game, where it does

    @property
    def right(self) -> bool:
        return self.outcome == "right"

    def to_json(self) -> dict[str, Any]:
        return {
            "outcome": self.outcome,
            "right": self.right,
            "score": self.score,
            "code": self.code,
            "reason": self.reason,
            "expected": self.expected.to_json(),
            "read_as": self.read_as,
            "points": self.points,
        }


@dataclass(frozen=True, slots=True)
class Finding:
    """A mark before what was expected is added to it."""

    outcome: Outcome
    code: str
    reason: str
    score: float | None = None  # None: 1 for what is right, 0 otherwise
    read_as: str = ""
    points: int | None = None

    def marked(self, expected: Solution) -> Marked:
        score = self.score if self.score is not None else float(self.outcome == "right")
        return Marked(self.outcome, score, self.code, self.reason, expected, self.read_as, self.points)
