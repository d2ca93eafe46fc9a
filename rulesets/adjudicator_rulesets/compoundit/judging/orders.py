"""In what order tiles lie best: compositions packed into integers, laid on squares one after the other.

A composition is one integer with a field of bits for each element, so that tiles are put together by adding
and looked up at once. Ions must stay in one piece (C-CONTIG); all else may lie in any order (C-ORDER).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Packed = int  # a composition
    Mask = int  # a set of elements, a bit for each
    Place = tuple[Mask, int]  # a square: what may lie there, and how often its points count
    Laid = tuple[int, tuple[int, ...]]  # what tiles score, negative, so that the least is best; and the tiles
    Progress = tuple[int, Packed]  # ions left, a field for each kind, and what is missing of the one begun

FIELD = 8  # bits for the count of one element: a run has at most 60 tiles
FULL = (1 << FIELD) - 1


class Unit(NamedTuple):
    """One kind of ion in a reading: how many, and what each is made of."""

    number: int
    atoms: Packed


class NeutralReading(NamedTuple):
    """A composition as kinds of ion whose charges add up to zero in the simplest ratio (C-POLY, C-DOUBLE)."""

    units: tuple[Unit, ...]
    elements: tuple[int, ...]  # of all, in the order of their symbols

    @property
    def atoms(self) -> Packed:
        return sum(unit.number * unit.atoms for unit in self.units)

    @property
    def all_left(self) -> int:
        """How many ions of each kind there are to lay, a field for each."""
        return sum(unit.number << FIELD * kind for kind, unit in enumerate(self.units))


def most_points(reading: NeutralReading, places: Iterable[Place], points: Sequence[int]) -> int | None:
    """The most points for which the ions of a reading can lie on these places; None where they cannot.

    From left to right; what has been laid counts only by how many ions of each kind are left and what is
    missing of the ion begun.
    """
    units, elements = reading
    reached = {(reading.all_left, 0): 0}
    for mask, weight in places:
        before, reached = reached, {}
        for state, value in before.items():
            for ions, missing in _begun(state, units):
                for place in elements:
                    if mask >> place & 1 and missing >> FIELD * place & FULL:
                        after = ions, missing - (1 << FIELD * place)
                        worth = value + weight * points[place]
                        if reached.get(after, -1) < worth:
                            reached[after] = worth
    return reached.get((0, 0))


def first_order(reading: NeutralReading, places: Iterable[Place], points: Sequence[int]) -> Laid | None:
    """The same with the tiles in their places, the first by symbols among the best."""
    units, elements = reading
    reached: dict[Progress, Laid] = {(reading.all_left, 0): (0, ())}
    for mask, weight in places:
        before, reached = reached, {}
        for state, (value, laid) in before.items():
            for ions, missing in _begun(state, units):
                for place in elements:
                    if mask >> place & 1 and missing >> FIELD * place & FULL:
                        after = ions, missing - (1 << FIELD * place)
                        better = value - weight * points[place], (*laid, place)
                        reached[after] = min(reached.get(after, better), better)
    return reached.get((0, 0))


def _begun(state: Progress, units: Sequence[Unit]) -> list[Progress]:
    """The ion that the next tile belongs to: the one begun, or a new one of any kind."""
    ions, missing = state
    if missing:
        return [state]
    return [
        (ions - (1 << FIELD * kind), unit.atoms)
        for kind, unit in enumerate(units)
        if ions >> FIELD * kind & FULL
    ]


def first_in_any_order(
    atoms: Packed, elements: Sequence[int], places: Iterable[Place], points: Sequence[int]
) -> Laid:
    """The tiles of a composition in their places where order does not matter, the first by symbols among the
    best; there must be a way to lay them.
    """
    reached: dict[Packed, Laid] = {atoms: (0, ())}
    for mask, weight in places:
        before, reached = reached, {}
        for left, (value, laid) in before.items():
            for place in elements:
                if mask >> place & 1 and left >> FIELD * place & FULL:
                    after = left - (1 << FIELD * place)
                    better = value - weight * points[place], (*laid, place)
                    reached[after] = min(reached.get(after, better), better)
    return reached[0]
