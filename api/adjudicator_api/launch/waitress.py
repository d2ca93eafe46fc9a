"""`adjudicator serve` on waitress: pure Python, one process, for machines that granian is not built for."""

from __future__ import annotations

import logging
import signal
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from adjudicator_api.app import begin_games, create_app
from adjudicator_api.config import LEAST_READ
from adjudicator_api.http.addresses import client_of
from adjudicator_api.jobs.shares import Shares
from adjudicator_api.launch.resources import BACKLOG, SWITCH_SECONDS, allow_connections
from adjudicator_api.routes.judge import MAX_BATCH
from adjudicator_api.server.door import Door
from adjudicator_api.server.limiting.clients import Proxies

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from waitress.adjustments import Adjustments

    from adjudicator_api.config import Config

LOOK_SECONDS = 1  # interval at which connections are checked
MAX_HEAD = 64 * 1024


class Task(WSGITask):  # type: ignore[misc]
    def build_response_header(self) -> Any:
        if self.channel.server.stopping:
            self.set_close_on_finish()  # tells the client that this connection ends
        return super().build_response_header()


@dataclass(frozen=True)
class Deadlines:
    """Limits in seconds: for a body to arrive, an answer to be read, a connection to be idle."""

    body: float
    read: float
    silent: float


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """Reads one request at a time: data after it is left alone until the request is answered."""

    def __init__(self, channel: Channel, adjustments: Adjustments) -> None:
        super().__init__(adjustments)
        self._channel = channel

    def received(self, data: bytes) -> int:
        consumed: int = super().received(data)
        whole = self.completed and not self.empty and not self.expect_continue
        self._channel.ahead = data[consumed:] if whole else b""
        return len(data) if whole else consumed


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that counts for how many checks it has waited.

    It counts checks, not seconds: a loop that is held up because the machine or the interpreter is busy
    checks only once in the meantime, and data that it did not read then is not late.
    """

    task_class = Task
    client = ""  # the client that a thread works for
    ahead = b""  # data after the request that is being answered
    put_off = False  # its next request waits until the previous answer has been read
    looks_at_rest = 0  # since data last arrived or left
    looks_unread = 0  # since the client last read enough of its answer
    taken = 0  # bytes of answers, since then
    looks_waiting = 0  # for the rest of a request
    seen_activity = 0.0

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.parser_class = partial(Parser, self)

    def readable(self) -> bool:
        return self._may_read() and bool(super().readable())

    def _may_read(self) -> bool:
        """Not beyond the request that is being answered, nor a new one of a client that has many waiting."""
        return not self.ahead and (self.request is not None or self.server.has_room(self.client))

    def handle_read(self) -> None:
        if self._may_read():  # other requests of the client were read since the loop asked
            super().handle_read()

    def received(self, data: bytes) -> bool:
        completed = bool(super().received(data))
        if self.request is None:
            self.looks_waiting = 0
        return completed

    def service(self) -> None:
        try:
            super().service()
        finally:
            full = not self.server.has_room(self.client)
            self.server.task_dispatcher.leave(self.client)
            if full:
                self.server.pull_trigger()  # another request of the client may be read
        if self.ahead and not self.requests:
            self.received(self.ahead)
            self.server.pull_trigger()  # which connections may be read has changed

    def may_begin(self) -> bool:
        """Whether a thread may work on the next request, for which it would have to keep the answer."""
        with self.outbuf_lock:
            self.put_off = bool(self.total_outbufs_len)
            return not self.put_off

    def handle_write(self) -> None:
        super().handle_write()
        if self.put_off and self.connected and not self.total_outbufs_len:
            self.server.add_task(self)

    def send(self, data: bytes, do_close: bool = True) -> int:
        sent: int = super().send(data, do_close)
        self.taken += sent
        return sent

    def look(self, deadlines: Deadlines) -> str:
        """Every LOOK_SECONDS: closes a connection that is idle for too long, whose request does not complete,
        or whose client does not read; returns the reason.
        """
        unread = bool(self.total_outbufs_len)
        if not unread or self.taken >= LEAST_READ:
            self.looks_unread = self.taken = 0
        else:
            self.looks_unread += 1
        if not unread and not self._may_read():
            self.looks_at_rest = self.looks_waiting = (
                0  # the client may have sent something that is not read yet
            )
        elif self.last_activity != self.seen_activity or (self.requests and not unread):
            self.seen_activity, self.looks_at_rest = self.last_activity, 0
        else:
            self.looks_at_rest += 1
        self.looks_waiting = 0 if self.requests or self.request is None else self.looks_waiting + 1
        rests, waits = self.looks_at_rest * LOOK_SECONDS, self.looks_waiting * LOOK_SECONDS
        if unread:
            why = "answer_not_read" if self.looks_unread * LOOK_SECONDS > deadlines.read else ""
        elif waits > deadlines.body:
            why = "slow_request"
        else:
            why = "silent_connection" if rests > deadlines.silent else ""
        if why:
            self.will_close = True
        return why


class ConnectionQueue:
    """Connections whose request waits for a thread, in place of waitress' queue: clients take turns."""

    def __init__(self, threads: int, connections: int) -> None:
        self.shares: Shares[Channel] = Shares(threads, connections)

    def append(self, channel: Channel) -> None:
        self.shares.enter(channel.client, channel)

    def popleft(self) -> Channel:
        channel = self.shares.next()
        assert channel is not None
        return channel

    def __bool__(self) -> bool:
        return self.shares.can_begin

    def __len__(self) -> int:
        return self.shares.waiting


class Dispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]
    def __init__(self, threads: int, connections: int) -> None:
        super().__init__()
        self.queue = ConnectionQueue(threads, connections)
        self.set_thread_count(threads)

    def leave(self, client: str) -> None:
        """Called when a thread has finished its work for this client."""
        with self.lock:
            self.queue.shares.leave(client)
            self.queue_cv.notify()


class Server(TcpWSGIServer):  # type: ignore[misc]
    channel_class = Channel
    deadlines: Deadlines
    door: Door
    proxies: Proxies
    room: int  # requests of a client that are read but not answered
    stop_seconds: int
    note: Callable[[str], None]  # called with the reason when a connection is closed
    stopping = False

    def maintenance(self, _now: float) -> None:
        for channel in list(self.active_channels.values()):
            if why := channel.look(self.deadlines):
                self.note(why)
        self.door.keep(self.socket, self._of_address())

    def handle_accept(self) -> None:
        """Accepts all waiting connections: a pass over every open connection lies between two calls.

        A client at its limit is closed at once, because others wait behind it.
        """
        of_address = self._of_address()
        for _ in range(BACKLOG):
            accepted = self.accept() if len(self._map) < self.adj.connection_limit else None
            if accepted is None:  # none is waiting
                return
            connection, address = accepted
            client = client_of(address[0])
            counts = not self.proxies.is_ours(address[0])
            if counts and of_address[client] >= self.door.most:
                connection.close()
                self.note("too_many_connections")
                continue
            with suppress(OSError):  # it has left already
                self.set_socket_options(connection)
            channel = self.channel_class(self, connection, address, self.adj, map=self._map)
            channel.client = client
            of_address[client] += counts
            if of_address[client] == self.door.most:
                self.door.keep(self.socket, of_address)

    def _of_address(self) -> Counter[str]:
        """Connections per address, without those of proxies."""
        return Counter(
            one.client for one in self.active_channels.values() if not self.proxies.is_ours(one.addr[0])
        )

    def has_room(self, client: str) -> bool:
        """Whether to read another request of the client: not if its threads are busy and as many wait."""
        held: int = self.task_dispatcher.queue.shares.of(client)
        return held < self.room

    def add_task(self, channel: Channel) -> None:
        if channel.may_begin():
            super().add_task(channel)

    def run(self) -> None:
        """Runs until told to stop; accepted requests are then answered."""
        while not self.stopping:
            self._turn(LOOK_SECONDS)
        self.del_channel()  # the socket that listens
        self.socket.close()
        late = time.time() + self.stop_seconds
        while time.time() < late and self._is_answering():
            self._turn(0.05)
        self.task_dispatcher.shutdown(timeout=1)
        wasyncore.close_all(self._map)

    def stop(self, _signal: int, _frame: FrameType | None) -> None:
        self.stopping = True
        self.pull_trigger()

    def _turn(self, seconds: float) -> None:
        wasyncore.loop(timeout=seconds, map=self._map, use_poll=True, count=1)

    def _is_answering(self) -> bool:
        """Includes requests whose body is still arriving."""
        return any(
            channel.requests or channel.request is not None or channel.total_outbufs_len
            for channel in self.active_channels.values()
        )


def serve(config: Config, announce: Callable[[], None]) -> None:
    allow_connections(config.connections)
    sys.setswitchinterval(SWITCH_SECONDS)
    logging.getLogger("waitress").setLevel(logging.ERROR)
    dispatcher = Dispatcher(config.threads, config.connections)
    app = create_app(config)
    begin_games(app)
    server = Server(
        app,
        dispatcher=dispatcher,
        host=config.host,
        port=config.port,
        ident=None,
        connection_limit=config.connections,
        backlog=BACKLOG,
        cleanup_interval=LOOK_SECONDS,
        channel_request_lookahead=1,  # notices when a client disconnects
        max_request_body_size=2 * MAX_BATCH,
        max_request_header_size=MAX_HEAD,
        asyncore_use_poll=True,
    )
    server.deadlines = Deadlines(config.body_seconds, config.read_seconds, config.silent_seconds)
    server.door = Door(config.connections_per_address)
    server.proxies = Proxies(config)
    server.room = config.threads
    server.stop_seconds = config.stop_seconds
    server.note = app.extensions["metrics"].limit_connection
    signal.signal(signal.SIGTERM, server.stop)
    signal.signal(signal.SIGINT, server.stop)
    announce()
    server.run()
