"""Jobs for the processes of adjudicator_api.jobs.pool, each with its own way of failing."""

from __future__ import annotations

import os
import signal
import struct
import sys
import threading
import time
from pathlib import Path

from adjudicator.errors import UnreadableInput


def double(number: int) -> int:
    return 2 * number


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def begin(file: str) -> None:
    """Makes this file, then sleeps longer than any test waits."""
    Path(file).touch()
    time.sleep(3600)


def hold(file: str) -> None:
    """Waits until this file is gone."""
    while Path(file).exists():
        time.sleep(0.005)


def toil(seconds: float) -> None:
    """Keeps a processor busy for this much CPU time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def fail(text: str) -> None:
    raise UnreadableInput("no_good", f"{text} is no good.", input=text)


def refuse() -> None:
    from adjudicator_api.http.problems import (
        Refused,  # imports Flask, which the other jobs do without
    )

    raise Refused(422, "no_good", "No good.", faults=[1, 2])


def unspeakable() -> object:
    return threading.Lock()


def die() -> None:
    os._exit(7)


def alive(process: int) -> bool:
    """Whether the process runs; one that has ended but was not yet collected does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in {"Z", "X"}
    except OSError:
        return False


def die_in_the_middle_of_an_answer() -> None:
    """In a process of a pool: leaves half a message in the pipe, and a lock that nobody releases."""
    frame = sys._getframe()
    while "result_queue" not in frame.f_locals:
        frame = frame.f_back  # type: ignore[assignment]
    answers = frame.f_locals["result_queue"]
    answers._wlock.acquire()
    os.write(answers._writer.fileno(), struct.pack("!i", 1000) + b"half")
    os.kill(os.getpid(), signal.SIGKILL)
