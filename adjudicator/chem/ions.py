"""Ions in a run: does the row of tiles split into consecutive pieces, each one ion (C-CONTIG)?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

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


class Piece(NamedTuple):
    """Where one ion lies in a run."""

    start: int
    ion: Ion

    @property
    def tiles(self) -> tuple[int, ...]:
        return tuple(range(self.start, self.start + self.ion.size))


def split(run: Sequence[str], shares: Sequence[tuple[Ion, int]]) -> tuple[Piece, ...] | None:
    """One way to cut the run into exactly so many of each ion, or None.

    Linear in the length of the run, unless two ions have the same elements in the same proportion.
    """
    kinds, left = [ion for ion, _ in shares], [number for _, number in shares]
    pieces = _split_from(0, run, kinds, left, set())
    return None if pieces is None else tuple(reversed(pieces))


def _split_from(
    start: int, run: Sequence[str], kinds: Sequence[Ion], left: list[int], dead: set[tuple[int, ...]]
) -> list[Piece] | None:
    """The pieces from `start` on, last first. `left`: how many of each kind are still to be laid; `dead`:
    where, with what is left, no split goes on.
    """
    if start == len(run):
        return []
    here = (start, *left)
    if here in dead:
        return None
    for kind, ion in enumerate(kinds):
        if left[kind] and start + ion.size <= len(run) and _lies_at(run, start, ion):
            left[kind] -= 1
            pieces = _split_from(start + ion.size, run, kinds, left, dead)
            left[kind] += 1
            if pieces is not None:
                pieces.append(Piece(start, ion))
                return pieces
    dead.add(here)
    return None


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
    tiles, by name; of two such splits the one that leaves less oxygen alone, then the one whose first ion is
    polyatomic. For explaining, not for ruling.
    """
    by_letters = {ion.letters: ion for ion in reversed(ions)}
    sizes = sorted({ion.size for ion in ions}, reverse=True)
    end = len(run)
    fewest = [(0, 0)] * (end + 1)  # pieces needed from here to the end, and oxygens alone among them
    choice: list[Ion | None] = [None] * end  # None: the tile stands by itself
    for start in range(end - 1, -1, -1):
        pieces, alone = fewest[start + 1]
        least = pieces + 1, alone + (run[start] == "O")
        for size in sizes:
            after = start + size
            if after > end:
                continue
            here = fewest[after][0] + 1, fewest[after][1]
            if here < least or (here == least and choice[start] is None):
                ion = by_letters.get(tuple(sorted(run[start:after])))
                if ion is not None:
                    least, choice[start] = here, ion
        fewest[start] = least
    names: dict[str, None] = {}
    start = 0
    while start < end:
        piece = choice[start]
        names[piece.name if piece else run[start]] = None
        start += piece.size if piece else 1
    return tuple(names)


def shares(counts: dict[str, int], ion: Ion, other: Ion) -> Iterator[tuple[int, int]]:
    """How many of `ion` and of `other`, at least one each, make up exactly this composition."""
    size = sum(counts.values())
    most = min(counts.get(symbol, 0) // n for symbol, n in ion.counts)
    for share in range(1, most + 1):
        times, left_over = divmod(size - share * ion.size, other.size)
        if times and not left_over and _is_multiple(_without(counts, share, ion), times, other):
            yield share, times


def _without(counts: dict[str, int], share: int, ion: Ion) -> dict[str, int]:
    rest = dict(counts)
    for symbol, n in ion.counts:
        rest[symbol] -= share * n
    return rest


def _is_multiple(counts: dict[str, int], times: int, ion: Ion) -> bool:
    """Whether so many atoms as `times` of the ion has are exactly these."""
    return all([counts.get(symbol, 0) == times * n for symbol, n in ion.counts])  # noqa: C419 - measured


def _lies_at(run: Sequence[str], start: int, ion: Ion) -> bool:
    if ion.size == 1:
        return run[start] == ion.formula
    return run[start] in ion.elements and tuple(sorted(run[start : start + ion.size])) == ion.letters
