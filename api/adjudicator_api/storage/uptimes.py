"""When the service was up: one row per period, so that clocks do not count the time between.

The service is up as long as any process beats. If the database does not answer there are no beats, but no
moves are possible then either.
"""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update

from adjudicator_api.storage.games import in_utc
from adjudicator_api.storage.schema import uptimes

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection

BEAT = timedelta(seconds=5)
SILENCE = timedelta(seconds=15)  # a longer gap between beats means that the service was down


def beat(connection: Connection, now: datetime) -> None:
    """Notes that the service is up; after a gap, starts a new period."""
    found = connection.execute(select(uptimes).order_by(uptimes.c.began_at.desc()).limit(1)).one_or_none()
    if found is None or now - in_utc(found.last_at) > SILENCE:
        connection.execute(insert(uptimes).values(began_at=now, last_at=now))
    elif now - in_utc(found.last_at) >= BEAT:
        connection.execute(update(uptimes).where(uptimes.c.began_at == found.began_at).values(last_at=now))


def away_since(connection: Connection, time: datetime) -> timedelta:
    """How long the service was down after that time, in total."""
    asked = select(uptimes).where(uptimes.c.last_at >= time - SILENCE).order_by(uptimes.c.began_at)
    stretches = [(in_utc(row.began_at), in_utc(row.last_at)) for row in connection.execute(asked)]
    gaps = ((last, began) for (_, last), (began, _) in pairwise(stretches))
    return sum((began - max(last, time) for last, began in gaps if began > time), timedelta())
