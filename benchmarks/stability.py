"""The cost of an advanced ruling: structure, stability and the table behind it, compoundit:complex-lewis."""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from adjudicator import Formula, load_ruleset
from adjudicator.reference.table.reading import CompoundTable
from benchmarks.harness import Contender, forget_everything, micro, percentile, race, size
from benchmarks.lewis import FORMULAS

if TYPE_CHECKING:
    from benchmarks.harness import Row

TRIES = size(5, quick=1)
RULES = "compoundit:complex-lewis"
# getrusage would include the memory of the process that started this one.
MEMORY = (
    "import re; from pathlib import Path; from adjudicator import Formula, load_ruleset\n"
    f"rules = load_ruleset({RULES!r})\n"
    f"for text in {FORMULAS!r}: rules.judge(Formula.parse(text))\n"
    "print(re.search(r'VmHWM:\\s+(\\d+)', Path('/proc/self/status').read_text())[1])"
)


def rows() -> list[Row]:
    return [*_rulings(), *_lookups(), *_process()]


def _rulings() -> list[Row]:
    formulas = [Formula.parse(text) for text in FORMULAS]
    judge = load_ruleset(RULES).judge
    for formula in formulas:
        judge(formula)  # this loads RDKit and the table
    contenders = {
        "again": Contender(judge, formulas, judge),
        "first": Contender(judge, formulas, forget_everything()),
    }
    times = race(contenders, rounds=5)
    return [
        (
            f"a Lewis ruling on formulas of up to 30 atoms, median of {len(formulas)}",
            f"{micro(median(times['again']))}, p99 {micro(percentile(times['again'], 0.99))}",
        ),
        (
            "  at first sight, every cache empty",
            f"{micro(median(times['first']))}, p99 {micro(percentile(times['first'], 0.99))}",
        ),
    ]


def _lookups() -> list[Row]:
    started = perf_counter()
    table = CompoundTable.open()
    opened = (perf_counter() - started) * 1e6
    hills = list(dict.fromkeys(table.formulas()))[::7]
    times = []
    for hill in hills:
        start = perf_counter()
        table.by_formula(hill)
        times.append((perf_counter() - start) * 1e6)
    return [
        ("opening the table", micro(opened)),
        (f"a look into the table, {len(hills)} different formulas", f"median {micro(median(times))}"),
    ]


def _process() -> list[Row]:
    command = [sys.executable, "-m", "adjudicator", "judge", "C2H6O", "--rules", "compoundit:expert"]
    times = []
    for _ in range(TRIES):
        start = perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        times.append(perf_counter() - start)
    used = int(
        subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True).stdout
    )
    return [
        ("adjudicator judge C2H6O, expert, a new process", f"{min(times):.3f} s"),
        ("memory of a process that judged all of them", f"{used / 1024:.0f} MB"),
    ]
