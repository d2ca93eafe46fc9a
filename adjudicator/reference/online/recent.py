"""Answers of this process, kept in memory for a while: the newest, and never a failure."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

K = TypeVar("K", bound="Hashable")
V = TypeVar("V")

MOST = 2048
KEEP_SECONDS = 3600.0


class Recent(Generic[K, V]):
    def __init__(
        self,
        most: int = MOST,
        keep_seconds: float = KEEP_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most = most
        self._keep_seconds = keep_seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._answers: OrderedDict[K, tuple[float, V]] = OrderedDict()

    def get(self, key: K, ask: Callable[[K], V]) -> V:
        """The answer on hand, or the one that `ask` gives; two threads may ask the same at once."""
        with self._lock:
            if key in self._answers:
                until, answer = self._answers[key]
                if self._clock() < until:
                    self._answers.move_to_end(key)
                    return answer
        answer = ask(key)
        with self._lock:
            self._answers[key] = (self._clock() + self._keep_seconds, answer)
            self._answers.move_to_end(key)
            if len(self._answers) > self._most:
                self._answers.popitem(last=False)
        return answer
