"""Services that are killed, and what is left of them."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path

import click

NEW = click.option("--database-url", required=True, help="A new one; all of it is checked.")
CHECK_ONLY = click.option("--check-only", is_flag=True, help="Kill nothing, check what an earlier run left.")


@click.command()
@click.argument("log", type=click.Path(dir_okay=False, path_type=Path))
@NEW
@click.option("--kills", default=50, show_default=True)
@click.option("--port", default=8765, show_default=True)
@CHECK_ONLY
def service(log: Path, database_url: str, kills: int, port: int, check_only: bool) -> None:
    """Kill the service while clients create and settle challenges, and check that nothing is lost.

    \b
      python -m tools kill service --database-url sqlite:////tmp/kept.sqlite /tmp/acknowledged.jsonl

    What was acknowledged with 200 goes into LOG at once. A request whose answer did not come is sent again
    with the same Idempotency-Key, as a phone at a table would. Then every acknowledged ruling and settlement
    must be in the database, and no request may have been done twice.
    """
    from tests.deploy.kill_service import Log, check, killable, torment

    acknowledged = Log(log)
    if not check_only:
        torment(killable(port, database_url, log.with_suffix(".errors"), {}), acknowledged, kills)
    _report(kills, *check(acknowledged, database_url))


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@NEW
@click.option("--cache-url", default="", help="A Redis, for several processes.")
@click.option("--processes", default=1, show_default=True)
@click.option("--kills", default=20, show_default=True)
@click.option("--port", default=8770, show_default=True, help="Of the first process.")
@click.option("--game", help="Only this one.")
@click.option("--gently", is_flag=True, help="Restart as a service manager does.")
@click.option("--instead", help="A command instead of each kill, such as one that restarts the database.")
@CHECK_ONLY
def games(
    folder: Path,
    database_url: str,
    cache_url: str,
    processes: int,
    kills: int,
    port: int,
    game: str | None,
    gently: bool,
    instead: str | None,
    check_only: bool,
) -> None:
    """Kill processes of the service while games are played on it, and check every game.

    \b
      python -m tools kill games --kills 20 --database-url sqlite:////tmp/games.sqlite /tmp/games
      python -m tools kill games --processes 2 --database-url postgresql://… --cache-url redis://… /tmp/games
      python -m tools kill games --instead "pg_ctl -D … -m immediate restart" --database-url … /tmp/games

    Clients open tables for people and bots, play all the seats of the people and follow the games. Whatever
    is acknowledged and all that they were told goes into FOLDER. Then versions have no gaps, every
    acknowledged move is there once and as it was told, the events lead to the snapshot, pieces and accounts
    are conserved, no bot moved twice, and nobody was told what others keep hidden.
    """
    from tests.deploy.kill_games import Site, check, torment

    site = Site.of(folder, range(port, port + processes), database_url, cache_url)
    site.game = game
    if not check_only:
        run = partial(subprocess.run, instead, shell=True, check=True) if instead else None
        torment(site, kills, gently=gently, instead=run)
    _report(kills, *check(site, database_url))


def _report(kills: int, counted: dict[str, int], faults: list[str]) -> None:
    click.echo(f"{kills} kills; {dict(counted)}; faults: {len(faults)}")
    for fault in faults:
        click.echo(fault)
    sys.exit(bool(faults))
