"""Which compositions are compounds of the game: the dictionary that the move generator plays from.

There are a few thousand, since tiles and squares are few. Most may lie in any order (C-ORDER); those made of
ions must split into them (C-CONTIG, in orders.py). An edition with `kinds = "any"` has more than a dictionary
holds: those are read when a play comes to them (bare_text.py).
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.chem import oxidation
from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula
from adjudicator.verdict import Outcome, together
from adjudicator_rulesets.compoundit.judging.bare_text import BareText
from adjudicator_rulesets.compoundit.judging.board.laying import layout_of
from adjudicator_rulesets.compoundit.judging.findings import Run
from adjudicator_rulesets.compoundit.judging.orders import FIELD, FULL, NeutralReading, Unit, most_points
from adjudicator_rulesets.compoundit.judging.polyatomic import tiles_of
from adjudicator_rulesets.compoundit.judging.sets import LEWIS_SETS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from adjudicator.chem.ions import Ion
    from adjudicator.reference.authority import Authority
    from adjudicator_rulesets.compoundit.edition import Edition
    from adjudicator_rulesets.compoundit.judging.findings import Rules
    from adjudicator_rulesets.compoundit.judging.orders import Mask, Packed

MAX_MADE = 16  # dictionaries kept
MAX_FIXED = 1 << 13  # tiles on the board whose completions are kept, and pairs of blocks whose middle is


class Completion(NamedTuple):
    """Tiles that make a compound together with others that lie there."""

    atoms: Packed
    tiles: tuple[int, ...]  # in the order of their symbols
    points: int
    mask: Mask


Ways = tuple[NeutralReading, ...] | None  # how a composition may be read; None: it is legal in any order


def by_points(completion: Completion) -> tuple[int, tuple[int, ...]]:
    """Those with most points first."""
    return -completion.points, completion.tiles


class Compositions:
    """Every composition that the rule sets in force accept in some order, within the tiles of the edition."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.layout = layout = layout_of(rules.edition)
        self.symbols = tuple(sorted(layout.counts))
        self.every_element: Mask = (1 << len(self.symbols)) - 1
        self.units = tuple(1 << FIELD * place for place in range(len(self.symbols) + 1))
        self.points = (*(layout.points[symbol] for symbol in self.symbols), 0)
        self._places = {symbol: place for place, symbol in enumerate(self.symbols)}
        self.guard = sum(1 << FIELD * place + FIELD - 1 for place in range(len(self.units)))
        self._completions: dict[Packed, dict[int, list[Completion]]] = {}
        self._fitting: dict[tuple[tuple[int, ...], tuple[int, ...]], Mask] = {}
        any_salt = rules.edition.kinds == "any" and "polyatomic" in rules.sets
        self._bare = BareText(rules, self.pack, len(self.symbols)) if any_salt else None
        self.known: dict[Packed, Ways] = {}
        for atoms, reading in self._of_ions():
            self.known[atoms] = (*(self.known.get(atoms) or ()), reading)
        self.known.update(dict.fromkeys(self._in_any_order()))
        self._unasked = {atoms for atoms in self._on_record() if self.known.get(atoms, ()) is not None}
        for atoms in self._unasked:
            self.known.setdefault(atoms, ())
        self._with: list[list[Packed]] = [
            [atoms for atoms in self.known if atoms >> FIELD * place & FULL]
            for place in range(len(self.units))
        ]

    def place(self, symbol: str) -> int:
        """The number of an element; that of a strange element comes after all others, and fits nowhere."""
        return self._places.get(symbol, len(self.symbols))

    def pack(self, counts: Mapping[str, int]) -> Packed:
        return sum(n * self.units[self.place(symbol)] for symbol, n in counts.items())

    def sum(self, tiles: Iterable[int]) -> Packed:
        return sum(self.units[place] for place in tiles)

    def counts(self, atoms: Packed) -> dict[str, int]:
        every = {symbol: atoms >> FIELD * place & FULL for place, symbol in enumerate(self.symbols)}
        return {symbol: n for symbol, n in every.items() if n}

    def ways(self, atoms: Packed) -> Ways:
        """How a composition is legal; an empty tuple where it is not.

        C-STABLE takes time to look into, so a formula on record is looked into when it first matters.
        """
        if atoms in self._unasked:
            if self._is_stable(atoms):
                self.known[atoms] = None
            elif not self.known.get(atoms):
                self.known.pop(atoms, None)
            self._unasked.discard(atoms)
        ways = self.known.get(atoms, ())
        return ways if ways is None or self._bare is None else (*ways, *self._bare.readings(atoms))

    def may_take(self, fixed: Packed, number: int) -> bool:
        """Whether so many tiles might make a compound with these."""
        return self._bare is not None or number in self.completions(fixed)

    def unlisted(self, fixed: Packed, parts: Iterable[Completion]) -> list[Completion]:
        """Those of the parts that make a salt with these tiles, though it is on no list."""
        bare = self._bare
        return [] if bare is None else [part for part in parts if bare.readings(fixed + part.atoms)]

    def completions(self, fixed: Packed) -> dict[int, list[Completion]]:
        """What makes a compound with these tiles, by the number of tiles, those with most points first."""
        by_size = self._completions.get(fixed)
        if by_size is None:
            if len(self._completions) >= MAX_FIXED:
                self._completions.clear()
            by_size = {}
            for atoms in self._holding(fixed):
                completion = self.completion(atoms - fixed)
                by_size.setdefault(len(completion.tiles), []).append(completion)
            for completions in by_size.values():
                completions.sort(key=by_points)
            self._completions[fixed] = by_size
        return by_size

    def _holding(self, fixed: Packed) -> Iterator[Packed]:
        """The compounds that have these tiles and more."""
        places = [place for place in range(len(self.units)) if fixed >> FIELD * place & FULL]
        rarest = min([self._with[place] for place in places], key=len, default=list(self.known))
        return (atoms for atoms in rarest if atoms != fixed and self.has(atoms, fixed))

    def has(self, atoms: Packed, part: Packed) -> bool:
        """Whether a composition has all of another: no field borrows from its guard bit in subtracting."""
        return (atoms + self.guard - part) & self.guard == self.guard

    def completion(self, atoms: Packed) -> Completion:
        tiles = tuple(
            place for place in range(len(self.symbols)) for _ in range(atoms >> FIELD * place & FULL)
        )
        points = sum(self.points[place] for place in tiles)
        return Completion(atoms, tiles, points, sum(1 << place for place in set(tiles)))

    def fitting(self, before: tuple[int, ...], after: tuple[int, ...]) -> Mask:
        """The elements that make a legal run between these tiles: the cross-check of a square (C-ALL)."""
        ends = before, after
        mask = self._fitting.get(ends)
        if mask is None:
            if len(self._fitting) >= MAX_FIXED:
                self._fitting.clear()
            around = self.sum(before) + self.sum(after)
            mask = sum(
                1 << place
                for place in range(len(self.symbols))
                if (self._bare is not None or around + self.units[place] in self.known)
                and self._is_legal((*before, place, *after))
            )
            self._fitting[ends] = mask
        return mask

    def _is_legal(self, run: Sequence[int]) -> bool:
        ways = self.ways(self.sum(run))
        if ways is None:
            return True
        places = [(1 << place, 0) for place in run]
        return any(most_points(reading, places, self.points) is not None for reading in ways)

    # --- making the dictionary ------------------------------------------------------------------------------

    def _in_any_order(self) -> Iterator[Packed]:
        """C-DIA, C-BIN and what is allowed by name (C-EXCEPT)."""
        rules = self._rules
        if "diatomic" in rules.sets:
            yield from (self.pack({symbol: 2}) for symbol in rules.edition.diatomic)
        if "binary" in rules.sets:
            yield from self._binary()
        for set_, formula in rules.exceptions:
            if set_ in rules.sets and set_ not in LEWIS_SETS and self._has_tiles_for(formula.atoms):
                yield self.pack(dict(formula.atoms))

    def _binary(self) -> Iterator[Packed]:
        """C-BIN, C-SIGN, C-RATIO."""
        numbers, policy = self._rules.numbers, self._rules.edition.mixed_oxidation
        for a, b in combinations(self.symbols, 2):
            most = self.layout.counts[a], self.layout.counts[b]
            for count_a, count_b in self._simplest_ratios(most, (1, 1)):
                if oxidation.neutral(numbers[a], count_a, numbers[b], count_b, policy):
                    yield self.pack({a: count_a, b: count_b})

    def _of_ions(self) -> Iterator[tuple[Packed, NeutralReading]]:
        """C-POLY, C-NEUTRAL, C-RATIO, C-AMMONIUM, C-DOUBLE; an ion by itself never (C-ALONE)."""
        edition = self._rules.edition
        if "polyatomic" not in self._rules.sets:
            return
        alone = {self.pack(dict(ion.counts)) for ion in edition.ions}
        for number, ion in enumerate(edition.ions):
            others = [
                other
                for other in edition.ions[number + 1 :]
                if {ion.name, other.name} & set(edition.partners)
            ]
            for other in (*self._rules.single_tiles.values(), *others):
                for reading in self._neutral(ion, other):
                    if reading.atoms not in alone:
                        yield reading.atoms, reading
        yield from ((reading.atoms, reading) for reading in self._salts() if reading.atoms not in alone)

    def _neutral(self, ion: Ion, other: Ion) -> Iterator[NeutralReading]:
        if not _opposite(ion.charges, other.charges):
            return
        one, another = self.pack(dict(ion.counts)), self.pack(dict(other.counts))
        if not (self._has_tiles_for(ion.counts) and self._has_tiles_for(other.counts)):
            return
        policy = self._rules.unit_policy
        elements = tuple(sorted(map(self.place, ion.elements | other.elements)))
        most = tuple(min(self.layout.counts[s] // n for s, n in kind.counts) for kind in (ion, other))
        for ions, others in self._simplest_ratios((most[0], most[1]), (ion.size, other.size)):
            if not oxidation.neutral(ion.charges, ions, other.charges, others, policy):
                continue
            if self._has_tiles_for(self._together((ion, ions), (other, others))):
                yield NeutralReading((Unit(ions, one), Unit(others, another)), elements)

    def _salts(self) -> Iterator[NeutralReading]:
        """C-DOUBLE: those of the list."""
        for formula, salts in self._rules.salts.items():
            for salt in salts if self._has_tiles_for(formula.atoms) else ():
                units = tuple(Unit(number, self.pack(dict(ion.counts))) for ion, number in salt.units)
                yield NeutralReading(units, tuple(sorted(self.place(symbol) for symbol, _ in formula.atoms)))

    def _simplest_ratios(self, most: tuple[int, int], sizes: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """C-RATIO: numbers of two kinds that have no common divisor, as far as tiles and squares go."""
        for a in range(1, most[0] + 1):
            room = (self.layout.size - a * sizes[0]) // sizes[1]
            yield from ((a, b) for b in range(1, min(most[1], room) + 1) if gcd(a, b) == 1)

    def _together(self, *shares: tuple[Ion, int]) -> tuple[tuple[str, int], ...]:
        counts: dict[str, int] = {}
        for ion, number in shares:
            for symbol, n in ion.counts:
                counts[symbol] = counts.get(symbol, 0) + n * number
        return tuple(counts.items())

    def _has_tiles_for(self, atoms: tuple[tuple[str, int], ...]) -> bool:
        enough = all(n <= self.layout.counts.get(symbol, 0) for symbol, n in atoms)
        return enough and sum(n for _, n in atoms) <= self.layout.size

    # --- compounds on record --------------------------------------------------------------------------------

    def _on_record(self) -> Iterator[Packed]:
        """C-STABLE: whatever the Lewis and organic sets accept is in the table, or allowed by name."""
        if not set(self._rules.sets) & set(LEWIS_SETS):
            return
        for _, formula in self._rules.exceptions:
            if self._has_tiles_for(formula.atoms):
                yield self.pack(dict(formula.atoms))
        nonmetals = tuple(symbol for symbol in self.symbols if not ELEMENTS[symbol].metal)
        for atoms in formulas_of(self._rules.authority, nonmetals):
            if len(atoms) > 1 and self._has_tiles_for(atoms):
                yield self.pack(dict(atoms))

    def _is_stable(self, atoms: Packed) -> bool:
        formula = Formula.of(self.counts(atoms))
        run = Run(tiles_of(formula.atoms), formula)
        return any(
            together(self._rules.by_set(name, run).checks) is Outcome.PASS
            for name in self._rules.sets
            if name in LEWIS_SETS
        )


def _opposite(charges: Sequence[int], others: Sequence[int]) -> bool:
    return bool(charges and others) and ((min(charges) < 0 < max(others)) or (min(others) < 0 < max(charges)))


@lru_cache(8)
def formulas_of(authority: Authority, symbols: tuple[str, ...]) -> tuple[tuple[tuple[str, int], ...], ...]:
    """The formulas on record that have no other elements than these."""
    longest_first = "|".join(sorted(symbols, key=len, reverse=True))
    whole = re.compile(f"(?:(?:{longest_first})(?![a-z])[0-9]*)+")
    atom = re.compile(r"([A-Z][a-z]?)([0-9]*)")
    return tuple(
        tuple((symbol, int(n or 1)) for symbol, n in atom.findall(hill))
        for hill in authority.formulas()
        if whole.fullmatch(hill)
    )


_made: dict[tuple[Edition, tuple[str, ...], Authority], Compositions] = {}


def compositions_of(rules: Rules) -> Compositions:
    """Made once for an edition, its rule sets and an authority, whatever the rules are called."""
    key = rules.edition, rules.sets, rules.authority
    found = _made.get(key)
    if found is None:
        if len(_made) >= MAX_MADE:
            _made.clear()
        found = _made[key] = Compositions(rules)
    return found
