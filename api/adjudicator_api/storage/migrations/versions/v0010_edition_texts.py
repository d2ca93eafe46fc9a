"""Finished games have the text of their edition, so that nothing else has to be kept for them."""

from __future__ import annotations

import json
import zlib

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

GAMES = sa.table(
    "games", sa.column("id"), sa.column("edition"), sa.column("status"), sa.column("edition_text")
)
EDITIONS = sa.table("editions", sa.column("label"), sa.column("text"))


def upgrade() -> None:
    op.add_column("games", sa.Column("edition_text", sa.LargeBinary))
    connection = op.get_bind()
    finished = (
        sa.select(GAMES.c.id, EDITIONS.c.text)
        .join(EDITIONS, EDITIONS.c.label == GAMES.c.edition)
        .where(GAMES.c.status == "over")
    )
    for id_, text in connection.execute(finished).all():
        packed = zlib.compress(json.dumps(text).encode(), 1)
        connection.execute(sa.update(GAMES).where(GAMES.c.id == id_).values(edition_text=packed))
