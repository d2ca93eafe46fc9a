"""Drafts of a structure from a composition: which core atoms to bond, and how often.

Three ways, the most familiar first. The first two may give up; the last never does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from adjudicator.chem.elements import HALOGENS
from adjudicator.chem.lewis.structure import (
    ELECTRONEGATIVITY,
    MAX_BONDS,
    MAX_ORDER,
    missing_electrons,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# Single steps by which up to four core atoms are bonded as often as they can be: other atoms first, then
# halogens. Every beginning that is long enough to connect them all is a structure of its own.
# Keyed by (atoms, of these no halogens; 0 stands for one as well).
_STEPS: dict[tuple[int, int], str] = {
    (2, 0): "01",
    (2, 2): "01 01 01",
    (3, 0): "01 12 02",
    (3, 2): "01 12 02 01 01",
    (3, 3): "01 12 02 01 12 02",
    (4, 0): "01 12 23 02 03 13",
    (4, 2): "01 12 23 02 03 13 01",
    (4, 3): "03 01 12 13 02 02 12",
    (4, 4): "01 12 23 03 01 12 23 03",
}
_Bond = tuple[int, int]


@dataclass(slots=True)
class Draft:
    """A structure in the making. `bonds` is how many each atom should end up with, H and F included."""

    symbols: tuple[str, ...]
    bonds: list[int]
    orders: dict[_Bond, int] = field(default_factory=dict)

    def shared(self) -> list[int]:
        sums = [0] * len(self.symbols)
        for (i, j), order in self.orders.items():
            sums[i] += order
            sums[j] += order
        return sums

    def electropositive_first(self, i: int) -> tuple[float, int]:
        return ELECTRONEGATIVITY[self.symbols[i]], i

    def single(self, i: int) -> bool:
        return self.symbols[i] in HALOGENS


def most_core_pairs(others: int, halogens: int) -> int:
    """How many bond orders a connected core can hold at four per atom: all, but for the smallest cores."""
    size = others + halogens
    if size < 2:
        return 0
    if size > 4:
        return 2 * size
    return len(_steps(size, others))


def _steps(size: int, others: int) -> list[_Bond]:
    return [(int(s[0]), int(s[1])) for s in _STEPS[size, 0 if others < 2 else others].split()]


def as_chain_with_chords(core: Sequence[str], pairs: int) -> Draft:
    """Works for every composition that passes the count: a chain, closed to a ring, then every second
    neighbour bonded: with all of these, five or more atoms have four single bonds each.
    """
    symbols = tuple(sorted(core, key=lambda s: (s in HALOGENS, ELECTRONEGATIVITY[s])))
    size = len(symbols)
    steps: Iterable[_Bond]
    if 2 <= size <= 4:
        steps = _steps(size, sum(s not in HALOGENS for s in symbols))
    else:
        chain = [(i, i + 1) for i in range(size - 1)]
        steps = [*chain, (0, size - 1), *((i, (i + 2) % size) for i in range(size))]
    draft = Draft(symbols, wanted_bonds(symbols))
    for i, j in list(steps)[:pairs]:
        bond = min(i, j), max(i, j)
        draft.orders[bond] = draft.orders.get(bond, 0) + 1
    return draft


def wanted_bonds(symbols: Sequence[str]) -> list[int]:
    """As many bonds as leave no charge, or as near as four bonds and at least one allow."""
    return [max(1, min(MAX_BONDS, missing_electrons(s))) for s in symbols]


# --- one centre -------------------------------------------------------------------------------------------


def around_one_centre(core: Sequence[str], pairs: int, hydrogens: int, fluorines: int) -> Draft | None:
    """Up to five core atoms the textbook way: the least electronegative in the middle (HNO3, SO3, H2SO4)."""
    size, ends = len(core), hydrogens + fluorines
    extra = pairs - (size - 1)
    if size > MAX_BONDS + 1 or size - 1 + extra > MAX_BONDS:
        return None
    middle = min(core, key=lambda s: (_shy(s, core, extra), ELECTRONEGATIVITY[s]))
    outer = sorted(core, key=lambda s: ELECTRONEGATIVITY[s])
    outer.remove(middle)
    symbols = (middle, *outer)
    room = MAX_BONDS - pairs
    fewest = min(fluorines, room) if middle not in outer else 0  # F goes to the middle: O2SF2, not FOSOF
    drafts = [
        draft
        for on_middle in range(fewest, min(ends, room) + 1)
        if (draft := _star(symbols, extra, ends, on_middle))
    ]
    return min(drafts, key=_charge, default=None)


def _shy(symbol: str, core: Sequence[str], extra: int) -> bool:
    """A halogen is in the middle only as the only one of its kind, with single bonds: HClO4, not ClOCl."""
    return symbol in HALOGENS and (extra > 0 or core.count(symbol) > 1)


def _star(symbols: tuple[str, ...], extra: int, ends: int, on_middle: int) -> Draft | None:
    """With so many H and F on the middle atom; the outer ones share out the other ends and `extra` orders."""
    bonds = [len(symbols) - 1 + extra + on_middle] + [1] * (len(symbols) - 1)
    outer = range(1, len(symbols))
    for _ in range(extra + ends - on_middle):
        open_atoms = [i for i in outer if bonds[i] < MAX_BONDS]
        if not open_atoms:
            return None
        at = min(
            open_atoms,
            key=lambda i: (bonds[i] >= missing_electrons(symbols[i]), ELECTRONEGATIVITY[symbols[i]]),
        )
        bonds[at] += 1
    draft = Draft(symbols, bonds, {(0, i): 1 for i in outer})
    for _ in range(extra):
        raisable = [i for i in outer if not draft.single(i) and draft.orders[0, i] < min(bonds[i], MAX_ORDER)]
        if not raisable:
            return None
        # C=O before C=N before C=C, and each once before any twice.
        at = min(raisable, key=lambda i: (draft.orders[0, i], -ELECTRONEGATIVITY[symbols[i]], i))
        draft.orders[0, at] += 1
    return draft


def _charge(draft: Draft) -> int:
    return sum(abs(b - missing_electrons(s)) for s, b in zip(draft.symbols, draft.bonds, strict=True))


# --- a tree -----------------------------------------------------------------------------------------------


def as_tree(core: Sequence[str], pairs: int, ends: int) -> Draft | None:
    """Any size: a chain of the element with the most bonds, the others on it; then double and triple bonds,
    rings, and charges (N+ and O-) where nothing else is left.
    """
    symbols = tuple(sorted(core, key=lambda s: (-wanted_bonds([s])[0], ELECTRONEGATIVITY[s])))
    draft = Draft(symbols, wanted_bonds(symbols))
    if sum(draft.bonds) != 2 * pairs + ends or len(symbols) < 2:
        return None  # boron and noble gases cannot be free of charge
    free = _grow(draft)
    left = pairs - len(draft.orders)
    left -= _raise_orders(draft, free, left)
    left -= _close_rings(draft, free, left, hetero=False)
    left -= _raise_with_charge(draft, free, left)
    left -= _close_rings(draft, free, left, hetero=True)
    return draft if not left and sum(f for f in free if f > 0) >= ends else None


def _grow(draft: Draft) -> list[int]:
    """Bonds every atom to one before it; sorted by bonds, some atom before it always has one to spare."""
    free = list(draft.bonds)
    for i in range(1, len(free)):
        if draft.symbols[i] == draft.symbols[0]:
            at = i - 1
        else:
            at = min(
                (j for j in range(i) if free[j]),
                key=lambda j: (ELECTRONEGATIVITY[draft.symbols[j]], -free[j], j),
            )
        draft.orders[at, i] = 1
        free[at] -= 1
        free[i] -= 1
    return free


def _raise_orders(draft: Draft, free: list[int], left: int) -> int:
    """Rounds over the bonds, the most polar first: C=O before C=C, all double bonds before any triple."""
    by_polarity = sorted(
        (bond for bond in draft.orders if not draft.single(bond[0]) and not draft.single(bond[1])),
        key=lambda bond: (-abs(_en(draft, bond[0]) - _en(draft, bond[1])), bond),
    )
    raised = 0
    for _ in range(MAX_ORDER - 1):
        touched: set[int] = set()
        for bond in by_polarity:
            i, j = bond
            if raised < left and free[i] > 0 and free[j] > 0 and touched.isdisjoint(bond):
                draft.orders[bond] += 1
                free[i] -= 1
                free[j] -= 1
                touched |= {i, j}
                raised += 1
    return raised


def _close_rings(draft: Draft, free: list[int], left: int, *, hetero: bool) -> int:
    """Bonds atoms with free valences, far ends of the chain first; between heteroatoms only when asked."""
    closed = 0
    while closed < left:
        pair = next(
            (
                (i, j)
                for i in range(len(free))
                if free[i] > 0
                for j in range(len(free) - 1, i, -1)
                if free[j] > 0
                and draft.orders.get((i, j), 0) < (1 if draft.single(i) or draft.single(j) else MAX_ORDER)
                and (hetero or not (_hetero(draft, i) and _hetero(draft, j)))
            ),
            None,
        )
        if pair is None:
            break
        draft.orders[pair] = draft.orders.get(pair, 0) + 1
        free[pair[0]] -= 1
        free[pair[1]] -= 1
        closed += 1
    return closed


def _raise_with_charge(draft: Draft, free: list[int], left: int) -> int:
    """O-N-O with a valence free on each O becomes O=N(+)-O(-): the full atom gives, the other O keeps."""
    raised = 0
    for (i, j), order in draft.orders.items():
        full, short = (i, j) if free[i] <= 0 else (j, i)
        possible = free[full] == 0 and free[short] > 0 and draft.bonds[full] < MAX_BONDS and order < MAX_ORDER
        possible &= _en(draft, full) < _en(draft, short)
        if raised < left and possible and not draft.single(i) and not draft.single(j):
            draft.orders[i, j] += 1
            draft.bonds[full] += 1
            free[short] -= 1
            raised += 1
    return raised


def _en(draft: Draft, i: int) -> float:
    return ELECTRONEGATIVITY[draft.symbols[i]]


def _hetero(draft: Draft, i: int) -> bool:
    return draft.bonds[i] < MAX_BONDS
