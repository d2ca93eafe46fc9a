"""Databases as an earlier version of the service has left them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command

from adjudicator_api.storage import Storage, migrating

EARLIER = "0016"  # of the database


def as_of_an_earlier_version(file: Path, older: Path) -> None:
    """The same rows in the tables of that version, without what came later."""
    storage = Storage(f"sqlite:///{older}")
    with storage.database.engine.begin() as connection:
        config = migrating.alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, EARLIER)
    storage.close()
    with closing(sqlite3.connect(older)) as database:
        database.execute("ATTACH ? AS now", (str(file),))
        tables = database.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in tables:
            if table != "alembic_version":
                then, now = (
                    [row[1] for row in database.execute(f"PRAGMA {schema}.table_info({table})")]
                    for schema in ("main", "now")
                )
                names = ", ".join(name for name in then if name in now)
                database.execute(f"REPLACE INTO main.{table} ({names}) SELECT {names} FROM now.{table}")
        database.commit()


def version_of(file: Path) -> str:
    with closing(sqlite3.connect(file)) as database:
        found: str = database.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        return found
