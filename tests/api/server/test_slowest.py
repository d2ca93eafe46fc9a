"""No single request takes long: hostile requests of every kind, measured in CPU time, which load hardly changes."""

from __future__ import annotations

import pytest

from benchmarks.slowest import slowest

MOST = 0.1  # seconds of CPU


def test_hostile_requests_of_every_kind_are_answered() -> None:
    assert len(slowest(tries=1)) == 9


@pytest.mark.nightly
def test_no_single_request_takes_more_than_a_tenth_of_a_second() -> None:
    found = slowest()
    assert {kind: asked for kind, (took, asked) in found.items() if took > MOST} == {}
