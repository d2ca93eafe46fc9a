"""Databases for tests: SQLite always, PostgreSQL when ADJUDICATOR_TEST_POSTGRES has its URL, a new one for
every test.
"""

from __future__ import annotations

import os
import socket
import threading
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, make_url, text

from tests.support import slowness

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

POSTGRES = os.environ.get("ADJUDICATOR_TEST_POSTGRES", "")
needs_postgres = pytest.mark.skipif(
    not POSTGRES, reason="no PostgreSQL: set ADJUDICATOR_TEST_POSTGRES to its URL"
)
BACKENDS = ["sqlite", pytest.param("postgresql", marks=[pytest.mark.slow, needs_postgres])]


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """The URL of an empty database, which is deleted afterwards."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/rulings.sqlite"
        return
    slowness.starts("a database on a server")
    name = f"test_{uuid4().hex}"  # not from `secrets`, which some tests replace
    server = create_engine(POSTGRES, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    try:
        yield make_url(POSTGRES).set(database=name).render_as_string(hide_password=False)
    finally:
        with server.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        server.dispose()


class Freezer:
    """A proxy to a server that lets nothing through while it is `frozen`, like a server that hangs."""

    def __init__(self, port: int) -> None:
        self.thawed = threading.Event()
        self.thawed.set()
        self._target = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                ours, _ = self._listening.accept()
                theirs = socket.create_connection(("127.0.0.1", self._target))
                for one, other in ((ours, theirs), (theirs, ours)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError), closing(one), closing(other):
            while got := one.recv(65536):
                self.thawed.wait()
                other.sendall(got)

    def close(self) -> None:
        self.thawed.set()
        self._listening.close()
