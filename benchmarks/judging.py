"""Judging: verdicts with all checks and witnesses, compoundit:standard."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from adjudicator import Tiles, load_ruleset
from adjudicator.ruleset import read_question
from benchmarks import workload
from benchmarks.harness import Contender, Row, forget_everything, race, ratio_of, size, spread

RULES = "compoundit:standard"
LENGTHS = (15, 30, 45, 60)
TRIES = size(7, quick=1)
# getrusage would include the memory of the process that started this one.
MEMORY = (
    "import re; from pathlib import Path; from adjudicator import Formula, load_ruleset\n"
    "rules = load_ruleset('compoundit:complex-lewis')\n"
    f"for text in {workload.LEWIS!r}: rules.judge(Formula.parse(text))\n"
    "print(re.search(r'VmHWM:\\s+(\\d+)', Path('/proc/self/status').read_text())[1])"
)


def rows() -> list[Row]:
    return [*verdicts(), *growth(), *new_process()]


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
    share = statistics.median(f / a for f, a in zip(first, again, strict=True))
    return [
        Row(f"a verdict, {len(runs):,} runs of 2 to 12 tiles, half of them nearly valid", spread(again)),
        Row("  at first sight, every cache empty", spread(first)),
        Row("  at first sight, of one asked before", ratio_of(share), share),
        Row(
            "verdicts per second",
            f"{1e6 / statistics.mean(again):,.0f}, at first sight {1e6 / statistics.mean(first):,.0f}",
        ),
        Row("a verdict to JSON, its sentences and nearest miss at first sight", spread(times["to JSON"])),
    ]


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
        found.append(Row(label, f"{times[worst] / 1000:.2f} ms  ({what})"))
    return found


def new_process() -> list[Row]:
    """From the shell and back, compared with a Python that does nothing."""
    asked = {"HHO": ("judge", "HHO"), "C2H6O, expert": ("judge", "C2H6O", "--rules", "compoundit:expert")}
    nothing = min(_seconds("-c", "pass") for _ in range(TRIES))
    found = []
    for label, words in asked.items():
        share = min(_seconds("-m", "adjudicator", *words) for _ in range(TRIES)) / nothing
        shown = f"{share * nothing:.3f} s, {ratio_of(share)} python -c pass"
        found.append(Row(f"adjudicator judge {label}, a new process", shown, share))
    used = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True).stdout
    return [*found, Row("memory of a process that gave all Lewis rulings", f"{int(used) / 1024:.0f} MB")]


def _seconds(*words: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start
