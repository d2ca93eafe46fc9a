"""C-HINT: a hint in whole ions, where the reason beside it has just named them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.naming import ide_of
from adjudicator_rulesets.compoundit.judging.double_salts import is_cation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.chem.ions import Ion
    from adjudicator.verdict import Check, Facts
    from adjudicator_rulesets.compoundit.judging.findings import Rules


def in_ions(hint: Facts, reason: Check, rules: Rules) -> Facts:
    """The hint with its `ions` and how many more or fewer of each: CaNO3 lacks a nitrate ion.

    Without them where every polyatomic ion stays, or where the tiles of the change are not those of the ions.
    """
    named = _named(reason)
    if not named:
        return hint
    kinds = {
        ion.name: ion for ion in (*rules.single_tiles.values(), *rules.edition.ions) if ion.name in named
    }
    ions = [kinds[name] for name in named if name in kinds]
    numbers = dict.fromkeys(ions, 0)
    left = dict(hint["changes"])
    for ion in ions:
        others = {symbol for other in ions if other is not ion for symbol in other.elements}
        own = [(symbol, n) for symbol, n in ion.counts if symbol not in others]
        if ion.polyatomic and own:  # by an element that no other ion there has
            numbers[ion] = left.get(own[0][0], 0) // own[0][1]
            for symbol, n in ion.counts:
                left[symbol] = left.get(symbol, 0) - n * numbers[ion]
    if not any(numbers.values()):
        return hint
    for ion in ions:
        if not ion.polyatomic:
            numbers[ion] = left.pop(ion.formula, 0)
    tiles = sum(abs(n) for _, n in hint["changes"])
    if any(left.values()) or sum(ion.size * abs(n) for ion, n in numbers.items()) != tiles:
        return hint  # not an oxygen fewer that a sulfate ion more brings with it
    return hint.plus(ions=tuple((_name(ion), number) for ion, number in numbers.items() if number))


def _named(reason: Check) -> Sequence[str]:
    """The kinds of ion that a reason names."""
    params = reason.params
    if "charges" in params:
        return [kind for kind, _ in params["charges"]]
    return params.get("kinds") or params.get("ions") or ()


def _name(ion: Ion) -> str:
    """In English, as languages translate it: nitrate, calcium, chloride."""
    if ion.polyatomic:
        return ion.name
    element = ELEMENTS[ion.formula]
    return element.name if is_cation(ion.formula) else ide_of(ion.formula) or element.name
