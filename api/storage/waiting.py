"""Threads that ask the database on behalf of others, who wait in line and never longer than they may.

A driver cannot be told to give up: it may hang in a name lookup, a handshake or a read for as long as the
other side likes. So whoever asks waits here, and leaves when the time is over. With one thread the line is
also the fair queue that SQLite's own lock between writers is not.
"""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError, Future
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")


class Line:
    """First come, first served, by a few threads; these are daemons, so a hung one cannot hold up an exit."""

    def __init__(self, threads: int) -> None:
        self._wanted = threads
        self._threads: list[threading.Thread] = []
        self._starting = threading.Lock()
        self._jobs: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()

    def do(self, job: Callable[[], Result], seconds: float) -> Result:
        """What the job gives or raises; TimeoutError when it takes longer.

        A job that was still waiting then is never begun; one that was under way may yet be done.
        """
        self._start()
        future: Future[Result] = Future()
        self._jobs.put((future, job))
        try:
            return future.result(seconds)
        except CancelledError:
            raise TimeoutError from None
        finally:
            future.cancel()

    def close(self) -> None:
        """Lets what is in line be done, as far as it does not hang."""
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join(1)
        self._threads.clear()

    def _start(self) -> None:
        """Threads begin with the first job: those of a process that forks would not be in its child."""
        with self._starting:
            while len(self._threads) < self._wanted:
                thread = threading.Thread(target=self._work, name="database", daemon=True)
                thread.start()
                self._threads.append(thread)

    def _work(self) -> None:
        while (taken := self._jobs.get()) is not None:
            future, job = taken
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(job())
            except BaseException as error:  # noqa: BLE001 - it belongs to whoever waits
                future.set_exception(error)
            del taken, future, job  # what was asked is not kept until the next question comes
