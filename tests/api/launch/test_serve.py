"""`adjudicator serve` as a real process: its last line, many requests at once, and stopping in the middle of them."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator.cli import main
from adjudicator_api import Config
from adjudicator_api.launch import serve
from tests.support.patience import PATIENCE
from tests.support.sampling import in_turn
from tests.support.serving import Server, free_port, serving

pytestmark = pytest.mark.slow
REDIS = os.environ.get("ADJUDICATOR_TEST_REDIS", "")
METRICS = free_port()
CHALLENGE = {"runs": ["HHO", "NaCl"], "player": "ann", "challenger": "bob"}


def send(server: Server, method: str, path: str, body: object = None) -> tuple[int, Any]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    try:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        raw = response.read()
        return response.status, json.loads(raw) if raw[:1] in b"{[" else raw
    finally:
        connection.close()


def resident(server: Server) -> int:
    """Memory of the workers, in KiB."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    total = 0
    for process in [str(server.process.pid), *children]:
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                total += int(line.split()[1])
    return total


@pytest.fixture(scope="module")
def open_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for requests only: open to phones, with the metrics on another port."""
    with serving(tmp_path_factory.mktemp("open"), "--lan", "--metrics-port", str(METRICS)) as server:
        yield server


def test_the_last_line_shows_the_address_and_a_term_signal_ends_it(tmp_path: Path) -> None:
    with serving(tmp_path, "--server", "auto") as server:
        assert server.lines[-1].startswith(f"Adjudicator is at {server.url}")
        assert send(server, "GET", "/readyz")[0] == 200
        status, verdict = send(server, "POST", "/v1/judge", {"tiles": "MgNOONOO"})
        assert (status, verdict["ruling"]) == (200, "valid")
        assert server.stop() == 0
    assert (tmp_path / "errors.txt").read_text() == ""


def test_lan_shows_a_code_for_phones(open_server: Server) -> None:
    assert any("█" in line for line in open_server.lines)
    assert open_server.lines[-3].endswith("phone, and says what works then.")
    assert open_server.lines[-2].startswith("Phones in this network: http://")
    assert open_server.lines[-1].startswith(f"Adjudicator is at {open_server.url}")


def test_a_browser_opens_where_somebody_sits_at_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    ran: list[bool] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(serve, "_answers", lambda *_: True)
    serve._announce(Config(port=8123, host=serve.EVERYWHERE), lan=True, browser=True, language="de")
    assert opened == ["http://127.0.0.1:8123/phones"]
    monkeypatch.setattr(serve, "run", lambda *_, browser, **__: ran.append(browser))
    for desktop, flags in (
        (True, ["--lan"]),
        (False, ["--lan"]),
        (True, []),
        (False, ["--browser"]),
        (True, ["--lan", "--no-browser"]),
    ):
        monkeypatch.setattr(serve, "_on_desktop", lambda desktop=desktop: desktop)
        assert CliRunner().invoke(serve.serve, flags, catch_exceptions=False).exit_code == 0
    assert ran == [True, False, False, True, False]


def test_what_the_start_says_is_in_the_language_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve, "_answers", lambda *_: True)
    config = Config(port=8123, host=serve.EVERYWHERE, public_url="http://192.0.2.7:8123")
    for language, last in (
        ("en", ["Phones in this network: http://192.0.2.7:8123", "Adjudicator is at http://127.0.0.1:8123"]),
        (
            "de",
            ["Handys in diesem Netz: http://192.0.2.7:8123", "Adjudicator ist unter http://127.0.0.1:8123"],
        ),
    ):
        serve._announce(config, lan=True, browser=False, language=language)
        lines = capsys.readouterr().out.splitlines()[-2:]
        assert [line.partition("  (")[0] for line in lines] == last


def test_a_taken_port_is_said_without_words_of_the_system_in_another_language() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        refused = CliRunner().invoke(main, ["--lang", "de", "serve", "--port", port])
    assert "die Adresse ist belegt" in refused.output
    assert "[cannot_listen]" in refused.output


def test_five_hundred_at_once(open_server: Server) -> None:
    """No answer is a failure, and memory stays flat afterwards."""
    questions: list[tuple[str, str, object]] = [
        ("POST", "/v1/judge", {"tiles": "MgNOONOO"}),
        ("POST", "/v1/judge", {"formula": "Fe2(SO4)3", "rules": "compoundit:beginner"}),
        ("POST", "/v1/judge", {"formula": "(" * 60}),
        ("POST", "/v1/judge/batch", {"items": [{"tiles": "HHO"}] * 50}),
        ("POST", "/v1/challenges", CHALLENGE),
        ("GET", "/v1/reference/C2H6O", None),
        ("GET", "/v1/rulesets/compoundit:standard", None),
        ("GET", "/nothing", None),
    ]

    def ask(number: int) -> int:
        method, path, body = questions[number % len(questions)]
        status = send(open_server, method, path, body)[0]
        if path == "/v1/judge/batch" and status == 503:  # more than the processes and the queue can take
            return 200
        return status

    with ThreadPoolExecutor(500) as pool:
        answers = list(pool.map(ask, range(500)))
        memory = resident(open_server)
        for _ in range(3):
            answers += list(pool.map(ask, range(500)))
    assert set(answers) == {200, 404, 422}
    assert resident(open_server) < memory + 40 * 1024
    assert send(open_server, "GET", "/readyz")[0] == 200


def test_a_term_signal_during_load_loses_no_accepted_challenge(tmp_path: Path) -> None:
    accepted: list[str] = []
    started = threading.Event()
    stopping = threading.Event()

    def challenge(server: Server) -> None:
        while not stopping.is_set():
            try:
                status, answer = send(server, "POST", "/v1/challenges", CHALLENGE)
            except (OSError, HTTPException):
                return  # nobody answers any more: nothing was accepted
            assert status == 200
            accepted.append(answer["id"])
            if len(accepted) > 50:
                started.set()

    with serving(tmp_path) as server:
        threads = [threading.Thread(target=challenge, args=(server,)) for _ in range(8)]
        for thread in threads:
            thread.start()
        assert started.wait(PATIENCE)
        server.stop()
        stopping.set()
        for thread in threads:
            thread.join()
    with sqlite3.connect(tmp_path / "served.sqlite") as database:
        kept = {id_ for (id_,) in database.execute("SELECT id FROM challenges")}
    assert len(accepted) > 50
    assert set(accepted) <= kept


@in_turn(3)
def test_several_workers_count_together_and_share_the_rulings(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2") as server:
        ids = [send(server, "POST", "/v1/challenges", CHALLENGE)[1]["id"] for _ in range(20)]
        assert all(send(server, "GET", f"/v1/challenges/{id_}")[0] == 200 for id_ in ids)
        text = send(server, "GET", "/metrics")[1].decode()
        assert 'adjudicator_rulings_total{rules="compoundit:standard",ruling="valid"} 20.0' in text
        assert server.stop() == 0


def test_metrics_have_a_port_of_their_own(open_server: Server) -> None:
    question = {"tiles": "HHO", "rules": "compoundit:organic"}  # no other test here asks it
    assert send(open_server, "POST", "/v1/judge", question)[0] == 200
    assert send(open_server, "GET", "/metrics")[0] == 404
    _, text = send(replace(open_server, port=METRICS), "GET", "/metrics")
    assert 'adjudicator_rulings_total{rules="compoundit:organic",ruling="valid"} 1.0' in text.decode()


def test_a_slow_sender_does_not_hold_up_the_others(open_server: Server) -> None:
    slow = [socket.create_connection(("127.0.0.1", open_server.port)) for _ in range(40)]
    for connection in slow:
        connection.sendall(b"POST /v1/judge HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n")
    assert send(open_server, "POST", "/v1/judge", {"tiles": "HHO"})[0] == 200
    for connection in slow:
        connection.close()


def run(*options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "adjudicator", "serve", *options],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@in_turn(3)
def test_what_cannot_work_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = run("--port", str(taken.getsockname()[1]))
    assert (refused.returncode, "cannot_listen" in refused.stderr) == (2, True)
    port = str(free_port())
    for options, code in (
        (["--workers", "0"], "bad_configuration"),
        (["--port", port, "--database-url", "mysql://x"], "bad_database_url"),
        (["--port", port, "--database-url", f"sqlite:///{tmp_path}"], "database_unavailable"),
        (["--rate-limit", "often"], "bad_configuration"),
        (["--server", "waitress"], "adjudicator_api.wsgi:app"),
    ):
        refused = run(*options)
        assert refused.returncode == 2, refused.stderr
        assert code in refused.stderr
        assert "Traceback" not in refused.stderr


@in_turn(3)
@pytest.mark.skipif(not REDIS, reason="no Redis: set ADJUDICATOR_TEST_REDIS to its URL")
def test_workers_share_the_rate_limit_in_redis(tmp_path: Path) -> None:
    with serving(
        tmp_path,
        "--workers",
        "2",
        "--cache-url",
        REDIS,
        "--rate-limit",
        "20 per hour",
        ADJUDICATOR_LOG="error",
    ) as server:
        statuses = [send(server, "GET", "/v1/rulesets")[0] for _ in range(40)]
    assert statuses.count(429) >= 20
