"""The pocket edition, built by its own command, and a web host that serves only files."""

from __future__ import annotations

import gzip
import json
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import unquote, urlsplit

from tests.support import slowness

PIECE = 16 * 1024  # bytes
BELOW = "/any/where/"  # the folder works below any path
PATIENCE = 300_000  # milliseconds; allows for a crowded machine and the start of an interpreter
# A page that the worker of its edition controls.
KEPT = """navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller ||
  new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve))).then(() => true)"""
LINES = Path(__file__).with_name("pocket_lines.mjs")


class Files(SimpleHTTPRequestHandler):
    """As any static host: files, folders with a slash at the end, and 404."""

    server: Folder
    extensions_map = {  # noqa: RUF012 - as its base class has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def translate_path(self, path: str) -> str:
        inside = unquote(urlsplit(path).path).removeprefix(self.server.below)
        return str(self.server.folder / inside) + ("/" if path.endswith("/") else "")

    def handle(self) -> None:
        if not self.server.cut_off:
            super().handle()

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        if self.path.endswith(self.server.held):
            self.server.released.wait()
            if self.server.breaks_off:
                self.close_connection = True
                return
        del self.headers["If-Modified-Since"]  # two folders may have been written within one second
        if self.path.startswith(self.server.below):
            super().do_GET()
        else:
            self.forward()

    def do_POST(self) -> None:
        self.forward()

    def forward(self) -> None:
        """Like a proxy that hosts the folder beside a service."""
        if self.server.service is None:
            self.send_error(404)
            return
        connection = HTTPConnection(self.server.service)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            connection.request(self.command, self.path, body, dict(self.headers))
            answer = connection.getresponse()
        except OSError:
            self.send_error(502)
            return
        content = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "transfer-encoding", "content-length"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """At the speed of the link, which all connections share."""
        while piece := source.read(PIECE):
            if self.server.rate:
                self.server.take(len(piece))
            outputfile.write(piece)
            self.server.sent += len(piece)

    def log_message(self, *_: Any) -> None:
        pass


class Folder(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, folder: Path, below: str, service: str | None) -> None:
        super().__init__(("127.0.0.1", 0), Files)
        self.folder = folder
        self.below = below
        self.service = service
        self.asked: list[str] = []
        self.cut_off = False
        self.held: tuple[str, ...] = ()
        self.released = threading.Event()
        self.breaks_off = False
        self.rate = 0.0  # bytes a second; 0: as fast as it can
        self.sent = 0  # bytes of files
        self._link = threading.Lock()
        self._free = 0.0  # when the link has sent what was put on it

    def take(self, size: int) -> None:
        with self._link:
            self._free = max(self._free, time.monotonic()) + size / self.rate
            wait = self._free - time.monotonic()
        time.sleep(max(0.0, wait))


class Host:
    """`folder` can be replaced while browsers hold files of the first one."""

    def __init__(self, folder: Path, below: str, service: str | None) -> None:
        self._server = Folder(folder, below, service)
        self.asked = self._server.asked
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        self.url = self.origin + below
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def show(self, folder: Path) -> None:
        self._server.folder = folder

    def cut_off(self, yes: bool) -> None:
        """Nobody gets an answer, because a browser asks for new versions even where its pages are offline."""
        self._server.cut_off = yes

    def slow_down(self, rate: float) -> None:
        """All connections together get so many bytes a second, as over a link."""
        self._server.rate = rate

    @property
    def sent(self) -> int:
        """Bytes of files so far."""
        return self._server.sent

    def hold(self, *names: str) -> None:
        """Files of these names are not sent before they are released."""
        self._server.held, self._server.breaks_off = names, False

    def release(self) -> None:
        self._server.released.set()

    def break_off(self) -> None:
        """Files that are held are never sent: their connections end without an answer."""
        self._server.breaks_off = True
        self.release()

    def stop(self) -> None:
        self.release()
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def hosting(folder: Path, below: str = BELOW, service: str | None = None) -> Iterator[Host]:
    """`service` is the host and port that answers everything not below that path."""
    slowness.starts("a server")
    host = Host(folder, below, service)
    try:
        yield host
    finally:
        host.stop()


class NodeJudge:
    """The judge of a built folder, in Node."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.python: str = self._answer()

    def ask(self, method: str, address: str, body: object = None, language: str = "en") -> tuple[int, str]:
        headers = [["Accept-Language", language], ["Content-Type", "application/json"]]
        assert self._process.stdin
        question = [method, address, headers, None if body is None else json.dumps(body)]
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        status, text = self._answer()
        return status, text

    def run(self, source: str) -> str:
        """The result of this expression in its Python, as text."""
        status, text = self.ask("PYTHON", source)
        assert status == 200
        return text

    def _answer(self) -> Any:
        assert self._process.stdout
        return json.loads(self._process.stdout.readline())


@contextmanager
def judging_in_node(site: Path) -> Iterator[NodeJudge]:
    with TemporaryDirectory() as scratch:
        folder = _with_programs(site, Path(scratch))
        command = ["node", str(LINES), str(folder)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            try:
                yield NodeJudge(process)
            finally:
                process.kill()


def _with_programs(site: Path, scratch: Path) -> Path:
    """The folder of the judge with its programs unpacked, because in Node they are read and not fetched."""
    (folder,) = (site / "judge").iterdir()
    for path in folder.iterdir():
        (scratch / path.name).symlink_to(path.resolve())
    for name in ("pyodide.asm", "rdkit"):
        content = gzip.decompress((folder / f"{name}.pack").read_bytes())
        (scratch / f"{name}.wasm").write_bytes(content)
    return scratch
