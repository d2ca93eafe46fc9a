"""A real server process: `adjudicator serve` on a free port, with its own database."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.support import slowness
from tests.support.patience import PATIENCE, SETTINGS

if TYPE_CHECKING:
    from collections.abc import Iterator

USUAL = {"ADJUDICATOR_RATE_LIMIT": "off", "ADJUDICATOR_LOG": "warning"}


@dataclass
class Server:
    """In a process group of its own, which can be killed at once, workers and all, and started again."""

    port: int
    database_url: str
    errors: Path  # what it writes to standard error
    settings: dict[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()  # of Python
    at: str = ""  # the folder that it is started in: modules there take precedence over installed ones
    process: subprocess.Popen[str] = field(init=False)
    lines: list[str] = field(init=False)  # what it printed when it was ready

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Returns when it answers."""
        serve = ("-m", "adjudicator", "serve", "--port", str(self.port))
        settings = {"ADJUDICATOR_DATABASE_URL": self.database_url, **USUAL, **self.settings}
        with self.errors.open("a") as errors:
            self.process = subprocess.Popen(
                [sys.executable, *self.flags, *serve, *self.options],
                env={**os.environ, **settings},
                cwd=self.at or None,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,
            )
        assert self.process.stdout
        self.lines = []
        while not self.lines or not self.lines[-1].startswith("Adjudicator is at"):
            line = self.process.stdout.readline()
            assert line, f"the server ended: {self.errors.read_text()[-2000:]}"
            self.lines.append(line.rstrip("\n"))

    def stop(self, seconds: float = PATIENCE) -> int:
        """SIGTERM, as a service manager does; what is under way is answered."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(seconds)

    def kill(self) -> None:
        """All its processes at once, if it still runs."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


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
    folder: Path, *options: str, flags: tuple[str, ...] = (), at: str = "", **settings: str
) -> Iterator[Server]:
    slowness.starts("a server")
    url = settings.pop("ADJUDICATOR_DATABASE_URL", f"sqlite:///{folder}/served.sqlite")
    server = Server(free_port(), url, folder / "errors.txt", {**SETTINGS, **settings}, options, flags, at)
    server.errors.write_text("")
    server.start()
    try:
        yield server
    finally:
        if server.process.poll() is None:
            with suppress(subprocess.TimeoutExpired):
                server.stop()
        server.kill()


@contextmanager
def served(*options: str, **settings: str) -> Iterator[Server]:
    """In a folder that is gone afterwards."""
    with (
        TemporaryDirectory() as folder,
        serving(Path(folder), *options, flags=(), at="", **settings) as server,
    ):
        yield server
