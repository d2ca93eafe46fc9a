"""Clients by a digest that is keyed with a secret of this database, so that nobody can try all addresses.

Digests from before had no key, so they are removed. Editions say who brought them.
"""

from __future__ import annotations

from secrets import token_bytes

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    secrets = op.create_table(
        "secrets",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("secret", sa.LargeBinary, nullable=False),
    )
    op.bulk_insert(secrets, [{"name": "clients", "secret": token_bytes(32)}])
    op.add_column("editions", sa.Column("brought_by", sa.String(32)))
    op.create_index("editions_brought_by", "editions", ["brought_by"])
    op.execute("UPDATE games SET opened_by = NULL")
