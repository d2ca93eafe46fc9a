"""Does this formula admit any octet structure? (C-LEWIS, C-COMPLEX; C-CENTRE in lewis_centre.py)

H and F have one bond each, so the question is about the other atoms, the *core*. Full octets fix how many
bond orders the core has at its disposal (`core_pairs`). A structure exists exactly when they suffice to
connect the core, when it can hold them, and when four bonds an atom leave room for every H and F.
The decision is arithmetic; the witness is then drawn the way a teacher would try it: around one centre, as
a tree of single bonds with the rest as multiple bonds and rings, and, failing that, by a construction that
always succeeds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from adjudicator.chem.elements import ELEMENTS, HALOGENS
from adjudicator.chem.lewis.centre import structure_with_centre
from adjudicator.chem.lewis.drafts import around_one_centre, as_chain_with_chords, as_tree, most_core_pairs
from adjudicator.chem.lewis.octet import hungriest
from adjudicator.chem.lewis.structure import (
    MAX_BONDS,
    LewisStructure,
    missing_electrons,
    refuse,
    refuse_elements,
    verified,
)

if TYPE_CHECKING:
    from adjudicator.chem.formula import Formula
    from adjudicator.chem.lewis.drafts import Draft
    from adjudicator.chem.lewis.structure import NoStructure


@dataclass(frozen=True, slots=True)
class Count:
    """The electrons of a formula, and what full octets make of them."""

    core: tuple[str, ...]  # every atom but H and F
    ends: int  # H and F: one bond each
    electrons: int
    pairs: int  # shared pairs in the whole molecule
    core_pairs: int  # of these, between core atoms

    @classmethod
    def of(cls, formula: Formula) -> Count:
        counts = dict(formula.atoms)
        electrons = sum(ELEMENTS[s].valence_electrons * n for s, n in formula.atoms)
        wanted = sum((2 if s == "H" else 8) * n for s, n in formula.atoms)
        core = tuple(s for s, n in formula.atoms if s not in {"H", "F"} for _ in range(n))
        ends = counts.get("H", 0) + counts.get("F", 0)
        pairs = (wanted - electrons) // 2
        return cls(core, ends, electrons, pairs, pairs - ends)


def formula_structure(formula: Formula, *, centre: bool = False) -> LewisStructure | NoStructure:
    """A structure of nonmetals with this composition; with `centre`, one atom of it bonded to all others."""
    elements = [symbol for symbol, _ in formula.atoms]
    refused = refuse_elements(elements, formula.size)
    if refused:
        return refused
    if formula.charge:
        return refuse("charged", charge=formula.charge)
    count = Count.of(formula)
    refused = _refuse_count(formula, count)
    if refused:
        return refused
    if centre and formula.size > 2:
        return structure_with_centre(formula, count.pairs)
    return _draw(formula, count)


def _refuse_count(formula: Formula, count: Count) -> NoStructure | None:
    if count.electrons % 2:
        return refuse("odd_electrons", electrons=count.electrons)
    needed = formula.size - 1
    if count.pairs < needed:
        heavy = [(n, ELEMENTS[s].group, s) for s, n in formula.atoms if s != "H"]
        return refuse(
            "hypervalent", element=min(heavy)[2], electrons=count.electrons, pairs=count.pairs, bonds=needed
        )
    size = len(count.core)
    halogens = sum(s in HALOGENS for s in count.core)
    room = min(most_core_pairs(size - halogens, halogens), (MAX_BONDS * size - count.ends) // 2)
    if size and count.core_pairs > room:
        return refuse(
            "incomplete_octet",
            element=hungriest(count.core),
            electrons=count.electrons,
            pairs=count.pairs,
            most=count.ends + room,
        )
    return None


def _draw(formula: Formula, count: Count) -> LewisStructure:
    counts = dict(formula.atoms)
    hydrogens, fluorines = counts.get("H", 0), counts.get("F", 0)
    if not count.core:
        return verified(("H", "F"), {(0, 1): 1})
    draft = around_one_centre(count.core, count.core_pairs, hydrogens, fluorines) or as_tree(
        count.core, count.core_pairs, count.ends
    )
    if draft:
        return _finish(draft, hydrogens, fluorines)
    around = structure_with_centre(formula, count.pairs)
    if isinstance(around, LewisStructure):
        return around
    return _finish(as_chain_with_chords(count.core, count.core_pairs), hydrogens, fluorines)


def _finish(draft: Draft, hydrogens: int, fluorines: int) -> LewisStructure:
    """Hangs H and F on the valences that are left, those that a charge-free atom has first."""
    symbols, orders, shared = list(draft.symbols), dict(draft.orders), list(draft.shared())
    # F on the most electropositive atoms, then H on what is left.
    order = sorted(range(len(symbols)), key=draft.electropositive_first)
    for end, number in (("F", fluorines), ("H", hydrogens)):
        for _ in range(number):
            at = next((i for i in order if shared[i] < draft.bonds[i]), None)
            if at is None:
                at = min(
                    order, key=lambda i: (shared[i] >= MAX_BONDS, shared[i] - missing_electrons(symbols[i]))
                )
            orders[at, len(symbols)] = 1
            symbols.append(end)
            shared[at] += 1
    return verified(symbols, orders)
