"""Seats at one screen: the clock of each runs from when it is looked at."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("one_screen", sa.Boolean, nullable=False, server_default=sa.false()))
        seats.add_column(sa.Column("looked_since", sa.Integer))
        seats.add_column(sa.Column("looked_at", sa.DateTime(timezone=True)))
