"""Deadlines of the product that are long enough for any machine, and waiting for events.

A test of a deadline sets its own short one; no other test may reach a deadline.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

PATIENCE = 300.0  # seconds until a test gives up waiting; reached only if something is broken
DEADLINES = (
    "adjudicator_api.storage.database.ANSWER_SECONDS",
    "adjudicator_api.storage.engines.BUSY_SECONDS",
    "adjudicator_api.jobs.pool.SECONDS",
    "adjudicator_api.jobs.pool.PATIENCE",
    "adjudicator_api.games.bots.driver.THINK_SECONDS",
    "adjudicator_api.routes.games.viewing.HINT_SECONDS",
    "adjudicator_api.routes.judge.BATCH_SECONDS",
    "adjudicator_api.routes.prints.SECONDS",
    "adjudicator_api.routes.records.SECONDS",
    "adjudicator_api.routes.structures.SECONDS",
    "adjudicator_api.routes.trials.SECONDS",
)
# The same for a process of its own, through its settings.
SETTINGS = dict.fromkeys(("ADJUDICATOR_ANSWER_SECONDS", "ADJUDICATOR_BODY_SECONDS"), f"{PATIENCE:.0f}")


@contextmanager
def without_deadlines() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name in DEADLINES:
            patch.setattr(name, PATIENCE)
        yield


def wait_until(condition: Callable[[], object]) -> None:
    """Returns as soon as the condition holds."""
    late = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < late, "it did not happen"
        time.sleep(0.005)
