"""The time by which tables are played, and when the service was up: one row per period, so that clocks do not
count the time between.

The service is up as long as any process beats. If the database does not answer there are no beats, but no
moves are possible then either.
"""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update

from adjudicator_api.storage.games import in_utc
from adjudicator_api.storage.schema import uptimes

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

BEAT = timedelta(seconds=5)
SILENCE = timedelta(seconds=15)  # a longer gap between beats means that the service was down


MOST_BACK = timedelta(days=1)  # a clock that is set back by more was wrong before, and counts from then on


class Clock:
    """The time of day, which stands still instead of going back: what was due in a second stays due in one.

    From there it goes on, ahead of a clock that was set back, until that has caught up.
    """

    def __init__(self, wall: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.wall = wall
        self._last = datetime.min.replace(tzinfo=UTC)
        self._ahead = timedelta()
        self._lock = threading.Lock()

    def __call__(self) -> datetime:
        with self._lock:
            wall = self.wall()
            if not timedelta() < self._last - wall <= MOST_BACK:
                self._last, self._ahead = wall, timedelta()
            self._last = max(self._last, wall + self._ahead)
            self._ahead = self._last - wall
            return self._last

    def catch_up(self, time: datetime) -> None:
        """The service was there already: before it was started again, or in another process."""
        with self._lock:
            if time - self.wall() <= MOST_BACK:
                self._last = max(self._last, time)


def beat(connection: Connection, now: datetime) -> datetime:
    """Notes that the service is up, and says until when it was; after a gap, starts a new period."""
    found = connection.execute(select(uptimes).order_by(uptimes.c.began_at.desc()).limit(1)).one_or_none()
    if found is None or now - in_utc(found.last_at) > SILENCE:
        connection.execute(insert(uptimes).values(began_at=now, last_at=now))
        return now
    if now - in_utc(found.last_at) < BEAT:
        return in_utc(found.last_at)
    connection.execute(update(uptimes).where(uptimes.c.began_at == found.began_at).values(last_at=now))
    return now


def away_since(connection: Connection, time: datetime) -> timedelta:
    """How long the service was down after that time, in total."""
    asked = select(uptimes).where(uptimes.c.last_at >= time - SILENCE).order_by(uptimes.c.began_at)
    stretches = [(in_utc(row.began_at), in_utc(row.last_at)) for row in connection.execute(asked)]
    gaps = ((last, began) for (_, last), (began, _) in pairwise(stretches))
    return sum((began - max(last, time) for last, began in gaps if began > time), timedelta())
