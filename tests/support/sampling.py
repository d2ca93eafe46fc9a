"""A sample in every run, everything in the nightly run."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Any
from zlib import crc32

import pytest
from hypothesis import settings

# One day for all workers of a run, which may go on past midnight; a day that found a fault can be repeated.
DAY = date.fromisoformat(os.environ.setdefault("ADJUDICATOR_TEST_DAY", date.today().isoformat()))  # noqa: DTZ011


# Whether nightly cases, half of all, are collected; the conftest switches them off in a run without them.
collected = True


def at_night(case: Any) -> list[Any]:
    """The case in `make nightly`; nothing in a run without nightly cases, which then need not collect it."""
    return [_marked(case, pytest.mark.nightly)] if collected else []


def _marked(case: Any, mark: pytest.MarkDecorator) -> Any:
    values, id_, marks = (case.values, case.id, case.marks) if hasattr(case, "marks") else ((case,), None, ())
    return pytest.param(*values, id=id_, marks=[*marks, mark])


def by_day(number: int, cases: Iterable[Any]) -> list[Any]:
    """One case in so many per run, different ones each day and at least one; the rest in `make nightly`."""
    return _unless_today(number, cases, at_night)


def slow_unless_today(number: int, cases: Iterable[Any]) -> list[Any]:
    """One case in so many in `make test`, different ones each day; the rest in `make test-slow`, so that CI
    runs all of them.
    """
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


RULE_IN_NAME = re.compile("test_[A-Z]_")


def in_turn(days: int) -> Callable[[Any], Any]:
    """For a long comparison of random cases, and in `make test-slow` for a long walk through pages and attacks.

    By day it runs on one day in so many, each test on its own day; always in `make nightly`. What guards a rule
    runs every day, so that no fault in it lives for a day.
    """

    def on_its_day(test: Any) -> Any:
        rules = [mark for mark in getattr(test, "pytestmark", []) if mark.name == "rule"]
        guards = bool(rules or RULE_IN_NAME.match(test.__name__))
        assert not guards, f"{test.__name__} guards a rule: run it daily"
        day = crc32(f"{test.__module__}.{test.__name__}".encode()) % days
        return test if day == DAY.toordinal() % days else pytest.mark.nightly(test)

    return on_its_day


def part_of_today(number: int, cases: Sequence[Any]) -> Sequence[Any]:
    """One in so many, different ones each day, for a test whose full version is another, nightly test."""
    return cases[DAY.toordinal() % number :: number]


def one_in(number: int, cases: Iterable[Any]) -> list[Any]:
    """The first of so many in every run, all of them in `make nightly`."""
    return [one for place, case in enumerate(cases) for one in (at_night(case) if place % number else [case])]


def more_at_night(some: int, all_: int) -> list[Any]:
    """A number of cases: some in every run, all of them in `make nightly`."""
    return [some, *at_night(all_)]


def examples(by_day: int, at_night: int) -> int:
    """The number of cases that Hypothesis generates where each takes long."""
    return by_day if settings().max_examples < settings.get_profile("nightly").max_examples else at_night


NIGHTS = 4  # for the hundreds of games between bots with every variant
BLOCK = 30  # cases; what varies with every second, third or fifth case also varies within one night


def tonight(cases: Sequence[Any], nights: int) -> Sequence[Any]:
    """For tests that would take too long in one night: a different part every night, all of them within this
    many nights.

    With ADJUDICATOR_TEST_WHOLE=1, all of them at once.
    """
    if os.environ.get("ADJUDICATOR_TEST_WHOLE") == "1":
        return cases
    night = DAY.toordinal() % nights
    return [case for place, case in enumerate(cases) if place // BLOCK % nights == night]
