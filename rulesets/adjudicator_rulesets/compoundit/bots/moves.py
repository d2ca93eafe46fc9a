"""Finds the best plays of CompoundIt! exactly: which tiles, where on the board, for how many points.

Tiles are chosen as a composition and arranged afterwards. For every slot of the position, the parts of the
rack that complete a compound there are looked up; an upper bound on their score decides which slots are worth
a closer look. Plays with the same tiles on the same squares count once, with their best arrangement.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from adjudicator_rulesets.compoundit.bots.slots import slots_of
from adjudicator_rulesets.compoundit.judging.board.laying import Placement, runs_of, score
from adjudicator_rulesets.compoundit.judging.compositions import by_points, compositions_of
from adjudicator_rulesets.compoundit.judging.orders import (
    FIELD,
    FULL,
    first_in_any_order,
    first_order,
    most_points,
)
from adjudicator_rulesets.compoundit.play.notation import written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from adjudicator_rulesets.compoundit.bots.slots import Slot
    from adjudicator_rulesets.compoundit.edition import Square
    from adjudicator_rulesets.compoundit.judging.board.laying import LaidRun
    from adjudicator_rulesets.compoundit.judging.compositions import Completion
    from adjudicator_rulesets.compoundit.judging.orders import Mask, Packed
    from adjudicator_rulesets.compoundit.judging.rules import CompoundIt


NONE_FITS = -1
_BOUND = itemgetter(0)


@dataclass(frozen=True, slots=True)
class Play:
    """A legal move: which tiles go where, the runs they make, and their total score."""

    placements: tuple[Placement, ...]
    score: int
    runs: tuple[LaidRun, ...]

    def __str__(self) -> str:
        """The notation of players: 8H MgO."""
        return written(self.placements)


def best_plays(
    position: Mapping[Square, str], rack: Iterable[str], rules: CompoundIt, n: int = 1
) -> tuple[Play, ...]:
    """The `n` highest-scoring plays, the best first; fewer if there are no more.

    Equal scores are ordered by squares, then by tiles; equal arrangements of the same tiles by symbols. The
    position must be a possible one (board.faults). C-STABLE: a compound that only an outside source could
    confirm, not the reference table, is not played.
    """
    if n < 1:
        raise ValueError("at least one play is asked for")
    search = _Search(position, rack, rules)
    return tuple(search.play(found) for found in search.best(n))


def best_score(position: Mapping[Square, str], rack: Iterable[str], rules: CompoundIt) -> int:
    """The score of the best play, without arranging its tiles; 0 if there is none."""
    found = _Search(position, rack, rules).best(1)
    return -found[0].minus_score if found else 0


def every_play(position: Mapping[Square, str], rack: Iterable[str], rules: CompoundIt) -> Iterator[Play]:
    """All plays in the order of `best_plays`, generated one by one."""
    search = _Search(position, rack, rules)
    yield from map(search.play, sorted(search.all()))


def has_play(position: Mapping[Square, str], rack: Iterable[str], rules: CompoundIt) -> bool:
    return next(_Search(position, rack, rules).all(), None) is not None


class _Choice(NamedTuple):
    """An element of the rack: the points of its tiles, and the position of its count in a composition."""

    points: int
    shift: int
    unit: Packed


class _Candidate(NamedTuple):
    """A play before its tiles are arranged; sorts in the order of plays."""

    minus_score: int
    squares: tuple[Square, ...]
    tiles: tuple[int, ...]
    slot: Slot
    part: Completion


class _Search:
    def __init__(self, position: Mapping[Square, str], rack: Iterable[str], rules: CompoundIt) -> None:
        self._position = position
        self._compositions = compositions_of(rules)
        self._slots = slots_of(position, rules, self._compositions)
        usable = self._usable(Counter(rack))
        self._rack = self._compositions.pack(usable)
        self._places = sorted(self._compositions.place(symbol) for symbol in usable)
        self._not_on_rack = ~sum(1 << place for place in self._places)
        self._found_choices: dict[Mask, tuple[_Choice, ...]] = {}
        self._dearest: dict[Mask, int] = {}

    def _usable(self, rack: Counter[str]) -> dict[str, int]:
        """The tiles that can be used: no more of an element than the box has (C-EDITION)."""
        on_board, box = Counter(self._position.values()), self._compositions.layout.counts
        usable = {symbol: min(n, box.get(symbol, 0) - on_board[symbol]) for symbol, n in rack.items()}
        return {symbol: n for symbol, n in usable.items() if n > 0}

    # --- searching ------------------------------------------------------------------------------------------

    def best(self, n: int) -> list[_Candidate]:
        """Takes slots with the highest bound first, until no bound reaches the worst play kept."""
        best: list[_Candidate] = []
        floor = -1
        for bound, extra, slot, parts in sorted(self._bounded(), key=_BOUND, reverse=True):
            if bound < floor:
                break
            for part in parts:
                if slot.base + slot.least * part.points + extra < floor:
                    break
                points = self._most(slot, part, floor)
                if points is None or points < floor:
                    continue
                insort(best, _Candidate(-points, slot.squares, part.tiles, slot, part))
                if len(best) > n:
                    best.pop()
                if len(best) == n:
                    floor = -best[-1].minus_score
        return best

    def all(self) -> Iterator[_Candidate]:
        for _, _, slot, parts in self._bounded():
            for part in parts:
                points = self._most(slot, part, -1)
                if points is not None:
                    yield _Candidate(-points, slot.squares, part.tiles, slot, part)

    def _bounded(self) -> Iterator[tuple[int, int, Slot, list[Completion]]]:
        """Slots with the parts that complete a compound there, and an upper bound on their score."""
        for fixed, by_size in self._slots.items():
            completions = self._compositions.completions(fixed)
            for size, slots in by_size.items():
                parts = self._on_rack(completions.get(size, ()))
                unlisted = self._compositions.unlisted(fixed, self._of_size(size, parts))
                if unlisted:
                    parts = sorted((*parts, *unlisted), key=by_points)
                if parts:
                    most = parts[0].points
                    for slot, extra in self._with_extra(slots):
                        yield slot.base + slot.least * most + extra, extra, slot, parts

    def _on_rack(self, completions: Iterable[Completion]) -> list[Completion]:
        """The completions that the rack covers; `Compositions.has` inlined, because there are so many."""
        missing, guard = self._not_on_rack, self._compositions.guard
        rack = self._rack + guard
        return [
            part for part in completions if not part.mask & missing and (rack - part.atoms) & guard == guard
        ]

    def _of_size(self, size: int, found: Iterable[Completion]) -> Iterator[Completion]:
        """Every other choice of this many tiles from the rack."""
        known = {part.atoms for part in found}
        every = [place for place in self._places for _ in range(self._rack >> FIELD * place & FULL)]
        for tiles in dict.fromkeys(combinations(every, size)):
            atoms = self._compositions.sum(tiles)
            if atoms not in known:
                yield self._compositions.completion(atoms)

    def _with_extra(self, slots: Iterable[Slot]) -> Iterator[tuple[Slot, int]]:
        """The most that special squares can add; slots with a square that takes no tile are left out."""
        dearest = self._dearest
        for slot in slots:
            extra = 0
            for mask, more in slot.special:
                points = dearest.get(mask)
                if points is None:
                    choices = self._choices(mask)
                    points = dearest[mask] = choices[0].points if choices else NONE_FITS
                if points == NONE_FITS:
                    break
                extra += more * points
            else:
                yield slot, extra

    def _choices(self, mask: Mask) -> tuple[_Choice, ...]:
        """The elements of a mask that are on the rack, those with the most points first."""
        choices = self._found_choices.get(mask)
        if choices is None:
            points = self._compositions.points
            places = [place for place in self._places if mask >> place & 1]
            choices = tuple(
                _Choice(points[place], FIELD * place, 1 << FIELD * place)
                for place in sorted(places, key=lambda place: -points[place])
            )
            self._found_choices[mask] = choices
        return choices

    # --- arranging ------------------------------------------------------------------------------------------

    def _most(self, slot: Slot, part: Completion, floor: int) -> int | None:
        """The score of the best arrangement; None if there is none, or none that reaches `floor`."""
        special = self._most_special(slot, part)
        if special is None:
            return None
        points = slot.base + slot.least * part.points + special
        if points < floor:
            return None
        ways = self._compositions.ways(slot.fixed + part.atoms)
        if ways is None:
            return points
        places, worth = slot.places(), self._compositions.points
        orders = [most_points(reading, places, worth) for reading in ways]
        return max([slot.base + order for order in orders if order is not None], default=None)

    def _most_special(self, slot: Slot, part: Completion) -> int | None:
        """The most that the special squares can add if order does not matter (C-ORDER)."""
        reached = {part.atoms: 0}
        for mask, more in slot.special:
            choices = self._choices(mask & part.mask)
            before, reached = reached, {}
            for left, value in before.items():
                for points, shift, unit in choices:
                    if left >> shift & FULL:
                        worth = value + more * points
                        if reached.get(left - unit, -1) < worth:
                            reached[left - unit] = worth
        return max(reached.values(), default=None)

    def play(self, candidate: _Candidate) -> Play:
        tiles = self._arrange(candidate.slot, candidate.part)
        symbols = self._compositions.symbols
        move = {square: symbols[place] for square, place in zip(candidate.squares, tiles, strict=True)}
        runs = runs_of(self._position, move)
        points = sum(score(self._compositions.layout, run, move) for run in runs)
        assert points == -candidate.minus_score, (self._position, move)
        return Play(tuple([Placement(*square, symbol) for square, symbol in move.items()]), points, runs)

    def _arrange(self, slot: Slot, part: Completion) -> tuple[int, ...]:
        """The tiles in the order of the squares: of the best arrangements, the first by symbols."""
        ways, points = self._compositions.ways(slot.fixed + part.atoms), self._compositions.points
        if ways is None:
            new_places = zip(slot.masks, slot.weights, strict=True)
            return first_in_any_order(part.atoms, self._places, new_places, points)[1]
        places = slot.places()
        orders = [first_order(reading, places, points) for reading in ways]
        _, run = min(order for order in orders if order is not None)
        new = [not block for block in slot.run for _ in block or (0,)]
        return tuple([place for place, is_new in zip(run, new, strict=True) if is_new])
