"""Which request took or left a seat, apart from the seat: whoever sits there later does not wipe it out.

Keys of seats that were taken before go along as those of whoever came by the id of the table; keys of seats
that were left belong to tokens that are no longer known, and stay behind.
"""

from __future__ import annotations

from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "requests",
        sa.Column("request_key", sa.LargeBinary, primary_key=True),
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("request_digest", sa.LargeBinary, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_index("requests_game", "requests", ["game"])
    _move()
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("request_key")
        seats.drop_column("request_digest")


def _move() -> None:
    connection = op.get_bind()
    taken = connection.execute(
        sa.text(
            "SELECT seats.game, seats.seat, seats.request_key, seats.request_digest, games.status,"
            " games.version FROM seats JOIN games ON games.id = seats.game"
            " WHERE seats.request_key IS NOT NULL AND seats.kind = 'person'"
        )
    ).all()
    for game, seat, key, digest, status, version in taken:
        connection.execute(
            sa.text("INSERT INTO requests VALUES (:key, :game, :digest, :seat, :status, :version)"),
            {
                "key": sha256(bytes(key) + sha256(game.encode()).digest()).digest(),
                "game": game,
                "digest": bytes(digest),
                "seat": seat,
                "status": status,
                "version": version,
            },
        )
