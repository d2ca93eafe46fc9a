"""The HTTP service: /v1/judge against an empty Flask endpoint under granian's plain WSGI, in the same run.

The service is `adjudicator serve` itself; beside it runs the same application under plain WSGI, without the
gate. Each has one worker; keep-alive connections ask one question after the other, and the servers take
turns, so that other load on this machine affects all of them. The service remembers verdicts, so there are
two figures: repeated questions, as at a table, and questions that were never asked before.
"""

from __future__ import annotations

import json
import os
import random
import socket
import statistics
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from benchmarks.harness import Row, size
from tests.support.serving import answers, free_port, served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

CONNECTIONS = 4
PLAIN_THREADS = 64
SECONDS = size(0.25, quick=0.1)  # per lap: the speed of a shared machine changes within seconds
LAPS, NEW = size(28, quick=1), size(5_000, quick=500)

# Ordinary runs of a game, legal and illegal.
STANDARD = [
    "HHO",
    "NaCl",
    "MgNOONOO",
    "MgNNOOOO",
    "COO",
    "CaCOOO",
    "HNOOO",
    "FeFeOOO",
    "HHOO",
    "KOH",
    "NHHHHCl",
    "HO",
]
EXPERT = [*STANDARD, *["CHHHH", "CCHHHHHHO", "HCN", "SOO", "NNHHHH", "CHHO", "CHHHCl", "CCHHHHOO"]]
SYMBOLS = ["H", "O", "C", "N", "Cl", "S", "Na", "K", "Mg", "Ca", "F", "P", "Fe", "Al"]
RANDOM = random.Random(1)
PAGE = "the judge's page"
PAGE_REQUEST = b"GET / HTTP/1.1\r\nHost: bench\r\nAccept-Encoding: gzip\r\n\r\n"


def empty_app() -> Any:
    """The cost of any Flask service: a route, a JSON body in, a JSON answer out."""
    from flask import Flask, jsonify, request

    app = Flask("empty")

    @app.post("/v1/judge")
    def judge() -> Any:
        request.get_json()
        return jsonify({})

    return app


def rows() -> list[Row]:
    with ExitStack() as stack:
        empty = stack.enter_context(plain("benchmarks.service:empty_app"))
        bare = stack.enter_context(plain("adjudicator_api:create_app"))
        service = stack.enter_context(served(ADJUDICATOR_LOG="info")).port
        contenders: dict[str, tuple[int, Callable[[], list[bytes]]]] = {
            "empty": (empty, lambda: questions(STANDARD, "standard")),
            "standard, asked before": (service, lambda: questions(STANDARD, "standard")),
            "expert, asked before": (service, lambda: questions(EXPERT, "expert")),
            "standard, all new": (service, lambda: questions(new_runs(), "standard")),
            "expert, all new": (service, lambda: questions(new_runs(), "expert")),
            "standard, asked before, without the gate": (bare, lambda: questions(STANDARD, "standard")),
            PAGE: (service, lambda: [PAGE_REQUEST] * CONNECTIONS),
        }
        for port, make in contenders.values():
            lap(port, make(), 0.3)
        laps: dict[str, list[Lap]] = {name: [] for name in contenders}
        for _ in range(LAPS):
            for name, (port, make) in contenders.items():
                laps[name].append(lap(port, make(), SECONDS))
    empties = laps.pop("empty")
    return [
        Row("an empty Flask JSON endpoint, requests/s", f"{_usual(empties):,.0f}"),
        *(row for name, own in laps.items() for row in _rows_of(name, own, empties)),
    ]


def _usual(laps: Sequence[Lap]) -> float:
    return statistics.median(found.rate for found in laps)


def _rows_of(name: str, laps: Sequence[Lap], empties: Sequence[Lap]) -> list[Row]:
    """Compares with the empty endpoint lap by lap: the speed of the machine hardly changes within two
    seconds.
    """
    slow = statistics.median(found.p99 for found in laps)
    share = statistics.median(own.rate / empty.rate for own, empty in zip(laps, empties, strict=True))
    asked = name if name == PAGE else f"/v1/judge {name}"
    return [
        Row(f"{asked}, requests/s", f"{_usual(laps):,.0f}  (p99 {slow * 1000:.1f} ms)"),
        Row(f"{asked}, of the empty endpoint", f"{share:.2f}", share),
    ]


def new_runs(number: int = NEW) -> list[str]:
    """Runs of two to seven tiles, more than a lap can ask, so that hardly any comes twice."""
    return ["".join(RANDOM.choices(SYMBOLS, k=RANDOM.randint(2, 7))) for _ in range(number)]


def questions(runs: Sequence[str], variant: str) -> list[bytes]:
    return [_request({"tiles": run, "rules": f"compoundit:{variant}"}) for run in runs]


def _request(body: dict[str, str]) -> bytes:
    text = json.dumps(body).encode()
    return (
        b"POST /v1/judge HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n%b" % (len(text), text)
    )


# --- asking -----------------------------------------------------------------------------------------------


class Lap:
    def __init__(self, seconds: list[float], length: float) -> None:
        self.rate = len(seconds) / length
        self.p99 = statistics.quantiles(seconds, n=100)[98]


def lap(port: int, asked: Sequence[bytes], length: float) -> Lap:
    """As many requests as fit into this many seconds, over a few connections at once."""
    times: list[list[float]] = [[] for _ in range(CONNECTIONS)]
    end = time.perf_counter() + length
    shares = [asked[i::CONNECTIONS] for i in range(CONNECTIONS)]  # no two connections ask the same question
    threads = [
        threading.Thread(target=_ask, args=(port, share, end, found))
        for share, found in zip(shares, times, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Lap([seconds for found in times for seconds in found], length)


def _ask(port: int, asked: Sequence[bytes], end: float, times: list[float]) -> None:
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        number, now = 0, time.perf_counter()
        while now < end:
            connection.sendall(asked[number % len(asked)])
            _read_answer(connection)
            began, now = now, time.perf_counter()
            times.append(now - began)
            number += 1


def _read_answer(connection: socket.socket) -> None:
    got = connection.recv(1 << 16)
    assert got.startswith(b"HTTP/1.1 200"), got[:200]
    head = got.index(b"\r\n\r\n") + 4
    length = int(got[:head].lower().split(b"content-length:")[1].split(b"\r\n")[0])
    missing = head + length - len(got)
    while missing > 0:
        missing -= len(connection.recv(1 << 16))


# --- serving ----------------------------------------------------------------------------------------------

SERVE = """
import sys
from granian import Granian
from granian.constants import Interfaces
Granian(sys.argv[1], factory=True, port=int(sys.argv[2]), blocking_threads=int(sys.argv[3]),
        interface=Interfaces.WSGI, log_enabled=False, websockets=False, workers_kill_timeout=5).serve()
"""


@contextmanager
def plain(target: str) -> Iterator[int]:
    """The port of an application under granian's plain WSGI, with one worker."""
    port = free_port()
    with TemporaryDirectory() as folder:
        settings = {
            "ADJUDICATOR_DATABASE_URL": f"sqlite:///{folder}/bench.sqlite",
            "ADJUDICATOR_RATE_LIMIT": "off",
        }
        server = subprocess.Popen(
            [sys.executable, "-c", SERVE, target, str(port), str(PLAIN_THREADS)],
            env={**os.environ, **settings}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            while not answers(port):
                time.sleep(0.1)
            yield port
        finally:
            server.terminate()
            server.wait(20)
