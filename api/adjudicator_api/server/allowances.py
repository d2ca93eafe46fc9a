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
from functools import lru_cache
from hashlib import blake2b
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
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
        self._file: IO[bytes] | None = None
        if path is None:
            self._memory = mmap.mmap(-1, SIZE)
            self._memory[:SALT] = secrets.token_bytes(SALT)
        else:
            self._file = path.open("r+b")
            self._memory = mmap.mmap(self._file.fileno(), SIZE)
        self._salt = bytes(self._memory[:SALT])
        self._lock = threading.Lock()
        # Held while a row is read and written; a generator with `contextmanager` would cost as much as that.
        self._turn: threading.Lock | _WithProcesses = self._lock
        if self._file is not None and fcntl is not None:
            self._turn = _WithProcesses(self._lock, self._file)
        self._digest = lru_cache(DIGESTS)(self._digest_of)  # a request asks for its client's several times
        self._clock = clock  # the same in every process of a machine, and never set back
        self._spent: dict[str, float] = {}  # since other machines were last told
        self.telling = False  # whether anybody tells them

    @staticmethod
    def create(path: Path) -> None:
        """Called before the processes start that share it."""
        path.write_bytes(secrets.token_bytes(SALT).ljust(SIZE, b"\0"))

    def whole_at(self, client: str, now: float) -> float:
        with self._turn:
            return self._find(client, now)[1]

    def add(self, client: str, seconds: float, now: float, most: float) -> float:
        """Adds that many seconds and returns 0, or returns how long to wait in order to stay below `most`."""
        with self._turn:
            place, whole = self._find(client, now)
            later = max(whole, now) + seconds
            wait = later - now - most
            if wait > 0:
                return wait
            self._put(place, client, later)
            if self.telling:
                self._spent[client] = self._spent.get(client, 0.0) + seconds
            return 0.0

    def take_spent(self) -> dict[str, float]:
        """What clients have spent here since the last call, in seconds."""
        with self._lock:
            spent, self._spent = self._spent, {}
        return spent

    def learn(self, owed: dict[str, float]) -> None:
        """Takes over from other machines in how many seconds the clients' allowances will be full again."""
        now = self._clock()
        for client, seconds in owed.items():
            with self._turn:
                place, ours = self._find(client, now)
                if now + seconds > max(ours, now):
                    self._put(place, client, now + seconds)

    def _find(self, client: str, now: float) -> tuple[int, float]:
        """The client's slot, or the best one for it, and when its allowance is full."""
        digest = self._digest(client)
        best, least = 0, float("inf")
        for probe in range(PROBES):
            place = SALT + (digest + probe) % SLOTS * ROW.size
            whose, whole = ROW.unpack_from(self._memory, place)
            if whose == digest:
                return place, whole
            if whole < least:
                best, least = place, whole
        return best, now

    def _put(self, place: int, client: str, whole: float) -> None:
        ROW.pack_into(self._memory, place, self._digest(client), whole)

    def _digest_of(self, client: str) -> int:
        return int.from_bytes(blake2b(client.encode(), digest_size=8, key=self._salt).digest(), "big")


class _WithProcesses:
    """The lock of a table that processes share: threads take turns, and then processes."""

    def __init__(self, threads: threading.Lock, file: IO[bytes]) -> None:
        self._threads, self._file = threads, file

    def __enter__(self) -> None:
        self._threads.acquire()
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX)
        except BaseException:
            self._threads.release()
            raise

    def __exit__(self, *_: object) -> None:
        try:
            fcntl.lockf(self._file, fcntl.LOCK_UN)
        finally:
            self._threads.release()


# --- between machines -------------------------------------------------------------------------------------

EVERY = 0.1  # seconds between two exchanges
TIMEOUT = 0.5  # for one of them
REST = 5.0  # before a Redis that did not answer is asked again
REDIS = ("redis://", "rediss://", "unix://")
PREFIX = "adjudicator:owed:"
# Adds what was spent to each client's debt, by the clock of Redis, and returns all debts. That clock is the
# time of day and can be set back: so each debt is kept with its time, and is as it was while that is still to
# come.
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


def _key(client: str) -> str:
    return PREFIX + blake2b(client.encode(), digest_size=16).hexdigest()  # Redis never sees addresses


class Exchange(threading.Thread):
    """One thread in each worker, running while there is something to report."""

    def __init__(self, table: Allowances, url: str, log: Callable[[str, str, dict[str, Any]], None]) -> None:
        super().__init__(name="allowances", daemon=True)
        from redis import Redis

        self._table, self._log = table, log
        self._redis = Redis.from_url(url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, retry=None)
        self._add = self._redis.register_script(ADD)
        self._answers = True
        table.telling = True

    def run(self) -> None:
        while True:
            time.sleep(EVERY if self.exchange() else REST)

    def exchange(self) -> bool:
        """Whether Redis answered; what could not be sent is dropped, and still counts on this machine."""
        from redis import RedisError

        spent = self._table.take_spent()
        if not spent:
            return True
        clients = list(spent)
        try:
            owed = self._add([_key(client) for client in clients], [spent[client] for client in clients])
        except (RedisError, OSError, ValueError) as error:
            if self._answers:
                self._log("warning", "cache_unavailable", {"error": type(error).__name__})
            self._answers = False
            return False
        self._answers = True
        self._table.learn({client: float(seconds) for client, seconds in zip(clients, owed, strict=True)})
        return True
