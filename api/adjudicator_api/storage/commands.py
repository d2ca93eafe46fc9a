"""Commands for operators of the database: `challenges prune`, `backup` and `restore`."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.errors import AdjudicatorError
from adjudicator_api.config import Config

if TYPE_CHECKING:
    from adjudicator_api.storage import Storage

database_option = click.option(
    "--database-url", help="The database of the service; by default the same as for `adjudicator serve`."
)


@click.group()
def challenges() -> None:
    """Manage the rulings stored by the service.

    \b
      adjudicator challenges prune
      adjudicator challenges prune --retention-days 90
    """


@challenges.command()
@database_option
@click.option(
    "--retention-days", type=click.IntRange(1, 36500), help="How many days rulings can be read.  [400]"
)
def prune(database_url: str | None, retention_days: int | None) -> None:
    """Empty expired rulings, and delete those that are twice as old.

    Safe while the service runs. Once a day is enough.
    """
    with closing(open_storage(database_url, retention_days)) as storage:
        storage.check()
        emptied, forgotten = storage.challenges.prune()
    click.echo(f"Emptied {emptied}, forgot {forgotten}.")


FILE = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


@click.command()
@FILE
@database_option
def backup(file: Path, database_url: str | None) -> None:
    """Write a snapshot of all stored data to a new FILE.

    Safe while the service runs. FILE is an SQLite database, whatever the service uses.

    \b
      adjudicator backup 2026-11-15.sqlite
      adjudicator backup copy.sqlite --database-url postgresql://…
    """
    from adjudicator_api.storage.copying import back_up

    with closing(open_storage(database_url)) as storage:
        rows = back_up(storage.database, file)
    click.echo(f"{file}: {_counted(rows)}.")


@click.command()
@FILE
@database_option
def restore(file: Path, database_url: str | None) -> None:
    """Fill an empty database from a backup, also from one of an earlier version.

    \b
      adjudicator restore 2026-11-15.sqlite
      adjudicator restore copy.sqlite --database-url postgresql://…
    """
    from adjudicator_api.storage.copying import restore

    with closing(open_storage(database_url, new=True)) as storage:
        rows = restore(file, storage.database)
    click.echo(f"Restored {_counted(rows)}.")


def _counted(rows: int) -> str:
    return f"{rows} row" if rows == 1 else f"{rows} rows"


def open_storage(
    database_url: str | None, retention_days: int | None = None, *, new: bool = False
) -> Storage:
    """The chosen database, named on standard error: one in the wrong place looks like an empty one.

    It must exist unless `new` is set.
    """
    from adjudicator_api.storage import Storage
    from adjudicator_api.storage.engines import file_of, shown_url

    config = Config.from_env()
    if retention_days is not None:
        config = replace(config, retention_days=retention_days)
    url = database_url or config.database_url
    file = file_of(url)
    if file is not None and not new and not file.is_file():
        raise AdjudicatorError(
            "no_database",
            f"There is no database {shown_url(url)}. The service makes it when it starts; --database-url or "
            "ADJUDICATOR_DATABASE_URL says where it is.",
        )
    click.echo(f"Database: {shown_url(url)}", err=True)
    return Storage(url, config.retention_days)
