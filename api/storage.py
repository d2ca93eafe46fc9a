"""Where rulings are kept: SQLite by default, PostgreSQL by URL; SQLAlchemy Core, tables made by Alembic."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    DateTime,
    LargeBinary,
    MetaData,
    String,
    Table,
    create_engine,
    event,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from adjudicator.errors import AdjudicatorError, quote

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from sqlalchemy import Connection, Engine

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_SECONDS = 10  # how long a writer waits for the others
MIGRATION_LOCK = 0x41444A  # any number, as long as all workers take the same

metadata = MetaData()
challenges = Table(
    "challenges",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created_at", DateTime(timezone=True), nullable=False),
    Column("sealed", Boolean, nullable=False),
    Column("judged", String(16), nullable=False),  # the judge's ruling
    Column("answer", JSON, nullable=False),  # as it stands now, agreement included
    Column("key_digest", LargeBinary, nullable=False),  # of the settlement key
    Column("settled_at", DateTime(timezone=True)),
    Column("agreed_by", JSON),
)


class StorageUnavailable(AdjudicatorError):  # noqa: N818
    """A database that cannot be opened or made ready."""


@dataclass(frozen=True, slots=True)
class StoredChallenge:
    id: str
    created_at: datetime
    sealed: bool
    judged: str
    answer: dict[str, Any]
    key_digest: bytes
    settled_at: datetime | None = None
    agreed_by: list[str] | None = None


class Storage:
    def __init__(self, url: str) -> None:
        self.engine = _engine(url)

    def add_challenge(self, challenge: StoredChallenge) -> None:
        """Returns once it is on disk: a ruling that was given is never lost."""
        with self.engine.begin() as connection:
            connection.execute(insert(challenges).values(**_row(challenge)))

    def challenge(self, id_: str) -> StoredChallenge | None:
        with self.reading() as connection:
            row = connection.execute(select(challenges).where(challenges.c.id == id_)).one_or_none()
        return None if row is None else StoredChallenge(**{**row._mapping, **_in_utc(row._mapping)})  # noqa: SLF001

    def settle_challenge(self, id_: str, answer: dict[str, Any], agreed_by: list[str]) -> bool:
        """Once only: False when somebody else has settled it before."""
        settled = (
            update(challenges)
            .where(challenges.c.id == id_, challenges.c.settled_at.is_(None))
            .values(answer=answer, agreed_by=agreed_by, settled_at=datetime.now(UTC))
        )
        with self.engine.begin() as connection:
            return connection.execute(settled).rowcount == 1

    def check(self) -> None:
        """Raises StorageUnavailable unless the database answers and has our tables."""
        try:
            with self.reading() as connection:
                found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
        except SQLAlchemyError as error:
            raise StorageUnavailable(
                "database_unavailable", f"The database does not answer: {type(error).__name__}."
            ) from None
        if found != head():
            raise StorageUnavailable(
                "database_outdated", f"The database is at version {found}, not {head()}."
            )

    def migrate(self) -> None:
        """Brings the tables up to date; several processes may try at the same time."""
        from alembic import command

        try:
            with self.engine.begin() as connection:  # SQLite: BEGIN IMMEDIATE, so one at a time
                if connection.dialect.name == "postgresql":
                    connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
                config = _alembic()
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
        except SQLAlchemyError as error:
            raise StorageUnavailable(
                "database_unavailable", f"The database cannot be opened: {error.__cause__ or error}."
            ) from None

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self.engine.connect().execution_options(reading=True) as connection:
            yield connection

    def close(self) -> None:
        self.engine.dispose()


def _row(challenge: StoredChallenge) -> dict[str, Any]:
    return {name: getattr(challenge, name) for name in StoredChallenge.__slots__}


def _in_utc(row: Any) -> dict[str, datetime]:
    """SQLite forgets the time zone; everything is written in UTC."""
    times = {name: row[name] for name in ("created_at", "settled_at") if row[name] is not None}
    return {name: time if time.tzinfo else time.replace(tzinfo=UTC) for name, time in times.items()}


# --- engines ----------------------------------------------------------------------------------------------


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StorageUnavailable("bad_database_url", "The database URL cannot be read.") from None
    backend = parsed.get_backend_name()
    if backend == "postgresql":
        return create_engine(parsed.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
    if backend != "sqlite":
        raise StorageUnavailable(
            "bad_database_url", "The database URL must be sqlite:///… or postgresql://…."
        )
    if parsed.database and parsed.database != ":memory:":
        _make_folder(Path(parsed.database).parent)
    engine = create_engine(parsed, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False})
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageUnavailable(
            "database_unavailable", f"The folder {quote(str(folder))} cannot be made: {error.strerror}."
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


# --- migrations -------------------------------------------------------------------------------------------


def _alembic() -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def head() -> str:
    """The version that this program writes."""
    from alembic.script import ScriptDirectory

    found = ScriptDirectory.from_config(_alembic()).get_current_head()
    assert found is not None
    return found
