"""Shared by the streams of a process: one database read for all streams woken together."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from adjudicator_api.storage import games as rows
from adjudicator_api.storage.errors import StorageUnavailable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adjudicator_api.games.playing.tables import Tables
    from adjudicator_api.http.bus import Stream
    from adjudicator_api.server.metrics import Metrics
    from adjudicator_api.storage.games import Mark


class Followed:
    """One per process. Everything here runs on the loop's thread, except what goes to the pool."""

    def __init__(self, tables: Tables, metrics: Metrics) -> None:
        self._tables, self._metrics = tables, metrics
        self._asked: set[str] = set()
        self._look: asyncio.Task[dict[str, Mark]] | None = None
        self._present: set[tuple[str, int]] = set()

    async def mark(self, stream: Stream, id_: str) -> Mark | None:
        """The game's current version; None when the database does not answer."""
        if self._look is None:
            self._look = asyncio.ensure_future(self._look_together(stream))
        self._asked.add(id_)
        try:
            found = await asyncio.shield(self._look)
        except StorageUnavailable:
            return None  # the next heartbeat asks again
        return found.get(id_, rows.Mark())

    async def _look_together(self, stream: Stream) -> dict[str, Mark]:
        await asyncio.sleep(0)  # streams woken by the same message share the read
        ids, self._asked, self._look = self._asked, set(), None
        return await stream.in_pool(self._read, ids)

    def _read(self, ids: Iterable[str]) -> dict[str, Mark]:
        return self._tables.database.read(lambda connection: rows.marks(connection, ids))

    def delivered(self, mark: Mark) -> None:
        """Notes how long it took until the follower of a game was told."""
        if mark.moved_at is not None:
            self._metrics.delivery.observe((self._tables.now() - mark.moved_at).total_seconds())

    # --- who is there ---------------------------------------------------------------------------------------

    def note_present(self, id_: str, seat: int) -> None:
        """Notes that the player on a seat is present; written in batches."""
        self._present.add((id_, seat))

    def write_present(self) -> None:
        present, self._present = self._present, set()
        if present:
            now = self._tables.now()
            self._tables.database.write(lambda connection: rows.note_seen(connection, present, now))
