"""One timer over all that is awaited: a timer for each body costs more than to read it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable

Result = TypeVar("Result")


class Deadline:
    """So many seconds for each of many waits, on one loop; who began first is over first. A task has one
    wait at a time.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self._loop, self._seconds = loop, seconds
        self._ends: dict[asyncio.Task[Any], float] = {}  # of those who wait, in order
        self._timer: asyncio.TimerHandle | None = None

    async def within(self, coming: Awaitable[Result]) -> Result:
        """What comes; raises TimeoutError when its time is over."""
        task = asyncio.current_task()
        assert task is not None
        asked_before = task.cancelling()
        self._ends[task] = self._loop.time() + self._seconds
        if self._timer is None:
            self._timer = self._loop.call_later(self._seconds, self._look)
        try:
            return await coming
        except asyncio.CancelledError:
            if task in self._ends or task.cancelling() > asked_before + 1:  # not by us, or not by us alone
                raise
            raise TimeoutError from None
        finally:
            if self._ends.pop(task, None) is None:
                task.uncancel()  # ours, whatever came of it

    def _look(self) -> None:
        """Ends whoever is late, and looks again when the next one may be."""
        self._timer, now = None, self._loop.time()
        for task, end in list(self._ends.items()):
            if end > now:
                self._timer = self._loop.call_at(end, self._look)
                break
            del self._ends[task]
            task.cancel()
