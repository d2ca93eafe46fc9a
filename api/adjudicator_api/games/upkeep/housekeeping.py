"""What a service does besides playing: reports that it is up, counts, and removes abandoned tables."""

from __future__ import annotations

import time
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from adjudicator_api.http.problems import Refused
from adjudicator_api.storage import games as rows
from adjudicator_api.storage.uptimes import BEAT, beat

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from sqlalchemy import Connection

    from adjudicator_api.config import Config
    from adjudicator_api.games.following.streams import Followed
    from adjudicator_api.games.playing.tables import Table, Tables
    from adjudicator_api.server.metrics import Metrics

COUNT_SECONDS = 60.0  # between two counts of what is kept
EXPIRE_SECONDS = 3600.0  # between two searches for abandoned games


class Minder:
    """Called repeatedly by a thread that may block; each task runs when it is due."""

    def __init__(
        self,
        tables: Tables,
        followed: Followed,
        metrics: Metrics,
        config: Config,
        prune: Callable[[], int] = lambda: 0,  # removes editions that nobody uses
    ) -> None:
        self._tables, self._followed, self._metrics, self._config = tables, followed, metrics, config
        self._prune = prune
        self._beat_at = self._count_at = self._expire_at = 0.0

    def mind(self) -> None:
        now = time.monotonic()
        if now < self._beat_at:
            return
        self._beat_at = now + BEAT.total_seconds()
        database = self._tables.database
        self._tables.clock.catch_up(database.write(partial(beat, now=self._tables.now())))
        self._followed.write_present()
        self._metrics.count_games(database.read(partial(rows.counts, now=self._tables.now())))
        if now >= self._count_at and self._tables.room is not None:
            self._count_at = now + COUNT_SECONDS
            self._metrics.count_kept(database.read(self._tables.room.count))
        if now >= self._expire_at:
            self._expire_at = now + EXPIRE_SECONDS
            _, removed = expire(self._tables, self._config.abandoned_days, self._config.notice_days)
            self._metrics.remove("games", removed, "age")
            self._metrics.remove("editions", self._prune(), "age")


def expire(tables: Tables, abandoned_days: int, notice_days: int) -> tuple[int, int]:
    """Warns idle tables and removes those that stayed idle after a warning; returns both counts.

    Any activity at a table lifts the warning. Finished games stay, but a class never stays longer than
    promised, even if nothing else is deleted. Several processes may do this at once.
    """
    now, notice = tables.now(), timedelta(days=notice_days)
    gone = tables.database.read(partial(rows.expired_games, now=now, classes=not abandoned_days))
    removed = sum(tables.database.write(partial(_remove, id_=id_, now=now)) for id_ in gone)
    for id_ in gone:
        tables.woken(id_)
    if not abandoned_days:
        return 0, removed
    quiet_since = now - max(timedelta(days=abandoned_days) - notice, timedelta())
    quiet = tables.database.read(partial(rows.quiet_games, since=quiet_since))
    return sum(_warn(tables, id_, quiet_since, now + notice) for id_ in quiet), removed


def _remove(connection: Connection, id_: str, now: datetime) -> bool:
    row = rows.find(connection, id_, lock=True)
    if row is None or row.expires_at is None or row.expires_at > now:
        return False  # a player came back
    rows.remove_game(connection, id_)
    return True


def _warn(tables: Tables, id_: str, quiet_since: datetime, until: datetime) -> bool:
    def warn(connection: Connection) -> tuple[Table, bool]:
        table = tables.table(connection, id_, lock=True)
        if table.row.moved_at >= quiet_since or table.row.expires_at is not None:
            return table, False
        return tables.changed(connection, table, expires_at=until), True

    try:
        tables.find(id_)  # decoded before the transaction
        return tables.written(warn)[1]
    except Refused:  # cancelled meanwhile
        return False
