"""Does this skeleton admit an octet structure, and which has the least formal charge? (C-LEWIS)

Full octets fix how many pairs are shared in total, so the number of pairs beyond the single bonds is
known. Each goes between two bonded atoms with room to spare: a matching of free valences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.chem.elements import ELEMENTS, HALOGENS
from adjudicator.chem.lewis.matching import best_matching
from adjudicator.chem.lewis.structure import (
    ELECTRONEGATIVITY,
    MAX_BONDS,
    MAX_ORDER,
    missing_electrons,
    refuse,
    refuse_elements,
    verified,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.chem.lewis.structure import LewisStructure, NoStructure, Skeleton

# What a charge is worth avoiding for, most important first; each outweighs all that follow it over 200 atoms.
_PER_CHARGE = 1 << 44
_PER_SQUARE = 1 << 31  # two atoms with one charge each rather than one with two
_PER_HUNDREDTH = 1 << 12  # of electronegativity: the negative charge on the more electronegative atom


def octet_structure(
    skeleton: Skeleton, *, charge: int = 0, alone: bool = False
) -> LewisStructure | NoStructure:
    """By C-LEWIS. What is drawn and not ruled on may have a `charge`, or be one element `alone`."""
    symbols = skeleton.symbols
    refused = refuse_elements(sorted(set(symbols)), len(symbols), alone=alone)
    if refused:
        return refused
    neighbours = skeleton.neighbours()
    electrons = sum(ELEMENTS[s].valence_electrons for s in symbols) - charge
    refused = _refuse_connections(skeleton, neighbours, electrons)
    if refused:
        return refused
    # Each pair shared saves one electron of the eight (two for H) that every atom wants.
    wanted = sum(2 if s == "H" else 8 for s in symbols)
    pairs = (wanted - electrons) // 2
    extra = pairs - len(skeleton.bonds)
    if extra < 0:
        busiest = max(range(len(symbols)), key=lambda i: len(neighbours[i]) - missing_electrons(symbols[i]))
        return refuse(
            "hypervalent",
            element=symbols[busiest],
            electrons=electrons,
            pairs=pairs,
            bonds=len(skeleton.bonds),
        )
    for symbol, around in zip(symbols, neighbours, strict=True):
        most = 1 if symbol == "F" else MAX_BONDS
        if len(around) > most:
            return refuse("too_many_neighbours", element=symbol, neighbours=len(around), most=most)
    orders = {(min(bond), max(bond)): 1 for bond in skeleton.bonds}
    placed = _place(extra, symbols, neighbours, orders) if extra else 0
    if placed < extra:
        return refuse(
            "incomplete_octet",
            element=hungriest(symbols),
            electrons=electrons,
            pairs=pairs,
            most=len(orders) + placed,
        )
    return verified(symbols, orders, charge=charge)


def hungriest(symbols: Sequence[str]) -> str:
    """The element that brings the fewest electrons towards its octet: boron in BF3."""
    return min((s for s in symbols if s != "H"), key=lambda s: (ELEMENTS[s].valence_electrons, s))


def _refuse_connections(
    skeleton: Skeleton, neighbours: Sequence[Sequence[int]], electrons: int
) -> NoStructure | None:
    if not _connected(neighbours):
        return refuse("not_connected")
    if electrons % 2:
        return refuse("odd_electrons", electrons=electrons)
    for symbol, around in zip(skeleton.symbols, neighbours, strict=True):
        if symbol == "H" and len(around) != 1:
            return refuse("hydrogen_bonds", neighbours=len(around))
    return None


def _connected(neighbours: Sequence[Sequence[int]]) -> bool:
    seen, open_atoms = {0}, [0]
    while open_atoms:
        for j in neighbours[open_atoms.pop()]:
            if j not in seen:
                seen.add(j)
                open_atoms.append(j)
    return len(seen) == len(neighbours)


def _place(
    extra: int,
    symbols: Sequence[str],
    neighbours: Sequence[Sequence[int]],
    orders: dict[tuple[int, int], int],
) -> int:
    """Raises bond orders by `extra` in all, at the least formal charge; says how many found room."""
    if len(symbols) == 2:
        extra = min(extra, MAX_ORDER - 1)
    # A free valence is a vertex of its own. No bond rises past triple: with three free valences an atom has
    # one neighbour, so only two such atoms could pass it, and they are the two-atom case above.
    owner: list[int] = []
    valences: dict[int, list[int]] = {}
    for i, symbol in enumerate(symbols):
        if symbol == "H" or symbol in HALOGENS or len(neighbours[i]) == MAX_BONDS:
            continue
        free = range(len(owner), len(owner) + MAX_BONDS - len(neighbours[i]))
        valences[i] = list(free)
        owner += [i] * len(free)
    linked = [[w for j in neighbours[i] for w in valences.get(j, ())] for i in owner]
    worth = [
        _worth_of_filling(symbols[i], len(neighbours[i]), len(neighbours[i]) + k + 1)
        for i, own in valences.items()
        for k in range(len(own))
    ]
    raised = [(owner[v], owner[w]) for v, w in best_matching(linked, worth, extra)]
    for i, j in raised:
        orders[min(i, j), max(i, j)] += 1
    return len(raised)


def _worth_of_filling(symbol: str, neighbours: int, bonds: int) -> int:
    """How much better the charges are when an atom goes from one bond fewer to this number of bonds."""
    charge = bonds - missing_electrons(symbol)
    return (
        (_PER_CHARGE if charge <= 0 else -_PER_CHARGE)
        - _PER_SQUARE * (2 * charge - 1)
        - _PER_HUNDREDTH * round(100 * ELECTRONEGATIVITY[symbol])
        + neighbours  # between equals the outermost atom keeps the negative charge
    )
