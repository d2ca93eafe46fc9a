"""Challenges, each under its id."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, select, update

from api.storage.schema import challenges

if TYPE_CHECKING:
    from api.storage.database import Database


@dataclass(frozen=True, slots=True)
class StoredChallenge:
    id: str
    created_at: datetime
    sealed: bool
    judged: str
    answer: dict[str, Any]
    key_digest: bytes
    settled_at: datetime | None = None
    agreed_by: list[str] | None = None


class Challenges:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, challenge: StoredChallenge) -> None:
        """Returns once it is on disk: a ruling that was given is never lost."""
        row = {name: getattr(challenge, name) for name in StoredChallenge.__slots__}
        self._database.write(lambda connection: connection.execute(insert(challenges).values(**row)))

    def find(self, id_: str) -> StoredChallenge | None:
        asked = select(challenges).where(challenges.c.id == id_)
        row = self._database.read(lambda connection: connection.execute(asked).mappings().one_or_none())
        return None if row is None else StoredChallenge(**{**row, **_in_utc(row)})

    def settle(self, id_: str, answer: dict[str, Any], agreed_by: list[str]) -> bool:
        """Once only: False when somebody else has settled it before."""
        settled = (
            update(challenges)
            .where(challenges.c.id == id_, challenges.c.settled_at.is_(None))
            .values(answer=answer, agreed_by=agreed_by, settled_at=datetime.now(UTC))
        )
        return self._database.write(lambda connection: connection.execute(settled).rowcount == 1)


def _in_utc(row: Any) -> dict[str, datetime]:
    """SQLite forgets the time zone; everything is written in UTC."""
    times = {name: row[name] for name in ("created_at", "settled_at") if row[name] is not None}
    return {name: time if time.tzinfo else time.replace(tzinfo=UTC) for name, time in times.items()}
