"""Connections to SQLite and PostgreSQL, and how long each of them may take."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from adjudicator.errors import quote
from adjudicator_api.storage.errors import UNAVAILABLE, StorageUnavailable

if TYPE_CHECKING:
    import sqlite3

    from sqlalchemy import URL, Connection, Engine

CONNECTIONS = 8  # to PostgreSQL, of each process
BUSY_SECONDS = 6.0  # how long a writer of SQLite waits for those of other processes
POSTGRES = {
    "connect_timeout": 2,  # the least that the driver takes
    "keepalives_idle": 5,  # a machine that is gone is noticed within seconds
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 5000,
    "options": (
        "-c statement_timeout=6000 -c lock_timeout=6000 -c idle_in_transaction_session_timeout=10000"
        " -c timezone=UTC"  # as all times are written
    ),
}


def engine_for(url: str) -> Engine:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StorageUnavailable("bad_database_url", "The database URL cannot be read.") from None
    backend = parsed.get_backend_name()
    if backend == "postgresql":
        return _postgres(parsed)
    if backend != "sqlite":
        raise StorageUnavailable(
            "bad_database_url", "The database URL must be sqlite:///… or postgresql://…."
        )
    return _sqlite(parsed)


def _postgres(url: URL) -> Engine:
    arguments: dict[str, Any] = {name: value for name, value in POSTGRES.items() if name not in url.query}
    try:
        return create_engine(
            url.set(drivername="postgresql+psycopg"),
            pool_pre_ping=True,
            pool_size=CONNECTIONS,
            max_overflow=0,  # as many as there are threads that ask
            connect_args=arguments,
        )
    except ImportError:
        raise StorageUnavailable(
            "missing_driver", "PostgreSQL needs psycopg: pip install 'adjudicator[server]'."
        ) from None


def _sqlite(url: URL) -> Engine:
    if url.database and url.database != ":memory:":
        _make_folder(Path(url.database).parent)
    engine = create_engine(
        url,
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
        **({} if url.database in {None, "", ":memory:"} else {"max_overflow": -1}),  # readers never queue
    )
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageUnavailable(
            UNAVAILABLE, f"The folder {quote(str(folder))} cannot be made: {error.strerror}."
        ) from None


def _set_up_sqlite(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # we begin by ourselves
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # what was answered survives a power cut
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    """Writers queue up at the start; a deferred BEGIN would fail half-way when two of them meet."""
    reading = connection.get_execution_options().get("reading")
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
