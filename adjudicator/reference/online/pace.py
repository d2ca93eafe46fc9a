"""How often an outside source is asked: never more than it allows, and less when it says that it is busy."""

from __future__ import annotations

import re
import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

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


class Pace:
    """Gives out slots in time; any number of threads may ask for one."""

    def __init__(self, manners: Manners, clock: Callable[[], float] = time.monotonic) -> None:
        self._manners = manners
        self._clock = clock
        self._lock = threading.Lock()
        self._slots: deque[float] = deque(maxlen=max(manners.per_second, manners.per_minute))
        self._gap = 0.0
        self._own_gap = 0.0  # after refusals: doubles with each, halves with each answer
        self._not_before = 0.0

    def reserve(self, patience: float) -> float | None:
        """The seconds to wait before the next request may go out; None when that is beyond the patience."""
        with self._lock:
            now = self._clock()
            slot = max(now, self._not_before)
            if self._slots:
                slot = max(slot, self._slots[-1] + max(self._gap, self._own_gap))
            for most, seconds in ((self._manners.per_second, 1.0), (self._manners.per_minute, 60.0)):
                if len(self._slots) >= most:
                    slot = max(slot, self._slots[-most] + seconds)
            if slot - now > patience:
                return None
            self._slots.append(slot)
            return slot - now

    def heed(self, header: str | None, *, refused: bool = False) -> None:
        """Slows down by X-Throttling-Control: the colours of our own requests, then of the service.

        A refusal slows us down by itself: PubChem says "too many requests" with every colour green.
        """
        header = (header or "")[:400]
        with self._lock:
            first = self._manners.backoff
            if refused or _REFUSED.search(header):
                self._own_gap = min(max(2 * self._own_gap, first), _LONGEST_GAP)
            else:
                self._own_gap = self._own_gap / 2 if self._own_gap > first / 4 else 0.0
            colours = _STATUS.findall(header)
            if not colours:
                return
            self._gap = max((_GAP.get(colour, 0.0) for _, colour in colours), default=0.0)
            if any(colour == "Black" and what != "Service" for what, colour in colours):
                self._not_before = self._clock() + _BANNED_FOR
