"""Dead workers are replaced, a killed service leaves no process behind, and stopping finishes what was begun."""

from __future__ import annotations

import json
import os
import signal
import socket
import threading
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import pytest

from tests.support.patience import PATIENCE, wait_until
from tests.support.serving import Server, serving
from tests.support.working import alive

pytestmark = pytest.mark.slow
# About a second of work in all: long runs under every rule set, each of them new.
LONG = {
    "rules": "compoundit:expert",
    "items": [{"tiles": ["C", "H", "Cl"] * (3 + n % 14) + ["H"] * (n % 9)} for n in range(300)],
}


def workers(server: Server) -> list[int]:
    """The processes that answer, without multiprocessing's own."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in _command(child)]


def _command(process: str) -> bytes:
    with suppress(OSError):  # it has ended in the meantime
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


def answers(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def kill(worker: int) -> int:
    os.kill(worker, signal.SIGKILL)
    return worker


def two_without(server: Server, *killed: int) -> list[int]:
    """Waits for two workers, none of them killed; checked together, because a killed one is still listed for a while."""
    seen: list[int] = []

    def replaced() -> bool:
        seen[:] = workers(server)
        return len(seen) == 2 and not {*seen} & {*killed}

    wait_until(replaced)
    return seen


def test_a_worker_that_dies_twice_within_seconds_is_replaced_and_the_log_says_so(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2") as server:
        first = two_without(server)
        second = two_without(server, kill(first[0]))
        both = two_without(server, kill(second[0]))
        two_without(server, *[kill(worker) for worker in both])  # and both at once
        wait_until(lambda: answers(server.port))
        assert server.process.poll() is None
        assert server.stop() == 0
    lines = [json.loads(line) for line in (tmp_path / "errors.txt").read_text().splitlines()]
    died = [line for line in lines if line["event"] == "worker_died"]
    assert [line["exit"] for line in died] == [-signal.SIGKILL] * 4
    assert len([line for line in lines if line["event"] == "worker_started"]) == 4


def test_a_killed_service_leaves_no_orphan_that_holds_the_port(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2") as server:
        orphans = workers(server)
        server.process.kill()
        server.process.wait()
        wait_until(lambda: not any(alive(orphan) for orphan in orphans))
        wait_until(lambda: can_listen(server.port))  # processes started by the workers end after them


def can_listen(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def whole(connection: socket.socket) -> bytes:
    """Head and body, which may arrive separately."""
    got = b""
    while not got.endswith(b"}"):
        got += connection.recv(1 << 16)
    return got


def test_stopping_finishes_what_was_begun_and_tells_connections_that_are_kept(tmp_path: Path) -> None:
    with serving(tmp_path, ADJUDICATOR_STOP_SECONDS="300") as server:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.request(
            "POST", "/v1/judge", json.dumps({"tiles": "HHO"}), {"Content-Type": "application/json"}
        )
        assert connection.getresponse().read()
        resting = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        resting.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert whole(resting).startswith(b"HTTP/1.1 200")
        given: list[Any] = []
        sent = threading.Event()

        def ask() -> None:
            connection.request(
                "POST", "/v1/judge/batch", json.dumps(LONG), {"Content-Type": "application/json"}
            )
            sent.set()
            response = connection.getresponse()
            given.append((response.status, len(json.loads(response.read())["verdicts"]), response.will_close))

        asking = threading.Thread(target=ask)
        asking.start()
        assert sent.wait(PATIENCE)
        resting.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")  # answered after the batch was accepted
        assert whole(resting).startswith(b"HTTP/1.1 200")
        assert server.stop() == 0
        asking.join(PATIENCE)
        assert given == [(200, 300, True)]
        assert resting.recv(100) == b""  # closed, not left hanging
        resting.close()
        connection.close()
        assert not answers(server.port)
