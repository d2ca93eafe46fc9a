"""Alembic's entry: runs the migrations on the connection that `adjudicator_api.storage` hands over."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
