"""`adjudicator games`: for operators, on the service's database; safe while the service runs."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli import completing
from adjudicator.errors import AdjudicatorError, UnreadableInput, fault_of_json
from adjudicator_api.config import Config
from adjudicator_api.http.problems import Refused
from adjudicator_api.storage import games as rows
from adjudicator_api.storage.commands import database_option, open_storage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator_api.games.playing.tables import Table, Tables

MOST = 10_000
ID = click.argument("id_", metavar="ID")
ANY_ID = {"ignore_unknown_options": True}  # an id may begin with a hyphen


@click.group()
def games() -> None:
    """Manage the games stored by the service.

    \b
      adjudicator games list --status playing
      adjudicator games show ID
      adjudicator games export ID game.json
      adjudicator games import game.json
      adjudicator games expire
    """


@games.command("list")
@database_option
@click.option("--status", type=click.Choice(rows.STATUSES), help="Only games with this status.")
@click.option("--game", shell_complete=completing.games, help="Only games of this name.")
@click.option("--most", type=click.IntRange(1, MOST), default=50, show_default=True, help="How many to list.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
def list_(database_url: str | None, status: str | None, game: str | None, most: int, as_json: bool) -> None:
    """List the games, the one with the latest move first."""
    with _tables(database_url) as tables:
        found = tables.database.read(
            lambda connection: [
                (row, rows.seats_of(connection, row.id))
                for row in rows.listed_games(connection, status, game, most)
            ]
        )
    for row, seats in found:
        names = [seat.name or "-" for seat in seats]
        if as_json:
            facts = {"id": row.id, "game": row.game, "status": row.status, "version": row.version}
            click.echo(json.dumps({**facts, "players": names, "moved_at": row.moved_at.isoformat()}))
        else:
            moved = row.moved_at.strftime("%Y-%m-%d %H:%M")
            click.echo(
                f"{row.id}  {moved}  {row.status:<9}  {row.game:<18}  {row.version:>5}  {', '.join(names)}"
            )


@games.command(context_settings=ANY_ID)
@ID
@database_option
def show(id_: str, database_url: str | None) -> None:
    """Print one game as JSON: its seats, what it is waiting for, and everything public."""
    with _tables(database_url) as tables:
        click.echo(json.dumps(_shown(tables.find(id_)), ensure_ascii=False, indent=2, default=str))


def _shown(table: Table) -> dict[str, Any]:
    """Without secrets: no hands, tokens or random state."""
    row = table.row
    hidden = ("seed", "host_digest", "request_key", "request_digest", "snapshot")
    facts = {name: getattr(row, name) for name in row.__slots__ if name not in hidden}
    seats = [
        {"seat": seat.seat, "kind": seat.kind, "name": seat.name, "bot": seat.bot, "seen_at": seat.seen_at}
        for seat in table.seats
    ]
    view = None if table.state is None else table.game.view(table.state, None)
    return {**facts, "seats": seats, "view": view}


@games.command(context_settings=ANY_ID)
@ID
@click.argument("file", type=click.File("w", encoding="utf-8", atomic=True), default="-")
@database_option
def export(id_: str, file: Any, database_url: str | None) -> None:
    """Write the whole record of a game to FILE, including secrets, for `import` and `analyse`."""
    from adjudicator_api.games.opening.records import exported

    with _tables(database_url) as tables:
        file.write(json.dumps(exported(tables, id_), ensure_ascii=False) + "\n")


@games.command("import")
@click.argument("file", type=click.File(encoding="utf-8"))
@database_option
def import_(file: Any, database_url: str | None) -> None:
    """Import a game from FILE, finished or not, and print the new tokens of its players.

    Any record works, including those written by `simulate --record`.
    """
    from adjudicator_api.games.opening.records import imported

    try:
        data = json.load(file)
    except ValueError as error:
        raise UnreadableInput("bad_record", f"This is not valid JSON: {fault_of_json(error)}.") from None
    with _tables(database_url, new=True) as tables:
        table, host, tokens = imported(tables, data)
    click.echo(
        json.dumps({"id": table.row.id, "status": table.row.status, "host_token": host, "tokens": tokens})
    )


@games.command()
@database_option
@click.option("--abandoned-days", type=click.IntRange(1, 36500), help="Days without a move.  [60]")
@click.option("--notice-days", type=click.IntRange(1, 365), help="Days of notice before removal.  [7]")
def expire(database_url: str | None, abandoned_days: int | None, notice_days: int | None) -> None:
    """Warn the seats of abandoned games, and remove those whose notice has ended.

    The service does this by itself; finished games stay.
    """
    from adjudicator_api.games.upkeep.housekeeping import expire

    config = Config.from_env()
    with _tables(database_url) as tables:
        warned, removed = expire(
            tables, abandoned_days or config.abandoned_days, notice_days or config.notice_days
        )
    click.echo(f"Warned {warned}, removed {removed}.")


@contextmanager
def _tables(database_url: str | None, *, new: bool = False) -> Iterator[Tables]:
    """Notifies a running service of changes, as far as its bus reaches."""
    from adjudicator_api.games.following.notifications import Live
    from adjudicator_api.games.playing.clocks import Pace
    from adjudicator_api.games.playing.tables import Tables
    from adjudicator_api.http.bus import Bus
    from adjudicator_api.server.logging import Log

    config = Config.from_env()
    storage = open_storage(database_url, new=new)
    try:
        storage.migrate()
        live = Live(Bus(), storage.database, config.cache_url, Log(config))
        live.begin_telling()
        yield Tables(storage.database, Pace.of(config), live.changed)
        live.finish(2)
    except Refused as refused:
        raise AdjudicatorError(refused.code, refused.detail) from None
    finally:
        storage.close()
