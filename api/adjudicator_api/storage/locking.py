"""Writers of SQLite in several processes take turns.

SQLite's own lock remains the one that counts. But a writer that finds it taken polls with growing pauses, and
goes on sleeping after it is free. A lock on a file beside the database wakes the next writer at once.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType

if sys.platform != "win32":
    import fcntl


class WriterLock:
    """Entered by one thread of a process at a time. Without a file, or on Windows, it never blocks."""

    def __init__(self, database: str | None) -> None:
        with_file = sys.platform != "win32" and database and database != ":memory:"
        self._name = f"{database}-turns" if with_file else None
        self._file: int | None = None

    def __enter__(self) -> None:
        if sys.platform != "win32" and (file := self._opened()) is not None:
            with suppress(OSError):  # a file system without such locks
                fcntl.flock(file, fcntl.LOCK_EX)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if sys.platform != "win32" and self._file is not None:
            with suppress(OSError):
                fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _opened(self) -> int | None:
        """Opened with the first write; if the folder is not writable, the database reports that."""
        if self._file is None and self._name is not None:
            with suppress(OSError):
                self._file = os.open(self._name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        return self._file
