"""Who brought a ruling, whether it was opened, and how large rulings and games are: see `storage.kept`."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("challenges", sa.Column("brought_by", sa.String(32)))
    op.add_column("challenges", sa.Column("size", sa.Integer, nullable=False, server_default="0"))
    op.add_column("challenges", sa.Column("opened_at", sa.DateTime(timezone=True)))
    op.add_column("games", sa.Column("size", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE challenges SET size = LENGTH(packed) WHERE packed IS NOT NULL")
    op.execute(
        "UPDATE games SET size = COALESCE((SELECT SUM(LENGTH(CAST(events.event AS TEXT)))"
        " FROM events WHERE events.game = games.id), 0)"
    )
    op.add_column("editions", sa.Column("size", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE editions SET size = LENGTH(text)")
    op.drop_index("editions_brought_by", "editions")
    op.create_index("editions_brought_by", "editions", ["brought_by", "size"])
    op.create_index("challenges_brought_by", "challenges", ["brought_by", "size"])
    op.create_index("games_opened_by", "games", ["opened_by", "size"])
