"""Judging: verdicts with all checks and witnesses, compoundit:standard."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator import Tiles, load_ruleset
from adjudicator.ruleset import read_question
from benchmarks import workload
from benchmarks.harness import Contender, forget_everything, micro, percentile, race, size

if TYPE_CHECKING:
    from benchmarks.harness import Row

RULES = "compoundit:standard"
LENGTHS = (15, 30, 45, 60)
TRIES = size(7, quick=1)


def rows() -> list[Row]:
    return [*verdicts(), *growth(), *cold_start()]


def verdicts() -> list[Row]:
    """From the text of a run to its verdict, and on to JSON."""
    rules, runs = load_ruleset(RULES), workload.mixed_runs()

    def ask(text: str) -> object:
        return rules.judge(read_question(text))

    for text in runs:  # built once: the compounds among which a nearest miss is sought
        rules.judge(read_question(text)).to_json()
    forget, given = forget_everything(), {}

    def judge_unread(text: str) -> None:
        """A verdict whose text was not read yet, so that its nearest miss still has to be found."""
        given[text] = rules.judge(read_question(text))
        forget(text)

    times = race(
        {
            "first sight": Contender(ask, runs, before=forget),
            "again": Contender(ask, runs, before=ask),
            "to JSON": Contender(lambda text: given[text].to_json(), runs, before=judge_unread),
        }
    )
    again, first = times["again"], times["first sight"]
    return [
        ("the workload", f"{len(runs):,} runs of 2 to 12 tiles, half of them valid or nearly"),
        ("a verdict", _spread(again)),
        ("  at first sight, every cache empty", _spread(first)),
        ("verdicts per second", f"{1e6 / statistics.mean(again):,.0f}"),
        ("  at first sight, every cache empty", f"{1e6 / statistics.mean(first):,.0f}"),
        ("a verdict to JSON, its sentences and nearest miss at first sight", _spread(times["to JSON"])),
    ]


def _spread(times: list[float]) -> str:
    return f"median {micro(statistics.median(times))}, p99 {micro(percentile(times, 0.99))}"


def growth() -> list[Row]:
    """The slowest of the adversarial runs of a length, with every cache empty.

    Each run counts with its best time: the worst of many medians would only show the machine's worst moment.
    """
    rules = load_ruleset(RULES)
    found = []
    for length in LENGTHS:
        runs = [Tiles(run) for run in workload.adversarial_runs(length)]
        times = race({"": Contender(rules.judge, runs, before=forget_everything())}, rounds=5, choose=min)[""]
        worst = max(range(len(times)), key=times.__getitem__)
        what = f"worst of {len(runs)}: {str(runs[worst])[:16]}..."
        label = f"{length} adversarial tiles, at first sight"
        found.append((label, f"{times[worst] / 1000:.2f} ms  ({what})"))
    return found


def cold_start(tries: int = TRIES) -> list[Row]:
    """A whole process, from the shell and back, compared with a Python that does nothing."""
    command = shutil.which("adjudicator", path=str(Path(sys.executable).parent))
    if command is None:
        return [("adjudicator judge HHO, a new process", "not installed")]
    nothing, judged = float("inf"), float("inf")
    for _ in range(tries):
        nothing = min(nothing, _seconds([sys.executable, "-c", "pass"]))
        judged = min(judged, _seconds([command, "judge", "HHO"]))
    return [
        (
            "adjudicator judge HHO, a new process",
            f"{judged:.3f} s, {judged / nothing:.1f}× python -c pass ({nothing:.3f} s)",
        )
    ]


def _seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start
