"""The real nginx with the configuration of deploy/, in front of processes of the service."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.databases import POSTGRES, database
from tests.support.serving import Server, answers, free_port, serving

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "nginx"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
REDIS = os.environ.get("ADJUDICATOR_TEST_REDIS", "")
needs_a_site = pytest.mark.skipif(
    not (NGINX and POSTGRES and REDIS),
    reason="nginx, PostgreSQL and Redis: set ADJUDICATOR_TEST_POSTGRES and ADJUDICATOR_TEST_REDIS to their URLs",
)
MIME_TYPES = "types { text/html html; }\n"


@contextmanager
def nginx(folder: Path, ports: Sequence[int], listen: str = "listen 127.0.0.1:{port};") -> Iterator[int]:
    """The port on which it listens; only addresses differ from the deployed configuration."""
    assert NGINX
    folder.mkdir()
    folder.chmod(0o755)
    port = free_port()
    shutil.copy(CONFIGURATION / "nginx.conf", folder)
    (folder / "mime.types").write_text(MIME_TYPES)
    (folder / "listen.conf").write_text(listen.format(port=port))
    servers = (CONFIGURATION / "upstream.conf").read_text()
    for shown, real in zip((8001, 8002), ports, strict=True):
        assert f"127.0.0.1:{shown} " in servers
        servers = servers.replace(f"127.0.0.1:{shown} ", f"127.0.0.1:{real} ")
    (folder / "upstream.conf").write_text(servers)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    conf = (folder / "nginx.conf").read_text().replace("http {", "http { " + temporary, 1)  # of our own
    (folder / "nginx.conf").write_text(conf)
    with (folder / "nginx.log").open("wb") as log:
        process = subprocess.Popen(
            [NGINX, "-p", folder, "-c", folder / "nginx.conf", "-e", "stderr", "-g",
             f"daemon off; pid {folder}/nginx.pid; {'user root;' if os.geteuid() == 0 else ''}"],
            stdout=log, stderr=log,
        )  # fmt: skip
    try:
        while not answers(port):
            assert process.poll() is None, (folder / "nginx.log").read_text()
            time.sleep(0.05)
        yield port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


@dataclass
class Site:
    port: int
    processes: list[Server]
    log: Path

    def send(
        self, method: str, path: str, body: object = None, port: int | None = None, **headers: str
    ) -> tuple[int, Any, dict[str, str]]:
        connection = HTTPConnection("127.0.0.1", port or self.port, timeout=60)
        try:
            if body is not None:
                headers = {"Content-Type": "application/json", **headers}
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            raw = response.read()
            found = json.loads(raw) if raw[:1] in (b"{", b"[") else raw
            return response.status, found, {name.lower(): value for name, value in response.getheaders()}
        finally:
            connection.close()


@contextmanager
def behind_nginx(folder: Path, **environment: str) -> Iterator[Site]:
    """Two processes that share PostgreSQL and Redis, and nginx in front of them."""
    settings: dict[str, Any] = {
        # With its own database: other tests use up the allowance of this address.
        "ADJUDICATOR_CACHE_URL": f"{REDIS.rpartition('/')[0]}/7",
        "ADJUDICATOR_RATE_LIMIT": "6000 per minute",
        "ADJUDICATOR_PROXIES": "1",
        "ADJUDICATOR_LOG": "error",
        **environment,
    }
    with ExitStack() as stack:
        url = stack.enter_context(database("postgresql", folder))
        processes = []
        for number in range(2):
            (folder / str(number)).mkdir()
            server = serving(folder / str(number), ADJUDICATOR_DATABASE_URL=url, **settings)
            processes.append(stack.enter_context(server))
        port = stack.enter_context(nginx(folder / "nginx", [server.port for server in processes]))
        yield Site(port, processes, folder / "nginx" / "nginx.log")
