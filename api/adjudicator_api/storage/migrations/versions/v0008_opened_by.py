"""Who opened a table, as a digest: bots of all clients take turns."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("games", sa.Column("opened_by", sa.String(32)))
