"""Commands for whoever keeps the database: `adjudicator challenges prune`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from api.config import Config

if TYPE_CHECKING:
    from api.storage import Storage

database_option = click.option(
    "--database-url", help="The database of the service; else as `adjudicator serve` would find it."
)


@click.group()
def challenges() -> None:
    """Look after the rulings that the service keeps.

    \b
      adjudicator challenges prune
      adjudicator challenges prune --retention-days 90
    """


@challenges.command()
@database_option
@click.option("--retention-days", type=click.IntRange(1, 36500), help="How long rulings can be read.  [400]")
def prune(database_url: str | None, retention_days: int | None) -> None:
    """Empty rulings that have expired, and forget those that expired as long ago again.

    Safe while the service runs. Once a day is enough.
    """
    storage = _storage(database_url, retention_days)
    emptied, forgotten = storage.challenges.prune()
    storage.close()
    click.echo(f"Emptied {emptied}, forgot {forgotten}.")


def _storage(database_url: str | None, retention_days: int | None = None) -> Storage:
    from api.storage import Storage

    config = Config.from_env()
    if retention_days is not None:
        config = replace(config, retention_days=retention_days)
    storage = Storage(database_url or config.database_url, config.retention_days)
    storage.check()
    return storage
