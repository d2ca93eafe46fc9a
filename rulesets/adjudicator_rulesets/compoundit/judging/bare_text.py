"""C-DOUBLE with `kinds = "any"`: salts of three and more kinds of ion that no list has.

There are far too many for a dictionary, so a composition is read when a play comes to it, and remembered.
"""

from __future__ import annotations

from functools import reduce
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.chem import oxidation
from adjudicator_rulesets.compoundit.judging.orders import FIELD, FULL, NeutralReading, Unit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from adjudicator_rulesets.compoundit.judging.findings import Rules
    from adjudicator_rulesets.compoundit.judging.orders import Packed

MAX_KEPT = 1 << 17  # compositions whose readings are kept


class _Kind(NamedTuple):
    """A polyatomic ion of the edition."""

    atoms: Packed
    charge: int
    partner: bool  # C-AMMONIUM: it may meet another polyatomic ion


class BareText:
    def __init__(self, rules: Rules, pack: Callable[[Mapping[str, int]], Packed], size: int) -> None:
        """`pack` makes one number of a composition; `size` is the number of elements."""
        edition = rules.edition
        self._kinds = [
            _Kind(pack(dict(ion.counts)), ion.charges[0], ion.name in edition.partners)
            for ion in edition.ions
            if all(symbol in rules.single_tiles for symbol, _ in ion.counts)
        ]
        self._alone = {kind.atoms for kind in self._kinds}
        self._places = range(size)
        self._numbers = [rules.numbers[symbol] for symbol in sorted(rules.single_tiles)]
        self._policy = rules.unit_policy
        self._guard = sum(1 << FIELD * place + FIELD - 1 for place in range(size + 1))
        self._sums: dict[tuple[int, int], frozenset[int]] = {}
        self._kept: dict[Packed, tuple[NeutralReading, ...]] = {}

    def readings(self, atoms: Packed) -> tuple[NeutralReading, ...]:
        """Every way to read a composition as such a salt; an ion by itself never (C-ALONE)."""
        found = self._kept.get(atoms)
        if found is None:
            if len(self._kept) >= MAX_KEPT:
                self._kept.clear()
            strange = atoms >> FIELD * len(self._places)  # a tile of the board that the edition does not have
            found = () if strange or atoms in self._alone else tuple(self._read(atoms))
            self._kept[atoms] = found
        return found

    def _read(self, atoms: Packed) -> Iterator[NeutralReading]:
        for units, charge, rest in self._polyatomic_parts(atoms):
            singles = [
                (place, rest >> FIELD * place & FULL)
                for place in self._places
                if rest >> FIELD * place & FULL
            ]
            numbers = [unit.number for unit in units] + [number for _, number in singles]
            if len(numbers) > 2 and reduce(gcd, numbers) == 1 and self._balance(charge, singles):
                tiles = [Unit(number, 1 << FIELD * place) for place, number in singles]
                elements = tuple(place for place in self._places if atoms >> FIELD * place & FULL)
                yield NeutralReading((*tiles, *units), elements)

    def _polyatomic_parts(self, atoms: Packed) -> Iterator[tuple[tuple[Unit, ...], int, Packed]]:
        """One kind of polyatomic ion, or two of which one is a partner; their charge, and the tiles left."""
        for place, kind in enumerate(self._kinds):
            for unit, rest in self._taken(atoms, kind):
                charge = unit.number * kind.charge
                yield (unit,), charge, rest
                for other in self._kinds[place + 1 :]:
                    if kind.partner or other.partner:
                        for another, left in self._taken(rest, other):
                            yield (unit, another), charge + another.number * other.charge, left

    def _taken(self, atoms: Packed, kind: _Kind) -> Iterator[tuple[Unit, Packed]]:
        """One ion, two, three ... as far as the tiles go, and what is left of them."""
        number = 0
        while (atoms + self._guard - kind.atoms) & self._guard == self._guard:
            number, atoms = number + 1, atoms - kind.atoms
            yield Unit(number, kind.atoms), atoms

    def _balance(self, charge: int, singles: list[tuple[int, int]]) -> bool:
        """C-NEUTRAL: whether single tiles make up for that charge, each element with one sign (C-SIGN)."""
        reached = {charge}
        for single in singles:
            sums = self._sums.get(single)
            if sums is None:
                place, number = single
                palettes = oxidation.palettes(self._numbers[place], self._policy)
                sums = frozenset().union(*[oxidation.sums(palette, number) for palette in palettes])
                self._sums[single] = sums
            reached = {total + more for total in reached for more in sums}
        return 0 in reached
