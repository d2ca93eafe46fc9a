"""A real server process for tests: `adjudicator serve` on a free port, with its own database."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.support import slowness
from tests.support.patience import PATIENCE, SETTINGS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass
class Server:
    process: subprocess.Popen[str]
    port: int
    database_url: str
    lines: list[str]  # what it printed when it was ready

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self, seconds: float = PATIENCE) -> int:
        """SIGTERM, as a service manager does."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(seconds)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


def answers(port: int) -> bool:
    """Whether something accepts connections there."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5):
            return True
    except OSError:
        return False


@contextmanager
def serving(
    folder: Path, *options: str, flags: tuple[str, ...] = (), at: str = "", **environment: str
) -> Iterator[Server]:
    """Started in the folder `at`, or here: modules there take precedence over installed ones."""
    slowness.starts("a server")
    port = free_port()
    settings = {
        "ADJUDICATOR_DATABASE_URL": f"sqlite:///{folder}/served.sqlite",
        "ADJUDICATOR_RATE_LIMIT": "off",
        "ADJUDICATOR_LOG": "warning",
        **SETTINGS,
        **environment,
    }
    with (folder / "errors.txt").open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, *flags, "-m", "adjudicator", "serve", "--port", str(port), *options],
            env={**os.environ, **settings},
            cwd=at or None,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    try:
        assert process.stdout
        lines: list[str] = []
        while not lines or not lines[-1].startswith("Adjudicator is at"):
            line = process.stdout.readline()
            assert line, f"the server ended: {(folder / 'errors.txt').read_text()}"
            lines.append(line.rstrip("\n"))
        yield Server(process, port, settings["ADJUDICATOR_DATABASE_URL"], lines)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if process.stdout:
            process.stdout.close()
