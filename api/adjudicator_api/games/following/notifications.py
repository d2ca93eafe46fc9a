"""Wakes the followers of a table, in this process and in all others.

The bus only wakes streams: the state itself is in the database. Messages go through Redis if configured, else
through PostgreSQL's LISTEN, else SQLite is polled for writes. The next heartbeat makes up for a lost message,
and after a reconnection all followers are woken.
"""

from __future__ import annotations

import threading
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from sqlalchemy import text

from adjudicator_api.server.exchange import REDIS
from adjudicator_api.storage import games as rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection

    from adjudicator_api.http.bus import Bus
    from adjudicator_api.server.logging import Log
    from adjudicator_api.storage import Database

CHANNEL = "adjudicator_games"
POLL_SECONDS = 0.1  # of SQLite
AGAIN_SECONDS = 1.0  # after a connection was lost


class Live:
    """`changed(id)` after every commit; `start` in a process that has streams."""

    def __init__(self, bus: Bus, database: Database, cache_url: str, log: Log) -> None:
        self._bus, self._database, self._cache_url = bus, database, cache_url
        self._log = log
        self._stopped = threading.Event()
        # Sent by a thread, so that no request waits for a hanging bus.
        self._told: SimpleQueue[str | None] = SimpleQueue()
        self._telling: threading.Thread | None = None

    def changed(self, id_: str) -> None:
        self._bus.wake(id_)
        if self._telling is not None:
            self._told.put(id_)

    def start(self) -> None:
        if self._by_redis:
            target = self._hear_redis
        elif self._database.sqlite:
            target = self._watch_sqlite
        else:
            target = self._hear_postgres
        threading.Thread(target=self._always, args=(target,), name="live", daemon=True).start()
        self.begin_telling()

    def begin_telling(self) -> None:
        """Tells other processes what changes here; processes that share SQLite poll by themselves."""
        if self._by_redis or not self._database.sqlite:
            self._telling = threading.Thread(target=self._tell, name="telling", daemon=True)
            self._telling.start()

    def finish(self, seconds: float) -> None:
        """Sends what is still queued, as far as time allows, and stops."""
        if self._telling is not None:
            self._told.put(None)
            self._telling.join(seconds)
        self._stopped.set()

    # --- telling --------------------------------------------------------------------------------------------

    def _tell(self) -> None:
        tell = self._through_redis() if self._by_redis else self._by_notice
        while (id_ := self._told.get()) is not None:
            try:
                tell(id_)
            except Exception as error:  # noqa: BLE001 - the change is on disk; a heartbeat will announce it
                self._log.tell("warning", "live", {"error": repr(error)[:200]})

    @property
    def _by_redis(self) -> bool:
        return self._cache_url.startswith(REDIS)

    def _through_redis(self) -> Callable[[str], Any]:
        return partial(_redis(self._cache_url).publish, CHANNEL)

    def _by_notice(self, id_: str) -> None:
        def notify(connection: Connection) -> None:
            connection.execute(text("SELECT pg_notify(:channel, :id)"), {"channel": CHANNEL, "id": id_})

        self._database.write(notify)

    # --- hearing --------------------------------------------------------------------------------------------

    def _always(self, hear: Callable[[], None]) -> None:
        while not self._stopped.is_set():
            try:
                hear()
            except Exception as error:  # noqa: BLE001 - the connection is lost: start again
                self._log.tell("warning", "live", {"error": repr(error)[:200]})
            self._bus.wake_all()
            self._stopped.wait(AGAIN_SECONDS)

    def _hear_redis(self) -> None:
        heard = _redis(self._cache_url).pubsub(ignore_subscribe_messages=True)
        heard.subscribe(CHANNEL)
        self._bus.wake_all()
        while not self._stopped.is_set():
            message = heard.get_message(timeout=1.0)
            if message is not None:
                self._bus.wake(message["data"].decode())

    def _hear_postgres(self) -> None:
        import psycopg

        url = self._database.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(url, autocommit=True, connect_timeout=2) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._bus.wake_all()
            while not self._stopped.is_set():
                for notice in connection.notifies(timeout=1.0):
                    self._bus.wake(notice.payload)

    def _watch_sqlite(self) -> None:
        """SQLite's data version tells whether another process has written; only then are tables read."""
        known: dict[str, object] = {}
        with self._database.engine.connect() as connection:
            raw = connection.connection.driver_connection
            assert raw is not None
            last = None
            while not self._stopped.wait(POLL_SECONDS):
                version = raw.execute("PRAGMA data_version").fetchone()
                if version == last:
                    continue
                last = version
                now = self._marks(self._bus.topics())
                for topic in known.keys() | now.keys():  # a deleted game has changed too
                    if known.get(topic) != now.get(topic):
                        self._bus.wake(topic)
                known = now

    def _marks(self, topics: Sequence[str]) -> dict[str, object]:
        """The version of each topic whose game exists."""
        if not topics:
            return {}
        found = self._database.read(partial(rows.marks, ids={rows.followed(topic) for topic in topics}))
        games = {topic: found.get(rows.followed(topic)) for topic in topics}
        return {
            topic: mark if topic == rows.watching(rows.followed(topic)) else mark.seen_by_all
            for topic, mark in games.items()
            if mark is not None
        }


def _redis(url: str) -> Any:
    import redis

    return redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=1)
