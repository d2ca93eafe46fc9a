"""One database for everything that is kept: `read` and `write` take a function of a connection.

A write is all or nothing, and on disk when it returns. It may be retried, so the function must only read and
write. Writes that wait for SQLite at the same time share a transaction: the disk is the slowest part of a
write, and one sync serves them all. Every failure is raised as StorageUnavailable, within seconds.
"""

from __future__ import annotations

import shutil
import threading
from functools import partial
from pathlib import Path
from secrets import token_hex
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from adjudicator_api.storage import migrating
from adjudicator_api.storage.engines import CONNECTIONS, engine_for
from adjudicator_api.storage.errors import (
    BUSY,
    FULL,
    PASSING,
    READ_ONLY,
    UNAVAILABLE,
    UNWRITABLE,
    StorageUnavailable,
    told,
    unavailable,
)
from adjudicator_api.storage.locking import WriterLock
from adjudicator_api.storage.waiting import InPlace, JobQueue, one_by_one, outcome_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection

    from adjudicator_api.storage.waiting import Outcome

    Work = Callable[[Connection], Any]

Result = TypeVar("Result")

ANSWER_SECONDS = 8.0  # the longest wait for the database; more than a busy machine needs
HANGS = 2  # queries in a row without an answer: a single one may just be slow
TRIES = 5  # of a write that conflicts with another
TOGETHER = 32  # writes in one transaction of SQLite
AGAIN = frozenset(("40001", "40P01"))  # PostgreSQL: serialization failure, deadlock
MIN_FREE = 8 << 20  # bytes; SQLite needs room for its log
PROBE = 128 << 10  # bytes that must be writable again before a disk no longer counts as full


class Database:
    def __init__(self, url: str, *, in_place: bool = False) -> None:
        """`in_place`: without threads, for SQLite in a browser."""
        self.engine = engine_for(url, in_place=in_place)
        self.sqlite = self.engine.dialect.name == "sqlite"
        self._turns = WriterLock(None if in_place or not self.sqlite else self.engine.url.database)
        self._line = InPlace() if in_place else self._new_line()
        self._asking = threading.Lock()
        self._ask_again = 0.0  # when to ask a hanging database again; 0: it does not hang
        self._unanswered = 0  # queries in a row that were not answered in time
        self._unwritable = False  # by the last write
        self._wanting = False  # the tables still have to be migrated

    def _new_line(self) -> JobQueue:
        if self.sqlite:
            return JobQueue(1, TOGETHER, self._write_together, self._turns)
        return JobQueue(CONNECTIONS)

    def read(self, work: Callable[[Connection], Result]) -> Result:
        if self.sqlite:  # readers wait for nobody
            return self._reading(work)
        found: Result = self._in_line(partial(self._answered, partial(self._reading, work)))
        return found

    def write(self, work: Callable[[Connection], Result]) -> Result:
        """Retried when it conflicts with another write: the function may be called several times."""
        whole = not self.sqlite or isinstance(self._line, InPlace)
        job = partial(self._answered, partial(self._writing, work)) if whole else work
        found: Result = self._in_line(job)
        return found

    def check(self) -> None:
        """Raises StorageUnavailable unless the database answers, has our tables and can be written to."""
        if self._wanting:
            self.migrate()
        migrating.check(self.read(migrating.version_of))
        if self._unwritable:
            self.write(_needs_room)
        file = self.engine.url.database
        if self.sqlite and file and shutil.disk_usage(Path(file).parent).free < MIN_FREE:
            raise unavailable(FULL)

    def migrate(self) -> None:
        """Brings the tables up to date; several processes may try at the same time."""
        migrating.migrate(self.engine)
        self._wanting = False

    def prepare(self) -> None:
        """Like `migrate`, but an unreachable database is migrated later; until then `check` says so.

        So a worker that is restarted during an outage stays up.
        """
        self._wanting = True
        try:
            self.migrate()
        except StorageUnavailable as error:
            if error.code not in PASSING:
                raise

    def close(self) -> None:
        self._line.close()
        self.engine.dispose()
        self._turns.close()

    def _in_line(self, job: Callable[..., Any]) -> Any:
        self._ask_if_it_answers()
        try:
            return self._line.do(job, ANSWER_SECONDS)
        except TimeoutError:
            if self.sqlite:
                raise unavailable(BUSY, f"waited {ANSWER_SECONDS} s for other writers") from None
            self._unanswered += 1
            if self._unanswered >= HANGS:
                self._ask_again = monotonic() + ANSWER_SECONDS
            raise unavailable(UNAVAILABLE, f"no answer within {ANSWER_SECONDS} s") from None

    def _ask_if_it_answers(self) -> None:
        """While the database hangs, one caller at a time waits for it; the others are refused at once."""
        with self._asking:
            if self._ask_again and monotonic() < self._ask_again:
                raise unavailable(UNAVAILABLE, "no answer a moment ago")
            if self._ask_again:
                self._ask_again = monotonic() + ANSWER_SECONDS

    def _answered(self, job: Callable[[], Result]) -> Result:
        """Called even if the caller has given up: the database is back."""
        result = job()
        self._unanswered, self._ask_again = 0, 0.0
        return result

    def _reading(self, work: Callable[[Connection], Result]) -> Result:
        try:
            with self.engine.connect().execution_options(reading=True) as connection:
                return work(connection)
        except SQLAlchemyError as error:
            raise told(error) from None

    def _write_together(self, works: Sequence[Work]) -> list[Outcome]:
        """In one transaction; if that fails, each in its own."""
        if len(works) > 1:
            try:
                with self.engine.begin() as connection:
                    outcomes = [_tried(connection, work) for work in works]
            except (_HalfDoneError, SQLAlchemyError):
                pass  # and nothing of it is written
            else:
                self._unwritable = False
                return outcomes
        return one_by_one([partial(self._writing, work) for work in works])

    def _writing(self, work: Callable[[Connection], Result]) -> Result:
        for _ in range(TRIES):
            try:
                with self.engine.begin() as connection:
                    result = work(connection)
            except IntegrityError as error:
                met: SQLAlchemyError = error
            except SQLAlchemyError as error:
                if getattr(getattr(error, "orig", None), "sqlstate", None) not in AGAIN:
                    failed = told(error)
                    self._unwritable = failed.code in UNWRITABLE
                    if failed.code == READ_ONLY:
                        self.engine.dispose()  # a connection that was opened for reading stays so
                    raise failed from None
                met = error
            else:
                self._unwritable = False
                return result
        raise unavailable(BUSY, told(met).cause)


class _HalfDoneError(Exception):
    """A write in a batch failed after it had already written something."""


def _tried(connection: Connection, work: Work) -> Outcome:
    """One write of a batch. A failure before it has written anything does not affect the others."""
    raw: Any = connection.connection.driver_connection
    before = raw.total_changes
    outcome = outcome_of(partial(work, connection))
    if isinstance(outcome.error, SQLAlchemyError) or (outcome.error and raw.total_changes != before):
        raise _HalfDoneError
    return outcome


def _needs_room(connection: Connection) -> None:
    connection.execute(text("CREATE TABLE room (filler TEXT)"))
    connection.execute(text("INSERT INTO room VALUES (:filler)"), {"filler": token_hex(PROBE)})
    connection.execute(text("DROP TABLE room"))
