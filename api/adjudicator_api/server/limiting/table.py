"""When each client's allowance will be full again: a table in memory that processes may share."""

from __future__ import annotations

import mmap
import secrets
import struct
import threading
from contextlib import contextmanager
from hashlib import blake2b
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where granian has one worker
    fcntl = None  # type: ignore[assignment]

SLOTS = 1 << 16
PROBES = 8  # slots that one client may occupy
SALT = 16  # bytes at the beginning, so that outsiders cannot predict which clients share a slot
ROW = struct.Struct("=Qd")  # the client, and when its allowance is full again
SIZE = SALT + SLOTS * ROW.size


class Allowances:
    """Rows of clients whose allowance is full again are free; when no slot is free, the client closest to a
    full allowance loses its row.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._file: IO[bytes] | None = None
        if path is None:
            self._memory = mmap.mmap(-1, SIZE)
            self._memory[:SALT] = secrets.token_bytes(SALT)
        else:
            self._file = path.open("r+b")
            self._memory = mmap.mmap(self._file.fileno(), SIZE)
        self._salt = bytes(self._memory[:SALT])
        self._lock = threading.Lock()

    @staticmethod
    def create(path: Path) -> None:
        """Called before the processes start that share it."""
        path.write_bytes(secrets.token_bytes(SALT).ljust(SIZE, b"\0"))

    def whole_at(self, client: str, now: float) -> float:
        with self._locked():
            return self._find(client, now)[1]

    def add(self, client: str, seconds: float, now: float, most: float) -> float:
        """Adds that many seconds and returns 0, or returns how long to wait in order to stay below `most`."""
        with self._locked():
            place, whole = self._find(client, now)
            later = max(whole, now) + seconds
            wait = later - now - most
            if wait > 0:
                return wait
            self._put(place, client, later)
            return 0.0

    def raise_to(self, client: str, whole: float, now: float) -> None:
        """Takes over what other machines know: the allowance is not full before that time."""
        with self._locked():
            place, ours = self._find(client, now)
            if whole > max(ours, now):
                self._put(place, client, whole)

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

    def _digest(self, client: str) -> int:
        return int.from_bytes(blake2b(client.encode(), digest_size=8, key=self._salt).digest(), "big")

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Locks out other threads and processes while a row is read and written."""
        with self._lock:
            if self._file is None or fcntl is None:
                yield
                return
            fcntl.lockf(self._file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.lockf(self._file, fcntl.LOCK_UN)
