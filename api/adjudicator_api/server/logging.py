"""Where log lines go: to standard error at once, or through a separate thread in a worker of the gate.

The loop's thread must not wait for a terminal or a collector that does not read. There, lines go to a bounded
queue; when it is full they are dropped and counted.
"""

from __future__ import annotations

import sys
import threading
import time
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from pydantic_core import to_json

from adjudicator_api.config import LEVELS

if TYPE_CHECKING:
    from typing import BinaryIO

    from adjudicator_api.config import Config

MOST = 10_000  # lines in the queue
AT_ONCE = 1000  # lines written together
GATHERING = 0.02  # seconds of lines written together: waking for each line would slow the loop


class Direct:
    """Writes each line at once, in the caller's thread."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._writing = threading.Lock()

    def put(self, line: bytes) -> None:
        with self._writing:
            self._out.write(line + b"\n")
            self._out.flush()

    def finish(self, seconds: float) -> None:
        """Nothing is queued."""


class Background:
    """Queues lines, and writes them in a separate thread."""

    def __init__(self, out: BinaryIO, most: int = MOST) -> None:
        self._direct = Direct(out)
        self._most = most
        self._lines: SimpleQueue[bytes | threading.Event] = SimpleQueue()
        self._lost = 0
        threading.Thread(target=self._write_on, name="log", daemon=True).start()

    def put(self, line: bytes) -> None:
        if self._lines.qsize() < self._most:
            self._lines.put(line)
        else:
            self._lost += 1

    def finish(self, seconds: float) -> None:
        """Waits, at most this long, until everything logged so far is written."""
        written = threading.Event()
        self._lines.put(written)
        written.wait(seconds)

    def _write_on(self) -> None:
        while True:
            taken = [self._lines.get()]
            time.sleep(GATHERING)
            with suppress(Empty):
                while len(taken) < AT_ONCE:
                    taken.append(self._lines.get_nowait())
            lines = [line for line in taken if isinstance(line, bytes)]
            lost, self._lost = self._lost, 0
            if lost:
                facts = {"level": "warning", "event": "log_lines_lost", "number": lost}
                lines.append(to_json({"time": round(time.time(), 3), **facts}))
            if lines:
                self._direct.put(b"\n".join(lines))
            for waiting in taken:
                if isinstance(waiting, threading.Event):
                    waiting.set()


_background: list[Background] = []  # of this process, once it has one


def writer() -> Direct | Background:
    return _background[0] if _background else Direct(sys.stderr.buffer)


def write_in_background() -> Background:
    """From now on, for all logs created in this process."""
    _background[:] = [Background(sys.stderr.buffer)]
    return _background[0]


class Log:
    """JSON lines on standard error, from a level on.

    No personal data: no addresses, no names, and routes instead of paths, which may have ids of rulings.
    """

    def __init__(self, config: Config) -> None:
        self._taken = frozenset(LEVELS[LEVELS.index(config.log) :])
        self._out = writer()

    def tell(self, level: str, event: str, facts: dict[str, Any]) -> None:
        """Writes the line if its level is enabled."""
        if level in self._taken:
            line = {"time": round(time.time(), 3), "level": level, "event": event, **facts}
            self._out.put(to_json(line, fallback=str))
