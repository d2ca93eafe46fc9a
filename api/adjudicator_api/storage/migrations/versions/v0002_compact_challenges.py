"""Rulings without their sentences, compressed; the idempotency keys of asking and settling."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

from adjudicator_api.storage.compact import pack

revision = "0002"
down_revision = "0001"

BATCH = 200

challenges = sa.table(
    "challenges",
    *(sa.column(name) for name in ("id", "judged", "packed", "agreed", "settled_at")),
    sa.column("answer", sa.Text),
    sa.column("packed", sa.LargeBinary),
)


def upgrade() -> None:
    for column in (
        sa.Column("packed", sa.LargeBinary),
        sa.Column("request_key", sa.LargeBinary),
        sa.Column("request_digest", sa.LargeBinary),
        sa.Column("agreed", sa.String(16)),
        sa.Column("settled_with", sa.LargeBinary),
    ):
        op.add_column("challenges", column)
    _pack_rows(op.get_bind())
    op.drop_column("challenges", "answer")
    op.create_index("challenges_created_at", "challenges", ["created_at"])
    op.create_index("challenges_request_key", "challenges", ["request_key"], unique=True)


def _pack_rows(connection: sa.Connection) -> None:
    last = ""
    while True:
        rows = connection.execute(
            sa.select(challenges.c.id, challenges.c.judged, challenges.c.answer, challenges.c.settled_at)
            .where(challenges.c.id > last)
            .order_by(challenges.c.id)
            .limit(BATCH)
        ).all()
        if not rows:
            return
        for id_, judged, answer, settled_at in rows:
            kept = answer if isinstance(answer, dict) else json.loads(answer)
            agreed = kept["ruling"] if settled_at is not None else None
            connection.execute(
                sa.update(challenges)
                .where(challenges.c.id == id_)
                .values(packed=pack(_as_judged(kept, judged)), agreed=agreed)
            )
        last = rows[-1][0]


def _as_judged(answer: dict[str, Any], judged: str) -> dict[str, Any]:
    """What the judge said: the answer used to be overwritten by the agreement (C-CHAL-WON, C-CHAL-LOST)."""
    worth = None if answer["score"] is None else sum(run["score"] for run in answer["runs"])
    consequences = {
        "valid": {"player": answer["challenger"], "loses": "next turn", "tiles_back": False},
        "invalid": {"player": answer["player"], "loses": "this turn", "tiles_back": True},
    }
    return {
        **answer,
        "ruling": judged,
        "score": 0 if judged == "invalid" and worth is not None else worth,
        "consequence": consequences.get(judged),
        "decided_by": "judge",
    }
