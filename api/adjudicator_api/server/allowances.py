"""When each client's allowance will be full again: a table in memory that the workers of a machine share.

Machines share what was spent through Redis, in the background and a tenth of a second late. If Redis is slow,
down or hung, no request waits for it: each machine then counts on its own.
"""

from __future__ import annotations

import mmap
import secrets
import struct
import threading
import time
from contextlib import contextmanager
from functools import lru_cache
from hashlib import blake2b
from math import inf
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where granian has one worker
    fcntl = None  # type: ignore[assignment]

SLOTS = 1 << 16
PROBES = 8  # slots that one client may occupy
DIGESTS = 4096  # of clients, that are kept
SALT = 16  # bytes at the beginning, so that outsiders cannot predict which clients share a slot
ROW = struct.Struct("=Qd")  # the client, and when its allowance is full again
SIZE = SALT + SLOTS * ROW.size


class Allowances:
    """Rows of clients whose allowance is full again are free; when no slot is free, the client closest to a
    full allowance loses its row.
    """

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = path.open("r+b") if path else None
        self._memory = mmap.mmap(self._file.fileno() if self._file else -1, SIZE)
        self._salt = self._memory[:SALT] if path else secrets.token_bytes(SALT)
        self._lock = threading.Lock()
        self._digest = lru_cache(DIGESTS)(self._digest_of)  # a request asks for its client's several times
        self._clock = clock  # the same in every process of a machine, and never set back
        self.spent: dict[str, float] | None = None  # since other machines were told, if anybody tells them

    @staticmethod
    def create(path: Path) -> None:
        """Called before the processes start that share it."""
        path.write_bytes(secrets.token_bytes(SALT).ljust(SIZE, b"\0"))

    def add(self, client: str, seconds: float, most: float = inf) -> float:
        """Adds that many seconds and returns 0, or returns how long to wait in order to stay below `most`."""
        with self._turn():
            place, owed = self._find(client)
            wait = max(0.0, owed + seconds - most)
            if seconds and not wait:
                self._put(place, client, owed + seconds)
                if self.spent is not None:
                    self.spent[client] = self.spent.get(client, 0.0) + seconds
            return wait

    def take_spent(self) -> dict[str, float]:
        """What clients have spent here since the last call, in seconds."""
        with self._lock:
            spent, self.spent = self.spent or {}, {}
        return spent

    def learn(self, debts: dict[str, float]) -> None:
        """Takes over from other machines in how many seconds the clients' allowances will be full again."""
        for client, seconds in debts.items():
            with self._turn():
                place, ours = self._find(client)
                self._put(place, client, max(ours, seconds))

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """While a row is read and written: threads take turns, and then processes."""
        with self._lock:
            if fcntl is None or self._file is None:
                yield
                return
            fcntl.lockf(self._file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.lockf(self._file, fcntl.LOCK_UN)

    def _find(self, client: str) -> tuple[int, float]:
        """The client's slot, or the best one for it, and in how many seconds its allowance is full."""
        digest, now = self._digest(client), self._clock()
        best, least = 0, inf
        for probe in range(PROBES):
            place = SALT + (digest + probe) % SLOTS * ROW.size
            whose, whole = ROW.unpack_from(self._memory, place)
            if whose == digest:
                return place, max(0.0, whole - now)
            if whole < least:
                best, least = place, whole
        return best, 0.0

    def _put(self, place: int, client: str, owed: float) -> None:
        ROW.pack_into(self._memory, place, self._digest(client), self._clock() + owed)

    def _digest_of(self, client: str) -> int:
        return int.from_bytes(blake2b(client.encode(), digest_size=8, key=self._salt).digest(), "big")


# --- between machines -------------------------------------------------------------------------------------

EVERY = 0.1  # seconds between two exchanges
TIMEOUT = 0.5  # for one of them
REST = 5.0  # before a Redis that did not answer is asked again
REDIS = ("redis://", "rediss://", "unix://")
PREFIX = "adjudicator:owed:"  # and a hash: Redis never sees addresses
# Adds what was spent to each client's debt, and returns all debts. The clock of Redis is the time of day and
# can be set back: so each debt is kept with its time, and is as it was while that is still to come.
ADD = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local owed = {}
for i, key in ipairs(KEYS) do
  local debt, at = string.match(redis.call('GET', key) or '0 0', '(%S+) (%S+)')
  debt = math.max(0, debt - math.max(0, now - at)) + ARGV[i]
  redis.call('SET', key, string.format('%.6f %.6f', debt, now), 'PX', math.ceil(debt * 1000) + 1000)
  owed[i] = string.format('%.6f', debt)
end
return owed
"""


class Exchange(threading.Thread):
    """One thread in each worker, running while there is something to report."""

    def __init__(self, table: Allowances, url: str, log: Callable[[str, str, dict[str, Any]], None]) -> None:
        super().__init__(name="allowances", daemon=True)
        from redis import Redis

        self._table, self._log = table, log
        redis = Redis.from_url(url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, retry=None)
        self._add = redis.register_script(ADD)
        self._answers = True
        table.take_spent()  # from now on it is noted

    def run(self) -> None:
        while True:
            time.sleep(EVERY if self.exchange() else REST)

    def exchange(self) -> bool:
        """Whether Redis answered; what could not be sent is dropped, and still counts on this machine."""
        from redis import RedisError

        spent = self._table.take_spent()
        if not spent:
            return True
        keys = [PREFIX + blake2b(client.encode(), digest_size=16).hexdigest() for client in spent]
        try:
            debts = self._add(keys, list(spent.values()))
        except (RedisError, OSError, ValueError) as error:
            if self._answers:
                self._log("warning", "cache_unavailable", {"error": type(error).__name__})
            self._answers = False
            return False
        self._answers = True
        self._table.learn({client: float(debt) for client, debt in zip(spent, debts, strict=True)})
        return True
