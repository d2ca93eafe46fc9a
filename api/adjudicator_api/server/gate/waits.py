"""What a request waits for on the loop's thread: its body, until a deadline, and its turn.

Deadlines share one timer, since a timer per body costs more than reading it. The loop handles what is ready
in order of arrival, so without turns a request that comes after five hundred requests of one client would
wait until all of those are answered or refused.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable

Result = TypeVar("Result")

STEPS = 8  # per deadline
OF_ONE = 8  # requests of a client in a round: some milliseconds


class Deadline:
    """A time limit for each of many waits on one loop; the oldest ends first. A task has one wait at a time.

    Time is counted in steps; each starts when the previous one is over. A loop that stands still, because the
    machine or the interpreter is busy, takes a single step meanwhile, so what it could not read is not late.
    `asyncio.timeout` would count that time, and needs a timer for each wait.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self._loop, self._step = loop, seconds / STEPS
        self._steps = 0
        self._ends: dict[asyncio.Task[Any], int] = {}  # last step of each waiting task, in order
        self._timer: asyncio.TimerHandle | None = None

    async def within(self, coming: Awaitable[Result]) -> Result:
        """Awaits it; raises TimeoutError when its time is over."""
        task = asyncio.current_task()
        assert task is not None
        asked_before = task.cancelling()
        begun = self._timer is not None  # the step under way, which does not count
        self._ends[task] = self._steps + STEPS + begun
        if not begun:
            self._timer = self._loop.call_later(self._step, self._look)
        try:
            return await coming
        except asyncio.CancelledError:
            if task in self._ends or task.cancelling() > asked_before + 1:  # not by us, or not by us alone
                raise
            raise TimeoutError from None
        finally:
            if self._ends.pop(task, None) is None:
                task.uncancel()  # takes our own cancellation back

    def _look(self) -> None:
        """Ends a step: cancels tasks that are late, and starts the next step while any task waits."""
        self._steps += 1
        for task, end in list(self._ends.items()):
            if end > self._steps:
                break
            del self._ends[task]
            task.cancel()
        self._timer = self._loop.call_later(self._step, self._look) if self._ends else None


class Rounds:
    """Each round of the loop starts a limited number of requests per client. The next round starts when the
    loop has handled everything that was ready.
    """

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
