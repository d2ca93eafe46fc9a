"""Tables of a class: which class they go with, whose seats they have, and whether they are paused."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("games", sa.Column("of_class", sa.String(32)))
    op.add_column("games", sa.Column("number", sa.Integer))
    op.add_column("games", sa.Column("paused_at", sa.DateTime(timezone=True)))
    op.add_column("seats", sa.Column("pupil", sa.Integer))
    op.create_index("games_of_class", "games", ["of_class"])
