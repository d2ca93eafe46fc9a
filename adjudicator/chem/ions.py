"""Ions in a run: does the row of tiles split into consecutive pieces, each one ion (C-CONTIG)?"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from adjudicator.chem.formula import Formula

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(frozen=True, slots=True)
class Ion:
    """A kind of piece: a polyatomic ion, or a single tile with the numbers it may take."""

    name: str
    formula: str
    charges: tuple[int, ...]
    counts: tuple[tuple[str, int], ...] = field(init=False)  # from here on: derived from the formula
    letters: tuple[str, ...] = field(init=False)  # its atoms, sorted
    elements: frozenset[str] = field(init=False)
    size: int = field(init=False)

    def __post_init__(self) -> None:
        counts = Formula.parse(self.formula).atoms
        letters = tuple(sorted(symbol for symbol, n in counts for _ in range(n)))
        object.__setattr__(self, "counts", counts)
        object.__setattr__(self, "letters", letters)
        object.__setattr__(self, "elements", frozenset(letters))
        object.__setattr__(self, "size", len(letters))

    def __hash__(self) -> int:
        return hash((self.name, self.charges))

    @property
    def polyatomic(self) -> bool:
        return self.size > 1

    def within(self, counts: dict[str, int]) -> bool:
        """Whether a composition has the atoms of at least one such ion."""
        for symbol, n in self.counts:  # noqa: SIM110 - a loop, not all(): asked of every ion for every run
            if counts.get(symbol, 0) < n:
                return False
        return True


@lru_cache(1 << 10)
def single_tile(symbol: str, numbers: tuple[int, ...]) -> Ion:
    return Ion(symbol, symbol, numbers)


@dataclass(frozen=True, slots=True)
class Piece:
    """Where one ion lies in a run."""

    start: int
    ion: Ion

    @property
    def tiles(self) -> tuple[int, ...]:
        return tuple(range(self.start, self.start + self.ion.size))


def split(run: Sequence[str], ions: Sequence[Ion]) -> tuple[Piece, ...] | None:
    """One way to cut the whole run into the given ions, or None. Linear in the length of the run."""
    # next_ion[i]: an ion that can lie at i such that the rest splits too.
    end = len(run)
    next_ion: list[Ion | None] = [None] * (end + 1)
    splits_from = [False] * end + [True]
    for start in range(end - 1, -1, -1):
        for ion in ions:
            after = start + ion.size
            if after <= end and splits_from[after] and _lies_at(run, start, ion):
                next_ion[start], splits_from[start] = ion, True
                break
    if not splits_from[0]:
        return None
    pieces, start = [], 0
    while start < end:
        ion_here = next_ion[start]
        assert ion_here is not None  # splits_from[start] holds along the way
        pieces.append(Piece(start, ion_here))
        start += ion_here.size
    return tuple(pieces)


def splits(run: Sequence[str], ions: Sequence[Ion], start: int = 0) -> Iterator[tuple[Piece, ...]]:
    """Every way to cut the run from `start` on; there can be very many, so they come one by one."""
    if start == len(run):
        yield ()
    for ion in ions:
        if start + ion.size <= len(run) and _lies_at(run, start, ion):
            for rest in splits(run, ions, start + ion.size):
                yield (Piece(start, ion), *rest)


def torn_at(run: Sequence[str], ions: Sequence[Ion]) -> int:
    """How far the run splits from the left: the first tile with which no ion can go on."""
    reached = [True] + [False] * len(run)
    furthest = 0
    for start in range(len(run)):
        if reached[start]:
            furthest = start
            for ion in ions:
                after = start + ion.size
                if after <= len(run) and _lies_at(run, start, ion):
                    reached[after] = True
    return furthest


def fewest_pieces(run: Sequence[str], ions: Sequence[Ion]) -> tuple[str, ...]:
    """How a chemist would read the run: the kinds of the split into the fewest polyatomic ions and single
    tiles, by name. For explaining, not for ruling.
    """
    by_element: dict[str, list[Ion]] = {}
    for ion in ions:
        for symbol in ion.elements:
            by_element.setdefault(symbol, []).append(ion)
    end = len(run)
    fewest = [0] * (end + 1)  # pieces needed from here to the end
    choice: list[Ion | None] = [None] * end  # None: the tile stands by itself
    for start in range(end - 1, -1, -1):
        least = fewest[start + 1] + 1
        for ion in by_element.get(run[start], ()):
            after = start + ion.size
            if after <= end and fewest[after] + 1 < least and _lies_at(run, start, ion):
                least, choice[start] = fewest[after] + 1, ion
        fewest[start] = least
    names: dict[str, None] = {}
    start = 0
    while start < end:
        here = choice[start]
        names[here.name if here else run[start]] = None
        start += here.size if here else 1
    return tuple(names)


def shares(counts: dict[str, int], ion: Ion, other: Ion) -> Iterator[tuple[int, int]]:
    """How many of `ion` and of `other`, at least one each, make up exactly this composition."""
    most = min(counts.get(symbol, 0) // n for symbol, n in ion.counts)
    for share in range(1, most + 1):
        rest = dict(counts)
        for symbol, n in ion.counts:
            rest[symbol] -= share * n
        symbol, n = other.counts[0]
        times = rest.get(symbol, 0) // n
        if times and sum(rest.values()) == times * other.size and _is_multiple(rest, times, other):
            yield share, times


def _is_multiple(counts: dict[str, int], times: int, ion: Ion) -> bool:
    return all(counts.get(symbol, 0) == times * n for symbol, n in ion.counts)


def _lies_at(run: Sequence[str], start: int, ion: Ion) -> bool:
    if ion.size == 1:
        return run[start] == ion.formula
    return run[start] in ion.elements and tuple(sorted(run[start : start + ion.size])) == ion.letters
