"""Workers that die are replaced, a killed service leaves nobody behind, and stopping finishes what was begun."""

from __future__ import annotations

import json
import os
import signal
import socket
import threading
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import pytest

from tests.support.serving import Server, serving
from tests.support.working import alive

pytestmark = pytest.mark.slow
# About a second of work in all: long runs under every rule set, each one new.
LONG = {
    "rules": "compoundit:expert",
    "items": [{"tiles": ["C", "H", "Cl"] * (3 + n % 14) + ["H"] * (n % 9)} for n in range(300)],
}


def workers(server: Server) -> list[int]:
    """The processes that answer; not the one that multiprocessing keeps for itself."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in _command(child)]


def _command(process: str) -> bytes:
    with suppress(OSError):  # gone meanwhile
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


def answers(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def until(condition: Any, seconds: float = 60) -> None:
    late = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < late, "it did not happen"
        time.sleep(0.05)


def kill(worker: int) -> int:
    os.kill(worker, signal.SIGKILL)
    return worker


def two_without(server: Server, *killed: int) -> list[int]:
    """Waits for two workers, none of them killed: looked at once, for one that dies is still there a while."""
    seen: list[int] = []

    def replaced() -> bool:
        seen[:] = workers(server)
        return len(seen) == 2 and not {*seen} & {*killed}

    until(replaced)
    return seen


def test_a_worker_that_dies_twice_within_seconds_is_replaced_and_the_log_says_so(tmp_path: Path) -> None:
    with serving(tmp_path, "--server", "granian", "--workers", "2") as server:
        first = two_without(server)
        second = two_without(server, kill(first[0]))
        both = two_without(server, kill(second[0]))
        two_without(server, *[kill(worker) for worker in both])  # and both at once
        until(lambda: answers(server.port))
        assert server.process.poll() is None
        assert server.stop() == 0
    lines = [json.loads(line) for line in (tmp_path / "errors.txt").read_text().splitlines()]
    died = [line for line in lines if line["event"] == "worker_died"]
    assert [line["exit"] for line in died] == [-signal.SIGKILL] * 4
    assert len([line for line in lines if line["event"] == "worker_started"]) == 4


def test_a_killed_service_leaves_no_orphan_that_holds_the_port(tmp_path: Path) -> None:
    with serving(tmp_path, "--server", "granian", "--workers", "2") as server:
        orphans = workers(server)
        server.process.kill()
        server.process.wait()
        until(lambda: not any(alive(orphan) for orphan in orphans), 30)
        with socket.create_server(("127.0.0.1", server.port)):
            pass


@pytest.mark.parametrize("kind", ["granian", "waitress"])
def test_stopping_finishes_what_was_begun_and_tells_connections_that_are_kept(
    tmp_path: Path, kind: str
) -> None:
    with serving(tmp_path, "--server", kind) as server:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request(
            "POST", "/v1/judge", json.dumps({"tiles": "HHO"}), {"Content-Type": "application/json"}
        )
        assert connection.getresponse().read()
        resting = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        resting.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        got = b""
        while not got.endswith(b"}"):  # head and body may come by themselves
            got += resting.recv(1 << 16)
        assert got.startswith(b"HTTP/1.1 200")
        given: list[Any] = []

        def ask() -> None:
            connection.request(
                "POST", "/v1/judge/batch", json.dumps(LONG), {"Content-Type": "application/json"}
            )
            response = connection.getresponse()
            given.append((response.status, len(json.loads(response.read())["verdicts"]), response.will_close))

        asking = threading.Thread(target=ask)
        asking.start()
        time.sleep(0.4)
        assert server.stop() == 0
        asking.join(30)
        assert given == [(200, 300, True)]
        assert resting.recv(100) == b""  # closed, not left hanging
        resting.close()
        connection.close()
        assert not answers(server.port)
