"""Millions of rows: files judged by one process, by two, and a peer in a process pool on the same rows."""

from __future__ import annotations

import csv
import os
import random
import resource
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path

from adjudicator import Formula
from adjudicator.batch.executors import cores, workforce
from adjudicator.batch.questions import Paper
from adjudicator.batch.runs import Run
from benchmarks import workload
from benchmarks.harness import NOT_INSTALLED, Row, peer, ratio_of, size

ROWS = int(os.environ.get("BULK_ROWS", size(20_000, quick=500)))
PEER_ROWS = size(2_000, quick=200)
PIECE = 100


def rows() -> list[Row]:
    formulas = questions(ROWS)
    news = list(dict.fromkeys(formulas))
    with tempfile.TemporaryDirectory() as folder:
        one, all_ = _rate(folder, formulas, 1), _rate(folder, formulas, cores())
        new = _rate(folder, news, cores())
    by_core = all_ / one / cores()
    found = [
        Row("the rows", f"{ROWS:,} formulas, {len(news):,} different"),
        Row("one process", f"{one:,.0f} rows a second"),
        Row(f"{cores()} processes", f"{all_:,.0f} rows a second, {by_core:.2f} of one, by core", by_core),
        Row("  when every row is another", f"{new:,.0f} rows a second"),
        Row("most memory of a process", f"{_memory():,.0f} MB"),
    ]
    if not peer("smact.screening"):
        return [*found, Row("smact in a process pool", NOT_INSTALLED)]
    for label, ours, asked in (("", all_, formulas), (", every row another", new, news)):
        theirs = _peer_rate(asked[:PEER_ROWS])
        shown = f"{theirs:,.0f} rows a second; ours is {ratio_of(ours / theirs)} that"
        found.append(Row(f"smact in a process pool{label}", shown, ours / theirs))
    return found


def questions(number: int) -> list[str]:
    """Compositions as a generator of materials proposes them: valid or nearly valid, most of them new."""
    near = workload.compounds(random.Random(workload.SEED))
    return [str(Formula.of_tiles(run)) for run in islice(near, number)]


def _rate(folder: str, formulas: list[str], workers: int) -> float:
    source = Path(folder) / f"{len(formulas)}-{workers}.csv"
    with source.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows([["formula"], *([formula] for formula in formulas)])
    run = Run(source, source.with_name(f"ruled-{source.name}"), Paper())
    with workforce(workers) as force:
        if force.executor is not None:  # the processes exist before the clock starts
            list(force.executor.map(run.questions.work(run.paper), [[["H2O"]]] * 8 * workers))
        start = time.perf_counter()
        list(run.go(force))
        return len(formulas) / (time.perf_counter() - start)


def _memory() -> float:
    most = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return most / 1024


def _peer_rate(formulas: list[str]) -> float:
    pieces = [formulas[start : start + PIECE] for start in range(0, len(formulas), PIECE)]
    with ProcessPoolExecutor(cores()) as pool:
        list(pool.map(_peer_answers, pieces[: cores()]))  # imports, untimed
        start = time.perf_counter()
        list(pool.map(_peer_answers, pieces))
        return len(formulas) / (time.perf_counter() - start)


def _peer_answers(formulas: list[str]) -> list[bool]:
    from smact.screening import smact_validity

    return [bool(smact_validity(formula)) for formula in formulas]
