"""The tables, as the newest migration leaves them."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, DateTime, LargeBinary, MetaData, String, Table

metadata = MetaData()
challenges = Table(
    "challenges",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created_at", DateTime(timezone=True), nullable=False),
    Column("sealed", Boolean, nullable=False),
    Column("judged", String(16), nullable=False),  # the judge's ruling
    Column("answer", JSON, nullable=False),  # as it stands now, agreement included
    Column("key_digest", LargeBinary, nullable=False),  # of the settlement key
    Column("settled_at", DateTime(timezone=True)),
    Column("agreed_by", JSON),
)
