"""A sample in every run, everything at night."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

import pytest


def one_in(number: int, cases: Iterable[Any]) -> list[Any]:
    """The first of so many in every run, all of them in `make nightly`."""
    return [
        pytest.param(case, marks=pytest.mark.nightly if place % number else ())
        for place, case in enumerate(cases)
    ]


def more_at_night(some: int, all_: int) -> list[Any]:
    """How many to look at: some in every run, all of them in `make nightly`."""
    return [some, pytest.param(all_, marks=pytest.mark.nightly)]


def tonight(cases: Sequence[Any], nights: int) -> Sequence[Any]:
    """For what would take too long in one night: another part every night, all of them in so many."""
    return cases[date.today().toordinal() % nights :: nights]  # noqa: DTZ011 - whichever day it is here
