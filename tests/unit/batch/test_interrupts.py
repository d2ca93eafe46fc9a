"""Ctrl+C and other ends: nothing is waited for, nothing is left running, nothing is said but what was finished."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import connection
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from distributed import LocalCluster

from adjudicator.batch import executors
from adjudicator.batch.executors import Cores, workforce
from adjudicator.cli import main
from adjudicator.engine.agents import simulating
from tests.support import working
from tests.support.patience import PATIENCE, wait_until
from tests.support.sampling import in_turn


def is_running(process: int) -> bool:
    """Not ended; one that nobody has waited for has ended all the same."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def test_the_processes_of_a_pool_leave_an_interrupt_to_the_one_that_asked() -> None:
    with workforce(2) as force:
        assert force.executor is not None
        assert force.executor.submit(signal.getsignal, signal.SIGINT).result() == signal.SIG_IGN


@pytest.mark.parametrize("end", [Cores.shutdown, Cores.kill])
def test_what_watches_a_pool_ends_before_the_command_does(
    monkeypatch: pytest.MonkeyPatch, end: Callable[[Cores], None]
) -> None:
    """Regression: cut off while it let go of a pool, it left a semaphore that Python then warned about."""
    ended = []

    def watch(pool: ProcessPoolExecutor, processes: list[Any]) -> None:
        connection.wait([process.sentinel for process in processes])
        time.sleep(0.2)
        ended.append(pool)

    monkeypatch.setattr(executors, "_end_with_the_first", watch)
    pool = Cores(2)
    assert pool.submit(working.double, 2).result(PATIENCE) == 4
    end(pool)
    assert len(ended) == 1


def test_work_that_is_given_up_ends_in_silence(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A future cancelled while its work runs takes no result: concurrent.futures would log a traceback."""
    held = tmp_path / "held"
    held.touch()
    pool = Cores(2)
    promise = pool.submit(working.hold, str(held))
    others = [pool.submit(working.double, number) for number in range(4)]
    assert [other.result(PATIENCE) for other in others] == [0, 2, 4, 6]
    assert promise.cancel()
    held.unlink()
    pool.shutdown()
    assert promise.cancelled()
    assert caplog.records == []


def test_an_interrupt_ends_the_processes_whatever_they_do(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    begun, never = tmp_path / "begun", []
    with pytest.raises(KeyboardInterrupt), workforce(2) as force:  # noqa: PT012 - as a command has it
        assert force.executor is not None
        processes = {force.executor.submit(os.getpid).result(PATIENCE)}
        never = [force.executor.submit(working.begin, str(begun)) for _ in range(5)]
        wait_until(begun.exists)
        processes |= set(force.executor._pool._processes)  # type: ignore[attr-defined]
        raise KeyboardInterrupt
    assert not any(map(is_running, processes))
    assert all(promise.done() for promise in never)
    assert caplog.records == []


STARTS = """
import sys
from adjudicator.batch import executors
from adjudicator.batch.executors import workforce
from tests.support import working

if __name__ == "__main__":
    with workforce(2) as force:
        force.executor.submit(working.begin, sys.argv[1])
        force.executor.submit(working.begin, sys.argv[2]).result()
"""


@in_turn(2)
def test_processes_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    (tmp_path / "starts.py").write_text(STARTS, encoding="utf-8")
    begun = [tmp_path / "one", tmp_path / "two"]
    command = [sys.executable, str(tmp_path / "starts.py"), *map(str, begun)]
    with subprocess.Popen(
        command, start_new_session=True, env=os.environ | {"PYTHONPATH": str(Path.cwd())}
    ) as parent:
        wait_until(lambda: all(file.exists() for file in begun))
        family = members(parent.pid)
        assert len(family) >= 3, "it has no processes of its own"
        parent.kill()
    wait_until(lambda: not any(map(is_running, family)))


def members(group: int) -> list[int]:
    """The processes of a group."""
    everybody = (int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit())
    return [process for process in everybody if group_of(process) == group]


def group_of(process: int) -> int | None:
    try:
        return os.getpgid(process)
    except ProcessLookupError:
        return None


@in_turn(2)
def test_one_interrupt_of_the_terminal_ends_a_simulation(tmp_path: Path) -> None:
    """As a terminal does it: every process of the group gets the signal."""
    records = tmp_path / "records"
    command = [sys.executable, "-m", "adjudicator", "simulate", "valence-plus", "--games", "1000000"]
    options = ["--players", "random,random", "--workers", "2", "--seed", "1", "--record", str(records)]
    with subprocess.Popen(
        [*command, *options], start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        wait_until(lambda: running.poll() is not None or len(list(records.glob("*.json"))) > 2)
        family = members(running.pid)
        os.killpg(running.pid, signal.SIGINT)
        out, error = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert error.decode().startswith("Interrupted after ")
    assert error.count(b"\n") == 1, error.decode()
    assert b"First player wins" in out
    wait_until(lambda: not any(map(is_running, family)))


@pytest.mark.parametrize("more", [(), ("--round-robin",)])
def test_an_interrupted_simulation_shows_the_games_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    whole = simulating.played

    def interrupted(*arguments: Any) -> Iterator[Any]:
        yield from islice(whole(*arguments), 3)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulating, "played", interrupted)
    table = tmp_path / "table.csv"
    arguments = ["simulate", "valence-plus", "--players", "random,greedy", "--games", "50", "--workers", "1"]
    csv = ("--csv", str(table)) if more else ()
    stopped = CliRunner().invoke(main, [*arguments, "--seed", "1", *more, *csv])
    assert stopped.exit_code == 130
    assert stopped.stderr == "Interrupted after 3 of 50 games.\n"
    assert stopped.stdout.startswith("3 games of valence-plus, seed 1")
    assert table.exists() == bool(more)

    monkeypatch.setattr(simulating, "played", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    stopped = CliRunner().invoke(main, [*arguments, *more])
    assert (stopped.exit_code, stopped.stdout) == (130, "")


@pytest.mark.slow
def test_an_interrupt_leaves_nothing_to_a_cluster(tmp_path: Path) -> None:
    held = tmp_path / "held"
    held.touch()
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with pytest.raises(KeyboardInterrupt), workforce(cluster=cluster.scheduler_address) as force:  # noqa: PT012
            assert force.executor is not None
            for _ in range(5):
                force.executor.submit(working.hold, str(held))
            wait_until(lambda: cluster.scheduler.tasks)
            raise KeyboardInterrupt
        held.unlink()
        wait_until(lambda: not cluster.scheduler.tasks)
