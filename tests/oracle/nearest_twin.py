"""The slow, obvious twin of the nearest miss: breadth first, a tile more or less at a time, until one is legal.

Reads the edition by itself, through the twin of the rulings. How many tiles have to be moved is found by laying
the compound in every legal order and comparing each with the run, tile by tile.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations, product
from math import gcd
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.oracle.compoundit_twin import Twin

Atoms = tuple[str, ...]  # sorted
Unit = tuple[Atoms, tuple[int, ...], str]  # what it is made of, its charges, its name
Kinds = tuple[tuple[Atoms, int], ...]  # what each unit is made of, and how many there are


class NearestTwin:
    def __init__(self, twin: Twin, reach: int, size: int) -> None:
        self.twin = twin
        self.reach = reach
        self.of_ions: dict[Atoms, list[Kinds]] = {}
        for kinds in (*self._of_two_kinds(size), *self._listed()):
            atoms = tuple(sorted(tile for unit, n in kinds for tile in unit * n))
            if atoms not in {ion.atoms for ion in twin.ions}:
                self.of_ions.setdefault(atoms, []).append(kinds)
        self.legal_in_any_order = cache(self._legal_in_any_order)

    def distance(self, run: Sequence[str]) -> tuple[int, bool] | None:
        """The fewest tiles to change, and whether a binary compound can be had for that."""
        found: list[tuple[int, bool]] = []
        level, seen = {tuple(sorted(run))}, set()
        for changed in range(self.reach + 1):
            for atoms in level:
                if self.legal_in_any_order(atoms):
                    found.append((changed, len(set(atoms)) == 2))
                ways = self.of_ions.get(atoms, ())
                found += [(changed + self._moves(tuple(run), kinds), False) for kinds in ways]
            best = min((tiles for tiles, _ in found), default=self.reach + 1)
            if best <= changed:
                return best, any(binary for tiles, binary in found if tiles == best)
            seen |= level
            level = {near for atoms in level for near in self._one_off(atoms)} - seen
        best = min((tiles for tiles, _ in found), default=self.reach + 1)
        return (best, False) if best <= self.reach else None

    def _one_off(self, atoms: Atoms) -> Iterator[Atoms]:
        for symbol in self.twin.numbers:
            yield tuple(sorted((*atoms, symbol)))
        for place in range(len(atoms)):
            yield (*atoms[:place], *atoms[place + 1 :])

    def _legal_in_any_order(self, atoms: Atoms) -> bool:
        return len(atoms) > 1 and (self.twin.is_diatomic(atoms) or self.twin.is_binary(atoms))

    def _moves(self, run: Atoms, kinds: Kinds) -> int:
        """Tiles that both have, less the most that can stay as they lie."""
        compound = Counter(tile for unit, n in kinds for tile in unit * n)
        both = (Counter(run) & compound).total()
        return both - max(_longest_common(run, order) for order in _orders(kinds))

    def _of_two_kinds(self, size: int) -> Iterator[Kinds]:
        """C-POLY, C-RATIO: every two units, in every ratio that charges allow."""
        twin = self.twin
        singles: list[Unit] = [((symbol,), numbers, symbol) for symbol, numbers in twin.numbers.items()]
        ions: list[Unit] = [(ion.atoms, (ion.charge,), ion.name) for ion in twin.ions]
        for one, other in product(ions, singles + ions):
            two_ions = other in ions
            if one == other or (two_ions and not {one[2], other[2]} & set(twin.partners)):
                continue
            for n, m in product(range(1, size + 1), repeat=2):
                if gcd(n, m) == 1 and n * len(one[0]) + m * len(other[0]) <= size:
                    sums = {other[1][0] * m} if two_ions else twin.sums_of_one_sign(other[2], m)
                    if -one[1][0] * n in sums:
                        yield (one[0], n), (other[0], m)

    def _listed(self) -> Iterator[Kinds]:
        """C-DOUBLE."""
        atoms = {ion.name: ion.atoms for ion in self.twin.ions}
        for salt in self.twin.salts if self.twin.kinds == "listed" else ():
            if all(unit in atoms or unit in self.twin.numbers for unit in salt):
                yield tuple((atoms.get(unit, (unit,)), n) for unit, n in salt.items())


def _orders(kinds: Kinds) -> Iterator[Atoms]:
    """Every order in which each unit lies in one piece."""
    for row in _arrangements(tuple(unit for unit, n in kinds for _ in range(n))):
        for pieces in product(*(_arrangements(unit) for unit in row)):
            yield tuple(tile for piece in pieces for tile in piece)


@cache
def _arrangements(things: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
    return tuple(dict.fromkeys(permutations(things)))


def _longest_common(one: Atoms, other: Atoms) -> int:
    """The length of the longest sequence that both have in that order."""
    lengths = [0] * (len(other) + 1)
    for tile in one:
        before = 0
        for place, against in enumerate(other, start=1):
            above = lengths[place]
            lengths[place] = before + 1 if tile == against else max(above, lengths[place - 1])
            before = above
    return lengths[-1]
