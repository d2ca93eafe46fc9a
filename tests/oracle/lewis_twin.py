"""The slow, obvious twins of the Lewis questions: they try everything, or use an integer program.

They share with the implementation only the number of valence electrons of an element.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from adjudicator.chem.elements import ELEMENTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SINGLY = {"H", "F", "Cl", "Br", "I", "At"}
Bond = tuple[int, int]


def least_charge_by_trying(symbols: Sequence[str], bonds: Sequence[Bond]) -> int | None:
    """The least sum of |formal charge| over all bond orders 1-3 on this skeleton; None if no octets."""
    choices = [(1,) if {symbols[i], symbols[j]} & SINGLY else (1, 2, 3) for i, j in bonds]
    charges = [
        sum(abs(q) for q in found)
        for orders in product(*choices)
        if (found := _octet_charges(symbols, bonds, orders)) is not None
    ]
    return min(charges, default=None)


def _octet_charges(symbols: Sequence[str], bonds: Sequence[Bond], orders: Sequence[int]) -> list[int] | None:
    shared = [0] * len(symbols)
    for (i, j), order in zip(bonds, orders, strict=True):
        shared[i] += order
        shared[j] += order
    charges = []
    for symbol, pairs in zip(symbols, shared, strict=True):
        if (symbol in {"H", "F"} and pairs != 1) or not 1 <= pairs <= 4:
            return None
        lone = 0 if symbol == "H" else 8 - 2 * pairs
        charges.append(ELEMENTS[symbol].valence_electrons - lone - pairs)
    return None if sum(charges) else charges


def least_charge_by_program(symbols: Sequence[str], bonds: Sequence[Bond]) -> int | None:
    """The same by integer programming: bond orders, and the positive and negative charge of every atom."""
    n, m = len(symbols), len(bonds)
    if any(s in {"H", "F"} and sum(i in b for b in bonds) != 1 for i, s in enumerate(symbols)):
        return None
    at = np.zeros((n, m + 2 * n))
    for k, (i, j) in enumerate(bonds):
        at[i, k] = at[j, k] = 1
    shared = at.copy()
    for i in range(n):
        at[i, m + i], at[i, m + n + i] = -1, 1
    wants = np.array([1 if s == "H" else 8 - ELEMENTS[s].valence_electrons for s in symbols])
    neutral = np.concatenate([np.zeros(m), np.ones(n), -np.ones(n)])[None, :]
    orders = [1 if {symbols[i], symbols[j]} & SINGLY else 3 for i, j in bonds]
    answer: Any = milp(
        np.concatenate([np.zeros(m), np.ones(2 * n)]),
        integrality=np.concatenate([np.ones(m), np.zeros(2 * n)]),
        bounds=Bounds(np.concatenate([np.ones(m), np.zeros(2 * n)]), np.array([*orders, *[8] * (2 * n)])),
        constraints=[
            LinearConstraint(at, wants, wants),
            LinearConstraint(shared, np.ones(n), np.full(n, 4)),
            LinearConstraint(neutral, 0, 0),
        ],
    )
    return round(answer.fun) if answer.success else None


# --- formulas ---------------------------------------------------------------------------------------------
# What an atom may do depends only on its kind: "g" any bonds up to four, "x" a halogen with single bonds, "f"
# fluorine, "h" hydrogen. So graphs are tried per combination of kinds, and valence electrons
# matter only at the end.

KIND = {"H": "h", "F": "f", "Cl": "x", "Br": "x", "I": "x"}
LIMIT = {"g": 4, "x": 4, "f": 1, "h": 1}


def formula_allowed(counts: dict[str, int]) -> bool:
    """Whether some connected graph of the heavy atoms, with the hydrogens on its free valences, is neutral
    with every octet full. Hydrogen molecules and one-element formulas are out.
    """
    heavy = {s: n for s, n in counts.items() if n and s != "H"}
    h = counts.get("H", 0)
    if not heavy or len(heavy) + (h > 0) < 2:
        return False
    kinds = "".join(sorted(KIND.get(s, "g") for s, n in heavy.items() for _ in range(n)))
    shared = sum((8 - ELEMENTS[s].valence_electrons) * n for s, n in heavy.items())
    return any(2 * orders + h == shared and must <= h <= room for orders, must, room in _graphs(kinds))


@cache
def _graphs(kinds: str) -> frozenset[tuple[int, int, int]]:
    """For every connected multigraph on these atoms: all bond orders, the hydrogens that its bare fluorines
    must have, and the hydrogens for which there is room.
    """
    found = set()
    for orders, used in _multigraphs(kinds, set()):
        free = [LIMIT[k] - u for k, u in zip(kinds, used, strict=True)]
        bare = sum(f for k, f in zip(kinds, free, strict=True) if k == "f")
        found.add((orders, bare, sum(free)))
    return frozenset(found)


def centre_allowed(counts: dict[str, int]) -> bool:
    """Whether some graph of all atoms, one of them bonded to every other, is neutral with full octets."""
    symbols = sorted(s for s, n in counts.items() for _ in range(n))
    if len(set(symbols)) < 2 or not 2 <= len(symbols) <= 5:
        return False
    kinds = "".join(sorted(KIND.get(s, "g") for s in symbols))
    shared = sum(1 if s == "H" else 8 - ELEMENTS[s].valence_electrons for s in symbols)
    return shared % 2 == 0 and shared // 2 in _centred(kinds)


@cache
def _centred(kinds: str) -> frozenset[int]:
    """The sums of bond orders of all graphs in which some atom is bonded to every other."""
    found = set()
    for middle in range(len(kinds)):
        star = {(min(middle, i), max(middle, i)) for i in range(len(kinds)) if i != middle}
        for orders, used in _multigraphs(kinds, star):
            if all(u == 1 for k, u in zip(kinds, used, strict=True) if k in "hf"):
                found.add(orders)
    return frozenset(found)


def _multigraphs(kinds: str, needed: set[Bond]) -> Iterator[tuple[int, list[int]]]:
    """All connected multigraphs that contain the needed bonds: (sum of orders, bonds used per atom)."""
    pairs = list(combinations(range(len(kinds)), 2))
    used = [0] * len(kinds)
    group = list(range(len(kinds)))  # which atoms are connected so far

    def extend(k: int, orders: int, groups: list[int]) -> Iterator[tuple[int, list[int]]]:
        if k == len(pairs):
            if len(set(groups)) == 1:
                yield orders, used
            return
        i, j = pairs[k]
        if j == i + 1 and i and used[i - 1] == 0:
            return  # the last finished atom is isolated
        most = 1 if kinds[i] != "g" or kinds[j] != "g" else 3
        for order in range(pairs[k] in needed, most + 1):
            if used[i] + order > LIMIT[kinds[i]] or used[j] + order > LIMIT[kinds[j]]:
                break
            used[i] += order
            used[j] += order
            joined = [groups[i] if g == groups[j] else g for g in groups] if order else groups
            yield from extend(k + 1, orders + order, joined)
            used[i] -= order
            used[j] -= order

    yield from extend(0, 0, group)
