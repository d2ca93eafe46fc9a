"""When the service was there, games that are about to expire, and how many answers a game waits for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "uptimes",
        sa.Column("began_at", sa.DateTime(timezone=True), primary_key=True),
        sa.Column("last_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.add_column("games", sa.Column("expires_at", sa.DateTime(timezone=True)))
    op.add_column("games", sa.Column("asked", sa.Integer, nullable=False, server_default="0"))
    op.create_index("games_expires_at", "games", ["expires_at"])
