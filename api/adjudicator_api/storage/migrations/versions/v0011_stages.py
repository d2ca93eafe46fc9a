"""Classes: the revision that pupils were last told of, so that an answer does not wake all of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("games", sa.Column("stage", sa.Integer))
