"""Compounds of metals and of ammonium that a handbook lists: the table has nothing but molecules.

Kept beside the table in salts.tsv; tools/derived/salts.py says where it is from, and what familiar.txt is.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.chem.formula import Formula

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = Path(__file__).parent / "salts.tsv"
FAMILIAR = Path(__file__).parent / "familiar.txt"
IDENTIFIED = Path(__file__).parent / "identified.tsv"
UNMADE = Path(__file__).parent / "unmade.tsv"


@cache
def familiar() -> Mapping[str, int]:
    """Compositions that schools know, in Hill's order, with their grade: the less, the better known."""
    return {hill: int(grade) for hill, grade in (line.split("\t") for line in _lines(FAMILIAR))}


@cache
def listed_salts() -> Mapping[str, str]:
    """Their names, by composition in Hill's order."""
    return _names_by_formula(FILE)


@cache
def identified_salts() -> Mapping[str, str]:
    """Of more salts and acids, which are named and not called real: depositors list what nobody has made."""
    return _names_by_formula(IDENTIFIED)


def _names_by_formula(file: Path) -> Mapping[str, str]:
    rows = [line.split("\t") for line in _lines(file)]
    return {formula: name for formula, name in rows[1:]}  # noqa: C416 - rows are lists


def listed_salt(formula: Formula) -> str | None:
    return None if formula.charge else listed_salts().get(formula.hill)


@cache
def _unmade() -> Mapping[str, str]:
    rows = csv.DictReader(_lines(UNMADE), delimiter="\t")
    return {Formula.parse(row["formula"]).hill: row["what"] for row in rows}


def unmade(formula: Formula) -> str | None:
    """What keeps a salt off the shelf: a word of REMARKS; None where nothing is known."""
    return None if formula.charge else _unmade().get(formula.hill)


def nobody_has_made(hill: str) -> bool:
    return _unmade().get(hill) == "unmade"


REMARKS = {
    "unmade": "not_on_record",
    "decomposes": "decomposes_at_once",
    "dissolved": "only_in_solution",
    "solution": "only_a_solution",
    "pressure": "only_under_pressure",
    "rearranges": "rearranges",
}


def remark_on_salt(formula: Formula) -> str | None:
    """The code of what is said beside a ruling (C-RULE-FIRST): only of what is known not to be there.

    No list of salts is complete, so that a salt on no list is no reason to say anything.
    """
    what = unmade(formula)
    return None if what is None else REMARKS[what]


def _lines(file: Path) -> list[str]:
    return [line for line in file.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
