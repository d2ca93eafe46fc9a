"""How often an outside source is asked: never more than it allows, and less when it says that it is busy.

A source counts by address, so all processes of a service share one pace, in a file of the folder that
ADJUDICATOR_PACE names; a program by itself has its own.
"""

from __future__ import annotations

import json
import os
import re
import threading
import time
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

try:
    import fcntl
except ImportError:  # Windows, where a service has one process that asks
    fcntl = None  # type: ignore[assignment]

FOLDER = "ADJUDICATOR_PACE"

_STATUS = re.compile(r"([A-Z][a-z]{2,10}) status: {0,2}([A-Z][a-z]{2,8})")
_GAP = {"Yellow": 0.5, "Red": 2.0, "Black": 5.0}  # seconds between requests; nothing extra when Green
_BANNED_FOR = 60.0  # seconds that a client stays away once its own quota is used up
_REFUSED = re.compile(r"too many requests|blacklisted", re.IGNORECASE)
_LONGEST_GAP = 5.0  # seconds between requests after refusals


@dataclass(frozen=True, slots=True)
class Manners:
    """How one source is asked. Times are in seconds."""

    connect_timeout: float = 4.0
    read_timeout: float = 10.0
    patience: float = 25.0  # for one question, every repetition and pause included
    tries: int = 3
    backoff: float = 0.5  # before the second try; doubles with every further one
    rest: float = 30.0  # after a source has failed, before it is asked again
    per_second: int = 5
    per_minute: int = 400
    max_bytes: int = 8_000_000


@dataclass
class Past:
    """What the next slot depends on. Times are of a clock that all processes of a machine share."""

    slots: list[float] = field(default_factory=list)  # that were given out, the last ones
    gap: float = 0.0
    own_gap: float = 0.0  # after refusals: doubles with each, halves with each answer
    not_before: float = 0.0


class Pace:
    """Gives out slots in time; any number of threads may ask for one, and with a file, of processes."""

    def __init__(
        self, manners: Manners, clock: Callable[[], float] = time.monotonic, file: Path | None = None
    ) -> None:
        self._manners = manners
        self._clock = clock
        self._lock = threading.Lock()
        self._past = Past()
        self._most = max(manners.per_second, manners.per_minute)
        self._file = file if fcntl is not None else None

    @classmethod
    def of_source(cls, source: str, manners: Manners) -> Pace:
        """The one that all processes share, where there is a folder for it."""
        folder = os.environ.get(FOLDER)
        return cls(manners, file=Path(folder) / f"{source}.json" if folder else None)

    @contextmanager
    def _kept(self) -> Iterator[Past]:
        """The past requests, locked against other processes."""
        with self._lock:
            if self._file is None:
                yield self._past
                return
            with self._file.open("a+", encoding="utf-8") as file:
                fcntl.lockf(file, fcntl.LOCK_EX)
                file.seek(0)
                try:
                    past = Past(**json.loads(file.read()))
                except (ValueError, TypeError):  # new, or its writer was killed
                    past = Past()
                yield past
                file.truncate(0)  # everything is written at the end, which is the beginning now
                json.dump(asdict(past), file)
                file.flush()

    def reserve(self, patience: float) -> float | None:
        """The seconds to wait before the next request; None if that exceeds `patience`."""
        with self._kept() as past:
            now = self._clock()
            slot = max(now, past.not_before)
            if past.slots:
                slot = max(slot, past.slots[-1] + max(past.gap, past.own_gap))
            for most, seconds in ((self._manners.per_second, 1.0), (self._manners.per_minute, 60.0)):
                if len(past.slots) >= most:
                    slot = max(slot, past.slots[-most] + seconds)
            if slot - now > patience:
                return None
            past.slots = [*past.slots, slot][-self._most :]
            return slot - now

    def heed(self, header: str | None, *, refused: bool = False) -> None:
        """Slows down by X-Throttling-Control: the colours of our own requests, then of the service.

        A refusal slows us down by itself: PubChem says "too many requests" with every colour green.
        """
        header = (header or "")[:400]
        with self._kept() as past:
            first = self._manners.backoff
            if refused or _REFUSED.search(header):
                past.own_gap = min(max(2 * past.own_gap, first), _LONGEST_GAP)
            else:
                past.own_gap = past.own_gap / 2 if past.own_gap > first / 4 else 0.0
            colours = _STATUS.findall(header)
            if not colours:
                return
            past.gap = max((_GAP.get(colour, 0.0) for _, colour in colours), default=0.0)
            if any(colour == "Black" and what != "Service" for what, colour in colours):
                past.not_before = self._clock() + _BANNED_FOR
