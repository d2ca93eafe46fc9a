"""Whether a formula is written as chemists write it: NaCl, not ClNa; Ca(OH)2, not CaO2H2; KMnO4, not MnO4K.

One rule for order and brackets; the composition is compared elsewhere. Salts, acids and ions have their
ions in one piece. Of the rest the positive part comes first, and compounds of carbon and hydrogen are
written in many ways, as are complexes in square brackets.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from adjudicator.chem import naming
from adjudicator.chem.elements import METALS, WRITING_ORDER
from adjudicator.chem.formula import Formula, Written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from adjudicator.chem.formula.written import Group

EITHER_WAY = (frozenset("OF"), frozenset("NS"), frozenset("NH"))  # OF2 and F2O, S4N4 and N4S4, NH3 and HN3
NEGATIVE = frozenset(("O", "F", "Cl", "Br", "I"))


def is_usual(written: Written) -> bool:
    """Of a formula that was given as text; a bare composition has nothing that could be unusual."""
    if not written.parts:
        return True
    groups = written.parts[0].groups
    if groups[0].bracket == "[":
        return True
    part = Formula(written.parts[0].one, written.formula.charge)
    usual = naming.usual_formulas(part)
    if usual and not (_has_hydroxyl(groups) and METALS.isdisjoint(_symbols(groups))):
        return tuple(_plain(groups)) in {tuple(_plain(Written.parse(text).parts[0].groups)) for text in usual}
    return _is_ordered(groups, charge=part.charge)


def _plain(groups: Sequence[Group]) -> Iterator[tuple[object, int]]:
    """The groups as values, without brackets around what is there once: Na(OH) is NaOH."""
    for group in groups:
        inside = tuple(_plain(group.inside))
        if group.bracket and group.count == 1:
            yield from inside
        else:
            yield (inside if group.bracket else group.symbol), group.count


def _is_ordered(groups: Sequence[Group], *, charge: int) -> bool:
    """Whether the positive part comes first."""
    order = tuple(_symbols(groups))
    elements = frozenset(order)
    if len(elements) == 1 or charge:
        return True
    if len(elements) == 2 and elements.isdisjoint(METALS):
        usual = min(elements, key=WRITING_ORDER.__getitem__)
        condensed = "C" in order[1:] and order.count("C") > 1  # HC≡CH
        return order[0] == usual or condensed or elements in EITHER_WAY
    if {"C", "H"} <= elements or "COO" in "".join(order):
        return True
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
