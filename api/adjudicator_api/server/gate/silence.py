"""Closes connections on which nothing was ever said: granian leaves them open, and each holds a slot.

What has been received on a connection is asked of the kernel, which only Linux tells in this way; elsewhere
nothing is closed. What was said but not finished, and what rests between two requests, granian itself closes.
"""

from __future__ import annotations

import os
import socket
import stat
import struct
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

OPEN_FILES = Path("/proc/self/fd")
TCP_INFO_LENGTH = 136
BYTES_RECEIVED = 128  # where the kernel's tcp_info has it
CROWDED = 0.75  # of the slots: then silence is borne for a second only
LOOK_SECONDS = 1.0


class Silence(threading.Thread):
    """Looks at the connections of this process once a second."""

    def __init__(self, port: int, seconds: float, slots: int) -> None:
        super().__init__(name="silence", daemon=True)
        self.port, self.seconds, self.slots = port, seconds, slots
        self._since: dict[int, float | None] = {}  # by inode: when it was first seen; None once it has spoken

    @staticmethod
    def can_be_heard() -> bool:
        return sys.platform == "linux" and OPEN_FILES.is_dir()

    def run(self) -> None:
        while True:
            time.sleep(LOOK_SECONDS)
            self.look(time.monotonic())

    def look(self, now: float) -> None:
        files = {inode: number for number in _open_files() if (inode := _socket_inode(number)) is not None}
        self._since = {inode: self._since.get(inode, now) for inode in files}
        crowded = len(files) > self.slots * CROWDED
        patience = min(1.0, self.seconds) if crowded else self.seconds
        for inode, since in self._since.items():
            if since is not None and now - since >= patience:
                self._since[inode] = self._judge(files[inode], inode, since)

    def _judge(self, number: int, inode: int, since: float) -> float | None:
        """Closes it if it is a silent client of ours; None if it need not be looked at again."""
        with suppress(OSError), socket.socket(fileno=os.dup(number)) as connection:
            if _socket_inode(connection.fileno()) != inode:
                return since  # another one by now
            if connection.family not in (socket.AF_INET, socket.AF_INET6):
                return None  # between processes of ours
            if connection.getsockname()[1] != self.port:
                return None
            connection.getpeername()  # refused by a socket that listens
            info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TCP_INFO_LENGTH)
            (received,) = struct.unpack_from("Q", info, BYTES_RECEIVED)
            if not received:
                connection.shutdown(socket.SHUT_RDWR)
        return None


def _open_files() -> list[int]:
    try:
        return [int(name) for name in os.listdir(OPEN_FILES)]  # noqa: PTH208 - numbers, not paths
    except OSError:  # none left to look with
        return []


def _socket_inode(number: int) -> int | None:
    try:
        found = os.fstat(number)
    except OSError:
        return None
    return found.st_ino if stat.S_ISSOCK(found.st_mode) else None
