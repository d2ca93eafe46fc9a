"""One timer for many waits: a timer per body costs more than reading it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable

Result = TypeVar("Result")

STEPS = 8  # per deadline


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
