"""Threads that query the database for callers, who queue and never wait longer than their limit.

A driver cannot be told to give up: it may hang in a name lookup, a handshake or a read indefinitely. So
callers wait here and leave when their time is over. With one thread this is also a fair queue, which SQLite's
own lock between writers is not.
"""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError, Future
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from adjudicator import prose

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    Job = Callable[..., Any]
    Waiting = tuple[Future[Any], Job]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a job returned or raised."""

    result: Any = None
    error: BaseException | None = None


def outcome_of(job: Job) -> Outcome:
    try:
        return Outcome(job())
    except BaseException as error:  # noqa: BLE001 - it is raised in the waiting caller
        return Outcome(error=error)


def _spoken_as_here(job: Job) -> Job:
    """The job in the language of its caller, which a thread of its own does not know."""
    language = prose.spoken()

    def spoken(*arguments: Any) -> Any:
        with prose.speaking(language):
            return job(*arguments)

    return spoken if language != prose.ENGLISH else job


def one_by_one(jobs: Sequence[Job]) -> list[Outcome]:
    return [outcome_of(job) for job in jobs]


class JobQueue:
    """First come, first served, by a few threads; these are daemons, so a hung one cannot delay an exit.

    Up to `most` waiting jobs are done `together` when it is our `turn`; jobs that arrive while we wait for it
    are included.
    """

    def __init__(
        self,
        threads: int,
        most: int = 1,
        together: Callable[[Sequence[Job]], list[Outcome]] = one_by_one,
        turn: AbstractContextManager[None] | None = None,
    ) -> None:
        self._wanted, self._most, self._together = threads, most, together
        self._turn = turn or nullcontext()
        self._threads: list[threading.Thread] = []
        self._starting = threading.Lock()
        self._jobs: SimpleQueue[Waiting | None] = SimpleQueue()

    def do(self, job: Job, seconds: float) -> Any:
        """What the job returns or raises; TimeoutError when it takes longer.

        A job still queued then never starts; one that has started may still complete.
        """
        self._start()
        future: Future[Any] = Future()
        self._jobs.put((future, _spoken_as_here(job)))
        try:
            return future.result(seconds)
        except CancelledError:
            raise TimeoutError from None
        finally:
            future.cancel()

    def close(self) -> None:
        """Lets queued jobs finish, unless they hang."""
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join(1)
        self._threads.clear()

    def _start(self) -> None:
        """Threads start with the first job, because a forked child would not inherit them."""
        with self._starting:
            while len(self._threads) < self._wanted:
                thread = threading.Thread(target=self._work, name="database", daemon=True)
                thread.start()
                self._threads.append(thread)

    def _work(self) -> None:
        while (first := self._jobs.get()) is not None:
            with self._turn:
                taken, goes_on = self._with_others(first)
                outcomes = self._carried_out([job for _, job in taken])
            for (future, _), outcome in zip(taken, outcomes, strict=True):
                if outcome.error is None:
                    future.set_result(outcome.result)
                else:
                    future.set_exception(outcome.error)
            del first, taken, outcomes  # do not keep them alive until the next job
            if not goes_on:
                return

    def _with_others(self, first: Waiting) -> tuple[list[Waiting], bool]:
        """The job and those queued behind it, except cancelled ones; and whether the queue goes on."""
        taken = [first]
        goes_on = True
        with suppress(Empty):
            while goes_on and len(taken) < self._most:
                following = self._jobs.get_nowait()
                if following is None:
                    goes_on = False
                else:
                    taken.append(following)
        return [asked for asked in taken if asked[0].set_running_or_notify_cancel()], goes_on

    def _carried_out(self, jobs: Sequence[Job]) -> list[Outcome]:
        try:
            return self._together(jobs) if jobs else []
        except BaseException as error:  # noqa: BLE001 - as above
            return [Outcome(error=error)] * len(jobs)


class InPlace(JobQueue):
    """The queue where there are no threads, as in a browser: each job runs at once, in the caller."""

    def __init__(self) -> None:
        super().__init__(0)

    def do(self, job: Job, seconds: float) -> Any:  # noqa: ARG002 - nothing else could delay it
        return job()
