"""The slow, obvious twin of the nearest miss (C-HINT): a breadth-first search that adds or removes one tile
at a time.

It reads the edition by itself, through the twin of the rulings. The number of tiles to move is found by
laying the compound in every legal order and comparing each with the run, tile by tile.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from itertools import permutations, product
from math import gcd
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator import Formula
from adjudicator.chem.naming import listed_names
from adjudicator.reference.table.reading import CompoundTable
from tools.derived.salts import LAB_SHELF

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.oracle.compoundit_twin import Twin

Atoms = tuple[str, ...]  # sorted
Unit = tuple[Atoms, tuple[int, ...], str]  # its atoms, its charges, its name
Kinds = tuple[tuple[Atoms, int], ...]  # the atoms of each unit, and how many there are


MOST_IONS = 8  # more or fewer of one kind, of runs as long as the twin is asked about
MOST = 15 + 3  # tiles of a compound: the longest line of the board, and as far as a hint leads
AMMONIUM = ("H", "H", "H", "H", "N")
METALS = frozenset({"Na", "K", "Mg", "Ca", "Fe", "Al", "Cu", "Li", "Zn", "Ag", "Pb"})
# Of our own list of names those with a metal: no table has them (is_real_salt).
MINERALS = {formula.hill for formula, _ in listed_names() if not METALS.isdisjoint(dict(formula.atoms))}
SALTS = frozenset(
    line.split("\t")[0]
    for line in Path("adjudicator/reference/salts.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
)
DISSOLVED = frozenset(
    Formula.parse(line.split("\t")[0]).hill
    for line in Path("adjudicator/reference/unmade.tsv").read_text(encoding="utf-8").splitlines()
    if line.split("\t")[1:2] in (["dissolved"], ["solution"])
)
TABLE = CompoundTable.open()
OBSCURE = 4


def _grades() -> dict[str, int]:
    """How well schools know a substance: the level that teaches it, less one where two topics do."""
    levels: dict[str, list[int]] = {}
    others = [Formula.parse(text).hill for text in LAB_SHELF.split()]
    for row in tomllib.loads(Path("adjudicator/exercises/topics.toml").read_text(encoding="utf-8"))["topic"]:
        for level in (1, 2, 3):
            for text in row[f"level-{level}"] if "write" in row.get("kinds", ()) else ():
                if "·" in text:
                    others.append(Formula.parse(text.split("·")[0]).hill)
                elif "^" not in text:
                    levels.setdefault(Formula.parse(text).hill, []).append(level)
    known = {hill: sorted(found) for hill, found in levels.items()}
    grades = {hill: found[0] - (found[:2] == [found[0]] * 2) for hill, found in known.items()}
    return dict.fromkeys(others, 2) | grades


GRADES = _grades()


def in_hill_order(counts: Counter[str]) -> str:
    first = ["C", "H"] if "C" in counts else []
    order = [*(s for s in first if s in counts), *sorted(s for s in counts if s not in first)]
    return "".join(f"{s}{counts[s] if counts[s] > 1 else ''}" for s in order)


def _kind(run: Sequence[str], atoms: Atoms, tiles: int, *, alone: bool) -> int:
    """0: of the same elements, 1: the same, with tiles added and others removed, 2: with one element more or
    one fewer, 3: exchanged or far.
    """
    has, wants = set(run), set(atoms)
    both = bool(Counter(atoms) - Counter(run)) and bool(Counter(run) - Counter(atoms))
    if has == wants:
        return 1 if both else 0
    if len(wants) == 1 < len(has):
        return 2
    far = tiles > 2 and not alone
    return 3 if far or both else 2


class NearestTwin:
    def __init__(self, twin: Twin, reach: int, size: int) -> None:
        self.twin = twin
        self.reach = reach
        self.of_ions: dict[Atoms, list[Kinds]] = {}
        for kinds in (*self._of_two_kinds(size), *self._listed()):
            atoms = tuple(sorted(tile for unit, n in kinds for tile in unit * n))
            if atoms not in {ion.atoms for ion in twin.ions}:
                self.of_ions.setdefault(atoms, []).append(kinds)
        self.neutral = {frozenset(kinds) for kinds in (*self._of_two_kinds(MOST), *self._listed())}
        self.legal_in_any_order = cache(self._legal_in_any_order)
        self.on_record = cache(self._on_record)

    def best(
        self, run: Sequence[str], kinds: Sequence[tuple[str, int]] = (), *, alone: bool = False
    ) -> tuple[int, int, bool] | None:
        """C-HINT: the kind of the best hint, how many tiles it takes, and whether a binary compound is
        possible at that distance.

        For the kinds see `_kind`. Of one kind what schools know better comes first. A run that is already a
        real substance may lose no element, and it gets no hint that is far or rare. To an ion by itself
        (`alone`) tiles are added. Nothing rare is exchanged for. An element by itself is led to what is
        taught first. Two or more `kinds`, which lie in one piece each, may be there in other numbers.
        """
        whole = len(set(run)) > 1 and self._is_real(run)
        found: list[tuple[int, int, int, bool]] = []
        level, seen = {tuple(sorted(run))}, set()
        for changed in range(self.reach + 1):
            for atoms in level:
                strange, gone = set(atoms) - set(run), set(run) - set(atoms)
                if len(strange) > 1 or len(gone) > 1 or (whole and (gone or changed > 2)):
                    continue
                if len(set(atoms)) == 1 < len(set(run)) and changed > 1:
                    continue
                if alone and Counter(run) - Counter(atoms):
                    continue
                ways = self.of_ions.get(atoms, ())
                binary = self.legal_in_any_order(atoms) and len(set(atoms)) == 2
                totals = [(changed + self._moves(tuple(run), kinds), alone and binary) for kinds in ways]
                if self.legal_in_any_order(atoms):
                    totals = totals if alone else [*totals, (changed, binary)]
                if changed and totals and not self.on_record(atoms):
                    continue
                both = bool(Counter(atoms) - Counter(run)) and bool(Counter(run) - Counter(atoms))
                swapped = both and bool(gone or strange) and not len(set(atoms)) == 1 < len(set(run))
                if gone and (changed > 2 or self._loses_metal(run, atoms)):
                    continue
                if gone and both and self._is_peroxide(atoms):
                    continue
                grade = GRADES.get(in_hill_order(Counter(atoms)), OBSCURE) if changed else 0
                if len(set(run)) == 1 < len(set(atoms)) and grade > 1:
                    continue
                if whole and grade == OBSCURE and (set(atoms) != set(run) or METALS.isdisjoint(run)):
                    continue
                totals = [way for way in totals if not swapped or way[0] <= 2]
                found += [
                    (_kind(run, atoms, tiles, alone=alone), grade, tiles, binary) for tiles, binary in totals
                ]
            seen |= level
            level = {near for atoms in level for near in self._one_off(atoms)} - seen
        found = [way for way in found if way[2] <= self.reach and way[:2] != (3, OBSCURE)]
        found += [] if whole or not kinds else self._in_other_numbers(run, kinds)
        if not found:
            return None
        best = min(found, key=lambda way: way[:3])
        moves = [self._moves(tuple(run), kinds) for kinds in self.of_ions.get(tuple(sorted(run)), ())]
        reordered = best[2] in moves  # a mere reordering comes before anything equally near
        return best[0], best[2], not reordered and any(way[3] for way in found if way[:3] == best[:3])

    def in_ions(
        self, kinds: Sequence[tuple[str, int]], changes: Sequence[tuple[str, int]]
    ) -> dict[str, int] | None:
        """C-HINT: so many more or fewer of these kinds, where a polyatomic one changes; tried one by one."""
        units = {ion.name: ion.atoms for ion in self.twin.ions}
        wanted = Counter(dict(changes))
        for numbers in product(range(-MOST_IONS, MOST_IONS + 1), repeat=len(kinds)):
            chosen = [(name, n) for (name, _), n in zip(kinds, numbers, strict=True) if n]
            added = Counter(tile for name, n in chosen for tile in units.get(name, (name,)) * n)
            removed = Counter(tile for name, n in chosen for tile in units.get(name, (name,)) * -n)
            if any(name in units for name, _ in chosen) and (added, removed) == (+wanted, -wanted):
                return dict(chosen)
        return None

    def _in_other_numbers(
        self, run: Sequence[str], kinds: Sequence[tuple[str, int]]
    ) -> Iterator[tuple[int, int, int, bool]]:
        """Compounds of these kinds alone that are farther than what is in reach otherwise."""
        units = {ion.name: ion.atoms for ion in self.twin.ions}
        for numbers in product(range(1, 7), repeat=len(kinds)):
            made = [(units.get(name, (name,)), n) for (name, _), n in zip(kinds, numbers, strict=True)]
            atoms = tuple(sorted(tile for unit, n in made for tile in unit * n))
            there, wanted = Counter(run), Counter(atoms)
            tiles = ((there - wanted) + (wanted - there)).total()
            grade = GRADES.get(in_hill_order(wanted), OBSCURE)
            if len(kinds) > 2 and grade == OBSCURE:
                continue
            if tiles > self.reach and frozenset(made) in self.neutral and self.on_record(atoms):
                yield 0, grade, tiles, False

    def _loses_metal(self, run: Sequence[str], atoms: Atoms) -> bool:
        has_both = not METALS.isdisjoint(run) and not METALS.issuperset(run)
        return has_both and METALS.isdisjoint(atoms)

    def _is_peroxide(self, atoms: Atoms) -> bool:
        made_of_ions = [] if self.legal_in_any_order(atoms) else self.of_ions.get(atoms, [])
        peroxides = [kinds for kinds in made_of_ions if any(unit == ("O", "O") for unit, _ in kinds)]
        return bool(peroxides) and len(peroxides) == len(made_of_ions)

    def _is_real(self, run: Sequence[str]) -> bool:
        hill = in_hill_order(Counter(run))
        return hill in SALTS or hill in MINERALS or (METALS.isdisjoint(run) and bool(TABLE.by_formula(hill)))

    def _on_record(self, atoms: Atoms) -> bool:
        """In the handbook's list of salts, in the table of molecules, or on a list of the edition."""
        hill = in_hill_order(Counter(atoms))
        if (
            len(set(atoms)) == 1
            or hill in ("CO", "H2O2", "I3N")
            or any(len(k) > 2 for k in self.of_ions.get(atoms, ()))
        ):
            return True
        salt = any(tile in METALS for tile in atoms) or (
            bool(self.of_ions.get(atoms)) and not self.legal_in_any_order(atoms) and self._is_ammonium(atoms)
        )
        if salt:
            return hill in SALTS or hill in DISSOLVED
        if hill in SALTS:
            return True
        if hill in ("CS", "NP"):
            return False
        of_ions = not self.legal_in_any_order(atoms)
        return any(of_ions or c.boiling_point_k or c.fame > 2 for c in TABLE.by_formula(hill))

    def _is_ammonium(self, atoms: Atoms) -> bool:
        """Whether the simplest reading has ammonium as its cation: the judge considers no other."""
        return all(any(unit == AMMONIUM for unit, _ in kinds) for kinds in self.of_ions[atoms])

    def _one_off(self, atoms: Atoms) -> Iterator[Atoms]:
        for symbol in self.twin.numbers:
            yield tuple(sorted((*atoms, symbol)))
        for place in range(len(atoms)):
            yield (*atoms[:place], *atoms[place + 1 :])

    def _legal_in_any_order(self, atoms: Atoms) -> bool:
        return len(atoms) > 1 and (self.twin.is_diatomic(atoms) or self.twin.is_binary(atoms))

    def _moves(self, run: Atoms, kinds: Kinds) -> int:
        """The tiles that both have, minus the most that can stay in place."""
        compound = Counter(tile for unit, n in kinds for tile in unit * n)
        both = (Counter(run) & compound).total()
        return both - max(_longest_common(run, order) for order in _orders(kinds))

    def _of_two_kinds(self, size: int) -> Iterator[Kinds]:
        """C-POLY, C-RATIO: every pair of units, in every ratio that the charges allow."""
        twin = self.twin
        singles: list[Unit] = [((symbol,), numbers, symbol) for symbol, numbers in twin.numbers.items()]
        ions: list[Unit] = [(ion.atoms, (ion.charge,), ion.name) for ion in twin.ions]
        for one, other in product(ions, singles + ions):
            two_ions = other in ions
            if one == other or (two_ions and not {one[2], other[2]} & set(twin.partners)):
                continue
            for n, m in product(range(1, size + 1), repeat=2):
                own = not two_ions and other[0][0] in one[0] and other[0][0] != "H"
                own |= not two_ions and one[1][0] < 0 and other[0][0] not in METALS | {"H"}
                if not own and gcd(n, m) == 1 and n * len(one[0]) + m * len(other[0]) <= size:
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
    """Every order in which each unit is in one piece."""
    for row in _arrangements(tuple(unit for unit, n in kinds for _ in range(n))):
        for pieces in product(*(_arrangements(unit) for unit in row)):
            yield tuple(tile for piece in pieces for tile in piece)


@cache
def _arrangements(things: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
    return tuple(dict.fromkeys(permutations(things)))


def _longest_common(one: Atoms, other: Atoms) -> int:
    """The length of the longest common subsequence."""
    lengths = [0] * (len(other) + 1)
    for tile in one:
        before = 0
        for place, against in enumerate(other, start=1):
            above = lengths[place]
            lengths[place] = before + 1 if tile == against else max(above, lengths[place - 1])
            before = above
    return lengths[-1]
