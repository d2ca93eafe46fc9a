"""Connections under waitress: which ones are closed, counted in looks instead of seconds."""

from __future__ import annotations

import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from types import SimpleNamespace

import pytest
from waitress.adjustments import Adjustments

from adjudicator_api import Config
from adjudicator_api.config import LEAST_READ
from adjudicator_api.launch.waitress import (
    LOOK_SECONDS,
    Channel,
    ConnectionQueue,
    Deadlines,
    Dispatcher,
    Server,
)
from adjudicator_api.server.door import Door
from adjudicator_api.server.limiting.clients import Proxies

SILENT, BODY, READ = 10, 4, 6
DEADLINES = Deadlines(BODY, READ, SILENT)


@pytest.fixture
def ends() -> Iterator[tuple[Channel, socket.socket]]:
    """A connection as the service has it, and the client's end of it."""
    ours, theirs = socket.socketpair()
    with theirs:
        begun: list[Channel] = []
        server = SimpleNamespace(
            active_channels={},
            begun=begun,
            add_task=begun.append,
            application=lambda _environ, start: (start("200 OK", [("Content-Length", "0")]), [])[1],
            effective_host="127.0.0.1",
            effective_port=1,
            server_name="x",
            stopping=False,
            adj=Adjustments(),
            pull_trigger=lambda: None,
            task_dispatcher=SimpleNamespace(leave=lambda _client: None),
            has_room=lambda _client: True,
        )
        channel = Channel(server, ours, ("127.0.0.1", 1), Adjustments(), map={})
        yield channel, theirs
        channel.close()


def looks(channel: Channel) -> int:
    """How many looks pass until it is closed."""
    for number in range(1, 1000):
        channel.look(DEADLINES)
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
        channel.look(DEADLINES)
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
    channel.last_activity -= 3600  # so long ago, with only one look since
    channel.look(DEADLINES)
    assert not channel.will_close
    client.sendall(b" " * 900)
    channel.handle_read()
    assert len(channel.requests) == 1
    assert looks(channel) == 0, "a request that is being answered is not at rest"


def test_requests_that_are_sent_ahead_are_read_one_at_a_time(ends: tuple[Channel, socket.socket]) -> None:
    channel, client = ends
    client.sendall(b"GET /1 HTTP/1.1\r\n\r\n\r\nGET /2 HTTP/1.1\r\n\r\nGET /3 HTTP/1.1\r\n\r\n")
    channel.handle_read()
    assert [request.path for request in channel.requests] == ["/1"]
    assert not channel.readable()
    paths = []
    while channel.requests:
        paths.append(channel.requests[0].path)
        channel.service()
    assert paths == ["/1", "/2", "/3"]
    assert channel.readable()


def test_no_new_request_is_read_of_a_client_that_has_many_waiting(
    ends: tuple[Channel, socket.socket],
) -> None:
    channel, client = ends
    room = [False]
    channel.server.has_room = lambda _client: room[0]
    client.sendall(b"POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\n")
    assert not channel.readable()
    channel.handle_read()
    assert channel.request is None
    assert looks(channel) == 0, "nobody is closed for what we do not read"
    room[0] = True
    assert channel.readable()
    channel.handle_read()
    room[0] = False
    assert channel.readable(), "a request that was begun is read to its end"
    client.sendall(b" ")
    channel.handle_read()
    assert len(channel.requests) == 1


def test_a_client_has_as_many_requests_waiting_as_there_are_threads() -> None:
    server = Server.__new__(Server)
    server.room, server.task_dispatcher = 2, SimpleNamespace(queue=ConnectionQueue(threads=2, connections=10))
    for client, room in (("eve", True), ("eve", False), ("ann", True)):
        channel = Channel.__new__(Channel)
        channel.client = client
        server.task_dispatcher.queue.append(channel)
        assert server.has_room(client) is room
    assert server.task_dispatcher.queue.popleft().client == "eve"
    assert not server.has_room("eve"), "one is under way, and one waits"
    server.task_dispatcher.queue.shares.leave("eve")
    assert server.has_room("eve")


def test_the_next_request_waits_until_the_answer_to_the_one_before_is_read(
    ends: tuple[Channel, socket.socket],
) -> None:
    channel, _ = ends
    channel.total_outbufs_len = 5
    assert not channel.may_begin()
    assert [channel.look(DEADLINES) for _ in range(READ + 2)][-1] == "answer_not_read"
    channel.total_outbufs_len = 0
    channel.will_close = False
    channel.handle_write()
    assert channel.server.begun == [channel]


@pytest.mark.parametrize("taken", [100, LEAST_READ])
def test_who_takes_a_little_at_a_time_does_not_read(ends: tuple[Channel, socket.socket], taken: int) -> None:
    """Such a client would hold its connection, and what we keep for it, for hours; sending something does not help it."""
    channel, client = ends
    channel.total_outbufs_len = 1 << 20
    said = []
    for _ in range(2 * READ):
        channel.send(b"x" * taken)
        client.recv(1 << 20)
        client.sendall(b" ")
        channel.handle_read()
        said.append(channel.look(DEADLINES))
    assert ("answer_not_read" in said) == (taken < LEAST_READ)


def test_clients_take_turns_and_none_has_all_threads() -> None:
    line = ConnectionQueue(threads=4, connections=100)

    def connection(client: str) -> Channel:
        channel = Channel.__new__(Channel)
        channel.client = client
        return channel

    for client in ("eve",) * 10 + ("ann",):
        line.append(connection(client))
    assert len(line) == 11
    begun = []
    while line:
        begun.append(line.popleft().client)
    assert begun == ["eve", "ann", "eve"], "two of four threads, and the neighbour next"
    line.shares.leave("eve")
    assert line.popleft().client == "eve"


def test_an_address_has_as_many_connections_as_it_may_and_the_door_is_shut_to_it() -> None:
    closed: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as reserved:
        port = reserved.getsockname()[1]
    dispatcher = Dispatcher(1, 10)
    server = Server(
        lambda *_: [],
        map={},
        _start=True,
        dispatcher=dispatcher,
        host="127.0.0.1",
        port=port,
        connection_limit=50,
    )
    server.deadlines, server.door, server.note = DEADLINES, Door(3), closed.append
    server.proxies = Proxies(Config())
    try:
        with ExitStack() as stack:
            for address in ("127.0.0.1",) * 5 + ("127.0.0.2",) * 2:
                stack.enter_context(socket.create_connection(("127.0.0.1", port), 5, (address, 0)))
            server.handle_accept()
            assert Counter(one.client for one in server.active_channels.values()) == {
                "127.0.0.1": 3,
                "127.0.0.2": 2,
            }
            assert closed == ["too_many_connections"] * 2
            assert server.door.shut_to == {"127.0.0.1"}
            for channel in list(server.active_channels.values()):
                channel.handle_close()
            server.maintenance(0)
            assert not server.door.shut_to
    finally:
        dispatcher.shutdown(timeout=1)
        server.close()
