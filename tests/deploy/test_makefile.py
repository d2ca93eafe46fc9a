"""Every target of the Makefile and every tool that measures runs, at least in a short form, so that none can
rot unseen.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import harness
from benchmarks.measures.attacks import PARTS as ATTACKED
from tests.support.sampling import by_day, part_of_today
from tests.support.serving import free_port
from tools.__main__ import MEASURES as TOOLS

MAKEFILE = Path("Makefile").read_text(encoding="utf-8")
TARGETS = re.findall(r"[\w-]+", MAKEFILE.partition(".PHONY:")[2].partition("\n")[0])
# By .ci/run itself, and what these two call; `format` is the other half of check-style, `clean` would end the run.
BY_CI = {"setup", "check", "check-style", "check-types", "check-imports", "check-scripts", "site", "test",
         "test-slow", "format", "clean"}  # fmt: skip
PARTS = [part.name for part in harness.parts()]  # of the table of benchmarks: a third of them a day
# What is added to `make TARGET`, and what it prints.
SHORT = {
    "help": ({}, r"make serve .*make test "),
    "bench": ({"QUICK": "1", "PARTS": " ".join(part_of_today(3, PARTS))}, r"This machine\n"),
    "tournaments": ({"QUICK": "1"}, r"\| strong against greedy \|"),
    "nightly": ({"PYTEST_ADDOPTS": "--collect-only -qq"}, r"tests/oracle/(.*\n)*"),
}
# Commands that go on for long are stopped after this line.
STARTED = {"serve": "Adjudicator is at http", "reference": "read 10,000 of"}


def command(target: str, **values: str) -> list[str]:
    """With what is installed here: no target installs anything."""
    installed = [f"--old-file=.venv/.{kind}" for kind in ("runtime", "test", "dev", "bench", "night")]
    given = [f"{name}={value}" for name, value in values.items()]
    return ["make", *installed, f"BIN={Path(sys.executable).parent}", *given, target]


def test_every_target_is_run_in_some_form() -> None:
    nights = {"night-that-computes", "night-that-waits"}
    assert set(TARGETS) == BY_CI | SHORT.keys() | STARTED.keys() | nights
    run = Path(".ci/run").read_text(encoding="utf-8")
    assert all(
        re.search(rf"^make .*\b{target}\b", run, re.MULTILINE) for target in ("check", "site", "test-slow")
    )


@pytest.mark.parametrize("target", by_day(4, SHORT))
def test_it_runs_in_its_short_form(target: str) -> None:
    values, printed = SHORT[target]
    around = {**os.environ, **values}
    made = subprocess.run(command(target, **values), env=around, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout[-2000:] + made.stderr[-2000:]
    assert re.search(printed, made.stdout), made.stdout[-2000:]


@pytest.mark.parametrize("target", by_day(2, STARTED))
def test_it_starts_and_stops(target: str, tmp_path: Path) -> None:
    around = {
        **os.environ,
        "ADJUDICATOR_PORT": str(free_port()),
        "ADJUDICATOR_DATABASE_URL": f"sqlite:///{tmp_path}/made.sqlite",
        "PYTHONUNBUFFERED": "1",
    }
    values = {"OUTPUT": str(tmp_path / "table.sqlite")} if target == "reference" else {}
    started = subprocess.Popen(
        command(target, **values), env=around, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
    )  # fmt: skip
    assert started.stdout
    try:
        lines = []
        for line in started.stdout:
            lines.append(line)
            if STARTED[target] in line:
                return
        pytest.fail("".join(lines))
    finally:
        os.killpg(started.pid, signal.SIGINT)
        started.stdout.read()
        started.wait()


# Of `python -m tools measure`: each in its shortest form, and what it prints.
MEASURES = {
    "accuracy --game ion --games 1 --decisions 1 --playouts 2": r"policy +1 decisions",
    # One part each: all of them in a row take five minutes.
    "attacks --seconds 0.3 --part work": r"rulings asked",
    "attacks --seconds 0.3 --part connections": r"closed, not read",
    "attacks --seconds 0.3 --part analyses": r"hint, median",
    "attacks --seconds 0.3 --part prints": r"hint, median",
    "attacks --seconds 0.3 --part kept": r"bytes kept at the end",
    "attacks --seconds 0.3 --part guesses": r"pupils who wanted in",
    "names": r"right names: \d+ right, 0 wrong",
    "pages": r"the first tap counts after",
    "shown --part 2000": r"de: \d+ names of \d+ compositions",
    "tables --moves 5": r"8 tabs at once",
    "taps --seeds 0": r"a ruling shared",
    "taps --game valence-plus": r"valence-plus +0 +\d+ +\d+",
}
# `install` needs an index of packages, which no test may ask; `pocket` and `reading` are measured where a site and
# pictures are at hand, in tests/browser.
ELSEWHERE = {"install", "pocket", "reading"}


def test_every_tool_that_measures_is_run() -> None:
    assert set(TOOLS) == {words.split()[0] for words in MEASURES} | ELSEWHERE
    assert set(ATTACKED) == {words.split()[-1] for words in MEASURES if words.startswith("attacks ")}


@pytest.mark.parametrize("words", by_day(6, MEASURES))
def test_a_tool_measures_in_its_short_form(words: str) -> None:
    tool = [sys.executable, "-m", "tools", "measure", *words.split()]
    done = subprocess.run(tool, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert re.search(MEASURES[words], done.stdout), done.stdout[-2000:]
