"""The slow, obvious twin of CompoundIt!'s diatomic, binary and polyatomic rulings.

Written from the rulings and the rulebook alone: it reads the edition file by itself, tries every possibility,
and shares no line with the implementation. It takes only two simple short cuts: tiles of one element are
interchangeable, so their numbers are chosen as a multiset; and where two kinds of unit are required, a cut is
dropped as soon as a third appears, because no continuation removes it.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import gcd
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

SETS = {"beginner": ("diatomic", "binary"), "standard": ("diatomic", "binary", "polyatomic")}


@dataclass(frozen=True)
class Ion:
    name: str
    atoms: tuple[str, ...]  # one entry per atom, sorted
    charge: int


@dataclass(frozen=True)
class Piece:
    """One consecutive piece of a run under one label: an ion of the list, or a tile by itself."""

    kind: str
    ion: Ion | None


class Twin:
    def __init__(self, path: Path) -> None:
        edition = tomllib.loads(path.read_text(encoding="utf-8"))
        self.numbers: dict[str, tuple[int, ...]] = {
            tile["symbol"]: tuple(tile["oxidation"]) for tile in edition["tiles"]["each"]
        }
        self.ions = [
            Ion(ion["name"], atoms_of(ion["formula"]), ion["charge"]) for ion in edition["ions"]["each"]
        ]
        self.diatomic: list[str] = edition["diatomic"]["elements"]
        self.policy: str = edition["binary"]["mixed_oxidation"]
        self.partners: list[str] = edition["polyatomic"]["partners"]
        self.kinds: str = edition["polyatomic"].get("kinds", "listed")
        self.salts = [Counter(salt["units"]) for salt in edition.get("salts", {}).get("each", [])]
        self.binary_by_name = [
            atoms_of(entry["formula"]) for entry in edition.get("exceptions", []) if "binary" in entry["sets"]
        ]

    def accepted_by(self, run: Sequence[str], variant: str) -> tuple[str, ...]:
        """The sets in force that accept the run; it is legal if there is one (C-SETS)."""
        if len(run) < 2:  # C-RUN
            return ()
        if any(tile not in self.numbers for tile in run):  # C-EDITION
            return ()
        answers = {
            "diatomic": self.is_diatomic,
            "binary": self.is_binary,
            "polyatomic": self.is_polyatomic,
        }
        return tuple(name for name in SETS[variant] if answers[name](run))

    def formula_is_legal(self, atoms: Sequence[str], variant: str) -> bool:
        """A formula is legal if some order of its tiles is."""
        return any(self.accepted_by(order, variant) for order in orders(Counter(atoms)))

    # --- the sets -----------------------------------------------------------------------------------------

    def is_diatomic(self, run: Sequence[str]) -> bool:
        """C-DIA: two tiles of one of the named elements."""
        return len(run) == 2 and run[0] == run[1] and run[0] in self.diatomic

    def is_binary(self, run: Sequence[str]) -> bool:
        """C-BIN, C-SIGN, C-RATIO; order never matters (C-ORDER)."""
        if tuple(sorted(run)) in self.binary_by_name:
            return True
        counts = Counter(run)
        if len(counts) != 2:
            return False
        if gcd(*counts.values()) != 1:
            return False
        chosen = [list(self.choices(symbol, count)) for symbol, count in counts.items()]
        return any(sum(one) + sum(other) == 0 for one, other in product(*chosen))

    def is_polyatomic(self, run: Sequence[str]) -> bool:
        """C-POLY, C-CONTIG, C-RATIO; a single ion never counts, however else it might be cut (C-ALONE)."""
        if any(tuple(sorted(run)) == ion.atoms for ion in self.ions):
            return False
        if any(self.is_two_kinds_of_ion(pieces) for pieces in self.cuts(tuple(run), most=2)):
            return True
        if self.kinds == "two" or (self.kinds == "listed" and not self.could_be_listed(run)):
            return False
        return any(self.is_double_salt(pieces) for pieces in self.cuts(tuple(run), most=len(run)))

    def could_be_listed(self, run: Sequence[str]) -> bool:
        """Whether some salt of the list has exactly these atoms; only then are there cuts to try."""
        atoms = {ion.name: ion.atoms for ion in self.ions}
        return any(
            sorted(run) == sorted(atom for unit in salt.elements() for atom in atoms.get(unit, (unit,)))
            for salt in self.salts
        )

    def is_double_salt(self, pieces: Sequence[Piece]) -> bool:
        """C-DOUBLE: three or more kinds, one of them polyatomic or two with ammonium, neutral, and on the list."""
        units = Counter(piece.ion.name if piece.ion else piece.kind for piece in pieces)
        ions = {piece.kind: piece.ion for piece in pieces}
        polyatomic = [ion.name for ion in ions.values() if ion is not None]
        if len(units) < 3 or not 1 <= len(polyatomic) <= 2:
            return False
        if len(polyatomic) == 2 and not any(name in self.partners for name in polyatomic):
            return False
        if self.kinds == "listed" and units not in self.salts:
            return False
        if gcd(*units.values()) != 1:
            return False
        kinds = Counter(piece.kind for piece in pieces)
        charges = [
            {ion.charge * kinds[kind]} if ion is not None else self.sums_of_one_sign(kind, kinds[kind])
            for kind, ion in ions.items()
        ]
        return any(sum(choice) == 0 for choice in product(*charges))

    def sums_of_one_sign(self, symbol: str, count: int) -> set[int]:
        """The possible sums of this many tiles of an element as one unit, which is either a cation or an anion."""
        chosen = self.choices(symbol, count)
        return {sum(numbers) for numbers in chosen if min(numbers) > 0 or max(numbers) < 0}

    def is_two_kinds_of_ion(self, pieces: Sequence[Piece]) -> bool:
        """The conditions of the rule text, on one list of labelled pieces."""
        kinds = Counter(piece.kind for piece in pieces)
        if len(kinds) != 2:
            return False
        ions = {piece.kind: piece.ion for piece in pieces}
        polyatomic = [ion.name for ion in ions.values() if ion is not None]
        if not polyatomic:
            return False
        if len(polyatomic) == 2 and not any(name in self.partners for name in polyatomic):
            return False
        if gcd(*kinds.values()) != 1:
            return False
        if any(ion is not None and len({*ion.atoms}) == 1 for ion in ions.values()) and self.is_oxide(pieces):
            return False
        charges = [
            [(ion.charge,) * kinds[kind]] if ion is not None else list(self.choices(kind, kinds[kind]))
            for kind, ion in ions.items()
        ]
        for one, other in product(*charges):
            cation_and_anion = (all(q > 0 for q in one) and all(q < 0 for q in other)) or (
                all(q < 0 for q in one) and all(q > 0 for q in other)
            )
            if cation_and_anion and sum(one) + sum(other) == 0:
                return True
        return False

    def is_oxide(self, pieces: Sequence[Piece]) -> bool:
        """C-POLY: what is a binary compound has no peroxide ion: PbO2."""
        tiles = Counter(
            tile for piece in pieces for tile in (piece.ion.atoms if piece.ion else (piece.kind,))
        )
        sums = [
            {sum(n) for n in self.choices(symbol, count) if min(n) > 0 or max(n) < 0}
            for symbol, count in tiles.items()
        ]
        return len(sums) == 2 and gcd(*tiles.values()) == 1 and any(-total in sums[1] for total in sums[0])

    # --- what there is to try -----------------------------------------------------------------------------

    def choices(self, symbol: str, count: int) -> Iterator[tuple[int, ...]]:
        """Every choice of printed numbers for this many tiles of an element that C-SIGN permits."""
        for numbers in combinations_with_replacement(sorted(self.numbers[symbol]), count):
            if self.may_meet(numbers):
                yield numbers

    def may_meet(self, numbers: Sequence[int]) -> bool:
        """C-SIGN: the numbers that tiles of one element may have within one compound."""
        if self.policy == "uniform":
            return len(set(numbers)) == 1
        if self.policy == "same-sign":
            return all(n > 0 for n in numbers) or all(n < 0 for n in numbers)
        assert self.policy == "any"
        return True

    def cuts(
        self, rest: tuple[str, ...], most: int, done: tuple[Piece, ...] = ()
    ) -> Iterator[tuple[Piece, ...]]:
        """Every way to cut a run into consecutive pieces of at most this many kinds, with every labelling."""
        if len({piece.kind for piece in done}) > most:
            return
        if not rest:
            yield done
            return
        yield from self.cuts(rest[1:], most, (*done, Piece(rest[0], None)))
        for ion in self.ions:
            size = len(ion.atoms)
            if tuple(sorted(rest[:size])) == ion.atoms:
                yield from self.cuts(rest[size:], most, (*done, Piece(f"the ion {ion.name}", ion)))

    # --- the same without the short cuts, to check them by ------------------------------------------------

    def sums_to_zero_by_product(self, run: Sequence[str]) -> bool:
        """C-BIN and C-SIGN tile by tile, over every number printed on every tile."""
        for numbers in product(*(self.numbers[tile] for tile in run)):
            by_element = [
                [n for tile, n in zip(run, numbers, strict=True) if tile == symbol] for symbol in set(run)
            ]
            if sum(numbers) == 0 and all(self.may_meet(group) for group in by_element):
                return True
        return False


def atoms_of(formula: str) -> tuple[str, ...]:
    """The atoms of a plain formula such as C2H3O2, sorted."""
    atoms: list[str] = []
    for symbol, count in re.findall(r"([A-Z][a-z]?)(\d*)", formula):
        atoms += [symbol] * int(count or 1)
    return tuple(sorted(atoms))


def orders(left: Counter[str]) -> Iterator[tuple[str, ...]]:
    """Every different order of a bag of tiles."""
    if not any(left.values()):
        yield ()
    for symbol in sorted(left):
        if left[symbol]:
            for rest in orders(left - Counter([symbol])):
                yield (symbol, *rest)
