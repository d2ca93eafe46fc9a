"""Connections to SQLite that close themselves."""

from __future__ import annotations

import sqlite3
from contextlib import suppress


class Connection(sqlite3.Connection):
    """Closed with the thread or process that uses it: since Python 3.13 one left open gives a warning."""

    def __del__(self) -> None:
        with suppress(sqlite3.ProgrammingError):  # it could not be opened
            self.close()
