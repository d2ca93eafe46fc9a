"""Missed exercises come back soon, known ones later; the same answers give the same days."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from adjudicator.errors import UnreadableInput
from adjudicator.exercises.scheduling import Memory, review

NOON = datetime(2026, 11, 17, 12, tzinfo=UTC)


def test_a_missed_exercise_comes_back_within_minutes_and_a_known_one_after_days() -> None:
    missed = review(None, 0, right=False, now=NOON)
    assert timedelta(0) < missed.due - NOON <= timedelta(minutes=10)
    known = review(None, 1, right=True, now=NOON)
    days = []
    for _ in range(4):
        known = review(known, 1, right=True, now=known.due)
        assert known.last is not None
        days.append((known.due - known.last).days)
    assert days == sorted(days)
    assert days[0] >= 1
    assert days[-1] > 10
    forgotten = review(known, 0, right=False, now=known.due)
    assert forgotten.last is not None
    assert forgotten.due - forgotten.last <= timedelta(minutes=10)


def test_a_memory_survives_the_way_to_the_device_and_back() -> None:
    memory = review(None, 0.5, right=True, now=NOON)
    assert Memory.from_json(memory.to_json()) == memory
    assert review(memory, 1, right=True, now=NOON) == review(memory, 1, right=True, now=NOON)


def test_what_is_no_memory_is_refused() -> None:
    good = review(None, 1, right=True, now=NOON).to_json()
    for change in (
        {"state": 7}, {"state": "x"}, {"step": 99}, {"stability": -1.0}, {"stability": float("nan")}, {"difficulty": 99.0},
        {"due": "tomorrow"}, {"due": None}, {"due": "2026-11-17"}, {"last": "0001-01-01T00:00:00+00:00"}, {"last": None}, {"state": 2},
    ):  # fmt: skip
        with pytest.raises(UnreadableInput) as raised:
            Memory.from_json({**good, **change})
        assert raised.value.code == "bad_memory"
    with pytest.raises(UnreadableInput):
        Memory.from_json({})
