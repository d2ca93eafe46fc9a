"""Connections to SQLite and PostgreSQL, with their time limits."""

from __future__ import annotations

from functools import partial
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
    "keepalives_idle": 5,  # a dead machine is noticed within seconds
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 5000,
    "options": (
        "-c statement_timeout=6000 -c lock_timeout=6000 -c idle_in_transaction_session_timeout=10000"
        " -c timezone=UTC"  # all times are stored in UTC
    ),
}


def file_of(url: str | URL) -> Path | None:
    """The file of an SQLite database; None for one that is elsewhere or in memory."""
    parsed = _parsed(url)
    if parsed.get_backend_name() != "sqlite" or parsed.database in {None, "", ":memory:"}:
        return None
    return Path(str(parsed.database)).absolute()


def shown_url(url: str | URL) -> str:
    """Where a database is, without its password; a file by its whole path."""
    file = file_of(url)
    return str(file) if file is not None else _parsed(url).render_as_string(hide_password=True)


def _parsed(url: str | URL) -> URL:
    try:
        return make_url(url)
    except ArgumentError:
        raise StorageUnavailable("bad_database_url", "The database URL cannot be read.") from None


def engine_for(url: str, *, in_place: bool = False) -> Engine:
    parsed = _parsed(url)
    backend = parsed.get_backend_name()
    if backend == "postgresql":
        return _postgres(parsed)
    if backend != "sqlite":
        raise StorageUnavailable(
            "bad_database_url", "The database URL must be sqlite:///… or postgresql://…."
        )
    return _sqlite(parsed, in_place=in_place)


def _postgres(url: URL) -> Engine:
    arguments: dict[str, Any] = {name: value for name, value in POSTGRES.items() if name not in url.query}
    try:
        return create_engine(
            url.set(drivername="postgresql+psycopg"),
            pool_pre_ping=True,
            pool_size=CONNECTIONS,
            max_overflow=0,  # one per querying thread
            connect_args=arguments,
        )
    except ImportError:
        raise StorageUnavailable(
            "missing_driver", "PostgreSQL needs psycopg: pip install 'adjudicator[server]'."
        ) from None


def _sqlite(url: URL, *, in_place: bool) -> Engine:
    if url.database and url.database != ":memory:":
        _make_folder(Path(url.database).parent)
    engine = create_engine(
        url,
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
        **({} if url.database in {None, "", ":memory:"} else {"max_overflow": -1}),  # readers never queue
    )
    event.listen(engine, "connect", partial(_set_up_sqlite, journal="DELETE" if in_place else "WAL"))
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageUnavailable(
            UNAVAILABLE, f"The folder {quote(str(folder))} cannot be made: {error.strerror}."
        ) from None


def _set_up_sqlite(connection: sqlite3.Connection, _: object, *, journal: str) -> None:
    """With DELETE, as in a browser, everything is in the one file after each write.

    A page copies that file, and another page may replace it under an open connection: SQLite then sees by the
    counter in its header that what it has read is old. WebAssembly also leaks the index of a WAL.
    """
    connection.isolation_level = None  # transactions are begun explicitly
    connection.execute(f"PRAGMA journal_mode = {journal}")
    connection.execute("PRAGMA synchronous = FULL")  # what was answered survives a power cut
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    """Writers queue at the start; with a deferred BEGIN one of two writers would fail half-way."""
    reading = connection.get_execution_options().get("reading")
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
