"""Rulings on challenged moves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sealed", sa.Boolean, nullable=False),
        sa.Column("judged", sa.String(16), nullable=False),
        sa.Column("answer", sa.JSON, nullable=False),
        sa.Column("key_digest", sa.LargeBinary, nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True)),
        sa.Column("agreed_by", sa.JSON),
    )
