"""Closes connections that granian would leave open: too many of one address, silent ones, and those whose
client does not read its answer. Each holds one of granian's slots.

The facts come from the kernel, which only Linux offers in this way; elsewhere nothing is closed. Granian
itself ends unfinished requests and connections that are idle between requests.
"""

from __future__ import annotations

import os
import socket
import stat
import struct
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator_api.config import LEAST_READ
from adjudicator_api.http.addresses import Proxies, client_of
from adjudicator_api.server.door import Door

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator_api.config import Config

OPEN_FILES = Path("/proc/self/fd")
# Offsets in the kernel's tcp_info: bytes acknowledged, bytes received, bytes not yet sent.
TCP_INFO = struct.Struct("120x Q Q 8x I")
CROWDED = 0.75  # of the slots: above that, patience is short
# Seconds of it. An answer may begin just before an inspection: reading has one second more than silence, so
# that whoever reads always has a whole one.
SHORT_SILENCE, SHORT_READING = 1.0, 2.0
LOOK_SECONDS = 0.25
INSPECT_SECONDS = 1.0  # between two inspections
RESET = struct.pack("ii", 1, 0)  # SO_LINGER: discards unsent data


@dataclass(slots=True)
class Connection:
    client: str  # "" if it is not a client's, or a proxy's
    since: float
    spoken: bool = False
    taken: int = 0  # bytes of answers, at that time:
    took_at: float = 0.0  # when it had last read enough, or had nothing to read


class Connections(threading.Thread):
    """Inspects the connections of this process."""

    def __init__(self, config: Config, note: Callable[[str], None]) -> None:
        """`note` is called with the reason when a connection is closed."""
        super().__init__(name="connections", daemon=True)
        self.port, self.slots = config.port, config.connections
        self.door = Door(config.share_of_address)
        self.silent_seconds, self.read_seconds = config.silent_seconds, config.read_seconds
        self._proxies = Proxies(config)
        self._note = note
        self._known: dict[int, Connection] = {}  # by inode, the oldest first
        self._inspected = 0.0
        self._listener: socket.socket | None = None  # our own descriptor of it

    @staticmethod
    def can_be_seen() -> bool:
        return sys.platform == "linux" and OPEN_FILES.is_dir()

    def run(self) -> None:
        while True:
            time.sleep(LOOK_SECONDS)
            self.look(time.monotonic())

    def look(self, now: float) -> None:
        files = {inode: number for number in _open_files() if (inode := _socket_inode(number)) is not None}
        known = {inode: one for inode, one in self._known.items() if inode in files}
        of_address = Counter(one.client for one in known.values())
        for inode, number in files.items():
            if inode not in known:
                one = known[inode] = Connection(self._client(number, inode), now, took_at=now)
                of_address[one.client] += 1
                if one.client and of_address[one.client] > self.door.most:
                    of_address[one.client] -= 1
                    self._close(one, number, inode, "too_many_connections")
        self._known = known
        self.door.keep(self._listener, of_address)
        if now - self._inspected >= INSPECT_SECONDS:
            self._inspected = now
            crowded = len(files) > self.slots * CROWDED
            for inode, one in known.items():
                if one.client and (why := self._fault(files[inode], inode, one, now, crowded)):
                    self._close(one, files[inode], inode, why)

    def _client(self, number: int, inode: int) -> str:
        """Whose connection to our port it is; "" for anything else, and for a proxy of ours."""
        with suppress(OSError), _borrowed(number, inode) as connection:
            if (
                connection.family in (socket.AF_INET, socket.AF_INET6)
                and connection.getsockname()[1] == self.port
            ):
                if connection.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                    self._listener = self._listener or socket.socket(fileno=os.dup(connection.fileno()))
                    return ""
                address = connection.getpeername()[0]
                return "" if self._proxies.is_ours(address) else client_of(address)
        return ""

    def _fault(self, number: int, inode: int, one: Connection, now: float, crowded: bool) -> str:
        """Why it has to be closed; "" if it need not be."""
        silence = min(SHORT_SILENCE, self.silent_seconds) if crowded else self.silent_seconds
        reading = min(SHORT_READING, self.read_seconds) if crowded else self.read_seconds
        with suppress(OSError, struct.error), _borrowed(number, inode) as connection:
            taken, received, waits = TCP_INFO.unpack(
                connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TCP_INFO.size)
            )
            one.spoken = one.spoken or received > 0
            if taken - one.taken >= LEAST_READ or not waits:
                one.taken, one.took_at = taken, now
            if not one.spoken and now - one.since >= silence:
                return "silent_connection"
            if now - one.took_at >= reading:
                return "answer_not_read"
        return ""

    def _close(self, one: Connection, number: int, inode: int, why: str) -> None:
        one.client = ""  # not looked at again
        with suppress(OSError), _borrowed(number, inode) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            connection.shutdown(socket.SHUT_RDWR)  # granian notices, and closes it
            self._note(why)


def _borrowed(number: int, inode: int) -> socket.socket:
    """The same connection by another descriptor; raises OSError if it is another one by now."""
    connection = socket.socket(fileno=os.dup(number))
    if _socket_inode(connection.fileno()) != inode:
        connection.close()
        raise OSError
    return connection


def _open_files() -> list[int]:
    try:
        return [int(name) for name in os.listdir(OPEN_FILES)]  # noqa: PTH208 - numbers, not paths
    except OSError:  # out of descriptors
        return []


def _socket_inode(number: int) -> int | None:
    try:
        found = os.fstat(number)
    except OSError:
        return None
    return found.st_ino if stat.S_ISSOCK(found.st_mode) else None
