"""As deployed: the real nginx of deploy/ in front of two processes that share PostgreSQL and Redis."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import pytest

from tests.support.nginx import Site, behind_nginx, needs_a_site

CHALLENGE = {"runs": ["HHO", "NaCl"], "player": "ann", "challenger": "bob"}
pytestmark = needs_a_site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with behind_nginx(tmp_path_factory.mktemp("site")) as found:
        yield found


def test_a_ruling_given_by_one_is_read_from_the_other(site: Site) -> None:
    status, answer, _ = site.send("POST", "/v1/challenges", CHALLENGE)
    assert status == 200
    for server in site.processes:
        assert site.send("GET", f"/v1/challenges/{answer['id']}", port=server.port)[0] == 200
    settled = site.send(
        "POST",
        f"/v1/challenges/{answer['id']}/settlement",
        {"ruling": "invalid", "agreed_by": ["ann", "bob"], "settlement_key": answer["settlement_key"]},
    )
    assert (settled[0], settled[1]["decided_by"]) == (200, "agreement")


def test_pages_problems_and_headers_come_through(site: Site) -> None:
    status, page, headers = site.send("GET", "/")
    assert (status, b"<html" in page) == (200, True)
    assert "content-security-policy" in headers
    assert headers["server"] == "nginx"
    status, _, headers = site.send("POST", "/v1/judge", {"formula": "Xx"})
    assert (status, headers["content-type"]) == (422, "application/problem+json")
    assert site.send("GET", "/nothing")[1]["code"] == "not_found"


def test_what_is_for_whoever_runs_it_stays_inside(site: Site) -> None:
    for path in ("/metrics", "/readyz"):
        assert site.send("GET", path)[0] == 404
        assert site.send("GET", path, port=site.processes[0].port)[0] == 200
    assert site.send("GET", "/healthz")[0] == 200


def test_a_large_body_is_refused_before_it_reaches_the_service(site: Site) -> None:
    for path, length in (
        ("/v1/judge/batch", 2 << 20),
        ("/v1/judge", 100 << 10),
        ("/v1/challenges", 100 << 10),
    ):
        head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", site.port), timeout=30) as connection:
            connection.sendall(head.encode())
            assert connection.recv(4096).startswith(b"HTTP/1.1 413 ")
    batch = {"items": [{"tiles": "HHO"}] * 1000, "rules": "compoundit:standard" + " " * 70_000}
    assert site.send("POST", "/v1/judge/batch", batch)[0] == 422  # read by the service


def test_a_table_may_bring_an_edition_along(site: Site) -> None:
    body = {"game": "compoundit", "seats": [{"name": "Ann"}, {}], "edition": "#" * 59_000 + "\n#" + "é" * 900}
    assert site.send("POST", "/v1/games", body)[1]["code"] == "edition_faulty", "read by the service"
    assert site.send("POST", "/v1/games", {**body, "edition": "#" * (200 << 10)})[0] == 413


def test_the_record_of_a_whole_game_comes_through(site: Site) -> None:
    record = json.loads(Path("fixtures/games/compounded/players-5.json").read_text("utf-8"))
    body = {"record": record, "moments": [{"version": 1, "seat": None}]}
    assert len(json.dumps(body)) > 64 << 10, "more than other questions may have"
    status, answer, _ = site.send("POST", "/v1/records/moments", body)
    assert (status, answer["moments"][0]["version"]) == (200, 1)
    assert site.send("POST", "/v1/records/analysis", {"record": {"long": "x" * (900 << 10)}})[0] == 422
    assert site.send("POST", "/v1/records/analysis", {"record": {"long": "x" * (1100 << 10)}})[0] == 413


def test_every_event_comes_through_at_once(site: Site) -> None:
    """From the other process, unbuffered and uncompressed, while the stream goes on."""
    _, table, _ = site.send("POST", "/v1/games", {"game": "compoundit", "seats": [{"name": "Ann"}, {}]})
    token = {"Authorization": f"Bearer {table['seats'][0]['token']}", "Accept-Encoding": "gzip"}
    streams = [HTTPConnection("127.0.0.1", site.port, timeout=60) for _ in range(4)]  # at both processes
    answers = []
    for stream in streams:
        stream.request("GET", f"/v1/games/{table['id']}/events", headers=token)
        answers.append(stream.getresponse())
    assert {answer.headers["Content-Encoding"] for answer in answers} == {None}
    assert {answer.headers["Content-Type"] for answer in answers} == {"text/event-stream; charset=utf-8"}
    joined = site.send("POST", f"/v1/join/{table['code']}", {"name": "Bob"}, port=site.processes[0].port)
    assert joined[0] == 201
    for answer in answers:
        lines = iter(answer.readline, b"")
        versions = (json.loads(line[5:])["version"] for line in lines if line.startswith(b"data:"))
        assert next(version for version in versions if version) > 1, "it has begun, and that was told"
    for stream in streams:
        stream.close()


def test_slow_and_silent_clients_hold_up_nobody(site: Site) -> None:
    """Slow bodies wait in nginx, and the service never sees them."""
    head = b"POST /v1/judge HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"
    slow = [socket.create_connection(("127.0.0.1", site.port)) for _ in range(200)]
    for number, connection in enumerate(slow):
        if number % 2:
            connection.sendall(head)
    for tiles in ("HHO", "NaCl", "MgO"):
        assert site.send("POST", "/v1/judge", {"tiles": tiles})[0] == 200
        assert site.send("GET", "/healthz")[0] == 200
    for connection in slow:
        connection.close()


def test_a_process_that_dies_is_passed_over(site: Site, tmp_path: Path) -> None:
    """The other process answers all the time; with one stopped, no request is lost."""
    dying = site.processes.pop()
    stopped = dying.stop()

    def ask(_: int) -> int:
        try:
            return site.send("GET", "/v1/rulesets/compoundit:standard")[0]
        except (OSError, HTTPException):
            return 0

    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(ask, range(100)))
    assert (stopped, set(statuses)) == (0, {200})
    statuses = [site.send("POST", "/v1/judge", {"tiles": "HHO"})[0] for _ in range(10)]
    assert set(statuses) == {200}
