"""The amount of work, counted in calls: the same on every machine, however busy it is."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable


def calls_of(act: Callable[[], object]) -> int:
    """How many Python functions are called. Listeners of the garbage collector (hypothesis has one) are not
    counted.
    """
    made = 0

    def count(_frame: object, kind: str, _what: object) -> None:
        nonlocal made
        made += kind == "call"

    gc.disable()
    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(None)
        gc.enable()
    return made
