"""The real nginx with the configuration of deploy/, in front of processes of the service."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.serving import answers, free_port

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "nginx"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
needs_nginx = pytest.mark.skipif(not NGINX, reason="no nginx")
MIME_TYPES = "types { text/html html; }\n"


@contextmanager
def nginx(folder: Path, ports: Sequence[int], listen: str = "listen 127.0.0.1:{port};") -> Iterator[int]:
    """The port on which it listens; only addresses differ from what is deployed."""
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
