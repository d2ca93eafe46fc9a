"""A sample in every run, everything at night."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

import pytest

# One day for all workers of a run, which may go on past midnight; a day that found something can be run again.
DAY = date.fromisoformat(os.environ.setdefault("ADJUDICATOR_TEST_DAY", date.today().isoformat()))  # noqa: DTZ011


def by_day(number: int, cases: Iterable[Any]) -> list[Any]:
    """Every so-many-th in every run, others each day and at least one; the rest of them in `make nightly`."""
    each = [case if hasattr(case, "marks") else pytest.param(case) for case in cases]
    number = min(number, len(each))
    return [
        case
        if place % number == DAY.toordinal() % number
        else pytest.param(*case.values, id=case.id, marks=[*case.marks, pytest.mark.nightly])
        for place, case in enumerate(each)
    ]


def part_of_today(number: int, cases: Sequence[Any]) -> Sequence[Any]:
    """Every so-many-th, others each day: for a test whose whole is another test, at night."""
    return cases[DAY.toordinal() % number :: number]


def one_in(number: int, cases: Iterable[Any]) -> list[Any]:
    """The first of so many in every run, all of them in `make nightly`."""
    return [
        pytest.param(case, marks=pytest.mark.nightly if place % number else ())
        for place, case in enumerate(cases)
    ]


def more_at_night(some: int, all_: int) -> list[Any]:
    """How many to look at: some in every run, all of them in `make nightly`."""
    return [some, pytest.param(all_, marks=pytest.mark.nightly)]


NIGHTS = 4  # for the hundreds of games of bots of every way to play
BLOCK = 30  # cases: what goes by the second, third or fifth of them goes so within a night too


def tonight(cases: Sequence[Any], nights: int) -> Sequence[Any]:
    """For what would take too long in one night: another part every night, all of them in so many.

    With ADJUDICATOR_TEST_WHOLE=1, all of them at once.
    """
    if os.environ.get("ADJUDICATOR_TEST_WHOLE") == "1":
        return cases
    night = DAY.toordinal() % nights
    return [case for place, case in enumerate(cases) if place // BLOCK % nights == night]
