"""`adjudicator serve` on granian: workers that are replaced when they die, and end when the service does."""

from __future__ import annotations

import multiprocessing
import os
import time
from typing import TYPE_CHECKING, Any

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from prometheus_client import multiprocess

from adjudicator_api.launch.process import create_gate
from adjudicator_api.server.logging import Log
from adjudicator_api.server.metrics import MULTIPROCESS

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator_api.config import Config

BACKLOG = 4096  # connections that the system queues until they are accepted: enough for a sudden crowd
MAX_PIPELINED = 64 * 1024  # bytes read ahead on a connection: the head and further requests
REST_SECONDS = 75  # a connection may be idle this long between requests, or take for the head of one
# The wait before the next worker when workers keep dying: doubles from the first value to the second.
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 10.0
SETTLED_SECONDS = 30.0  # a worker that lived this long did not fail at start-up


class Supervised(Granian):  # type: ignore[misc,valid-type]
    """Granian gives up when a worker dies twice within seconds; this replaces it every time."""

    log: Log

    def _serve_loop(self, spawn_target: Any, target_loader: Any) -> None:
        pause = FIRST_PAUSE
        while not self.interrupt_signal:
            self.main_loop_interrupt.wait()
            self.main_loop_interrupt.clear()
            self.interrupt_children.clear()  # we check ourselves and miss none
            dead = [index for index, worker in enumerate(self.wrks) if not worker.is_alive()]
            if self.interrupt_signal or not dead:
                continue
            lived = min(time.monotonic() - self.wrks[index].birth for index in dead)
            pause = FIRST_PAUSE if lived > SETTLED_SECONDS else min(pause * 2, LONGEST_PAUSE)
            for index in dead:
                code = self.wrks[index].inner.exitcode
                self.log.tell("error", "worker_died", {"worker": index + 1, "exit": code, "again_in": pause})
                _forget(self.wrks[index].inner.pid)
            self.main_loop_interrupt.wait(pause)
            if not self.interrupt_signal:
                for index in dead:
                    self._replace(index, spawn_target, target_loader)
        self.interrupt_children.clear()

    def _replace(self, index: int, spawn_target: Any, target_loader: Any) -> None:
        worker = self._spawn_worker(idx=index, target=spawn_target, callback_loader=target_loader)
        worker.start()
        self.wrks[index] = worker
        self.log.tell("warning", "worker_started", {"worker": index + 1, "pid": worker.inner.pid})


def _forget(pid: int) -> None:
    """What a dead worker had open, such as streams, is no longer counted."""
    if MULTIPROCESS in os.environ:
        multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]


def serve(config: Config, announce: Callable[[], None]) -> None:
    multiprocessing.set_start_method("spawn", force=True)  # a fork would copy locks that our threads hold
    os.environ.update(config.to_env())  # how the options reach the workers
    server = Supervised(
        "adjudicator",  # only a name for the process table: see the loader below
        interface=Interfaces.RSGI,
        address=config.host,
        port=config.port,
        workers=config.workers,
        backlog=BACKLOG,
        backpressure=config.connections,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=REST_SECONDS * 1000, max_buffer_size=MAX_PIPELINED),
        workers_kill_timeout=config.stop_seconds,
        websockets=False,
        log_enabled=False,
    )
    server.log = Log(config)
    server.on_startup(announce)
    # A loader instead of a string: for a string, granian searches the working directory first.
    server.serve(target_loader=create_gate, wrap_loader=False)
