"""PubChem and ChemSpider on this machine: replays fixtures/pubchem over HTTP, with faults to switch on."""

from __future__ import annotations

import json
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FIXTURES = Path(__file__).parents[2] / "fixtures" / "pubchem"
GREEN = "Request Count status: Green (0%), Request Time status: Green (0%), Service status: Green (20%)"
JSON, HTML = "application/json", "text/html"

Answer = tuple[int, bytes, str]


def fixture(path: str) -> bytes:
    return (FIXTURES / path).read_bytes()


class FakePubChem:
    """Set `fault` to what should happen next, and read `requests` to see what was really asked."""

    def __init__(self) -> None:
        self.requests: list[str] = []
        self.fault: Callable[[Answer], Answer] | None = None
        self.throttle = GREEN
        self.answer_headers: dict[str, str] = {}
        self.silent = False  # no answer until the end
        self._stopped = threading.Event()
        self.trickle = 0.0  # seconds between its bytes
        self.entries: set[str] = set()  # InChIKeys that ChemSpider has
        self.polls = 0  # how often a ChemSpider search is still unfinished
        self.keys: list[str | None] = []  # keys sent to ChemSpider
        self.searches: dict[str, str] = {}
        server = self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        server.daemon_threads = True
        self.url = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def stop(self) -> None:
        self._stopped.set()
        self._server.shutdown()
        self._server.server_close()

    def answer(self, path: str, body: bytes) -> Answer:
        parts = urlsplit(path)
        self.requests.append(parts.path)
        if self.silent:
            self._stopped.wait()
        right = self._chemspider(parts.path, body) if "/filter/" in path else self._pubchem(parts, body)
        return self.fault(right) if self.fault else right

    def _pubchem(self, parts: Any, body: bytes) -> Answer:
        name = parts.path.split("/")
        if "fastformula" in name:
            assert parse_qs(parts.query) == {"MaxRecords": ["200"]}
            return _file_or_fault(f"fastformula/{name[-3]}.json", "faults/rest_not_found.json")
        if "pug_view" in name:
            assert parse_qs(parts.query) == {"heading": ["Boiling Point"]}
            return _file_or_fault(f"view/{name[-2]}.json", "faults/view_not_found.json")
        cids = {int(cid) for cid in parse_qs(body.decode())["cid"][0].split(",")}
        rows = json.loads(fixture("properties.json"))["PropertyTable"]["Properties"]
        kept = {"PropertyTable": {"Properties": [row for row in rows if row["CID"] in cids]}}
        return 200, json.dumps(kept).encode(), JSON

    def _chemspider(self, path: str, body: bytes) -> Answer:
        if path.endswith("/filter/inchikey"):
            query = f"query-{len(self.searches) + 1}"
            self.searches[query] = json.loads(body)["inchikey"]
            return 200, json.dumps({"queryId": query}).encode(), JSON
        query, what = path.split("/")[-2:]
        if query not in self.searches:
            return 404, b'{"code": 404, "message": "Query ID not found"}', JSON
        if what == "status":
            self.polls -= 1
            status = {"status": "Processing" if self.polls >= 0 else "Complete", "count": 1, "message": ""}
            return 200, json.dumps(status).encode(), JSON
        found = [1] if self.searches[query] in self.entries else []
        return 200, json.dumps({"results": found, "limitedToMaxAllowed": False}).encode(), JSON

    # --- faults -------------------------------------------------------------------------------------------

    def always(self, status: int, body: bytes, kind: str = JSON) -> None:
        self.fault = lambda _: (status, body, kind)

    def times(self, n: int, status: int, body: bytes, kind: str = JSON) -> None:
        """The fault n times, then correct answers."""
        left = [n]

        def fault(right: Answer) -> Answer:
            left[0] -= 1
            return (status, body, kind) if left[0] >= 0 else right

        self.fault = fault

    def cut_off(self) -> None:
        """Half of every answer, as from a proxy that lost its source."""
        self.fault = lambda right: (right[0], right[1][: len(right[1]) // 2], right[2])


@contextmanager
def fake_pubchem() -> Iterator[FakePubChem]:
    server = FakePubChem()
    try:
        yield server
    finally:
        server.stop()


def _file_or_fault(path: str, fault: str) -> Answer:
    return (200, fixture(path), JSON) if (FIXTURES / path).exists() else (404, fixture(fault), JSON)


def _handler(server: FakePubChem) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            self._reply(b"")

        def do_POST(self) -> None:
            self._reply(self.rfile.read(int(self.headers["Content-Length"])))

        def _reply(self, asked: bytes) -> None:
            if "/filter/" in self.path:
                server.keys.append(self.headers["apikey"])
            status, body, kind = server.answer(self.path, asked)
            try:
                self._send(status, body, kind)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True  # the client gave up

        def _send(self, status: int, body: bytes, kind: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("X-Throttling-Control", server.throttle)
            for name, value in server.answer_headers.items():
                self.send_header(name, value)
            self.end_headers()
            for byte in body if server.trickle else ():
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                time.sleep(server.trickle)
            if not server.trickle:
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in http.server
            pass

    return Handler
