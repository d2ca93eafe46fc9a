"""granian's side of the gate, without granian: a request from the test, and the answer of the gate."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

from granian.rsgi import ProtocolClosed

from adjudicator_api.server.gate.gate import Gate
from tests.support.patience import PATIENCE


@dataclass
class Headers:
    given: list[tuple[str, str]]

    def items(self) -> list[tuple[str, str]]:
        return self.given


@dataclass
class FakeScope:
    method: str
    path: str
    headers: Headers
    query_string: str = ""
    client: str = "127.0.0.1:5000"
    server: str = "127.0.0.1:8000"
    scheme: str = "http"
    http_version: str = "1.1"
    proto: str = "http"


@dataclass
class FakeClient:
    """A client that sends its pieces with pauses between them, and may disconnect."""

    pieces: list[bytes] = field(default_factory=list)
    pause: float = 0.0
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    events: list[bytes] = field(default_factory=list)
    left: asyncio.Event = field(default_factory=asyncio.Event)
    watched: bool = False  # whether somebody waits for it to disconnect

    async def __call__(self) -> bytes:
        return b"".join([piece async for piece in self])

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self.pieces:
            await asyncio.sleep(self.pause)
            yield piece

    async def client_disconnect(self) -> None:
        self.watched = True
        await self.left.wait()
        self.watched = False

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        if self.left.is_set():
            raise ProtocolClosed
        self.status, self.headers, self.body = status, {n.lower(): v for n, v in headers}, body

    def response_empty(self, status: int, headers: list[tuple[str, str]]) -> None:
        self.response_bytes(status, headers, b"")

    def response_stream(self, status: int, headers: list[tuple[str, str]]) -> FakeClient:
        self.response_bytes(status, headers, b"")
        return self

    async def send_bytes(self, data: bytes) -> None:
        if self.left.is_set():
            raise ProtocolClosed
        self.events.append(data)


async def ask(
    gate: Gate,
    method: str,
    path: str,
    client: FakeClient | None = None,
    address: str = "127.0.0.1",
    **headers: str,
) -> FakeClient:
    """Sends one request; its body comes from the client."""
    client = client or FakeClient()
    path, _, query = path.partition("?")
    given = [(name.lower().replace("_", "-"), value) for name, value in headers.items()]
    scope = FakeScope(method, path, Headers(given), query, f"{address}:5000")
    await gate.__rsgi__(scope, client)  # type: ignore[arg-type]
    return client


async def post(gate: Gate, path: str, body: bytes, **headers: str) -> FakeClient:
    client = FakeClient([body])
    return await ask(
        gate, "POST", path, client, content_type="application/json", content_length=str(len(body)), **headers
    )


def on_loop(gate: Gate, test: Callable[[], Any]) -> Any:
    """Runs a coroutine of a test as a worker would: the gate is opened before and closed after it."""

    async def run() -> Any:
        gate.__rsgi_init__(asyncio.get_running_loop())
        try:
            return await asyncio.wait_for(test(), PATIENCE)
        finally:
            gate.__rsgi_del__(asyncio.get_running_loop())

    return asyncio.run(run())


async def until(condition: Callable[[], object]) -> None:
    """Returns as soon as the condition holds; `on_loop` gives up eventually."""
    while not condition():  # noqa: ASYNC110 - things happen in threads, too
        await asyncio.sleep(0.005)
