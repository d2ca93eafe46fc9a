"""When an exercise comes back: spaced repetition by FSRS, the open scheduler.

Nothing is kept here: the caller keeps one memory for each exercise and passes it in with each answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator.errors import UnreadableInput

if TYPE_CHECKING:
    from fsrs import Rating, Scheduler

GOOD = 0.75  # of the score, from which an answer that is right is good and not just hard
MOST_DAYS = 365


@dataclass(frozen=True, slots=True)
class Memory:
    """How well a learner knows one exercise, as FSRS has it."""

    state: int  # 1 learning, 2 review, 3 relearning
    step: int | None
    stability: float | None
    difficulty: float | None
    due: datetime
    last: datetime | None

    def to_json(self) -> dict[str, Any]:
        return {
            "state": self.state,
            "step": self.step,
            "stability": self.stability,
            "difficulty": self.difficulty,
            "due": self.due.isoformat(),
            "last": self.last.isoformat() if self.last else None,
        }

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> Memory:
        """Raises UnreadableInput for what is no memory."""
        try:
            due, last = (_moment(plain[name]) for name in ("due", "last"))
            step = plain["step"]
            stability, difficulty = (
                None if plain[name] is None else float(plain[name]) for name in ("stability", "difficulty")
            )
            sane = plain["state"] in (1, 2, 3) and (step is None or step in (0, 1)) and due is not None
            sane = sane and (stability is None) == (difficulty is None) == (last is None)
            sane = sane and (stability is None or 0 < stability < 1e6)
            sane = sane and (difficulty is None or 1 <= difficulty <= 10)
            sane = (
                sane
                and (plain["state"] == 1 or stability is not None)
                and (plain["state"] == 2) == (step is None)
            )
            if sane:
                assert due is not None
                return cls(int(plain["state"]), step, stability, difficulty, due, last)
        except (KeyError, TypeError, ValueError, OverflowError):
            pass
        raise UnreadableInput("bad_memory", "This is not an exercise state that the service gave out.")


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None or not 2000 < moment.year < 3000:
        raise ValueError(text)
    return moment.astimezone(UTC)


def review(memory: Memory | None, score: float, *, right: bool, now: datetime | None = None) -> Memory:
    """The memory after an answer; None is an exercise that was never seen."""
    from fsrs import Card, State

    moment = now or datetime.now(UTC)
    card = Card(card_id=0, due=moment)
    if memory is not None:
        card = Card(
            card_id=0,
            state=State(memory.state),
            step=memory.step,
            stability=memory.stability,
            difficulty=memory.difficulty,
            due=memory.due,
            last_review=min(memory.last, moment) if memory.last else None,  # a clock may have been wrong
        )
    after, _ = _scheduler().review_card(card, _rating(score, right=right), review_datetime=moment)
    return Memory(
        int(after.state), after.step, after.stability, after.difficulty, after.due, after.last_review
    )


def _rating(score: float, *, right: bool) -> Rating:
    from fsrs import Rating

    if not right:
        return Rating.Again
    return Rating.Good if score >= GOOD else Rating.Hard


@lru_cache(1)
def _scheduler() -> Scheduler:
    """Without chance: the same answers give the same days."""
    from fsrs import Scheduler

    return Scheduler(enable_fuzzing=False, maximum_interval=MOST_DAYS)
