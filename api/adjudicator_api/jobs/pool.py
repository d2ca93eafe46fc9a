"""Long work in a few processes that can be killed: batches, drawings, hints, bots, analyses.

    from adjudicator_api.jobs.pool import work
    drawing = work().run(draw_here, smiles, seconds=5)

The function is sent by name, so it must belong to a module, preferably one that imports little besides the
judge and the games: a new process should start quickly. Arguments and result are pickled. The function speaks
the caller's language.
It is called from a thread that may wait, such as those of the pool, never in place (see `server.gate`).
`run` raises what the function raises, and otherwise Refused with 503:

- `busy`, at once if the queue is full, or when its turn has not come in time (see `shares`: clients take
  turns, so that none waits because of another's requests);
- `took_too_long` past its seconds; the process is killed and a new one takes its place;
- `client_gone` when the client has disconnected; the process is killed likewise.

The processes start when first needed, run at lower priority than the processes that answer questions, and end
with the process that started them, however that ends.
"""

from __future__ import annotations

import multiprocessing
import sys
import threading
import time
from contextlib import contextmanager
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

from flask import current_app, has_request_context, request

from adjudicator import prose
from adjudicator_api.config import Config
from adjudicator_api.http.addresses import client_of
from adjudicator_api.http.environ import WORKED
from adjudicator_api.http.problems import Refused, busy
from adjudicator_api.http.terms import client_gone
from adjudicator_api.jobs.process import serve_work
from adjudicator_api.jobs.shares import Shares

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Result = TypeVar("Result")

SECONDS = 10.0  # the default limit of a job
PATIENCE = 10.0  # seconds to wait for a turn
PROCESS_CLOCK = 2  # Linux: the processor time of a whole process, see clock_getcpuclockid(3)
STEP = 0.1  # how often to check whether the client is still there
# Imported once, by the server process that forks the others.
IMPORTED = [
    "adjudicator_api.jobs.process",
    "adjudicator_api.jobs.verdicts",
    "adjudicator_api.jobs.drawings",
    "adjudicator.chem.drawing.process",
]


class JobTurn:
    """The turn of one job."""

    def __init__(self) -> None:
        self.decided = threading.Event()
        self.granted = False


class Work:
    def __init__(self, processes: int, waiting: int, leisure: float = 1.0, *, behind: bool = False) -> None:
        """`leisure` is how many times longer than usual everything may take, for slow machines.

        `behind`: its processes get out of the way of all others. `background` is for what nobody waits for
        at a table: analyses, trials, large batches, prints. It has processes of its own, so that hints,
        drawings and previews begin at once, whatever is analysed.
        """
        self.background = self
        self._behind = behind
        self.leisure = leisure
        self._shares: Shares[JobTurn] = Shares(processes, waiting)
        self._lock = threading.Lock()
        self._idle: list[_Process] = []  # append and pop are atomic
        self._closed = False

    def run(
        self,
        function: Callable[..., Result],
        *arguments: Any,
        seconds: float | None = None,
        client: str | None = None,
    ) -> Result:
        """The result, computed in another process; see above for what it raises.

        `client` is whose turn it takes; by default the client of the request.
        """
        gone = client_gone if has_request_context() else _never
        client = asking() if client is None else client
        self._wait_for_turn(client, gone)
        try:
            usual = SECONDS if seconds is None else seconds
            return self._ask(function, arguments, usual * self.leisure, gone)
        finally:
            with self._lock:
                self._shares.leave(client)
                self._begin()

    @property
    def under_way(self) -> int:
        """Jobs running or waiting."""
        return self._shares.admitted

    def close(self) -> None:
        if self.background is not self:
            self.background.close()
        self._closed = True
        while self._idle:
            self._idle.pop().end()

    def _wait_for_turn(self, client: str, gone: Callable[[], bool]) -> None:
        turn = JobTurn()
        with self._lock:
            if self._closed:
                raise _too_much()
            pushed_out = self._shares.enter(client, turn)
            if pushed_out is not None:
                pushed_out.decided.set()
            self._begin()
        late = time.monotonic() + PATIENCE * self.leisure
        while not turn.decided.wait(STEP):
            left, over = gone(), time.monotonic() > late
            if left or over:
                with self._lock:
                    if not self._shares.withdraw(client, turn):
                        continue  # decided just now
                raise _nobody_waits() if left else _too_much()
        if not turn.granted:
            raise _too_much()

    def _begin(self) -> None:
        """Under the lock: starts the jobs that may start."""
        while (turn := self._shares.next()) is not None:
            turn.granted = True
            turn.decided.set()

    def _ask(
        self,
        function: Callable[..., Result],
        arguments: tuple[Any, ...],
        seconds: float,
        gone: Callable[[], bool],
    ) -> Result:
        process = self._take()
        before = process.processor_time()
        try:
            good, result, worked = process.ask((prose.spoken(), function, arguments), seconds, gone)
        except BaseException:
            _pay(process.processor_time() - before)
            process.end()
            raise
        _pay(worked)
        if self._closed:
            process.end()
        else:
            self._idle.append(process)
        if good:
            found: Result = result
            return found
        raise result

    def _take(self) -> _Process:
        while self._idle:
            process = self._idle.pop()
            if process.alive:
                return process
            process.end()
        return _Process(behind=self._behind)


class WorkInPlace(Work):
    """Where there are no processes, as in a browser: the caller does the work, however long it takes."""

    def __init__(self) -> None:
        super().__init__(1, 0, inf)

    def run(
        self,
        function: Callable[..., Result],
        *arguments: Any,
        seconds: float | None = None,  # noqa: ARG002 - it cannot be ended
        client: str | None = None,  # noqa: ARG002 - there is only one
    ) -> Result:
        return function(*arguments)


def work_for(config: Config, processes: int) -> Work:
    """A longer time limit for answers extends the limit of their work by the same factor."""
    if config.in_place:
        return WorkInPlace()
    leisure = config.answer_seconds / Config().answer_seconds
    made = Work(processes, config.work_waiting, leisure)
    # Whoever waits for it holds a thread, of which one client has half: its other requests need some as well.
    waiting = max(0, min(config.work_waiting, config.threads // 4 - config.background_processes))
    made.background = Work(config.background_processes, waiting, leisure, behind=True)
    return made


class _Process:
    """Used by one thread at a time; dead after any fault."""

    def __init__(self, *, behind: bool = False) -> None:
        context = _context()
        self._ours, theirs = context.Pipe()
        self._process = context.Process(
            target=serve_work, args=(theirs,), kwargs={"behind": behind}, name="work", daemon=True
        )
        self._process.start()
        theirs.close()
        try:
            self._ours.recv()  # the process is ready; start-up is not charged to the caller
        except EOFError:
            raise _ended() from None

    @property
    def alive(self) -> bool:
        return bool(self._process.is_alive())

    def processor_time(self) -> float:
        """In seconds, if the system tells it for another process, as Linux does."""
        if sys.platform != "linux" or self._process.pid is None:
            return 0.0
        try:
            return time.clock_gettime(~self._process.pid << 3 | PROCESS_CLOCK)
        except OSError:  # it has ended
            return 0.0

    def ask(self, question: Any, seconds: float, gone: Callable[[], bool]) -> tuple[bool, Any, float]:
        late = time.monotonic() + seconds
        try:
            self._ours.send(question)
            while not self._ours.poll(min(STEP, max(0.0, late - time.monotonic()))):
                if gone():
                    raise _nobody_waits()
                if time.monotonic() >= late:
                    raise too_long()
            answer: tuple[bool, Any, float] = self._ours.recv()
        except (EOFError, OSError):
            raise _ended() from None
        return answer

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._ours.close()


def work() -> Work:
    found: Work = current_app.extensions["work"]
    return found


def background() -> Work:
    """For long work that nobody waits for at a table: see `Work`."""
    return work().background


def asking() -> str:
    """The client whose turn a job takes: the address that the request comes from."""
    return client_of(request.remote_addr or "") if has_request_context() else ""


def _pay(seconds: float) -> None:
    """Charged to the client that asked, see `server.limiter`."""
    if has_request_context() and seconds > 0:
        request.environ[WORKED] = request.environ.get(WORKED, 0.0) + seconds


def too_long() -> Refused:
    return Refused(503, "took_too_long", "That is more work than one request may ask for.")


def _too_much() -> Refused:
    return busy("those who do the longer work")


def _never() -> bool:
    return False


def _ended() -> Refused:
    return Refused(503, "work_failed", "The process that did the work has ended.", retry_after=1)


def _nobody_waits() -> Refused:
    return Refused(503, "client_gone", "The client has disconnected.")


def _context() -> Any:
    """Forking from a server process without threads is quick and safe; elsewhere, interpreters start."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(IMPORTED)
    return context


# --- one piece of long work for each client ---------------------------------------------------------------

_served_now: set[str] = set()
_serving = threading.Lock()


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Raises Refused with 429 while other such work is under way for the same client."""
    client = client_of(request.remote_addr or "")
    with _serving:
        if client in _served_now:
            raise Refused(
                429, "one_at_a_time", "Something is being made for you already; ask when it is done.",
                retry_after=2,
            )  # fmt: skip
        _served_now.add(client)
    try:
        yield
    finally:
        with _serving:
            _served_now.discard(client)
