"""Storage of cached answers. Losing them costs time only, so storage errors are never raised.

requests-cache's own SQLite storage waits for ever for a file that has become read-only or was deleted under
it, and reads pickles; this one gives up, and reads JSON.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from requests_cache.backends.base import BaseStorage
from requests_cache.models.response import CachedResponse

from adjudicator.reference.connections import Connection

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")
log = logging.getLogger("adjudicator.reference")

MEMORY = ":memory:"
MOST_ON_DISK, MOST_IN_MEMORY = 20_000, 1_000  # answers, of some kilobytes each
BUSY_TIMEOUT = 2.0  # seconds to wait for another process that writes
REST = 30.0  # seconds before a storage that failed is tried again
_CREATE = "CREATE TABLE IF NOT EXISTS answer (key TEXT PRIMARY KEY, value TEXT NOT NULL)"


class SqliteStore(BaseStorage[str, Any]):
    """A table of answers by key; the oldest go when there are too many. A damaged file is moved aside."""

    def __init__(self, path: str) -> None:
        super().__init__(serializer="json")
        self._path = path
        self._limit = MOST_IN_MEMORY if path == MEMORY else MOST_ON_DISK
        self._lock = threading.RLock()
        self._open: tuple[int, sqlite3.Connection] | None = None

    def __getitem__(self, key: str) -> Any:
        rows = self._run("SELECT value FROM answer WHERE key = ?", key)
        if not rows:
            raise KeyError(key)
        try:
            return self.deserialize(key, rows[0][0])
        except Exception as error:  # a garbled row is no row, and may fail in any way
            raise KeyError(key) from error

    def __setitem__(self, key: str, value: Any) -> None:
        with self._lock:
            self._run("INSERT OR REPLACE INTO answer (key, value) VALUES (?, ?)", key, self.serialize(value))
            self._run("DELETE FROM answer WHERE rowid <= last_insert_rowid() - ?", self._limit)

    def __delitem__(self, key: str) -> None:
        self._run("DELETE FROM answer WHERE key = ?", key)

    def __iter__(self) -> Iterator[str]:
        return iter([key for (key,) in self._run("SELECT key FROM answer")])

    def __len__(self) -> int:
        return int(self._run("SELECT count(*) FROM answer")[0][0])

    def close(self) -> None:
        with self._lock:
            if self._open is not None and self._open[0] == os.getpid():
                self._open[1].close()
            self._open = None

    def _run(self, sql: str, *values: str | int) -> list[tuple[Any, ...]]:
        with self._lock:
            try:
                return self._connection().execute(sql, values).fetchall()
            except sqlite3.OperationalError:  # locked, read-only, deleted: the file itself may be sound
                self.close()
                raise
            except sqlite3.DatabaseError as error:
                self.close()
                self._move_aside(error)
                return self._connection().execute(sql, values).fetchall()

    def _connection(self) -> sqlite3.Connection:
        """Opened when first needed, and again after a fork."""
        if self._open is None or self._open[0] != os.getpid():
            if self._path != MEMORY:
                Path(self._path).parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(
                self._path,
                timeout=BUSY_TIMEOUT,
                isolation_level=None,
                check_same_thread=False,
                factory=Connection,
            )
            self._open = (os.getpid(), connection)
            connection.execute("PRAGMA synchronous = OFF")  # a file lost in a power cut is rebuilt
            connection.execute(_CREATE)
        return self._open[1]

    def _move_aside(self, error: Exception) -> None:
        aside = f"{self._path}.corrupt"
        log.warning("The cache %s is damaged (%s): moved to %s, and begun anew.", self._path, error, aside)
        Path(self._path).replace(aside)
        Path(f"{self._path}-journal").unlink(missing_ok=True)


class GuardedStore(BaseStorage[str, Any]):
    """A storage that falls back to memory while the other one fails."""

    def __init__(
        self,
        inner: BaseStorage[str, Any],
        name: str,
        rest: float = REST,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(serializer="json")
        self._inner = inner
        self._spare = SqliteStore(MEMORY)
        self._name = name
        self._rest = rest
        self._clock = clock
        self._resume_at = 0.0
        self._told: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        kept = self._try(lambda store: store[key])
        if not _is_sound(kept):
            raise KeyError(key)
        return kept

    def __setitem__(self, key: str, value: Any) -> None:
        self._try(lambda store: store.__setitem__(key, value))

    def __delitem__(self, key: str) -> None:
        self._try(lambda store: store.__delitem__(key))

    def __iter__(self) -> Iterator[str]:
        return iter(self._try(list))

    def __len__(self) -> int:
        return self._try(len)

    def close(self) -> None:
        self._inner.close()  # type: ignore[no-untyped-call]
        self._spare.close()

    def _try(self, action: Callable[[BaseStorage[str, Any]], T]) -> T:
        if self._clock() >= self._resume_at:
            try:
                return action(self._inner)
            except KeyError:
                raise
            except Exception as error:  # noqa: BLE001 - SQLite, Redis, files: each fails in its own words
                self._resume_at = self._clock() + self._rest
                self._tell(type(error).__name__, str(error))
        return action(self._spare)

    def _tell(self, kind: str, why: str) -> None:
        """Logs each kind of error once: a cache that stays down should not fill the log."""
        if kind not in self._told:
            self._told.add(kind)
            log.warning("The cache %s cannot be used (%s); going on without it.", self._name, why or kind)


def _is_sound(kept: object) -> bool:
    """A storage that others can write to may hold anything."""
    if not isinstance(kept, CachedResponse) or kept.status_code not in {200, 404}:
        return False
    try:
        return isinstance(json.loads(kept.content), dict)
    except (ValueError, TypeError, RecursionError):
        return False
