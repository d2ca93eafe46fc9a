"""Tests run from the root of the repository, wherever pytest is started; in CI none may be skipped."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.support import sampling, slowness
from tests.support.sharing import Sharing

os.chdir(Path(__file__).parents[1])

# Tests start dozens of servers, terminals and workers: without byte code each would compile everything again,
# which takes longer than the rest of the start.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# One profile for all: the same cases in every run, without deadlines that depend on the machine. Nightly runs
# have more and other cases.
settings.register_profile(
    "calm",
    deadline=None,
    derandomize=True,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("nightly", settings.get_profile("calm"), derandomize=False, max_examples=1000)
settings.load_profile("calm")


# The marks selected by day: by default, by `make test` and by `make test-slow`.
BY_DAY = ("not nightly", "not slow and not nightly", "slow and not nightly")

MEMORY = Path("/dev/shm")
ROOM = 2 << 30  # bytes that must be free there; a run needs a sixth of it


def pytest_configure(config: pytest.Config) -> None:
    sampling.collected = config.option.markexpr not in BY_DAY
    if config.option.markexpr == "not slow and not nightly" and _has_room(MEMORY):
        # Databases of `make test` are in memory: on a disk, each of many thousand writes would wait for it.
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def _has_room(folder: Path) -> bool:
    try:
        about = os.statvfs(folder)
    except OSError:
        return False
    return about.f_bavail * about.f_frsize > ROOM and not about.f_flag & os.ST_NOEXEC


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Sharing:
    return Sharing(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(slowness.FOLDERS):
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()  # ten thousand tests and their imports stay; the garbage collector skips them
    gc.set_threshold(
        2_000, 10, 100
    )  # what tests keep grows all the time: going through all of it takes a second


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    slowness.allowed = item.get_closest_marker("slow") is not None


_skipped: list[str] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and not hasattr(report, "wasxfail"):
        _skipped.append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI a test skipped for lack of a program fails the run: .ci/run installs everything."""
    if os.environ.get("CI") and _skipped and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if os.environ.get("CI") and _skipped:
        terminalreporter.write_line("skipped, which CI does not allow: " + ", ".join(_skipped), red=True)
