"""Quick phrases at a table; null where it plays without them, as all earlier ones do."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("remarks", sa.JSON(none_as_null=True)))
