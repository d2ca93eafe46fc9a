"""Which substances a name stands for, for people who have a name and no formula."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.chem.formula import Formula
from adjudicator.chem.naming.common import elements_by_key
from adjudicator.chem.naming.diagnosis import names_back, shown
from adjudicator.chem.naming.normalise import MAX_NAME, normalise
from adjudicator.chem.naming.reading import read, read_ion

if TYPE_CHECKING:
    from adjudicator.chem.naming.known import KnownNames

MAX_SUBSTANCES = 4  # of a name that leaves something open


def substances(name: str, known: KnownNames | None = None) -> tuple[Formula, ...]:
    """The formulas that a name stands for: several where it leaves a number open; none that we only guess.

    What is listed or on record, or what a rule reads and names back (V-NAME-HONEST).
    """
    if len(name) > MAX_NAME:
        return ()
    key = normalise(name)
    reading = read(key)
    meanings = [m for m in reading.definite or reading.possible if names_back(key, m)]
    found = [Formula.parse(shown(meaning)) if meaning.split else meaning.formula for meaning in meanings]
    recorded = known.by_name(name) if known is not None else ()
    hills = {formula.hill for formula in found}
    found += [Formula.parse(compound.formula) for compound in recorded if compound.formula not in hills]
    found += read_ion(key) if not found else []
    if key in elements_by_key() and not found:
        found.append(Formula.of({elements_by_key()[key]: 1}))
    return tuple(dict.fromkeys(found))[:MAX_SUBSTANCES]
