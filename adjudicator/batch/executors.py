"""Who does the work: this process, all cores of this machine, or a Dask cluster.

All of them are executors of `concurrent.futures`; `ordered` is all that anybody needs to use one. Nothing
else in the code knows which it is.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from multiprocessing import connection
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from adjudicator import extras
from adjudicator.errors import AdjudicatorError, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 16  # pieces that are out at once, so that nobody waits and memory stays bounded
TRIES = 5  # how often one piece of work may be there when a process dies
CONNECT = 10  # seconds to reach a scheduler


@dataclass(frozen=True, slots=True)
class Workforce:
    executor: Executor | None  # None: this process
    ahead: int = AHEAD


ALONE = Workforce(None)


@contextmanager
def workforce(workers: int | None = None, cluster: str | None = None) -> Iterator[Workforce]:
    """So many processes, or all cores; with the address of a scheduler, its cluster."""
    if cluster is not None:
        with _dask(cluster) as force:
            yield force
        return
    number = workers or cores()
    if number == 1:
        yield ALONE
        return
    pool = Cores(number)
    try:
        yield Workforce(pool, max(AHEAD, 2 * number))
    except BaseException:  # nobody waits for the rest: Ctrl+C, or an error
        pool.kill()
        raise
    pool.shutdown()


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def ordered(
    executor: Executor | None, work: Callable[[T], R], pieces: Iterable[T], ahead: int = AHEAD
) -> Iterator[R]:
    """The result of every piece, in order; at most `ahead` pieces are in progress at once."""
    if executor is None:
        yield from map(work, pieces)
        return
    out: deque[Future[R]] = deque()
    try:
        for piece in pieces:
            out.append(executor.submit(work, piece))
            if len(out) >= ahead:
                yield out.popleft().result()
        while out:
            yield out.popleft().result()
    finally:
        for future in out:
            future.cancel()


# --- the cores of this machine ------------------------------------------------------------------------------


class Task(NamedTuple):
    promise: Future[Any]
    work: Callable[[], Any]
    tries: int


def _begin_work() -> None:
    """Ctrl+C reaches every process of the terminal; only the coordinator reacts, and ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def end_with_parent(first: Callable[[], None] | None = None) -> None:
    """Starts a thread that ends this process when its parent is gone, however that ended.

    Its sentinel is a pipe that the parent holds open; waiting for it works with every way of starting.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        connection.wait([parent.sentinel])
        if first is not None:
            first()
        os._exit(1)

    Thread(target=watch, name="parent", daemon=True).start()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Delays Ctrl+C while processes start, and hides it from those that start, also before `_begin_work`."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Cores(Executor):
    """Processes of this machine. When one dies, killed or out of memory, others take over."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._lock = Lock()
        self._pool = self._fresh()
        self._watched: tuple[ProcessPoolExecutor, int] = (self._pool, 0)  # so many of its processes
        self._watchers: list[Thread] = []
        self._closed = False

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        promise: Future[R] = Future()
        self._hand_out(Task(promise, partial(fn, *args, **kwargs), TRIES))
        return promise

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._lock:
            self._closed = True
        self._pool.shutdown(wait, cancel_futures=cancel_futures)
        if wait:
            self._join_watchers()

    def kill(self) -> None:
        """Ends the processes at once, whatever they are doing."""
        with self._lock:
            self._closed = True
            pool = self._pool
        processes, results = _processes(pool), pool._result_queue  # noqa: SLF001 - see `_end_with_the_first`
        manager: Any = pool._executor_manager_thread  # noqa: SLF001
        pool.shutdown(wait=False, cancel_futures=True)
        _kill(processes, results)
        if manager is not None:
            manager.join()
        self._join_watchers()

    def _join_watchers(self) -> None:
        """One that held the last of a pool would be cut off in the middle of clearing its semaphores away."""
        with self._lock:
            watchers, self._watchers = self._watchers, []
        for watcher in watchers:
            watcher.join()

    def _fresh(self) -> ProcessPoolExecutor:
        # The fork server has no threads; forking this process could copy a held lock.
        methods = multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        return ProcessPoolExecutor(self._workers, mp_context=context, initializer=_begin_work)

    def _hand_out(self, task: Task) -> None:
        while True:
            pool = self._pool
            try:
                with _uninterrupted():
                    future = pool.submit(task.work)
            except RuntimeError:  # it is broken, or has been shut down
                if not self._replace(pool):
                    task.promise.cancel()
                    return
            else:
                self._watch(pool)
                future.add_done_callback(partial(self._done, task, pool))
                return

    def _watch(self, pool: ProcessPoolExecutor) -> None:
        """Watches what the pool has started since: it starts processes as work comes."""
        with self._lock:
            watched, number = self._watched
            processes = _processes(pool)
            later = processes[number if watched is pool else 0 :]
            if not later:
                return
            self._watched = (pool, len(processes))
            watcher = Thread(target=_end_with_the_first, args=(pool, later), daemon=True)
            self._watchers.append(watcher)
            watcher.start()

    def _done(self, task: Task, pool: ProcessPoolExecutor, future: Future[Any]) -> None:
        error = None if future.cancelled() else future.exception()
        if isinstance(error, BrokenProcessPool):
            again = task.tries > 1 and not task.promise.cancelled()
            if again and self._replace(pool):
                self._hand_out(task._replace(tries=task.tries - 1))
                return
            message = f"Processes died {TRIES} times on the same piece of work."
            error = AdjudicatorError("workers_died", message)
        if future.cancelled():
            task.promise.cancel()
        if not task.promise.set_running_or_notify_cancel():
            return  # nobody waits for it
        if error is None:
            task.promise.set_result(future.result())
        else:
            task.promise.set_exception(error)

    def _replace(self, pool: ProcessPoolExecutor) -> bool:
        """A pool in which a process died takes no more work. Whether there is another one."""
        with self._lock:
            if self._closed:
                return False
            if self._pool is pool:
                self._pool = self._fresh()
            return True


def _end_with_the_first(pool: ProcessPoolExecutor, processes: list[Any]) -> None:
    """Ends a pool as soon as one of these processes of it dies.

    A process that is killed while it hands in an answer leaves half of it in the pipe. The pool would wait
    for the rest for ever, and the others for the lock that the dead one held (seen with CPython 3.11): it
    notices deaths only between answers. Hence its private parts.
    """
    results = pool._result_queue  # noqa: SLF001 - see above
    connection.wait([process.sentinel for process in processes])
    if not pool._shutdown_thread:  # noqa: SLF001 - else it was wanted
        _kill(_processes(pool), results)


def _processes(pool: ProcessPoolExecutor) -> list[Any]:
    return list((pool._processes or {}).values())  # noqa: SLF001


def _kill(processes: list[Any], results: Any) -> None:
    """With nobody left who writes, the pipe of the results ends."""
    for process in processes:
        process.kill()
    results._writer.close()  # noqa: SLF001


# --- a cluster ----------------------------------------------------------------------------------------------


@contextmanager
def _dask(address: str) -> Iterator[Workforce]:
    """A running cluster of dask.distributed; a piece whose worker died is done again by another."""
    with extras.told():
        from distributed import Client
    try:
        client = Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError, MemoryError) as error:  # another service's first bytes are read as a length
        raise AdjudicatorError(
            "cluster_unreachable",
            f"No Dask scheduler answers at {quote(address)} ({type(error).__name__}). "
            "Start one with `dask scheduler`; its address looks like tcp://127.0.0.1:8786.",
            input=address[:200],
        ) from None
    with client:
        _check_workers(client, address)
        threads = sum(client.nthreads().values())
        yield Workforce(client.get_executor(retries=TRIES), max(AHEAD, 2 * threads))


def _check_workers(client: Any, address: str) -> None:
    """Workers with another version could rule otherwise: the answer must not depend on who gave it."""
    mine = installed()
    others = client.run(installed)
    if not others:
        raise AdjudicatorError(
            "cluster_empty",
            f"The scheduler at {quote(address)} has no workers. Start some with `dask worker {address}`.",
        )
    differing = sorted({str(found) for found in others.values() if found != mine})
    if differing:
        raise AdjudicatorError(
            "cluster_differs",
            f"Workers of {quote(address)} have Adjudicator {', '.join(differing)}; here it is {mine}.",
        )


def installed() -> str:
    return version("adjudicator")
