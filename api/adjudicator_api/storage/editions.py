"""Uploaded editions, each under the digest of its content, for as long as they are used.

An edition uploaded again is compared with the stored text. An edition is kept while a stored ruling or a
running game needs it; a finished game has its own copy. These are functions of a connection, like those of
`games`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, exists, func, insert, select, update

from adjudicator.editions.labels import DIGEST, DIGITS, digest_in
from adjudicator.editions.registry import ambiguous, twin
from adjudicator_api.storage.games import UNFINISHED, in_utc
from adjudicator_api.storage.schema import challenges, editions, games

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection

    from adjudicator_api.storage.kept import Room

BATCH = 200  # removed in one transaction


@dataclass(frozen=True, slots=True)
class StoredEdition:
    label: str
    game: str
    text: str
    used_at: datetime

    @property
    def digest(self) -> str:
        return digest_in(self.label)


_STORED = select(editions.c.label, editions.c.game, editions.c.text, editions.c.used_at)


def find(connection: Connection, digest: str) -> StoredEdition | None:
    """By its whole digest, or by twelve digits for old editions; raises EditionError.

    If two begin with these digits the question is ambiguous, and neither is returned.
    """
    if len(digest) == len(DIGEST) + DIGITS:
        row = connection.execute(_STORED.where(editions.c.digest == digest)).one_or_none()
    else:
        alike = editions.c.digest.startswith(digest, autoescape=True) | (editions.c.known_as == digest)
        if connection.execute(select(func.count()).select_from(editions).where(alike)).scalar_one() > 1:
            raise ambiguous(digest)
        row = connection.execute(_STORED.where(editions.c.known_as == digest)).one_or_none()
    return None if row is None else StoredEdition(row.label, row.game, row.text, in_utc(row.used_at))


def edition_text(connection: Connection, label: str) -> str | None:
    found: str | None = connection.execute(
        select(editions.c.text).where(editions.c.label == label)
    ).scalar_one_or_none()
    return found


@dataclass(frozen=True, slots=True)
class Bringing:
    """Who uploads an edition, and when; the operator if no client is named."""

    at: datetime
    client: str | None = None
    room: Room | None = None


def keep(connection: Connection, label: str, game: str, text: str, bringing: Bringing) -> None:
    """Keeps an edition, or renews it: the only way to store one, whatever its source.

    Raises EditionError if another text has this label, and NoRoom.
    """
    kept = edition_text(connection, label)
    if kept is not None and kept != text:
        raise twin(label)
    at = bringing.at
    if kept is not None:
        use(connection, digest_in(label), at)
        return
    if bringing.room is not None:
        bringing.room.require(connection, "editions", bringing.client, len(text))
    new = {
        "label": label,
        "digest": digest_in(label),
        "game": game,
        "text": text,
        "created_at": at,
        "used_at": at,
        "size": len(text),
    }
    connection.execute(insert(editions).values(**new, brought_by=bringing.client))


def use(connection: Connection, digest: str, at: datetime) -> None:
    connection.execute(update(editions).where(editions.c.digest == digest).values(used_at=at))


def is_kept(connection: Connection, label: str) -> bool:
    """Whether a ruling or a running game needs it."""
    used = select(editions.c.label).where(editions.c.label == label, _needed())
    return connection.execute(used).one_or_none() is not None


def prune(connection: Connection, since: datetime) -> int:
    """Deletes some editions that are not needed and were not used since then; returns how many."""
    idle = select(editions.c.label).where(editions.c.used_at < since, ~_needed()).limit(BATCH)
    return connection.execute(delete(editions).where(editions.c.label.in_(idle.scalar_subquery()))).rowcount


def _needed() -> Any:
    without_copy = (games.c.status == "over") & games.c.edition_text.is_(None)
    by_game = exists().where(
        games.c.edition == editions.c.label, games.c.status.in_(UNFINISHED) | without_copy
    )
    by_ruling = exists().where(challenges.c.edition == editions.c.label, challenges.c.packed.is_not(None))
    return by_game | by_ruling
