"""Chromium as a person has it: nothing records what it fetches.

Playwright listens to the network of every page, and for that Chromium keeps what was fetched, as text: in
a page of the pocket edition that is 75 to 85 MB.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tests.support.browsing import ARGUMENTS, CHROMIUM

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMANDS, ANSWERS = 3, 4  # what --remote-debugging-pipe reads and writes
END = b"\0"
OF_PAGE = ("Page.", "Runtime.")  # other methods are asked of the browser
PIECE = 2**20  # bytes
PATIENCE = 600  # seconds
PAUSE = 0.02  # seconds between two looks at the page


class PlainPage:
    """The only page of a browser."""

    def __init__(self, commands: int, answers: int) -> None:
        self._commands = commands
        self._answers = answers
        self._read = b""
        self._numbers = itertools.count(1)
        self._session = ""
        self._target = ""
        self.open()

    def open(self) -> None:
        """An empty page in place of the one before, whose memory goes with it."""
        before = self._target
        self._target = self._send("Target.createTarget", url="about:blank")["targetId"]
        if before:
            self._send("Target.closeTarget", targetId=before)
        self._session = self._send("Target.attachToTarget", targetId=self._target, flatten=True)["sessionId"]

    def goto(self, url: str) -> None:
        self._send("Page.navigate", url=url)

    def evaluate(self, expression: str) -> Any:
        """The value of an expression of JavaScript, or what it promises."""
        answer = self._send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def wait_for(self, expression: str) -> None:
        """Until it is true of the page, which may be another one by then."""
        for _ in range(int(PATIENCE / PAUSE)):
            with suppress(RuntimeError):  # the page is not there yet
                if self.evaluate(f"Boolean({expression})"):
                    return
            time.sleep(PAUSE)
        raise TimeoutError(expression)

    def processes(self, kind: str = "") -> list[int]:
        found = self._send("SystemInfo.getProcessInfo")["processInfo"]
        return [one["id"] for one in found if kind in ("", one["type"])]

    def resident(self) -> int:
        """Of the process that holds the page and its workers: the largest of those that render."""
        held = [Path(f"/proc/{process}/statm").read_text() for process in self.processes("renderer")]
        return max(int(pages.split()[1]) for pages in held) * os.sysconf("SC_PAGE_SIZE")

    def _send(self, method: str, **given: Any) -> dict[str, Any]:
        number = next(self._numbers)
        message: dict[str, Any] = {"id": number, "method": method, "params": given}
        if method.startswith(OF_PAGE):
            message["sessionId"] = self._session
        os.write(self._commands, json.dumps(message).encode() + END)
        while True:
            answer = self._next()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                result: dict[str, Any] = answer["result"]
                return result

    def _next(self) -> dict[str, Any]:
        """An answer, or something that happened."""
        while END not in self._read:
            piece = os.read(self._answers, PIECE)
            if not piece:
                raise EOFError("the browser has ended")
            self._read += piece
        message, _, self._read = self._read.partition(END)
        found: dict[str, Any] = json.loads(message)
        return found


@contextmanager
def plain_page() -> Iterator[PlainPage]:
    if CHROMIUM is None:
        raise FileNotFoundError("chromium is not installed")
    (theirs_in, ours_out), (ours_in, theirs_out) = os.pipe(), os.pipe()
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        # A shell gives the pipes the numbers that the browser expects.
        pipes = f'exec "$@" {COMMANDS}<&{theirs_in} {ANSWERS}>&{theirs_out}'
        command = [CHROMIUM, *ARGUMENTS, "--remote-debugging-pipe", f"--user-data-dir={profile}"]
        browser = subprocess.Popen(
            ["bash", "-c", pipes, "bash", *command],
            pass_fds=(theirs_in, theirs_out),
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        try:
            yield PlainPage(ours_out, ours_in)
        finally:
            # It ends with its pipes: what was started may be a script around it.
            os.close(ours_out)
            os.close(ours_in)
            browser.wait()
