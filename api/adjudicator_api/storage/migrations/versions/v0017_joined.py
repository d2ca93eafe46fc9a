"""When a pupil joined a class; null for all who did before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("seats", sa.Column("joined_at", sa.DateTime(timezone=True)))
