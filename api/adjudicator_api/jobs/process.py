"""The other side of `adjudicator_api.jobs.pool`: one process that does one job after the other."""

from __future__ import annotations

import os
import signal
import sys
from time import process_time
from typing import TYPE_CHECKING

from adjudicator import prose
from adjudicator.batch.executors import end_with_parent

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

NICENESS = 5  # answering questions comes first
BEHIND = 10  # a tenth of a processor that the service wants: see `pool.Work`


def serve_work(pipe: Connection, *, behind: bool = False) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the service, which ends us
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        os.nice(BEHIND if behind else NICENESS)
    end_with_parent()
    pipe.send("ready")
    while True:
        try:
            language, function, arguments = pipe.recv()
        except EOFError:
            return
        began = process_time()
        try:
            with prose.speaking(language):
                outcome = True, function(*arguments)
        except Exception as error:  # noqa: BLE001 - reported to the caller
            outcome = False, error
        worked = process_time() - began
        try:
            pipe.send((*outcome, worked))
        except (AttributeError, TypeError, ValueError) as error:  # it cannot be pickled
            pipe.send((False, RuntimeError(f"{outcome[1]!r} cannot be sent back: {error}"), worked))
