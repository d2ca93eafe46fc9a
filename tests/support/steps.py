"""The amount of work, counted in calls and bytes: the same on every machine, however busy it is."""

from __future__ import annotations

import gc
import sys
import tracemalloc
from collections.abc import Callable


def calls_of(act: Callable[[], object], *, built_in: bool = False) -> int:
    """How many Python functions are called, with `built_in` also those written in C.

    Listeners of the garbage collector (hypothesis has one) are not counted.
    """
    made = 0
    kinds = ("call", "c_call") if built_in else ("call",)

    def count(_frame: object, kind: str, _what: object) -> None:
        nonlocal made
        made += kind in kinds

    gc.disable()
    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(None)
        gc.enable()
    return made


def peak_of(act: Callable[[], object]) -> int:
    """The most bytes that it held at a time, beyond what was there before."""
    gc.disable()  # when it collects depends on all tests before; collecting everything first takes half a second
    tracemalloc.start()
    try:
        act()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        gc.enable()
