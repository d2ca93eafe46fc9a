"""`adjudicator serve` on waitress: pure Python, one process, for machines that granian is not built for."""

from __future__ import annotations

import logging
import signal
import time
from typing import TYPE_CHECKING, Any

from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from adjudicator_api.app import begin_games, create_app
from adjudicator_api.launch.resources import BACKLOG, STOP_SECONDS, allow_connections
from adjudicator_api.routes.judge import MAX_BATCH

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from adjudicator_api.config import Config

LOOK_SECONDS = 1  # how often is looked for connections to close
ACCEPTED_AT_ONCE = 100  # connections
MAX_HEAD = 64 * 1024


class Task(WSGITask):  # type: ignore[misc]
    def build_response_header(self) -> Any:
        if self.channel.server.stopping:
            self.set_close_on_finish()  # the client is told that this connection ends
        return super().build_response_header()


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection; it knows for how many looks it has waited.

    Looks are counted and not seconds: a loop that stands still, because the machine or the interpreter is
    busy, looks once in the meantime, and what it did not read is not late.
    """

    task_class = Task
    looks_at_rest = 0  # since something last came or went
    looks_waiting = 0  # for the rest of a request
    seen_activity = 0.0

    def received(self, data: bytes) -> bool:
        completed = bool(super().received(data))
        if self.request is None:
            self.looks_waiting = 0
        return completed

    def look(self, silent_seconds: float, body_seconds: float) -> None:
        """Once every LOOK_SECONDS: closes a connection that rests for too long, or whose request does."""
        if self.requests or self.last_activity != self.seen_activity:
            self.seen_activity, self.looks_at_rest = self.last_activity, 0
        else:
            self.looks_at_rest += 1
        self.looks_waiting = 0 if self.requests or self.request is None else self.looks_waiting + 1
        if (
            self.looks_at_rest * LOOK_SECONDS > silent_seconds
            or self.looks_waiting * LOOK_SECONDS > body_seconds
        ):
            self.will_close = True


class Server(TcpWSGIServer):  # type: ignore[misc]
    channel_class = Channel
    body_seconds: float
    stopping = False

    def maintenance(self, _now: float) -> None:
        for channel in self.active_channels.values():
            channel.look(self.adj.channel_timeout, self.body_seconds)

    def handle_accept(self) -> None:
        """Several at once: between two of them every open connection is looked at, and that takes long."""
        for _ in range(min(ACCEPTED_AT_ONCE, self.adj.connection_limit - len(self._map))):
            before = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == before:  # nobody else is waiting
                return

    def run(self) -> None:
        """Until it is told to stop; then what was accepted is answered."""
        while not self.stopping:
            self._turn(LOOK_SECONDS)
        self.del_channel()  # the socket that listens
        self.socket.close()
        late = time.time() + STOP_SECONDS
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
        """A request whose body is still coming was begun too."""
        return any(
            channel.requests or channel.request is not None or channel.total_outbufs_len
            for channel in self.active_channels.values()
        )


def serve(config: Config, announce: Callable[[], None]) -> None:
    allow_connections(config.connections)
    logging.getLogger("waitress").setLevel(logging.ERROR)
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.set_thread_count(config.threads)
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
        channel_timeout=config.silent_seconds,
        cleanup_interval=LOOK_SECONDS,
        channel_request_lookahead=1,  # so that it is noticed when a client leaves
        max_request_body_size=2 * MAX_BATCH,
        max_request_header_size=MAX_HEAD,
        asyncore_use_poll=True,
    )
    server.body_seconds = config.body_seconds
    signal.signal(signal.SIGTERM, server.stop)
    signal.signal(signal.SIGINT, server.stop)
    announce()
    server.run()
