"""Games over HTTP: moves, events and streams, each compared with a bare equivalent in the same run.

Two processes serve 200 games. Every figure that depends on the machine has a counterpart from the same
machine: moves and bare transactions that write as much, the judge with a thousand streams and without. Redis
is measured where ADJUDICATOR_TEST_REDIS names one.
"""

from __future__ import annotations

import json
import os
import socket
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import requests

from adjudicator.client import Service as Client
from adjudicator_api.launch.files import allow_connections
from adjudicator_api.storage import Storage
from adjudicator_api.storage import games as kept
from adjudicator_api.storage.games import CommitRow, SeatRow
from benchmarks.harness import Row, percentile, size
from benchmarks.service import STANDARD, Lap, lap, questions
from tests.deploy.kill_service import killable
from tests.support.serving import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.serving import Server

GAMES = size(200, quick=8)
PEOPLE = 4  # at each table; the game is over when all have passed
CLIENTS = 8
BARE_SECONDS = size(3.0, quick=0.2)
DELIVERIES = size(60, quick=8)
STREAMS = size(1000, quick=20)
IDLE_GAMES = size(400, quick=20)
LAPS, SECONDS = size(5, quick=1), size(1.0, quick=0.2)
ROUNDS = size(3, quick=1)  # of moves, each followed by bare transactions
RATE, P99 = attrgetter("rate"), attrgetter("p99")
SETTINGS = {
    "ADJUDICATOR_STREAMS_PER_ADDRESS": "5000",
    "ADJUDICATOR_CONNECTIONS": "10000",
    "ADJUDICATOR_CONNECTIONS_PER_ADDRESS": "5000",
    "ADJUDICATOR_LOG": "off",
    "ADJUDICATOR_BOT_PAUSE_MS": "0",
}


def rows_of_a_site() -> list[Row]:
    found: list[Row] = []
    with site(2) as services:
        ports = [service.port for service in services]
        play(ports)  # start-up work of a process is not charged to moves
        laps = [(play(ports), bare_rate()) for _ in range(ROUNDS)]
        rate, late = (percentile([of(lap) for lap, _ in laps], 0.5) for of in (RATE, P99))
        ratio = percentile([lap.rate / bare for lap, bare in laps], 0.5)
        found += [
            Row(f"moves/s, {GAMES} games on two processes", f"{rate:,.0f}  (p99 {late * 1000:.0f} ms)"),
            Row("moves/s, of bare transactions that write as much", f"{ratio:.2f}", ratio),
            Row("event delivery between processes, SQLite, p99", f"{delivery(ports) * 1000:.0f} ms"),
        ]
    redis = os.environ.get("ADJUDICATOR_TEST_REDIS")
    if redis:
        with site(2, ADJUDICATOR_CACHE_URL=redis) as services:
            seconds = delivery([service.port for service in services])
        found.append(Row("event delivery between processes, Redis, p99", f"{seconds * 1000:.0f} ms"))
    return found


def rows() -> list[Row]:
    return [*rows_of_a_site(), *rows_of_streams(), *rows_of_full_pools()]


@contextmanager
def site(processes: int, **settings: str) -> Iterator[list[Server]]:
    """Processes with one worker each that share a database."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        url = f"sqlite:///{folder}/bench.sqlite"
        services = [
            killable(free_port(), url, Path(folder) / f"{number}.txt", {**SETTINGS, **settings}, workers=1)
            for number in range(processes)
        ]
        for service in services:
            service.start()
            stack.callback(service.kill)
        yield services


# --- moves ------------------------------------------------------------------------------------------------


def play(ports: list[int]) -> Lap:
    """All players pass, at all tables at once; the tables are opened beforehand."""
    seats = [{"name": f"Player {n}"} for n in range(PEOPLE)]
    clients = [Client(f"http://127.0.0.1:{port}") for port in ports]
    with ThreadPoolExecutor(CLIENTS) as pool:
        tables = list(pool.map(lambda n: clients[n % len(clients)].open("compoundit", seats), range(GAMES)))
        looks = [
            clients[n // CLIENTS % len(clients)].table(table.id, table.tokens[0])
            for n, table in enumerate(tables)
        ]
        views = list(pool.map(lambda look: look.view(), looks))  # players look before they act
        going = [
            Going(table.id, table.tokens, view["version"], view["asks"][0]["player"])
            for table, view in zip(tables, views, strict=True)
        ]
        began = time.perf_counter()
        times = pool.map(lambda n: _pass_round(ports, going[n::CLIENTS]), range(CLIENTS))
        seconds = [second for found in times for second in found]
    return Lap(seconds, time.perf_counter() - began)


@dataclass
class Going:
    """A game in progress."""

    id: str
    tokens: dict[int, str]
    version: int
    turn: int

    def move(self, connection: socket.socket) -> bool:
        """The players who are asked pass; returns whether the game goes on."""
        answer = _act(connection, self.id, self.tokens[self.turn], self.version)
        self.version, self.turn = answer["version"], (self.turn + 1) % PEOPLE
        return all(event["type"] != "game_ended" for event in answer["events"])


def _pass_round(ports: list[int], games: list[Going]) -> list[float]:
    """Each table in turn; consecutive requests go to different processes."""
    connections = [socket.create_connection(("127.0.0.1", port)) for port in ports]
    times = []
    while games:
        still = []
        for number, game in enumerate(games):
            began = time.perf_counter()
            if game.move(connections[number % len(connections)]):
                still.append(game)
            times.append(time.perf_counter() - began)
        games = still
    for connection in connections:
        connection.close()
    return times


def _act(connection: socket.socket, id_: str, token: str, version: int) -> dict[str, Any]:
    body = b'{"type":"pass"}'
    head = (
        f"POST /v1/games/{id_}/actions HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {token}\r\nIf-Match: {version}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    connection.sendall(head.encode() + body)
    got = connection.recv(1 << 16)
    start = got.index(b"\r\n\r\n") + 4
    length = int(got[:start].lower().split(b"content-length:")[1].split(b"\r\n")[0])
    while len(got) < start + length:
        got += connection.recv(1 << 16)
    assert got.startswith(b"HTTP/1.1 200"), got[:400]
    answer: dict[str, Any] = json.loads(got[start:])
    return answer


def bare_rate() -> float:
    """Transactions per second that write what a move writes, from two processes, and do nothing else."""
    from multiprocessing import get_context

    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/bare.sqlite"
        storage = Storage(url)
        storage.migrate()
        storage.close()
        with get_context("spawn").Pool(2) as pool:
            return sum(pool.starmap(_write_bare, [(url, name) for name in ("a", "b")]))


def _write_bare(url: str, name: str) -> float:
    storage = Storage(url)
    now = _now()
    storage.database.write(
        lambda connection: kept.add_game(connection, _row(name, now), [SeatRow(name, 0, "person")])
    )
    number, began = 0, time.perf_counter()
    while (passed := time.perf_counter() - began) < BARE_SECONDS:
        number += 1
        event = {"version": number, "type": "passed", "player": 0}

        def write(connection: Any, event: Any = event, number: int = number) -> None:
            kept.add_events(connection, name, [event], now)
            kept.add_commit(connection, CommitRow(name, number, number, 0, number.to_bytes(32), b"x" * 32))
            kept.change_game(connection, name, version=number, revision=number, moved_at=now)

        storage.database.write(write)
    storage.close()
    return number / passed


def _now() -> Any:
    from datetime import UTC, datetime

    return datetime.now(UTC)


def _row(name: str, now: Any) -> kept.GameRow:
    return kept.GameRow(
        id=name, game="bench", options={}, edition="", seed="", status="playing", version=0, revision=0,
        hints=False, watch="players", clock=None, code=None, code_until=None, host_digest=b"",
        request_key=None, request_digest=None, created_at=now, moved_at=now,
    )  # fmt: skip


# --- events -----------------------------------------------------------------------------------------------


def delivery(ports: list[int]) -> float:
    """Time from the answer to a move until a follower on the other process gets its event, p99."""
    times = []
    for _ in range(DELIVERIES // (2 * PEOPLE) + 1):
        table = Client(f"http://127.0.0.1:{ports[0]}").open(
            "compoundit", [{"name": f"Player {n}"} for n in range(PEOPLE)], watch="public"
        )
        follower = Heard(ports[1], table.id)
        follower.start()
        view = table.view()
        game = Going(table.id, table.tokens, view["version"], view["asks"][0]["player"])
        follower.wait_for(game.version)
        with socket.create_connection(("127.0.0.1", ports[0])) as connection:
            goes_on = True
            while goes_on:
                goes_on = game.move(connection)
                began = time.perf_counter()
                times.append(max(0.0, follower.wait_for(game.version) - began))
    return percentile(times, 0.99)


@dataclass
class Heard:
    """A follower that notes when it hears of each version."""

    port: int
    id: str
    heard: dict[int, float] = field(default_factory=dict)
    news: threading.Condition = field(default_factory=threading.Condition)

    def start(self) -> None:
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        with suppress(requests.RequestException):  # the service has stopped
            for event in Client(f"http://127.0.0.1:{self.port}").stream(f"/v1/games/{self.id}/events", None):
                with self.news:
                    self.heard[event["version"]] = time.perf_counter()
                    self.news.notify_all()

    def wait_for(self, version: int) -> float:
        with self.news:
            self.news.wait_for(lambda: version in self.heard, 30)
            return self.heard[version]


# --- streams and memory -----------------------------------------------------------------------------------


def rows_of_streams() -> list[Row]:
    allow_connections(STREAMS)
    asked = questions(STANDARD, "standard")
    with site(1) as (service,):
        client = Client(f"http://127.0.0.1:{service.port}")
        empty = memory(service)
        seats = [{"name": "Ann"}, {"name": "Bob"}]
        tables = [client.open("compoundit", seats, watch="public") for _ in range(IDLE_GAMES)]
        with_games = memory(service)
        lap(service.port, asked, 0.5)
        alone, followed = [], []
        open_: list[socket.socket] = []
        for _ in range(LAPS):
            alone.append(lap(service.port, asked, SECONDS).rate)
            open_ = [_stream(service.port, tables[n % len(tables)].id) for n in range(STREAMS)]
            with_streams = memory(service)
            followed.append(lap(service.port, asked, SECONDS).rate)
            for stream in open_:
                stream.close()
            time.sleep(0.5)
    ratio = percentile(followed, 0.5) / percentile(alone, 0.5)
    return [
        Row(f"/v1/judge with {STREAMS:,} open streams, of without", f"{ratio:.2f}", ratio),
        Row("memory of a worker for an idle game", f"{(with_games - empty) / IDLE_GAMES / 1024:.0f} KiB"),
        Row("memory of a worker for a stream", f"{(with_streams - with_games) / STREAMS / 1024:.0f} KiB"),
    ]


def _stream(port: int, id_: str) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port))
    connection.sendall(f"GET /v1/games/{id_}/events HTTP/1.1\r\nHost: bench\r\n\r\n".encode())
    connection.recv(4096)
    return connection


def memory(service: Server) -> int:
    """Memory of the worker in bytes: the largest process of the service."""
    sizes = [0]
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            group = os.getpgid(int(status.parent.name))
            text = status.read_text()
        except OSError:
            continue
        if group == service.process.pid and "VmRSS:" in text:
            sizes.append(int(text.split("VmRSS:")[1].split()[0]) * 1024)
    return max(sizes)


# --- the loop ---------------------------------------------------------------------------------------------


def rows_of_full_pools() -> list[Row]:
    """How long a request that needs nothing waits for the loop while all threads and processes are busy."""
    with site(1) as (service,):
        client = Client(f"http://127.0.0.1:{service.port}")
        seats = [{"name": "Ann"}, {"name": "Bob"}]
        table = client.open("compoundit", seats, hints=True)
        turn = table.view()["asks"][0]["player"]
        over = threading.Event()

        def work(number: int) -> None:
            own = Client(f"http://127.0.0.1:{service.port}").table(table.id, table.tokens[turn])
            while not over.is_set():
                try:
                    own.hints(5) if number % 2 else own.view()
                except Exception:  # noqa: BLE001 - 503: there is more to do than can be done, as wanted
                    continue

        threads = [threading.Thread(target=work, args=(n,), daemon=True) for n in range(48)]
        for thread in threads:
            thread.start()
        time.sleep(1)
        found = lap(service.port, [b"GET /healthz HTTP/1.1\r\nHost: bench\r\n\r\n"] * 4, 4 * SECONDS)
        over.set()
    return [Row("/healthz while all pools are full, p99", f"{found.p99 * 1000:.0f} ms")]
