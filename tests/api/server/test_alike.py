"""Five hundred requests, including hostile ones, get the same answers from the gate, from plain WSGI and from Flask."""

from __future__ import annotations

import json
import random
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPResponse
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from benchmarks.service import plain
from tests.support.patience import PATIENCE
from tests.support.serving import serving

pytestmark = pytest.mark.slow
NUMBER = 500
RANDOM = random.Random(11)
# Headers that servers add by themselves, and values that are new with every request.
OWN = {"date", "expires", "server", "connection", "x-request-id", "transfer-encoding", "via", "last-modified"}


@dataclass
class Asked:
    method: str
    path: str
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytes | None = None
    chunked: bool = False

    def raw(self) -> bytes:
        lines = [f"{self.method} {self.path} HTTP/1.1", "Host: localhost", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in self.headers]
        body = self.body or b""
        if self.chunked:
            lines.append("Transfer-Encoding: chunked")
            cut = [body[i : i + 9000] for i in range(0, len(body), 9000)]
            body = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in cut) + b"0\r\n\r\n"
        elif self.body is not None:
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


@dataclass
class Answered:
    status: int
    headers: list[tuple[str, str]]
    body: bytes


JSON = ("Content-Type", "application/json")
BODIES: list[bytes] = [
    b'{"tiles": "HHO"}', b'{"tiles": "MgNOONOO"}', b'{"formula": "Mg(NO2)2", "rules": "compoundit:beginner"}',
    b'{"tiles": "HHO", "tiles": "HH"}', b"{", b"", b"[]", b"null", b'"HHO"', b'{"tiles": NaN}', b"\xff\xfe", b"[" * 5000,
    b'{"tiles": "\\ud800"}', b'{"tiles": "h\\u0000o"}', b'{"formula": "SO42-"}', b'{"formula": "C999999999"}',
    b'{"tiles": ["H", "H", "O"], "rules": "chess"}', b'{"tiles": 5, "x/y": 1}', b'{"tiles": "HHO"}'.ljust(64 * 1024),
    b'{"tiles": "HHO"}'.ljust(64 * 1024 + 1), b'{"tiles": "HHO"}' + b"x" * 70_000, b'{"tiles": "%b"}' % (b"CHHO" * 15),
    b'{"items": [{"tiles": "HHO", "id": 1}, {"formula": "Xx"}]}', b'{"formula": "NaOH", "name": "lye"}',
    b'{"tiles": "HHO", "edition": "sha256:0123456789ab"}', b'{"tiles":"H H O","rules":"ion:base+polyatomic"}',
    b'{"cards": ["Na", "O", "H"], "name": "sodium hydroxide"}', b'{"runs": [], "player": "ann"}',
    b'{"move": [{"row": 8, "col": 8, "symbol": "H"}], "board": [{"row": 8, "col": 8, "symbol": "H"}]}',
]  # fmt: skip
PATHS = [
    "/", "/healthz", "/readyz", "/nothing", "/v1", "/v1/", "/v1/judge", "/v1/judge/", "/v1/judge?x=1", "/v1//judge",
    "/v1/%6Audge", "/v1/judge%2Fbatch", "/v1/rulesets", "/v1/rulesets/compoundit%3Astandard", "/v1/rulesets/compoundit:hard",
    "/v1/rulesets/..%2F..%2Fetc%2Fpasswd", "/v1/rulesets/%ff%fe", "/v1/rulesets/%00", "/v1/reference/C2H6O", "/v1/reference/Zz",
    "/v1/reference/CuSO4%C2%B75H2O", "/v1/reference/a%20b", "/v1/reference/%E2%82%AC", "/v1/names?formula=NaOH",
    "/v1/names?formula=NaOH&formula=KOH", "/v1/names?formula=%ff", "/v1/names?formula=Na+OH", "/v1/names?formula=", "/v1/names",
    "/v1/structures.svg", "/v1/structures.svg?formula=NaCl", "/v1/challenges/AAAAAAAAAAAAAAAAAAAAAA", "/v1/challenges/short",
    "/v1/challenges/AAAAAAAAAAAAAAAAAAAAAA/settlement", "/v1/valence/name", "/v1/names/check", "/v1/challenges", "/v1/judge/batch",
    "/openapi.json", "/docs", "/docs/", "/docs/api", "/docs/http", "/docs/python.md", "/docs/files/%2e%2e/x", "/rules", "/rules/compoundit", "/rules/nothing", "/static/icon.svg", "/static/js/judge.js",
    "/static/../app.py", "/static/%2e%2e/app.py", "/static/nothing.css", "/static/", "/sw.js", "/manifest.webmanifest",
    "/challenge/%3Cscript%3E", "/r?tiles=%3Cscript%3E", "/robots.txt", "//evil.example/x", "/a;b=c", "/%", "/%zz", "/a+b",
]  # fmt: skip
METHODS = ["GET", "GET", "POST", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "BREW"]
HEADERS: list[tuple[str, str]] = [
    ("Accept", "text/html"), ("Accept", "*/*;q=0"), ("X-Dup", "a"), ("X-Dup", "b"), ("Cookie", "a=1"), ("Cookie", "b=2"),
    ("Range", "bytes=0-9"), ("Range", "bytes=9-0"), ("If-None-Match", '"x"'), ("If-None-Match", "*"), ("If-Modified-Since", "Sun, 06 Nov 2099 08:49:37 GMT"),
    ("X-Forwarded-For", "10.0.0.1"), ("Forwarded", "for=10.0.0.1"), ("X-Request-ID", "abc"), ("X-Request-ID", "a b"),
    ("Content-Encoding", "gzip"), ("Origin", "https://evil.example"), ("X-HTTP-Method-Override", "DELETE"), ("X_Under", "1"),
    ("Authorization", "Bearer x"), ("If-Match", "*"), ("Upgrade", "h2c"), ("X-Long", "x" * 4000), ("Expect", "100-continue"),
]  # fmt: skip


def requests() -> Iterator[Asked]:
    for body in BODIES:  # each body once in one piece and once in chunks
        for chunked in (False, True):
            yield Asked("POST", "/v1/judge", [JSON], body, chunked)
    for path in PATHS:
        for method in ("GET", "HEAD"):
            yield Asked(method, path)
    yield Asked("GET", "/static/icon.svg", [("If-Modified-Since", "Sun, 06 Nov 2099 08:49:37 GMT")])
    kinds = [
        "text/plain",
        "application/json; charset=utf-8",
        "multipart/form-data; boundary=x",
        "application/JSON",
    ]
    for kind in kinds:
        yield Asked("POST", "/v1/judge", [("Content-Type", kind)], BODIES[0])
    yield Asked("POST", "/v1/judge", [JSON, ("Expect", "100-continue")], BODIES[0])
    while True:
        headers = RANDOM.sample(HEADERS, RANDOM.randint(0, 4))
        asked = Asked(RANDOM.choice(METHODS), RANDOM.choice(PATHS), headers)
        if asked.method in {"POST", "PUT", "PATCH"}:
            asked.body = RANDOM.choice(BODIES)
            asked.chunked = RANDOM.random() < 0.3
            asked.headers.append(JSON)
        yield asked


def by_socket(port: int, asked: Asked) -> Answered:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall(asked.raw())
        response = HTTPResponse(connection, method=asked.method)
        response.begin()
        return Answered(response.status, response.getheaders(), response.read())


def by_flask(client: FlaskClient, asked: Asked) -> Answered:
    combined: dict[str, str] = {}
    for name, value in asked.headers:  # joined as a server does
        joint = "; " if name == "Cookie" else ","
        combined[name] = f"{combined[name]}{joint}{value}" if name in combined else value
    response = client.open(
        asked.path if not asked.path.startswith("//") else f"http://localhost{asked.path}",
        method=asked.method,
        headers=combined,
        data=asked.body,
    )
    return Answered(response.status_code, list(response.headers.items()), response.data)


def comparable(answered: Answered) -> tuple[int, dict[str, str], object]:
    headers = {name.lower(): value for name, value in answered.headers if name.lower() not in OWN}
    if "allow" in headers:  # a set: its order differs between processes
        headers["allow"] = ", ".join(sorted(headers["allow"].split(", ")))
    body: object = answered.body
    if headers.get("content-type", "").endswith("json") and answered.body:
        body = json.loads(answered.body)
        if isinstance(body, dict) and body.pop("request_id", ""):
            headers.pop("content-length", None)  # the ids differ in length
    headers.setdefault("content-length", str(len(answered.body)))
    if not answered.body:
        headers.pop("content-length")  # servers differ in whether they send the length of an empty body
    return answered.status, headers, body


def test_gate_wsgi_and_flask_answer_alike(tmp_path: Path, client: FlaskClient) -> None:
    seen: set[int] = set()
    with serving(tmp_path) as gate, plain("adjudicator_api:create_app") as wsgi:
        for number, asked in zip(range(NUMBER), requests(), strict=False):
            expected = comparable(by_flask(client, asked))
            about = f"request {number}: {asked.raw()[:300]!r}"
            assert comparable(by_socket(gate.port, asked)) == expected, about
            assert comparable(by_socket(wsgi, asked)) == expected, about
            seen.add(expected[0])
        assert gate.stop() == 0
    assert {200, 304, 400, 404, 405, 413, 415, 422} <= seen
    assert all(status < 500 for status in seen)


def test_what_a_client_does_wrong_on_the_wire_is_its_own_loss(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        for raw in (
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # TLS on a plain port
            b"GET\r\n\r\n",
            b"POST /v1/judge HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
            b"POST /v1/judge HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
            b"POST /v1/judge HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            b"POST /v1/judge HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: " + b"y" * 900_000 + b"\r\n\r\n",
        ):
            with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
                connection.settimeout(10)  # no answer is an answer, too
                try:
                    connection.sendall(raw)
                    connection.shutdown(socket.SHUT_WR)
                    answer = connection.recv(100)
                except OSError:
                    answer = b""
            assert answer == b"" or answer.split()[1] in {
                b"400",
                b"408",
                b"413",
                b"431",
                b"415",
                b"505",
                b"501",
            }, (raw, answer)
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert connection.recv(100).startswith(b"HTTP/1.1 200")
