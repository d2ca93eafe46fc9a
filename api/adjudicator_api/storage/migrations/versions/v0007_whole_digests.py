"""Editions by the whole digest of their text, as it is stored; twelve digits of it named them before.

The games and rulings that were made by one go along, and the first event of each such game; what a game knows
of its state is worked out anew. Shipped editions are in no table: their games keep the twelve digits.
"""

from __future__ import annotations

from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_editions = sa.table(
    "editions", sa.column("label"), sa.column("digest"), sa.column("text"), sa.column("known_as")
)
_games = sa.table(
    "games", sa.column("id"), sa.column("edition"), sa.column("snapshot"), sa.column("snapshot_version")
)
_challenges = sa.table("challenges", sa.column("edition"))
_events = sa.table("events", sa.column("game"), sa.column("version"), sa.column("event", sa.JSON))


def upgrade() -> None:
    op.add_column("editions", sa.Column("known_as", sa.String(80)))
    op.create_index("editions_known_as", "editions", ["known_as"])
    connection = op.get_bind()
    for label in connection.execute(sa.select(_editions.c.label)).scalars().all():
        text = connection.execute(sa.select(_editions.c.text).where(_editions.c.label == label)).scalar_one()
        _rename(connection, label, "sha256:" + sha256(text.encode(errors="surrogatepass")).hexdigest())


def _rename(connection: sa.Connection, label: str, digest: str) -> None:
    known_as = label.rpartition(" ")[2]
    renamed = label.removesuffix(known_as) + digest
    connection.execute(
        _editions.update()
        .where(_editions.c.label == label)
        .values(label=renamed, digest=digest, known_as=known_as)
    )
    connection.execute(_challenges.update().where(_challenges.c.edition == label).values(edition=renamed))
    for game in connection.execute(sa.select(_games.c.id).where(_games.c.edition == label)).scalars().all():
        first = sa.and_(_events.c.game == game, _events.c.version == 1)
        started = connection.execute(sa.select(_events.c.event).where(first)).scalar_one_or_none()
        if started is not None and started.get("edition") == label:
            connection.execute(_events.update().where(first).values(event={**started, "edition": renamed}))
    connection.execute(
        _games.update()
        .where(_games.c.edition == label)
        .values(edition=renamed, snapshot=None, snapshot_version=None)
    )
