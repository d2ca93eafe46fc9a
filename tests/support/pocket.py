"""The pocket edition, built as its command builds it, and a web host that knows nothing but files."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from tests.support import slowness

BELOW = "/any/where/"  # the folder works below any path
LINES = Path(__file__).with_name("pocket_lines.mjs")


class Files(SimpleHTTPRequestHandler):
    """As any static host: files, folders with a slash at the end, and 404."""

    extensions_map = {  # noqa: RUF012 - as its base class has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def translate_path(self, path: str) -> str:
        inside = unquote(urlsplit(path).path).removeprefix(BELOW)
        return str(Path(self.directory) / inside) + ("/" if path.endswith("/") else "")

    def do_GET(self) -> None:
        self.server.asked.append(self.path)  # type: ignore[attr-defined]
        if self.path.startswith(BELOW):
            super().do_GET()
        else:
            self.send_error(404)

    def log_message(self, *_: Any) -> None:
        pass


class Host:
    def __init__(self, folder: Path) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
        self.asked: list[str] = []
        self._server.asked = self.asked  # type: ignore[attr-defined]
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}{BELOW}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def hosting(folder: Path) -> Iterator[Host]:
    slowness.starts("a server")
    host = Host(folder)
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

    def _answer(self) -> Any:
        assert self._process.stdout
        return json.loads(self._process.stdout.readline())


@contextmanager
def judging_in_node(site: Path) -> Iterator[NodeJudge]:
    (folder,) = (site / "judge").iterdir()
    command = ["node", str(LINES), str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield NodeJudge(process)
        finally:
            process.kill()
