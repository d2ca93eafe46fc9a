"""Lewis drawings as SVG: `draw("O=S=O")`. RDKit lays the atoms out in a worker process, which is kept for
the next drawing and killed when one takes too long.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import select
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.chem.lewis.structure import MAX_ATOMS, refuse
from adjudicator.errors import AdjudicatorError, quote

if TYPE_CHECKING:
    from adjudicator.chem.lewis.structure import LewisStructure, NoStructure

TIMEOUT = 5.0  # for a turn, and for the drawing itself
START_SECONDS = 60.0  # for loading RDKit, which is not charged to the drawing
MAX_WORKERS = 2
WORKER = ("-P", "-m", "adjudicator.chem.drawing.process")
MAX_SMILES_LENGTH = 20 * MAX_ATOMS


class DrawingError(AdjudicatorError):
    """No drawing: `too_large`, `no_octet_structure`, `bad_structure`, `drawing_timeout`, `drawing_failed`."""


class Drawing(str):
    """The text of an SVG, which a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def not_drawn(reason: NoStructure) -> DrawingError:
    """Why no structure is drawn, in the language that is spoken here."""
    message = prose.render(prose.SHARED, "not_drawn", {"reason": reason.message})
    return DrawingError("no_octet_structure", message, reason=reason.code)


def draw(structure: LewisStructure | str, *, timeout: float = TIMEOUT) -> Drawing:
    """The SVG of a structure, or of the octet structure that the skeleton of a SMILES admits.

    A radical has one electron less than eight at one of its atoms.
    """
    if sys.platform == "emscripten":  # a browser has no processes
        return draw_here(structure)
    request = _request(structure)
    return _drawn(_ask({**request, "timeout": timeout}, timeout))


def draw_here(structure: LewisStructure | str) -> Drawing:
    """The same in place and without a time limit, for a process that is killed when it takes too long."""
    from adjudicator.chem.drawing.process import answer

    return _drawn(answer(_request(structure)))


def _drawn(answer: dict[str, Any]) -> Drawing:
    if "svg" in answer:
        return Drawing(answer["svg"])
    if "refused" in answer:
        reason = answer["refused"]
        if reason["code"] == "too_large":
            raise DrawingError(**reason)
        raise not_drawn(refuse(**{name: value for name, value in reason.items() if name != "message"}))
    if "error" in answer:
        error = answer["error"]
        raise DrawingError("bad_structure", error["message"], reason=error["code"])
    raise DrawingError("drawing_failed", f"The structure could not be drawn ({answer['failed']}).")


def _request(structure: LewisStructure | str) -> dict[str, Any]:
    if isinstance(structure, str):
        if len(structure) > MAX_SMILES_LENGTH:
            raise DrawingError("too_large", f"{quote(structure)} is too long a SMILES to draw.")
        return {"smiles": structure}
    if len(structure.symbols) > MAX_ATOMS:
        raise DrawingError(**refuse("too_large", atoms=len(structure.symbols), limit=MAX_ATOMS).to_json())
    return {
        "symbols": structure.symbols,
        "bonds": structure.bonds,
        "charges": structure.charges,
        "centre": structure.centre,
    }


class _Worker:
    """One process and its two pipes. Used by one thread at a time; dead after any fault."""

    def __init__(self) -> None:
        path = os.pathsep.join(entry or str(Path.cwd()) for entry in sys.path)
        self.process = subprocess.Popen(  # noqa: S603 - our own module under our own interpreter
            [sys.executable, *WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,  # Ctrl-C at the terminal is for the judge alone
        )
        self.begun = False

    def begin(self) -> None:
        """Returns when RDKit is loaded; raises as `ask` does."""
        self._line(time.monotonic() + START_SECONDS)
        self.begun = True

    def ask(self, request: dict[str, Any], deadline: float) -> dict[str, Any]:
        """Raises TimeoutError past the deadline, OSError or ValueError when the process died."""
        assert self.process.stdin
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        return dict(json.loads(self._line(deadline)))

    def _line(self, deadline: float) -> bytes:
        assert self.process.stdout
        answer = b""
        while not answer.endswith(b"\n"):
            ready, _, _ = select.select([self.process.stdout], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                raise TimeoutError
            piece = os.read(self.process.stdout.fileno(), 1 << 16)
            if not piece:
                raise ValueError("the drawing process ended")
            answer += piece
        return answer

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()


class _Workers:
    """At most two, started when needed; idle ones wait here for the next drawing."""

    def __init__(self) -> None:
        self.turns = threading.BoundedSemaphore(MAX_WORKERS)
        self.idle: list[_Worker] = []  # append and pop are atomic

    def take(self) -> _Worker:
        try:
            return self.idle.pop()
        except IndexError:
            return _Worker()

    def end(self) -> None:
        while self.idle:
            self.idle.pop().end()


_workers = _Workers()


def _ask(request: dict[str, Any], timeout: float) -> dict[str, Any]:
    workers = _workers
    if not workers.turns.acquire(timeout=timeout):
        raise _too_slow()
    try:
        worker = workers.take()
        try:
            if not worker.begun:
                worker.begin()
            answer = worker.ask(request, time.monotonic() + timeout)
        except TimeoutError:
            worker.end()
            raise _too_slow() from None
        except (OSError, ValueError) as error:
            worker.end()
            raise DrawingError("drawing_failed", "The drawing process ended unexpectedly.") from error
        except BaseException:
            worker.end()
            raise
        workers.idle.append(worker)
        return answer
    finally:
        workers.turns.release()


def _too_slow() -> DrawingError:
    return DrawingError("drawing_timeout", "The drawing took too long and was cancelled.")


def stop_workers() -> None:
    """Ends the idle processes; the next drawing starts a new one."""
    _workers.end()


def _start_afresh() -> None:
    """A forked server must not share pipes with its parent: it forgets the parent's workers."""
    global _workers  # noqa: PLW0603 - the one piece of state here
    for worker in _workers.idle:
        worker.process.returncode = 0  # not ours to wait for
    _workers = _Workers()


atexit.register(stop_workers)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_afresh)
