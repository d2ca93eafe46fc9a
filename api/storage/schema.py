"""The tables, as the newest migration leaves them."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, DateTime, Index, LargeBinary, MetaData, String, Table

metadata = MetaData()
challenges = Table(
    "challenges",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created_at", DateTime(timezone=True), nullable=False),
    Column("sealed", Boolean, nullable=False),
    Column("judged", String(16), nullable=False),  # the judge's ruling
    Column("packed", LargeBinary),  # all that the judge said; see `compact`; null when it was pruned
    Column("key_digest", LargeBinary, nullable=False),  # of the settlement key
    Column("request_key", LargeBinary),  # digest of the idempotency key that created it
    Column("request_digest", LargeBinary),  # of what was asked with that key
    Column("agreed", String(16)),  # the ruling that the table agreed on
    Column("agreed_by", JSON),
    Column("settled_at", DateTime(timezone=True)),
    Column("settled_with", LargeBinary),  # digests of the key and the request that settled it
    Index("challenges_created_at", "created_at"),
    Index("challenges_request_key", "request_key", unique=True),
)
