"""Clients as they are stored: the same digest for the same client, and no address.

The digest is keyed with a secret of the database, which all processes share. Without a key, a reader of the
table could try all possible addresses.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from sqlalchemy import select

from adjudicator_api.storage.schema import secrets

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from adjudicator_api.storage.database import Database

CLIENTS = "clients"  # the name of the secret


class Clients:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._secret = b""

    def digest(self, client: str) -> str:
        """Asks the database the first time."""
        if not self._secret:
            self._secret = self._database.read(_secret)
        return blake2b(client.encode(), digest_size=16, key=self._secret).hexdigest()


def _secret(connection: Connection) -> bytes:
    found: bytes = connection.execute(select(secrets.c.secret).where(secrets.c.name == CLIENTS)).scalar_one()
    return bytes(found)
