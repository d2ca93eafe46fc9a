"""Games whose hidden state somebody may know, because of a file or a lesson; null for all earlier ones."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("games", sa.Column("disclosed", sa.String(16)))
