"""Editions by their digest, when each was last used, and which one a ruling was made by."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("editions", sa.Column("digest", sa.String(80), nullable=False, server_default=""))
    op.add_column("editions", sa.Column("used_at", sa.DateTime(timezone=True)))
    editions = sa.table(
        "editions", sa.column("label"), sa.column("digest"), sa.column("created_at"), sa.column("used_at")
    )
    for label in op.get_bind().execute(sa.select(editions.c.label)).scalars().all():
        op.execute(
            editions.update()
            .where(editions.c.label == label)
            .values(digest=label.rpartition(" ")[2], used_at=editions.c.created_at)
        )
    op.create_index("editions_digest", "editions", ["digest"], unique=True)
    op.create_index("editions_used_at", "editions", ["used_at"])
    op.add_column("challenges", sa.Column("edition", sa.String(200)))
    op.create_index("challenges_edition", "challenges", ["edition"])
    op.create_index("games_edition", "games", ["edition"])
