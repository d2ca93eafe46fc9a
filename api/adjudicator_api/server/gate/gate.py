"""What granian calls: read, admit, answer in place or from the pool, and keep streams open."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from granian.rsgi import ProtocolClosed, ProtocolError

from adjudicator_api.http.addresses import client_of
from adjudicator_api.http.bus import Stream
from adjudicator_api.http.environ import ARRIVED, GONE, IN_PLACE, OVERSIZED, REFUSED, STREAM
from adjudicator_api.http.problems import Refused, busy
from adjudicator_api.http.terms import Elsewhere, Place
from adjudicator_api.jobs.shares import Shares
from adjudicator_api.server import logging
from adjudicator_api.server.gate.waits import Deadline, Rounds
from adjudicator_api.server.gate.wsgi import environ_of, put_body
from adjudicator_api.server.middleware import Middleware

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from wsgiref.types import WSGIEnvironment

    from flask import Flask
    from granian.rsgi import HTTPProtocol, Scope

    from adjudicator_api.config import Config
    from adjudicator_api.games.bots.driver import Driver
    from adjudicator_api.games.following.notifications import Live
    from adjudicator_api.http.bus import Bus
    from adjudicator_api.http.terms import Terms
    from adjudicator_api.server.metrics import Metrics
    from adjudicator_api.server.middleware import Answer

FINISH_SECONDS = 3.0  # for a bot that thinks when the service stops
SOON = 0.05  # seconds; most answers are done by then, so the client is not watched before
LEFT = (ProtocolClosed, ProtocolError)  # the client closed the connection: not our error


class Gate:
    """One per worker process, on one loop."""

    def __init__(self, app: Flask, config: Config) -> None:
        assert isinstance(app.wsgi_app, Middleware)
        self.app = app.wsgi_app
        self.body_seconds = config.body_seconds
        self.answer_seconds = config.answer_seconds
        self.read_seconds = config.read_seconds
        self.most_streams = config.most_streams
        self.most_of_address = config.streams_of_address
        self.following: Counter[str] = Counter()  # streams by the address that they come from
        self.metrics: Metrics = app.extensions["metrics"]
        self.pool = ThreadPoolExecutor(config.threads, "pool")
        self.bus: Bus = app.extensions["bus"]
        self.driver: Driver = app.extensions["driver"]
        self.live: Live = app.extensions["live"]
        self.shares: Shares[Waiting] = Shares(config.threads, config.waiting)  # of the pool

    @property
    def waiting(self) -> int:
        """Requests in the pool or in front of it."""
        return self.shares.admitted

    # --- granian's face -----------------------------------------------------------------------------------

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.bodies = Deadline(loop, self.body_seconds)
        self.rounds = Rounds(loop)
        self.bus.open(loop)
        if threading.current_thread() is threading.main_thread():
            # granian's own handler stays in place; this one ends the streams.
            signal.signal(signal.SIGTERM, lambda *_: loop.call_soon_threadsafe(self._stop))

    def _stop(self) -> None:
        """Called when the service stops: streams end, and their clients reconnect to another process."""
        self.driver.stop()
        self.bus.close()

    def __rsgi_del__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._stop()
        self.driver.finish(FINISH_SECONDS)
        self.live.finish(FINISH_SECONDS)
        self.pool.shutdown(wait=False, cancel_futures=True)
        logging.writer().finish(FINISH_SECONDS)

    async def __rsgi__(self, scope: Scope, proto: HTTPProtocol) -> None:
        environ = environ_of(scope)
        environ[ARRIVED] = time.monotonic()
        terms = self.app.routes.terms(scope.method, scope.path)
        try:
            self.app.admit(environ, terms)
            if REFUSED in environ:
                put_body(environ, b"")
            else:
                await self._take_body(environ, proto, terms.max_body)
            turn = self.rounds.turn(client_of(environ["REMOTE_ADDR"]))
            if turn is not None:
                await turn
            answer = await self._answer(environ, proto, terms)
            if STREAM in environ and answer.code == 200:
                await self._stream(environ, proto, answer)
            elif answer.body:
                proto.response_bytes(answer.code, answer.headers, answer.body)
            else:
                proto.response_empty(answer.code, answer.headers)
        except LEFT:
            return

    # --- the body -----------------------------------------------------------------------------------------

    async def _take_body(self, environ: WSGIEnvironment, proto: HTTPProtocol, most: int) -> None:
        """Puts the whole body into the environ, or the reason why not; the application then refuses it."""
        length = environ.get("CONTENT_LENGTH")
        if length is None and "HTTP_TRANSFER_ENCODING" not in environ:
            put_body(environ, b"")
            return
        body = b""
        if length is not None and int(length) > most:
            environ[OVERSIZED] = True
        else:
            try:
                body = await self.bodies.within(proto() if length is not None else _pieces(proto, most))
            except TimeoutError:
                environ[REFUSED] = Refused(408, "timed_out", "The body did not come in time.")
            if len(body) > most:
                environ[OVERSIZED] = True
                body = b""
        put_body(environ, body)

    # --- the answer ---------------------------------------------------------------------------------------

    async def _answer(self, environ: WSGIEnvironment, proto: HTTPProtocol, terms: Terms) -> Answer:
        if terms.place is Place.LOOP or REFUSED in environ:
            try:
                return self._in_place(environ)
            except Elsewhere:
                del environ[IN_PLACE]
                environ["wsgi.input"].seek(0)
        try:
            return await self._in_pool(environ, proto)
        except Refused as refused:
            self.metrics.limit(refused)
            environ[REFUSED] = refused
            return self._in_place(environ)

    def _in_place(self, environ: WSGIEnvironment) -> Answer:
        environ[IN_PLACE] = True
        return self.app.answer(environ)

    async def _in_pool(self, environ: WSGIEnvironment, proto: HTTPProtocol) -> Answer:
        """Hand-written: asyncio's own executor calls cost as much as the rest of the gate."""
        loop = asyncio.get_running_loop()
        gone = environ[GONE] = threading.Event()
        answered: asyncio.Future[Answer | None] = loop.create_future()
        client = client_of(environ["REMOTE_ADDR"])
        pushed_out = self.shares.enter(client, Waiting(loop, client, answered, environ, gone))
        if pushed_out is not None and not pushed_out.answered.done():
            pushed_out.answered.set_exception(busy("the service"))
        self._begin()
        watch = Watch(loop, proto, gone, answered, self.answer_seconds)
        try:
            answer = await answered
        finally:
            watch.end()
        if answer is not None:
            return answer
        gone.set()  # work for this request may stop
        late = {**environ, REFUSED: Refused(503, "took_too_long", "The answer took too long.")}
        return self._in_place(late)

    def _begin(self) -> None:
        """On the loop's thread: starts the requests that may start."""
        while (waiting := self.shares.next()) is not None:
            self.pool.submit(self._work, waiting)

    def _work(self, waiting: Waiting) -> None:
        """In a thread of the pool."""
        try:
            if waiting.gone.is_set():  # left while it waited for a thread
                raise ProtocolClosed  # noqa: TRY301 - reported like any other outcome
            done: Answer | BaseException = self.app.answer(waiting.environ)
        except BaseException as error:  # noqa: BLE001 - it belongs to whoever waits
            done = error
        with suppress(RuntimeError):  # the loop has ended; no one is waiting
            waiting.loop.call_soon_threadsafe(self._deliver, waiting, done)

    def _deliver(self, waiting: Waiting, done: Answer | BaseException) -> None:
        self.shares.leave(waiting.client)
        self._begin()
        answered = waiting.answered
        if answered.done():  # too late: already refused
            return
        if isinstance(done, BaseException):
            answered.set_exception(done)
        else:
            answered.set_result(done)

    # --- streams ------------------------------------------------------------------------------------------

    async def _stream(self, environ: WSGIEnvironment, proto: HTTPProtocol, answer: Answer) -> None:
        topic, events = environ[STREAM]
        address = client_of(environ["REMOTE_ADDR"])
        full = len(self.bus) >= self.most_streams or self.following[address] >= self.most_of_address
        if full or not self.bus.is_open:
            proto.response_bytes(answer.code, answer.headers, answer.body)  # ends; the client reconnects
            return
        headers = [(name, value) for name, value in answer.headers if name.lower() != "content-length"]
        transport = proto.response_stream(answer.code, headers)
        stream = Stream(self.bus, self.pool, topic)
        self.bus.follow(stream)
        self._count(address, 1)
        left = asyncio.ensure_future(proto.client_disconnect())
        told = events(stream)
        try:
            await asyncio.wait_for(transport.send_bytes(answer.body), self.read_seconds)
            while (event := await _next(told, left)) is not None:
                await asyncio.wait_for(transport.send_bytes(event), self.read_seconds)
        except TimeoutError:
            return
        finally:
            left.cancel()
            self.bus.leave(stream)
            self._count(address, -1)
            await told.aclose()

    def _count(self, address: str, number: int) -> None:
        self.metrics.streams.inc(number)
        self.following[address] += number
        if not self.following[address]:
            del self.following[address]


@dataclass(eq=False, slots=True)
class Waiting:
    """A request in the pool, or in front of it."""

    loop: asyncio.AbstractEventLoop
    client: str
    answered: asyncio.Future[Answer | None]
    environ: WSGIEnvironment
    gone: threading.Event


class Watch:
    """Watches a request in the pool: ends it when its client leaves or its time is over."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        proto: HTTPProtocol,
        gone: threading.Event,
        answered: asyncio.Future[Answer | None],
        seconds: float,
    ) -> None:
        self._loop, self._proto, self._gone, self._answered = loop, proto, gone, answered
        self._timer = loop.call_later(SOON, self._begin, seconds - SOON)
        self._leaving: asyncio.Future[Any] | None = None

    def _begin(self, seconds: float) -> None:
        gone = self._gone  # not `self`: granian keeps this callback for as long as the client stays
        self._leaving = asyncio.ensure_future(self._proto.client_disconnect())
        self._leaving.add_done_callback(lambda left: None if left.cancelled() else gone.set())
        self._timer = self._loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        if not self._answered.done():
            self._answered.set_result(None)

    def end(self) -> None:
        self._timer.cancel()
        if self._leaving is not None:
            self._leaving.cancel()
            self._leaving = None


async def _next(told: AsyncGenerator[bytes, None], left: asyncio.Future[Any]) -> bytes | None:
    """The next piece of a stream; None at its end, or when the client has left."""
    coming = asyncio.ensure_future(anext(told, None))
    try:
        await asyncio.wait((coming, left), return_when=asyncio.FIRST_COMPLETED)
        return await coming if not left.done() else None
    finally:
        if not coming.done():
            coming.cancel()
            with suppress(asyncio.CancelledError):
                await coming


async def _pieces(proto: HTTPProtocol, most: int) -> bytes:
    """A chunked body, read up to slightly more than its limit."""
    body = bytearray()
    async for piece in proto:
        body += piece
        if len(body) > most:
            break
    return bytes(body)
