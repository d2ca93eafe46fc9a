"""Collecting and timing: every module of this package that has `rows()` is a part of the table."""

from __future__ import annotations

import functools
import gc
import importlib
import os
import pkgutil
import platform
import statistics
import time
import warnings
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import benchmarks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


class Row(NamedTuple):
    """What was measured, its figure, and where it is a ratio of two measured in one run, that."""

    label: str
    figure: str
    ratio: float | None = None


NOT_INSTALLED = "not installed"
QUICK = "BENCH_QUICK"  # set: every part starts and stops, and its figures mean nothing
FEW = 10  # inputs of a contender then


Amount = TypeVar("Amount", int, float)


def size(whole: Amount, *, quick: Amount) -> Amount:
    """How much a part measures."""
    return quick if os.environ.get(QUICK) else whole


@dataclass(frozen=True, slots=True)
class Part:
    """One module's rows, under the first line of its docstring."""

    name: str
    title: str
    rows: Callable[[], list[Row]]


def parts() -> list[Part]:
    """The modules that measure something, by name."""
    found = []
    for module in pkgutil.iter_modules(benchmarks.__path__):
        loaded = importlib.import_module(f"benchmarks.{module.name}")
        if hasattr(loaded, "rows"):
            title = (loaded.__doc__ or module.name).strip().splitlines()[0].rstrip(".")
            found.append(Part(module.name, title, loaded.rows))
    return found


# --- timing -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Contender:
    """A question to time on each of its inputs; `before` runs untimed before every input."""

    ask: Callable[[Any], object]
    inputs: Sequence[Any]
    before: Callable[[Any], object] | None = None


def race(
    contenders: Mapping[str, Contender],
    rounds: int = 7,
    choose: Callable[[Sequence[float]], float] = statistics.median,
) -> dict[str, list[float]]:
    """Microseconds for every input: by default the median of the rounds.

    The contenders take turns, A B A B, so that other load on this machine affects all of them.
    """
    laps: dict[str, list[list[float]]] = {name: [] for name in contenders}
    collecting = gc.isenabled()
    try:
        for _ in range(size(rounds, quick=1)):
            for name, contender in contenders.items():
                gc.collect()
                gc.disable()
                laps[name].append(_lap(contender))
    finally:
        if collecting:
            gc.enable()
    return {name: [choose(times) for times in zip(*of, strict=True)] for name, of in laps.items()}


def _lap(contender: Contender) -> list[float]:
    ask, before, clock = contender.ask, contender.before, time.perf_counter_ns
    times = []
    for given in contender.inputs[: size(len(contender.inputs), quick=FEW)]:
        if before:
            before(given)
        start = clock()
        ask(given)
        times.append((clock() - start) / 1000)
    return times


def forget_everything() -> Callable[[object], None]:
    """Return a function that empties every bounded cache of ours, as in a new process.

    Unbounded caches hold data that is read once, such as ions and elements; they stay.
    """
    ours = [
        cache
        for cache in gc.get_objects()
        if isinstance(cache, functools._lru_cache_wrapper)  # noqa: SLF001 - the only name it has
        and str(cache.__module__).partition(".")[0] in {"adjudicator", "adjudicator_rulesets"}
        and cache.cache_info().maxsize is not None
    ]

    def forget(_: object) -> None:
        for cache in ours:
            cache.cache_clear()

    return forget


def calibration() -> float:
    """Milliseconds of a fixed loop, best of nine: for comparing figures of two runs on a busy machine."""
    best = float("inf")
    for _ in range(9):
        start = time.perf_counter()
        total = 0
        for number in range(100_000):
            total += number % 7
        best = min(best, time.perf_counter() - start)
    return best * 1000


# --- writing ----------------------------------------------------------------------------------------------


def show(title: str, rows: Sequence[Row]) -> None:
    print(title)
    for row in rows:
        print(f"  {row.label:<58}  {row.figure}")
    print(flush=True)


def micro(value: float) -> str:
    """Microseconds with their significant digits: 8.31 µs, 45.2 µs, 1,250 µs."""
    return f"{value:,.{2 if value < 10 else 1 if value < 100 else 0}f} µs"


def percentile(times: Sequence[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def spread(times: Sequence[float]) -> str:
    """Microseconds: the median, and the slowest twentieth."""
    slowest = f"  (95 %: {micro(percentile(times, 0.95))})" if len(times) > 1 else ""
    return micro(statistics.median(times)) + slowest


def ratio_of(value: float) -> str:
    return f"{value:,.{0 if value >= 100 else 1 if value >= 10 else 2}f}×"


def against(label: str, times: Mapping[str, Sequence[float]], ours: str) -> Row:
    """How many times longer a peer takes: the median of the ratios, input by input."""
    if label not in times:
        return Row(label, NOT_INSTALLED)
    ratio = statistics.median(p / o for p, o in zip(times[label], times[ours], strict=True))
    shown = f"{ratio_of(ratio)} {ours}  ({micro(statistics.median(times[label]))})"
    return Row(f"{label}, beside {ours}", shown, ratio)


def peer(module: str) -> Any | None:
    """A peer's module, or None when it is not installed; its output on import is suppressed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(module)
    except ImportError:
        return None


def version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return NOT_INSTALLED


def machine() -> list[Row]:
    """The machine that the figures come from."""
    peers = ", ".join(f"{name} {version(name)}" for name in ("chempy", "pymatgen", "smact", "molmass"))
    return [
        Row("Python", f"{platform.python_version()}, {platform.system()} {platform.machine()}"),
        Row("cores, load", f"{os.cpu_count()}, {os.getloadavg()[0]:.1f}"),
        Row("a fixed loop of 100,000 steps", f"{calibration():.2f} ms"),
        Row("peers", peers),
    ]
