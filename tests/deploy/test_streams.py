"""2,300 followers of one process: all are notified of a move, and requests in the meantime are answered.

They come from ten addresses with the usual limits. From a single address, most would be refused: it has 1,200
requests a minute and half of the streams.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from adjudicator.client import Service
from adjudicator_api.config import Config
from adjudicator_api.launch.files import allow_connections
from tests.support.sampling import in_turn
from tests.support.serving import serving

STREAMS, ADDRESSES = 2300, 10


@in_turn(3)
def test_many_streams_of_one_process(tmp_path: Path) -> None:
    allow_connections(STREAMS)
    with serving(
        tmp_path,
        ADJUDICATOR_THREADS="8",
        ADJUDICATOR_STREAMS=str(STREAMS),
        ADJUDICATOR_CONNECTIONS=str(2 * STREAMS),
        ADJUDICATOR_RATE_LIMIT=Config().rate_limit,
    ) as server:
        service = Service(server.url)
        tables = [service.open("compoundit", [{"name": "Ann"}, {}], watch="public") for _ in range(5)]
        reached = asyncio.run(
            _follow(server.port, service, [(table.id, str(table.code)) for table in tables])
        )
        assert reached == STREAMS
        assert service.ask("POST", "/v1/judge", {"tiles": "HHO"})["ruling"] == "valid"


async def _follow(port: int, service: Service, tables: list[tuple[str, str]]) -> int:
    """How many followers hear that their game has begun."""
    followers = [
        Follower(port, tables[number % len(tables)][0], f"127.0.1.{1 + number % ADDRESSES}")
        for number in range(STREAMS)
    ]
    for first in range(0, STREAMS, 50):
        await asyncio.gather(*(follower.open() for follower in followers[first : first + 50]))
    assert (await asyncio.to_thread(service.ask, "GET", "/healthz"))["status"] == "ok"
    for _, code in tables:
        await asyncio.to_thread(service.join, code, "Bob")
    async with asyncio.timeout(60):
        versions = await asyncio.gather(*(follower.heard() for follower in followers))
    for follower in followers:
        follower.writer.close()
    return sum(version > 0 for version in versions)


class Follower:
    def __init__(self, port: int, id_: str, address: str) -> None:
        self.port, self.id, self.address = port, id_, address

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(self.address, 0)
        )
        self.writer.write(f"GET /v1/games/{self.id}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head

    async def heard(self) -> int:
        """The first version other than 0: the game has begun."""
        while line := await self.reader.readline():
            if line.startswith(b"data:") and not line.rstrip().endswith(b'"version": 0}'):
                return 1
        return 0
