"""Whether a formula is written in an order that a chemist accepts: NaCl, not ClNa; H2SO4, not SO4H2.

Only the order is looked at; the composition is compared elsewhere. Compounds of carbon, hydrogen and more are
written in many ways, as are complexes in brackets. Of the rest, the positive part comes first.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from adjudicator.chem.elements import METALS, WRITING_ORDER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adjudicator.chem.formula import Written
    from adjudicator.chem.formula.written import Group

EITHER_WAY = (frozenset("OF"), frozenset("NS"), frozenset("NH"))  # OF2 and F2O, S4N4 and N4S4, NH3 and HN3
NEGATIVE = frozenset(("O", "F", "Cl", "Br", "I"))


def in_order(written: Written) -> bool:
    """Of a formula that was given as text; a bare composition has no order that could be wrong."""
    if not written.parts:
        return True
    groups = written.parts[0].groups
    order = tuple(_symbols(groups))
    elements = frozenset(order)
    if groups[0].bracket == "[" or len(elements) == 1 or written.formula.charge:
        return True
    if len(elements) == 2 and elements.isdisjoint(METALS):
        usual = min(elements, key=WRITING_ORDER.__getitem__)
        condensed = "C" in order[1:] and order.count("C") > 1  # HC≡CH
        return order[0] == usual or condensed or elements in EITHER_WAY
    if {"C", "H"} <= elements or "COO" in "".join(order):
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
    """Whether OH is written out: SO2(OH)2, HOSO2OH."""
    inside = any(_has_hydroxyl(group.inside) for group in groups)
    return inside or any(
        (one.symbol, one.count, other.symbol) == ("O", 1, "H") for one, other in pairwise(groups)
    )
