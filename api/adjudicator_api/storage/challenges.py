"""Challenges, each under its id, for as long as they are kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select, update

from adjudicator_api.storage.schema import challenges

if TYPE_CHECKING:
    from sqlalchemy import Connection, Delete, Select, Update

    from adjudicator_api.storage.database import Database
    from adjudicator_api.storage.kept import Room

BATCH = 500  # rows pruned in one transaction, so that others can write in between


@dataclass(frozen=True, slots=True)
class StoredChallenge:
    id: str
    created_at: datetime
    sealed: bool
    judged: str
    packed: bytes | None
    key_digest: bytes
    request_key: bytes | None = None
    request_digest: bytes | None = None
    agreed: str | None = None
    agreed_by: list[str] | None = None
    settled_at: datetime | None = None
    settled_with: bytes | None = None
    edition: str | None = None  # the label of one that is not released
    brought_by: str | None = None
    size: int = 0
    opened_at: datetime | None = None


class Challenges:
    """`keep_days` is how long rulings can be read; 0 means forever. `room` is asked before one is added."""

    def __init__(self, database: Database, keep_days: int = 0) -> None:
        self._database = database
        self._keep_days = keep_days
        self.room: Room | None = None

    def add(self, challenge: StoredChallenge) -> StoredChallenge:
        """Returns once it is on disk: a ruling that was announced is never lost.

        Returns the earlier ruling if its request key was used before. Raises NoRoom.
        """
        row = {name: getattr(challenge, name) for name in StoredChallenge.__slots__}
        earlier = select(challenges).where(challenges.c.request_key == challenge.request_key)

        def add(connection: Connection) -> StoredChallenge:
            found = None if challenge.request_key is None else _one(connection, earlier)
            if found is None:
                if self.room is not None:
                    self.room.require(connection, "rulings", challenge.brought_by, challenge.size)
                connection.execute(insert(challenges).values(**row))
            return found or challenge

        return self._database.write(add)

    def find(self, id_: str) -> StoredChallenge | None:
        asked = select(challenges).where(challenges.c.id == id_)
        return self._database.read(lambda connection: _one(connection, asked))

    def open(self, challenge: StoredChallenge) -> None:
        """Somebody reads it by its id: from now on it is not removed before its time."""
        if challenge.opened_at is None:
            opened = update(challenges).where(challenges.c.id == challenge.id)
            self._database.write(
                lambda connection: connection.execute(opened.values(opened_at=datetime.now(UTC)))
            )

    def settle(self, id_: str, agreed: str, agreed_by: list[str], settled_with: bytes | None = None) -> bool:
        """Possible once: False if it was already settled."""
        settled = (
            update(challenges)
            .where(challenges.c.id == id_, challenges.c.settled_at.is_(None))
            .values(
                agreed=agreed, agreed_by=agreed_by, settled_at=datetime.now(UTC), settled_with=settled_with
            )
        )
        return self._database.write(lambda connection: connection.execute(settled).rowcount == 1)

    def expired(self, challenge: StoredChallenge) -> bool:
        if challenge.packed is None:
            return True
        return bool(self._keep_days) and challenge.created_at < _days_ago(self._keep_days)

    def prune(self) -> tuple[int, int]:
        """Empties expired rulings, deletes those emptied one retention period ago; returns how many of each.

        An emptied ruling keeps its id, so that requests for it can be told that it has expired.
        """
        if not self._keep_days:
            return 0, 0
        old = challenges.c.created_at < _days_ago(self._keep_days)
        very_old = challenges.c.created_at < _days_ago(2 * self._keep_days)
        forgotten = self._in_batches(select(challenges.c.id).where(very_old), delete(challenges))
        emptied = update(challenges).values(packed=None, agreed_by=None, size=0)
        return self._in_batches(
            select(challenges.c.id).where(old, challenges.c.packed.is_not(None)), emptied
        ), forgotten

    def _in_batches(self, which: Select[Any], change: Update | Delete) -> int:
        batch = change.where(challenges.c.id.in_(which.limit(BATCH).scalar_subquery()))
        changed = 0
        while True:
            count = self._database.write(lambda connection: connection.execute(batch).rowcount)
            changed += count
            if count < BATCH:
                return changed


def _one(connection: Connection, asked: Select[Any]) -> StoredChallenge | None:
    row = connection.execute(asked).mappings().one_or_none()
    return None if row is None else StoredChallenge(**{**row, **_in_utc(row)})


def _days_ago(days: int) -> datetime:
    return datetime.now(UTC) - timedelta(days=days)


def _in_utc(row: Any) -> dict[str, datetime]:
    """SQLite forgets the time zone; everything is written in UTC."""
    times = {name: row[name] for name in ("created_at", "settled_at", "opened_at") if row[name] is not None}
    return {name: time if time.tzinfo else time.replace(tzinfo=UTC) for name, time in times.items()}
