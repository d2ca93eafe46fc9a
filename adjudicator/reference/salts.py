"""Compounds of metals and of ammonium that a handbook lists: the table has nothing but molecules.

Kept beside the table in salts.tsv; tools/derived/salts.py says where it is from, and what familiar.txt is.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.chem.formula import Formula

FILE = Path(__file__).parent / "salts.tsv"
FAMILIAR = Path(__file__).parent / "familiar.txt"


@cache
def familiar() -> frozenset[str]:
    """Compositions that schools know, in Hill's order: those of our exercises, and nothing rare."""
    lines = FAMILIAR.read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))


@cache
def listed_salts() -> Mapping[str, str]:
    """Their names, by composition in Hill's order."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {formula: name for formula, name in rows[1:]}  # noqa: C416 - rows are lists


def listed_salt(formula: Formula) -> str | None:
    return None if formula.charge else listed_salts().get(formula.hill)
