"""Boxes to print: time and size for the PDF of a whole game (the promise is at most 5 s and 3 MB)."""

from __future__ import annotations

import statistics
import time

from adjudicator.engine import playable_games
from adjudicator.printing import lay_out
from benchmarks.harness import Row, size

ROUNDS = size(3, quick=0)


def rows() -> list[Row]:
    return [Row(game, measure(game)) for game in playable_games()]


def measure(game: str) -> str:
    """The first run, which loads fonts and structures, and the median of those after it."""
    times = []
    for _ in range(1 + ROUNDS):
        start = time.perf_counter()
        printed = lay_out(game)
        times.append(time.perf_counter() - start)
    later = statistics.median(times[1:] or times)
    return f"{times[0]:.1f} s, then {later:.1f} s; {printed.pages} pages, {len(printed.pdf) / 1000:.0f} kB"
