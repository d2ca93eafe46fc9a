"""What the service keeps: SQLite by default, PostgreSQL by URL; SQLAlchemy Core, tables made by Alembic."""

from __future__ import annotations

from adjudicator_api.storage.challenges import Challenges, StoredChallenge
from adjudicator_api.storage.clients import Clients
from adjudicator_api.storage.database import Database
from adjudicator_api.storage.errors import StorageUnavailable

__all__ = ["Challenges", "Database", "Storage", "StorageUnavailable", "StoredChallenge"]


class Storage:
    """One database, and each kind of thing that is kept in it."""

    def __init__(self, url: str, keep_days: int = 0, *, in_place: bool = False) -> None:
        self.database = Database(url, in_place=in_place)
        self.challenges = Challenges(self.database, keep_days)
        self.clients = Clients(self.database)
        self.check = self.database.check
        self.migrate = self.database.migrate
        self.prepare = self.database.prepare
        self.close = self.database.close
