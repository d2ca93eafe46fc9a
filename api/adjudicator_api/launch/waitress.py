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
    """A connection; it knows since when it waits for the rest of a request."""

    task_class = Task
    waits_since: float | None = None

    def received(self, data: bytes) -> bool:
        completed = bool(super().received(data))
        if self.request is None:
            self.waits_since = None
        elif self.waits_since is None:
            self.waits_since = time.time()
        return completed


class Server(TcpWSGIServer):  # type: ignore[misc]
    channel_class = Channel
    body_seconds: float
    stopping = False

    def maintenance(self, now: float) -> None:
        """Also closes connections whose request does not come to its end."""
        super().maintenance(now)
        for channel in self.active_channels.values():
            since = channel.waits_since
            if since is not None and not channel.requests and now - since > self.body_seconds:
                channel.will_close = True

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
        return any(channel.requests or channel.total_outbufs_len for channel in self.active_channels.values())


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
