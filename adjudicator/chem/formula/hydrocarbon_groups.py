"""Groups that a condensed formula names by their atoms alone: C2H5, C6H5, C5H4N. Usual ones first."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_ALKYL = 5  # carbons of a group whose branched forms are all meant: C5H11 is eight groups
RING = tuple(range(6))


@dataclass(frozen=True, slots=True)
class Group:
    """Atoms with their hydrogens, the bonds between them, and where the group is bonded to the rest."""

    hydrogens: tuple[int, ...]  # of every atom
    bonds: tuple[tuple[int, int, int], ...]  # from, to, order; a ring of benzene with alternating ones
    points: tuple[int, ...]  # once for every bond to the rest
    other: str = ""  # the one atom that is no carbon: the last, of a ring


@lru_cache(256)
def groups(carbons: int, hydrogens: int, other: str = "") -> tuple[Group, ...]:
    """What CnHm, or CnHmN, may stand for inside a condensed formula; empty where only its atoms count."""
    if other:
        return _HETEROCYCLES.get((carbons, hydrogens, other), ())
    if hydrogens == 2 * carbons + 1 and carbons > 1:
        if carbons > MAX_ALKYL:
            return (_chain(carbons, (0,)),)
        return tuple(_alkyls(carbons))
    found = _LISTED.get((carbons, hydrogens), ())
    if carbons == 6 and hydrogens in {3, 4, 5}:
        found = (*found, *_benzenes(6 - hydrogens))
    return found


def _chain(carbons: int, points: tuple[int, ...], orders: tuple[int, ...] = ()) -> Group:
    """An unbranched group; hydrogens fill every carbon up to four bonds."""
    orders = orders or (1,) * (carbons - 1)
    bonds = tuple((i, i + 1, order) for i, order in enumerate(orders))
    return _filled(carbons, bonds, points)


def _filled(carbons: int, bonds: tuple[tuple[int, int, int], ...], points: tuple[int, ...]) -> Group:
    used = [points.count(i) for i in range(carbons)]
    for i, j, order in bonds:
        used[i] += order
        used[j] += order
    return Group(tuple(4 - n for n in used), bonds, points)


def _alkyls(carbons: int) -> Iterator[Group]:
    """Every alkyl group of so many carbons, the unbranched one first: a carbon with one to three smaller."""
    if carbons == 1:
        yield Group((3,), (), (0,))
        return
    for count in (1, 2, 3):
        for sizes in combinations_with_replacement(range(1, carbons), count):
            if sum(sizes) == carbons - 1:
                yield from _joined(sizes)


def _joined(sizes: tuple[int, ...]) -> Iterator[Group]:
    options = [tuple(_alkyls(size)) for size in sizes]
    for choice in _choices(options, sizes):
        bonds: list[tuple[int, int, int]] = []
        carbons = 1
        for branch in choice:
            bonds.append((0, carbons, 1))
            bonds += [(i + carbons, j + carbons, order) for i, j, order in branch.bonds]
            carbons += len(branch.hydrogens)
        yield _filled(carbons, tuple(bonds), (0,))


def _choices(options: list[tuple[Group, ...]], sizes: tuple[int, ...]) -> Iterator[tuple[Group, ...]]:
    """One group of each size; two of one size in one order only."""
    if not options:
        yield ()
        return
    for number, first in enumerate(options[0]):
        same = len(sizes) > 1 and sizes[0] == sizes[1]
        rest = [options[1][number:], *options[2:]] if same else options[1:]
        for others in _choices(rest, sizes[1:]):
            yield (first, *others)


def _benzenes(points: int) -> Iterator[Group]:
    """A benzene ring with one, two or three places: phenyl; para, ortho, meta; ..."""
    bonds = tuple((i, (i + 1) % 6, 1 + i % 2) for i in RING)
    three = [(0, *two) for two in combinations(RING[1:], 2)]
    places: dict[int, list[tuple[int, ...]]] = {1: [(0,)], 2: [(0, 3), (0, 1), (0, 2)], 3: [*three]}
    for chosen in places[points]:
        yield _filled(6, bonds, chosen)


def _ring(carbons: int, points: tuple[int, ...] = (0,)) -> Group:
    return _filled(carbons, tuple((i, (i + 1) % carbons, 1) for i in range(carbons)), points)


def _heterocycle(carbons: int, other: str, point: int, orders: tuple[int, ...]) -> Group:
    """A ring whose last atom is no carbon; the orders of its bonds from the first atom on."""
    size = carbons + 1
    ring = _filled(size, tuple((i, (i + 1) % size, order) for i, order in enumerate(orders)), (point,))
    return Group((*ring.hydrogens[:carbons], 0), ring.bonds, ring.points, other)


def _naphthyl(point: int) -> Group:
    bonds = (*((i, (i + 1) % 10, 2 - i % 2) for i in range(10)), (4, 9, 1))
    return _filled(10, bonds, (point,))


_LISTED: dict[tuple[int, int], tuple[Group, ...]] = {
    (2, 1): (_chain(2, (0,), (3,)),),
    (2, 3): (_chain(2, (0,), (2,)),),
    (2, 4): (_chain(2, (0, 1)), _chain(2, (0, 0))),
    (3, 5): (
        _chain(3, (0,), (1, 2)),  # allyl
        _chain(3, (0,), (2, 1)),  # as in crotonic acid
        _chain(3, (1,), (2, 1)),  # as in methacrylic acid
        _ring(3),
        _chain(3, (0, 1, 2)),  # the three places of glycerol
    ),
    (3, 6): (_chain(3, (0, 2)), _chain(3, (0, 1)), _chain(3, (0, 0)), _chain(3, (1, 1))),
    (5, 9): (
        _ring(5),
        *(_chain(5, (0,), tuple(2 if at == i else 1 for i in range(4))) for at in range(4)),
        _filled(5, ((0, 1, 1), (1, 2, 2), (2, 3, 1), (2, 4, 1)), (0,)),  # prenyl
    ),
    (6, 10): (_ring(6, (0, 1)), _ring(6, (0, 2)), _ring(6, (0, 3))),
    (6, 11): (_ring(6),),
    (10, 7): (_naphthyl(0), _naphthyl(1)),
}
_FIVE, _SIX = (2, 1, 2, 1, 1), (2, 1, 2, 1, 2, 1)  # furan and thiophene; pyridine
_HETEROCYCLES: dict[tuple[int, int, str], tuple[Group, ...]] = {
    (4, 3, "O"): (_heterocycle(4, "O", 0, _FIVE), _heterocycle(4, "O", 1, _FIVE)),
    (4, 3, "S"): (_heterocycle(4, "S", 0, _FIVE), _heterocycle(4, "S", 1, _FIVE)),
    (5, 4, "N"): tuple(_heterocycle(5, "N", point, _SIX) for point in (1, 0, 2)),  # nicotinic acid first
    (4, 8, "N"): (_heterocycle(4, "N", 4, (1,) * 5),),
    (5, 10, "N"): (_heterocycle(5, "N", 5, (1,) * 6),),
}
