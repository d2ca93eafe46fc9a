"""Rounds of the loop: each round starts a limited number of requests per client.

The loop handles what is ready in order of arrival. Without rounds, a request that comes after five hundred
requests of one client would wait until all of those are answered or refused.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio

OF_ONE = 8  # requests of a client in a round: some milliseconds


class Rounds:
    """On the loop's thread. The next round starts when the loop has handled everything that was ready."""

    def __init__(self, loop: asyncio.AbstractEventLoop, of_one: int = OF_ONE) -> None:
        self._loop, self._of_one = loop, of_one
        self._begun: Counter[str] = Counter()  # in this round
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}  # of waiting requests, by client
        self._goes_on = False

    def turn(self, client: str) -> asyncio.Future[None] | None:
        """None if the client's request may start now; otherwise what it has to await."""
        if not self._goes_on:
            self._goes_on = True
            self._loop.call_soon(self._next)
        if client not in self._lines and self._begun[client] < self._of_one:
            self._begun[client] += 1
            return None
        turn: asyncio.Future[None] = self._loop.create_future()
        self._lines.setdefault(client, deque()).append(turn)
        return turn

    def _next(self) -> None:
        self._begun.clear()
        for client, line in list(self._lines.items()):
            if not line:  # kept until now: when its last turn came, that request had not started yet
                del self._lines[client]
            while line and self._begun[client] < self._of_one:
                turn = line.popleft()
                if not turn.done():  # otherwise it was cancelled
                    turn.set_result(None)
                    self._begun[client] += 1
        self._goes_on = bool(self._lines or self._begun)
        if self._goes_on:
            self._loop.call_soon(self._next)
