"""Back-up and restore: a consistent snapshot of every table in an SQLite file.

A back-up is an SQLite file whatever the database: it can be opened with any SQLite, served as it is, or
restored into PostgreSQL.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from adjudicator.errors import AdjudicatorError, quote
from adjudicator_api.storage.database import Database
from adjudicator_api.storage.errors import told
from adjudicator_api.storage.schema import KEPT, secrets

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from sqlalchemy import Connection

BATCH = 500  # rows


def back_up(source: Database, file: Path) -> int:
    """Writes the current contents to a new file while others go on writing; returns the number of rows."""
    source.check()
    if file.exists():
        raise AdjudicatorError("file_exists", f"{quote(str(file))} already exists; name a new file.")
    unfinished = file.with_name(f"{file.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    try:
        target = Database(f"sqlite:///{unfinished}")
        target.migrate()
        rows = _copy(source, target)
        target.close()  # closing the last connection merges the write-ahead log into the file
        with unfinished.open("rb") as written:
            os.fsync(written.fileno())
        unfinished.replace(file)
    finally:
        for part in unfinished.parent.glob(f"{unfinished.name}*"):
            part.unlink()
    return rows


def restore(file: Path, target: Database) -> int:
    """Fills an empty database from a back-up, also from that of an earlier version."""
    if not file.is_file():
        raise AdjudicatorError("no_such_file", f"There is no file {quote(str(file))}.")
    target.migrate()
    if target.read(_rows):
        raise AdjudicatorError("database_not_empty", "Restore into an empty database: this one has rows.")
    with TemporaryDirectory() as folder:  # the back-up itself stays as it is
        copy = Path(folder) / "back-up.sqlite"
        shutil.copyfile(file, copy)
        source = Database(f"sqlite:///{copy}")
        source.migrate()
        rows = _copy(source, target)
        source.close()
    return rows


def _rows(connection: Connection) -> int:
    counts = [select(func.count()).select_from(table) for table in KEPT]
    return sum(connection.execute(count).scalar_one() for count in counts)


def _copy(source: Database, target: Database) -> int:
    copied = 0
    try:
        with _at_one_moment(source) as reading, target.engine.begin() as writing:
            _take_time(reading)
            _take_time(writing)
            writing.execute(delete(secrets))  # the clients' digests are keyed with the secret of the back-up
            for table in (secrets, *KEPT):
                found = reading.execute(select(table).execution_options(yield_per=BATCH))
                for batch in found.mappings().partitions():
                    writing.execute(insert(table), [dict(row) for row in batch])
                    copied += 0 if table is secrets else len(batch)
    except SQLAlchemyError as error:
        raise told(error) from None
    return copied


def _at_one_moment(source: Database) -> AbstractContextManager[Connection]:
    options = {} if source.sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    return source.engine.connect().execution_options(reading=True, **options)


def _take_time(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        for name in ("statement_timeout", "idle_in_transaction_session_timeout"):
            connection.execute(text(f"SET LOCAL {name} = 0"))
