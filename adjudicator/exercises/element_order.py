"""How a formula is written otherwise than chemists write it: ClNa, CaO2H2, MnO4K, Fe(Cl)3, H3N.

One rule for order and brackets; the composition is compared elsewhere. Salts, acids and ions have their
ions in one piece. Of two elements that one comes first which comes first in the formula that is expected:
NH3 and HN3, CH4 and H2S. Compounds of carbon and hydrogen are written in many ways, as are complexes in
square brackets, and structures with their bonds.
"""

from __future__ import annotations

import re
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING

from adjudicator.chem import naming
from adjudicator.chem.elements import METALS, WRITING_ORDER
from adjudicator.chem.formula import Formula, Written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from adjudicator.chem.formula.written import Group

NEGATIVE = frozenset(("O", "F", "Cl", "Br", "I"))
BEFORE_HYDROGEN = frozenset(("C", "N", "P", "As", "Sb"))  # by custom; hydrogen is not the negative part there
_BONDS = re.compile(r"[-=≡]")


class Unusual(StrEnum):
    """What is unusual in a way to write a formula."""

    WATER = "water"  # of a hydrate: it does not stand apart, or not behind
    BRACKETS = "brackets"  # around a single element
    ION = "ion"  # the formula of an ion
    IONS = "ions"  # of a salt or an acid: the positive part is not first, or an ion not in one piece
    FIRST = "first"  # another element comes first, by custom
    POSITIVE = "positive"  # the positive part is not first
    TWICE = "twice"  # an element is written more than once


def unusual_in(given: Written, expected: Written) -> Unusual | None:
    """Of two formulas of one composition; a bare composition has nothing that could be unusual."""
    if not given.parts or not expected.parts:
        return None
    if given.parts[0].one != expected.parts[0].one:
        return Unusual.WATER
    mine, theirs = given.parts[0].groups, expected.parts[0].groups
    part = Formula(given.parts[0].one, given.formula.charge)
    elements = frozenset(_symbols(mine))
    is_metal = not elements.isdisjoint(METALS)
    if _has_lone_brackets(mine) and (is_metal or len(elements) < 3) and not _has_lone_brackets(theirs):
        return Unusual.BRACKETS
    if mine[0].bracket == "[" or (not is_metal and _BONDS.search(given.formula.text)):
        return None
    usual = {tuple(_plain(Written.parse(text).parts[0].groups)) for text in naming.usual_formulas(part)}
    if tuple(_plain(theirs)) in usual and (is_metal or not _has_hydroxyl(mine)):
        if tuple(_plain(mine)) in usual:
            return None
        if part.charge:
            return Unusual.ION
        return _misplaced(mine, theirs) if len(elements) == 2 else Unusual.IONS
    if part.charge or _is_ordered(mine, theirs):
        return None
    return _misplaced(mine, theirs)


def _misplaced(mine: Sequence[Group], theirs: Sequence[Group]) -> Unusual:
    first, second, *_ = dict.fromkeys(_symbols(theirs))
    if next(iter(_symbols(mine))) == first:
        return Unusual.TWICE
    return Unusual.FIRST if second == "H" and first in BEFORE_HYDROGEN else Unusual.POSITIVE


def _has_lone_brackets(groups: Sequence[Group]) -> bool:
    """Whether there are brackets around a single element: Fe(Cl)3, (Na)2O."""
    return any(
        group.bracket
        and ((len(group.inside) == 1 and not group.inside[0].bracket) or _has_lone_brackets(group.inside))
        for group in groups
    )


def _plain(groups: Sequence[Group]) -> Iterator[tuple[object, int]]:
    """The groups as values, without brackets around what is there once: Na(OH) is NaOH."""
    for group in groups:
        inside = tuple(_plain(group.inside))
        if group.bracket and group.count == 1:
            yield from inside
        else:
            yield (inside if group.bracket else group.symbol), group.count


def _is_ordered(groups: Sequence[Group], expected: Sequence[Group]) -> bool:
    """Whether what is expected to come first does."""
    order = tuple(_symbols(groups))
    elements = frozenset(order)
    if len(elements) == 1:
        return True
    if len(elements) == 2 and elements.isdisjoint(METALS):
        structure = len(order) > len(elements) and order[:2] != ("H", "H")  # HCCH, OCO, H2NNH2
        return order[0] == next(iter(_symbols(expected))) or structure
    if {"C", "H"} <= elements or "COO" in "".join(order):
        return groups[0].symbol != "H" or groups[0].count <= 3  # H3COH is a structure, H4CO none
    if len(order) == len(elements) == 3 and order[1] == "C":  # a chain: COS, and OCS or SCO from either end
        return True
    if not elements.isdisjoint(METALS):
        return order[0] in METALS or order[0] == "H" or order[:2] == ("N", "H")
    if "H" in elements:  # an acid, or a salt of ammonium
        return order[0] in ("H", "N") or _has_hydroxyl(groups)
    return order[0] not in NEGATIVE or order[0] == min(elements, key=WRITING_ORDER.__getitem__)


def _symbols(groups: Iterable[Group]) -> Iterable[str]:
    for group in groups:
        if group.bracket:
            yield from _symbols(group.inside)
        else:
            yield group.symbol


def _has_hydroxyl(groups: Sequence[Group]) -> bool:
    """Whether OH is written out: SO2(OH)2, HOSO2OH, HOCl."""
    inside = any(_has_hydroxyl(group.inside) for group in groups)
    return inside or any(
        {one.symbol, other.symbol} == {"O", "H"} and (one if one.symbol == "O" else other).count == 1
        for one, other in pairwise(groups)
    )
