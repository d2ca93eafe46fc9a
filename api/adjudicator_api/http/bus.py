"""Wakes streams. The bus says that something happened, never what: the state itself is in the database."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from flask import current_app, request

from adjudicator_api.http.environ import STREAM

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from concurrent.futures import Executor

    from flask import Response

Result = TypeVar("Result")

POLLING = b": This server keeps no streams open. Ask again after the time to retry.\n\n"


class Bus:
    """One per process. Without a loop, under other servers and in tests, there are no streams to wake."""

    def __init__(self) -> None:
        self.polled = False  # whether no loop will come, so that followers ask again and again
        self._loop: asyncio.AbstractEventLoop | None = None
        self._streams: dict[str, set[Stream]] = {}  # by topic; changed on the loop's thread only

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def close(self) -> None:
        """Called on the loop's thread when the service stops: every stream wakes and ends."""
        self._loop = None
        self._wake_all()

    @property
    def is_open(self) -> bool:
        return self._loop is not None

    def __len__(self) -> int:
        return sum(map(len, self._streams.values()))

    def topics(self) -> list[str]:
        """The topics that streams of this process wait for; other processes are asked about them."""
        return list(self._streams)

    def wake(self, topic: str) -> None:
        """From any thread, after the commit: wakes the followers of this topic."""
        self._on_loop(self._wake, topic)

    def wake_all(self) -> None:
        """When messages between processes may have been missed."""
        self._on_loop(self._wake_all)

    def follow(self, stream: Stream) -> None:
        self._streams.setdefault(stream.topic, set()).add(stream)

    def leave(self, stream: Stream) -> None:
        others = self._streams[stream.topic]
        others.discard(stream)
        if not others:
            del self._streams[stream.topic]

    def _on_loop(self, function: Callable[..., None], *arguments: Any) -> None:
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # it has just ended with the service: nobody is left to wake
                loop.call_soon_threadsafe(function, *arguments)

    def _wake(self, topic: str) -> None:
        for stream in self._streams.get(topic, ()):
            stream.woke.set()

    def _wake_all(self) -> None:
        for topic in self._streams:
            self._wake(topic)


class Stream:
    """An open connection that follows a topic, for the generator that feeds it."""

    def __init__(self, bus: Bus, pool: Executor | None, topic: str) -> None:
        self._bus, self._pool, self.topic = bus, pool, topic
        self.woke = asyncio.Event()
        self.woke.set()  # something may have happened since the first answer

    @property
    def ending(self) -> bool:
        """Whether the service is stopping, so that the generator has to end."""
        return not self._bus.is_open

    async def woken(self, seconds: float) -> bool:
        """Waits until the topic is woken (True) or the time is over (False); the first call returns at once.

        Read the state either way: waking is only a hint, and hints may be lost.
        """
        try:
            async with asyncio.timeout(seconds):
                await self.woke.wait()
        except TimeoutError:
            return False
        self.woke.clear()
        return True

    async def in_pool(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Runs blocking work, such as a query, in a thread; there is no request context."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, function, *arguments)


def bus() -> Bus:
    found: Bus = current_app.extensions["bus"]
    return found


def streamed(response: Response, topic: str, events: Callable[[Stream], AsyncIterator[bytes]]) -> Response:
    """Under the gate the answer goes on with what `events(stream)` yields. Under another server it ends here
    and says so in a comment, which clients skip; they ask again after the time to retry.
    """
    request.environ[STREAM] = (topic, events)
    if bus().polled:
        response.data += POLLING
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"  # nginx then forwards every event at once
    return response
