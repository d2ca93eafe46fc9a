"""Names: checking whether a name is right."""

from __future__ import annotations

import csv
import statistics
from pathlib import Path

from adjudicator.chem.naming import check, names
from adjudicator.chem.naming.families import salts
from adjudicator.chem.naming.reading import meaning
from adjudicator.chem.naming.writing import names as writing
from benchmarks import harness
from benchmarks.harness import micro

PAIRS = Path(__file__).parents[1] / "fixtures" / "naming" / "pairs.csv"


def pairs() -> list[tuple[str, str]]:
    lines = PAIRS.read_text(encoding="utf-8").splitlines()
    return [(row["formula"], row["name"]) for row in csv.DictReader(x for x in lines if x[0] != "#")]


def ask(pair: tuple[str, str]) -> object:
    return check(*pair)


def forget(_: object) -> None:
    """Forget the formulas asked about; the rules stay loaded."""
    for cached in (writing._rule_names, salts.salts, meaning.read):  # noqa: SLF001 - to empty it
        cached.cache_clear()


def rows() -> list[harness.Row]:
    asked = pairs()
    formulas = sorted({formula for formula, _ in asked})
    for pair in asked:
        ask(pair)
    checks = harness.race({"check": harness.Contender(ask, asked)})["check"]
    first = harness.race({"names": harness.Contender(names, formulas, forget)})["names"]
    return [
        (
            f"check a name, median of {len(asked)} hand-checked pairs",
            micro(statistics.median(checks)),
        ),
        ("check a name, 99 of 100 within", micro(harness.percentile(checks, 0.99))),
        (f"names of {len(formulas)} formulas, first time", micro(statistics.median(first))),
    ]
