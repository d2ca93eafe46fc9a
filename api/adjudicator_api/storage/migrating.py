"""The tables grow by migrations; which version a database has, and whether this program knows it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text
from sqlalchemy.exc import SQLAlchemyError

from adjudicator_api.storage.engines import shown_url
from adjudicator_api.storage.errors import READ_ONLY, UNAVAILABLE, StorageUnavailable, told

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection, Engine

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 0x41444A  # any number, as long as all processes take the same
PATIENCE_MS = 600_000  # another process may have much to migrate
VERSION = "SELECT version_num FROM alembic_version"


def migrate(engine: Engine) -> None:
    """Brings the tables up to date; several processes may try at the same time."""
    try:
        with engine.connect() as connection:
            _be_patient(connection)
            with connection.begin():  # SQLite: BEGIN IMMEDIATE, so one at a time
                if connection.dialect.name == "postgresql":
                    connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
                found = version_of(connection) if inspect(connection).has_table("alembic_version") else None
                _refuse_newer(found)
                if found != head():
                    _upgrade(connection)
            connection.invalidate()  # its patience goes with it
    except SQLAlchemyError as error:
        failed = told(error)
        said = f"The database {shown_url(engine.url)} cannot be opened: {failed.cause}."
        if engine.dialect.name == "sqlite" and failed.code in {READ_ONLY, UNAVAILABLE}:
            said += " The service has to be able to write this file and its folder."
        raise StorageUnavailable(failed.code, said, failed.cause) from None


def version_of(connection: Connection) -> str | None:
    found: str | None = connection.execute(text(VERSION)).scalar_one_or_none()
    return found


def check(version: str | None) -> None:
    """Raises StorageUnavailable when a database is not of the version that this program writes."""
    _refuse_newer(version)
    if version != head():
        raise StorageUnavailable("database_outdated", f"The database is at version {version}, not {head()}.")


def head() -> str:
    """The version that this program writes."""
    return _versions()[0]


def _refuse_newer(version: str | None) -> None:
    if version is not None and version not in _versions():
        raise StorageUnavailable(
            "database_newer",
            f"The database is of version {version} and this program knows those up to {head()}: a newer "
            "Adjudicator wrote it. Start that one, or restore the back-up made before it was installed.",
        )


def _be_patient(connection: Connection) -> None:
    driver = connection.connection.cursor()
    if connection.dialect.name == "sqlite":
        driver.execute(f"PRAGMA busy_timeout = {PATIENCE_MS}")
    else:
        driver.execute("SET statement_timeout = 0")
        driver.execute("SET lock_timeout = 0")
        connection.connection.commit()
    driver.close()


@lru_cache(1)
def _versions() -> tuple[str, ...]:
    """All known migrations, the newest first: each is called after its file, so few starts need Alembic."""
    files = (MIGRATIONS / "versions").glob("v*.py")
    return tuple(sorted((file.stem[1:].partition("_")[0] for file in files), reverse=True))


def _upgrade(connection: Connection) -> None:
    from alembic import command

    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def alembic_config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
