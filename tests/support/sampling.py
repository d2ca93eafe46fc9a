"""A sample in every run, everything at night."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Any
from zlib import crc32

import pytest
from hypothesis import settings

# One day for all workers of a run, which may go on past midnight; a day that found something can be run again.
DAY = date.fromisoformat(os.environ.setdefault("ADJUDICATOR_TEST_DAY", date.today().isoformat()))  # noqa: DTZ011


collected = True  # cases of the night; the conftest says no in a run that leaves them out: half of all cases


def at_night(case: Any) -> list[Any]:
    """That case in `make nightly`; none in a run without nightly ones, which need not even collect it."""
    return [_marked(case, pytest.mark.nightly)] if collected else []


def _marked(case: Any, mark: pytest.MarkDecorator) -> Any:
    values, id_, marks = (case.values, case.id, case.marks) if hasattr(case, "marks") else ((case,), None, ())
    return pytest.param(*values, id=id_, marks=[*marks, mark])


def by_day(number: int, cases: Iterable[Any]) -> list[Any]:
    """Every so-many-th in every run, others each day and at least one; the rest of them in `make nightly`."""
    return _unless_today(number, cases, at_night)


def slow_unless_today(number: int, cases: Iterable[Any]) -> list[Any]:
    """Every so-many-th in `make test`, others each day; the rest in `make test-slow`, so that CI runs all of them."""
    return _unless_today(number, cases, lambda case: [_marked(case, pytest.mark.slow)])


def _unless_today(number: int, cases: Iterable[Any], otherwise: Callable[[Any], list[Any]]) -> list[Any]:
    each = list(cases)
    number = min(number, len(each))
    today = DAY.toordinal() % number
    return [
        one
        for place, case in enumerate(each)
        for one in ([case] if place % number == today else otherwise(case))
    ]


def in_turn(days: int) -> Callable[[Any], Any]:
    """For one long test: by day on one day of so many, another one each day; always in `make nightly`."""

    def on_its_day(test: Any) -> Any:
        day = crc32(f"{test.__module__}.{test.__name__}".encode()) % days
        return test if day == DAY.toordinal() % days else pytest.mark.nightly(test)

    return on_its_day


def part_of_today(number: int, cases: Sequence[Any]) -> Sequence[Any]:
    """Every so-many-th, others each day: for a test whose whole is another test, at night."""
    return cases[DAY.toordinal() % number :: number]


def one_in(number: int, cases: Iterable[Any]) -> list[Any]:
    """The first of so many in every run, all of them in `make nightly`."""
    return [one for place, case in enumerate(cases) for one in (at_night(case) if place % number else [case])]


def more_at_night(some: int, all_: int) -> list[Any]:
    """How many to look at: some in every run, all of them in `make nightly`."""
    return [some, *at_night(all_)]


def examples(by_day: int, at_night: int) -> int:
    """How many cases Hypothesis makes up where each takes long."""
    return by_day if settings().max_examples < settings.get_profile("nightly").max_examples else at_night


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
