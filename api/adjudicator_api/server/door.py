"""Keeps an address that has reached its limit of connections from opening more.

On Linux the kernel drops its packets to the listening socket, so that its attempts neither fill the accept
queue nor cost this process anything. Clients retry by themselves and get in when there is room; open
connections are not affected. On other systems the servers only close connections over the limit.
"""

from __future__ import annotations

import ctypes
import socket
import struct
import sys
from contextlib import suppress
from ipaddress import IPv4Address, ip_network
from typing import TYPE_CHECKING

from adjudicator_api.http.addresses import parsed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ATTACH, DETACH = 26, 27  # SO_ATTACH_FILTER, SO_DETACH_FILTER
MOST = 200  # the most addresses that a filter can list
OPEN_AGAIN = 0.75  # of the limit: below that, an address may open connections again

# Classic BPF (linux/filter.h): operation, jump if true, jump if false, operand.
STEP = struct.Struct("HBBI")
NETWORK = 0xFFF00000  # SKF_NET_OFF: where the header with the addresses begins
LOAD_WORD, LOAD_BYTE, AND, EQUAL, GOTO, RETURN = 0x20, 0x30, 0x54, 0x15, 0x05, 0x06
PASS, DROP = STEP.pack(RETURN, 0, 0, 0xFFFFFFFF), STEP.pack(RETURN, 0, 0, 0)


class Door:
    """The filter of one listening socket."""

    def __init__(self, most_of_address: int) -> None:
        self.most = most_of_address
        self.shut_to: frozenset[str] = frozenset()

    def keep(self, listener: socket.socket | None, connections: Mapping[str, int]) -> None:
        """Shuts out clients at their limit of connections, and lets them in again when they have fewer."""
        shut_to = frozenset(
            client
            for client, number in connections.items()
            if client and number >= (self.most * OPEN_AGAIN if client in self.shut_to else self.most)
        )
        if shut_to != self.shut_to and listener is not None:
            shut(listener, shut_to)
        self.shut_to = shut_to


def shut(listener: socket.socket, clients: Iterable[str]) -> None:
    """Drops packets from these clients only."""
    if sys.platform != "linux":
        return
    steps = program(clients)
    with suppress(OSError):  # a kernel without filters: connections over the limit are closed
        if steps:
            code = ctypes.create_string_buffer(steps, len(steps))
            fprog = struct.pack("HP", len(steps) // STEP.size, ctypes.addressof(code))
            listener.setsockopt(socket.SOL_SOCKET, ATTACH, fprog)
        else:
            listener.setsockopt(socket.SOL_SOCKET, DETACH, 0)


def program(clients: Iterable[str]) -> bytes:
    """The filter program, empty for no clients; clients are written as by `client_of`."""
    four, six = b"", b""
    for client in sorted(clients)[:MOST]:
        found = parsed(client.partition("/")[0])
        if isinstance(found, IPv4Address):
            four += STEP.pack(EQUAL, 0, 1, int(found)) + DROP
        elif found is not None:
            high, low = divmod(int(ip_network((found, 64), strict=False).network_address) >> 64, 1 << 32)
            six += STEP.pack(LOAD_WORD, 0, 0, NETWORK + 8) + STEP.pack(EQUAL, 0, 3, high)
            six += STEP.pack(LOAD_WORD, 0, 0, NETWORK + 12) + STEP.pack(EQUAL, 0, 1, low) + DROP
    if not four and not six:
        return b""
    four = STEP.pack(LOAD_WORD, 0, 0, NETWORK + 12) + four + PASS
    return (
        STEP.pack(LOAD_BYTE, 0, 0, NETWORK)
        + STEP.pack(AND, 0, 0, 0xF0)
        + STEP.pack(EQUAL, 1, 0, 0x40)  # IPv4; otherwise IPv6
        + STEP.pack(GOTO, 0, 0, len(four) // STEP.size)
        + four
        + six
        + PASS
    )
