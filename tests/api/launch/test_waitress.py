"""Connections under waitress: who is closed, counted in looks and not in seconds."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from waitress.adjustments import Adjustments

from adjudicator_api.launch.waitress import LOOK_SECONDS, Channel

SILENT, BODY = 10, 4


@pytest.fixture
def ends() -> Iterator[tuple[Channel, socket.socket]]:
    """A connection as the service has it, and the client's end of it."""
    ours, theirs = socket.socketpair()
    with theirs:
        server = SimpleNamespace(active_channels={}, add_task=lambda _channel: None)
        channel = Channel(server, ours, ("127.0.0.1", 1), Adjustments(), map={})
        yield channel, theirs
        channel.close()


def looks(channel: Channel) -> int:
    """How many looks until it is closed."""
    for number in range(1, 1000):
        channel.look(SILENT, BODY)
        if channel.will_close:
            return number
    return 0


def test_a_connection_that_says_nothing_is_closed(ends: tuple[Channel, socket.socket]) -> None:
    channel, _ = ends
    assert looks(channel) * LOOK_SECONDS in range(SILENT, SILENT + 3)


def test_a_request_that_does_not_end_is_closed_although_something_comes(
    ends: tuple[Channel, socket.socket],
) -> None:
    channel, client = ends
    client.sendall(b"POST / HTTP/1.1\r\nContent-Length: 900\r\n\r\n")
    for number in range(1, 100):
        client.sendall(b" ")
        channel.handle_read()
        channel.look(SILENT, BODY)
        if channel.will_close:
            assert number * LOOK_SECONDS in range(BODY, BODY + 3)
            return
    pytest.fail("it was never closed")


def test_a_loop_that_stood_still_closes_nobody_whom_it_did_not_read(
    ends: tuple[Channel, socket.socket],
) -> None:
    channel, client = ends
    client.sendall(b"POST / HTTP/1.1\r\nContent-Length: 900\r\n\r\n")
    channel.handle_read()
    channel.last_activity -= 3600  # that long ago, and only one look since
    channel.look(SILENT, BODY)
    assert not channel.will_close
    client.sendall(b" " * 900)
    channel.handle_read()
    assert len(channel.requests) == 1
    assert looks(channel) == 0, "a request that is being answered is not at rest"
