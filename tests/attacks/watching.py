"""What ordinary users notice during an attack, and what is left of it afterwards."""

from __future__ import annotations

import json
import multiprocessing
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from tests.attacks.attacks import HOST, Attack

NEIGHBOUR = "127.0.0.2"  # another client than the attacker, with its own allowance
PATIENCE = 20.0  # seconds until a client gives up


@dataclass
class Felt:
    """Seconds that ordinary requests took, and how many were not answered properly."""

    health: list[float] = field(default_factory=list)
    judged: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    attacker: list[int] = field(default_factory=list)
    errands: dict[str, list[float]] = field(default_factory=dict)  # other requests, by name

    def __str__(self) -> str:
        worst = f"worst /healthz {max(self.health):.2f} s, worst /v1/judge {max(self.judged):.2f} s"
        kinds = {status: self.attacker.count(status) for status in sorted(set(self.attacker))}
        return f"{worst} of {len(self.health)}; the attacker got {kinds}"


Errand = Callable[[int, Felt], object]  # a longer request of somebody at this port


def under(attack: Attack, port: int, seconds: float, errands: Mapping[str, Errand] | None = None) -> Felt:
    """Runs an attack in a process of its own, and asks ordinary questions until it is over.

    Errands run beside them in turn, one at a time.
    """
    felt = Felt()
    with (
        ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as elsewhere,
        ThreadPoolExecutor(1) as beside,
    ):
        elsewhere.submit(int).result()  # the process has started
        attacking = elsewhere.submit(attack.run, port, seconds)
        running = beside.submit(_run, errands or {}, port, felt, attacking.done)
        while not attacking.done() or not felt.health:
            felt.health.append(_timed(ask, port, felt, "GET", "/healthz"))
            felt.judged.append(_timed(ask, port, felt, "POST", "/v1/judge", {"tiles": "MgNOONOO"}))
            time.sleep(0.05)
        felt.attacker.extend(attacking.result())
        running.result()
    return felt


def _run(errands: Mapping[str, Errand], port: int, felt: Felt, over: Callable[[], bool]) -> None:
    """Each of them at least once."""
    while errands and not (over() and felt.errands):
        for name, errand in errands.items():
            felt.errands.setdefault(name, []).append(_timed(errand, port, felt))


def _timed(act: Callable[..., object], *arguments: object) -> float:
    began = time.monotonic()
    act(*arguments)
    return time.monotonic() - began


def ask(port: int, felt: Felt, method: str, path: str, body: object = None, **headers: str) -> bytes:
    """The answer to a client other than the attacker; if there is none, nothing, and a note of it."""
    connection = HTTPConnection(HOST, port, timeout=PATIENCE, source_address=(NEIGHBOUR, 0))
    try:
        if body:
            headers["Content-Type"] = "application/json"
        connection.request(method, path, json.dumps(body) if body else None, headers)
        answer = connection.getresponse()
        told = answer.read()
        if answer.status in (200, 201):
            return told
        felt.failed.append(f"{path}: {answer.status}")
    except (OSError, HTTPException) as error:
        felt.failed.append(f"{path}: {error!r}")
    finally:
        connection.close()
    return b""


def family(*processes: int) -> list[int]:
    """Processes and all their descendants."""
    found = list(processes)
    for parent in found:
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            with suppress(OSError):  # it has ended in the meantime
                found += [int(child) for child in task.read_text().split()]
    return found


def open_files(*processes: int) -> int:
    number = 0
    for one in family(*processes):
        with suppress(OSError):  # it has ended in the meantime
            number += len(list(Path(f"/proc/{one}/fd").iterdir()))
    return number


def resident_mib(*processes: int) -> float:
    """Memory of the workers and the processes they started; shared memory is counted once for each."""
    total = 0
    for one in family(*processes):
        try:
            lines = Path(f"/proc/{one}/status").read_text().splitlines()
        except OSError:  # it has ended in the meantime
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("RssAnon"))
    return total / 1024
