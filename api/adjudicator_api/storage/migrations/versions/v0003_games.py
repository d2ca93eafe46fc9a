"""Games: their seats, events, commits and editions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("edition", sa.String(200), nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("hints", sa.Boolean, nullable=False),
        sa.Column("watch", sa.String(16), nullable=False),
        sa.Column("clock", sa.Integer),
        sa.Column("code", sa.String(8)),
        sa.Column("code_until", sa.DateTime(timezone=True)),
        sa.Column("host_digest", sa.LargeBinary, nullable=False),
        sa.Column("request_key", sa.LargeBinary),
        sa.Column("request_digest", sa.LargeBinary),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("moved_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True)),
        sa.Column("lease_until", sa.DateTime(timezone=True)),
        sa.Column("rematch", sa.String(32)),
        sa.Column("follows", sa.String(32)),
        sa.Column("snapshot", sa.LargeBinary),
        sa.Column("snapshot_version", sa.Integer),
    )
    op.create_index("games_code", "games", ["code"], unique=True)
    op.create_index("games_due_at", "games", ["due_at"])
    op.create_index("games_moved_at", "games", ["moved_at"])
    op.create_index("games_request_key", "games", ["request_key"], unique=True)
    op.create_table(
        "seats",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(24)),
        sa.Column("bot", sa.String(64)),
        sa.Column("token_digest", sa.LargeBinary),
        sa.Column("seen_at", sa.DateTime(timezone=True)),
        sa.Column("request_key", sa.LargeBinary),
        sa.Column("request_digest", sa.LargeBinary),
    )
    op.create_index("seats_token", "seats", ["token_digest"], unique=True)
    op.create_table(
        "events",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("event", sa.JSON, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "commits",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("first", sa.Integer, primary_key=True),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("request_key", sa.LargeBinary, nullable=False),
        sa.Column("request_digest", sa.LargeBinary, nullable=False),
    )
    op.create_index("commits_request_key", "commits", ["game", "seat", "request_key"], unique=True)
    op.create_table(
        "editions",
        sa.Column("label", sa.String(200), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )
