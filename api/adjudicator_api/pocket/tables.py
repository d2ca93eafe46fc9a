"""Tables on the device: followers are told by messages, and bots and clocks move one step at a time.

A page's worker calls both. It answers requests between two steps and while a bot thinks, because bots think
in a separate worker (thinking.py), which reports their choice.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, TypeVar

from adjudicator.errors import AdjudicatorError
from adjudicator_api.http.bus import Stream
from adjudicator_api.http.problems import Refused
from adjudicator_api.storage.errors import StorageUnavailable
from adjudicator_api.storage.uptimes import BEAT

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from flask import Flask

    from adjudicator_api.games.bots.driver import Driver, Steps
    from adjudicator_api.games.playing.tables import Tables
    from adjudicator_api.games.upkeep.housekeeping import Minder
    from adjudicator_api.http.bus import Bus

    Events = Callable[[Stream], AsyncGenerator[bytes, None]]

Result = TypeVar("Result")

AGAIN_SECONDS = 1.0  # after a failure


class StreamInPlace(Stream):
    """Queries the database at once, on the only thread."""

    def __init__(self, bus: Bus, topic: str) -> None:
        super().__init__(bus, None, topic)

    async def in_pool(self, function: Callable[..., Result], *arguments: Any) -> Result:
        return function(*arguments)


async def follow(bus: Bus, topic: str, events: Events, send: Callable[[str], None]) -> None:
    """Sends what a server's stream would, until it ends or is cancelled."""
    bus.open(asyncio.get_running_loop())
    stream = StreamInPlace(bus, topic)
    bus.follow(stream)
    told = events(stream)
    try:
        async for event in told:
            send(event.decode())
    finally:
        bus.leave(stream)
        await told.aclose()


class Turns:
    """Moves bots and clocks at tables that are being followed, one thing at a time."""

    def __init__(self, app: Flask) -> None:
        self._bus: Bus = app.extensions["bus"]
        self._driver: Driver = app.extensions["driver"]
        self._minder: Minder = app.extensions["minder"]
        self._tables: Tables = app.extensions["tables"]
        self._steps: Steps | None = None

    def next(self) -> tuple[str | None, float | None]:
        """What a bot has to think about, if anything, and for how many seconds there is nothing else to do.

        None means until something happens. An earlier question without an answer is dropped.
        """
        self._steps = None
        waits: list[float] = []
        for id_ in self._bus.topics():
            try:
                row = self._tables.find(id_).row
            except Refused:  # the game was cancelled
                continue
            if row.clock is not None and row.status == "playing":
                self._minder.mind()  # clocks run only while the device is in use
                waits.append(BEAT.total_seconds())
            if row.due_at is None:
                continue
            wait = (row.due_at - self._tables.now()).total_seconds()
            if wait <= 0:
                self._steps = self._driver.steps_at(id_)
                return self._go_on(None)
            waits.append(wait)
        return None, min(waits, default=None)

    def decide(self, choice: str | None) -> tuple[str | None, float | None]:
        """Continues with a bot's choice; None if it failed to choose."""
        return self._go_on(None if choice is None else json.loads(choice))

    def _go_on(self, choice: dict[str, Any] | None) -> tuple[str | None, float | None]:
        if self._steps is None:
            return None, 0.0
        try:
            question = self._steps.send(choice)
        except StopIteration:
            return None, 0.0
        except (Refused, AdjudicatorError, StorageUnavailable):
            return None, AGAIN_SECONDS
        return json.dumps(question.arguments), None
