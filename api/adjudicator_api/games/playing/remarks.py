"""Quick phrases instead of a chat: shown to the table, but not part of the record.

The list is fixed, so that nothing can be said that a teacher would object to. A remark is not a move: it
wakes the table's followers, but does not affect clocks, bots or the version of the game.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from math import ceil
from typing import TYPE_CHECKING, Any

from adjudicator_api.games.playing.tables import require_seat
from adjudicator_api.http.problems import Refused
from adjudicator_api.storage import games as rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from adjudicator_api.games.playing.tables import Table, Tables
    from adjudicator_api.storage.games import GameRow

AT_ONCE = 3  # remarks of a seat
WITHIN = timedelta(seconds=20)
KEPT = 24  # per table: as many as eight seats may just have made


def say(tables: Tables, id_: str, token: str | None, phrase: str) -> dict[str, Any]:
    """Tells it to the table; returns it as stored."""

    def say(connection: Connection) -> tuple[Table, dict[str, Any]]:
        table = tables.table(connection, id_, lock=True)
        seat, now = require_seat(table, token), tables.now()
        said = require_phrases(table.row)
        _refuse_chatter(said, seat, now)
        number = said[-1]["number"] + 1 if said else 1
        remark = {"number": number, "seat": seat, "phrase": phrase, "at": now.isoformat()}
        values: dict[str, Any] = {"remarks": [*said, remark][-KEPT:], "revision": table.row.revision + 1}
        rows.change_game(connection, id_, **values)
        return replace(table, row=replace(table.row, **values)), remark

    return tables.written(say)[1]


def require_phrases(row: GameRow) -> Sequence[dict[str, Any]]:
    """The remarks at a table; raises Refused if it has no phrases."""
    if row.remarks is None:
        raise Refused(403, "phrases_off", "This table plays without quick phrases.")
    return row.remarks


def _refuse_chatter(said: Sequence[dict[str, Any]], seat: int, now: datetime) -> None:
    mine = [datetime.fromisoformat(remark["at"]) for remark in said if remark["seat"] == seat]
    if len(mine) < AT_ONCE:
        return
    wait = mine[-AT_ONCE] + WITHIN - now
    if wait > timedelta():
        raise Refused(
            429,
            "too_many_remarks",
            f"{AT_ONCE} phrases within {WITHIN.seconds} seconds are enough. Wait a little.",
            retry_after=ceil(wait.total_seconds()),
        )
