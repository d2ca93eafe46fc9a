"""The formula question under C-CENTRE: one atom bonded to all others, so at most five atoms in all.

Small enough to try every centre and every set of bonds between outer atoms, fewest of these first.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from adjudicator.chem.elements import HALOGENS
from adjudicator.chem.lewis.octet import octet_structure
from adjudicator.chem.lewis.structure import (
    ELECTRONEGATIVITY,
    MAX_BONDS,
    LewisStructure,
    Skeleton,
    refuse,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.chem.formula import Formula
    from adjudicator.chem.lewis.structure import NoStructure

_ENDS = frozenset({"H", "F"})


def structure_with_centre(formula: Formula, pairs: int) -> LewisStructure | NoStructure:
    """A plain star if there is one, else one with as few bonds between outer atoms as possible."""
    if formula.size <= MAX_BONDS + 1:
        spare = pairs - (formula.size - 1)
        for ring_bonds in range(spare + 1):
            best = min(
                (
                    found
                    for s in _stars(formula, ring_bonds)
                    if _has_room(s, spare - ring_bonds)
                    and isinstance(found := octet_structure(s), LewisStructure)
                ),
                key=_preference,
                default=None,
            )
            if best:
                return best
    return refuse("no_centre_atom", atoms=formula.size)


def _stars(formula: Formula, ring_bonds: int) -> Iterator[Skeleton]:
    counts = dict(formula.atoms)
    for middle in sorted(counts.keys() - _ENDS):
        outer = [s for s, n in formula.atoms for _ in range(n - (s == middle))]
        symbols = (middle, *outer)
        star = tuple((0, i) for i in range(1, len(symbols)))
        open_atoms = [i for i in range(1, len(symbols)) if symbols[i] not in _ENDS]
        for between in combinations(combinations(open_atoms, 2), ring_bonds):
            yield Skeleton(symbols, star + between)


def _has_room(star: Skeleton, extra: int) -> bool:
    """Whether that many pairs beyond the single bonds could fit: a quick test that most failures fail."""
    free = [
        0 if symbol == "H" or symbol in HALOGENS else MAX_BONDS - len(around)
        for symbol, around in zip(star.symbols, star.neighbours(), strict=True)
    ]
    between = star.bonds[len(star.symbols) - 1 :]
    return extra <= min(free[0], sum(free[1:])) + sum(min(free[i], free[j]) for i, j in between)


def _preference(structure: LewisStructure) -> tuple[bool, float, int]:
    """H-O-Cl without charges before H-Cl-O with them; else the least electronegative atom in the middle."""
    charge = sum(abs(q) for q in structure.charges)
    return charge > 0, ELECTRONEGATIVITY[structure.symbols[0]], charge
