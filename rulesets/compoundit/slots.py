"""Where a move can lie: every slot of a position, with what may stand on each of its squares.

A slot is a line of empty squares for new tiles, and the run that they make with the tiles beside them. The
runs across it restrict each square by itself, whatever lies on the others, so each is looked up once (C-ALL).
What a move scores is then a sum over its squares: the points of the tile times a weight.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rulesets.compoundit import BEGINNER

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rulesets.compoundit.board import Layout
    from rulesets.compoundit.compositions import Compositions, Mask, Packed, Place
    from rulesets.compoundit.edition import Square
    from rulesets.compoundit.rules import CompoundIt

MAX_KEPT = 32  # positions whose slots are kept: a bot asks about one position with many racks


class Block(NamedTuple):
    """Tiles of the board that follow each other, up to the next empty square."""

    tiles: tuple[int, ...]
    atoms: Packed
    points: int


@dataclass(frozen=True, slots=True)
class Line:
    """A row or a column, read along it; the runs across it have already been looked up."""

    squares: list[Square]
    empty: list[bool]
    before: list[Block]  # what lies directly before each square, and after it
    after: list[Block]
    masks: list[Mask]  # the elements that the run across each square allows
    crossed: list[int]  # how often the points of a tile count in that run; 0 where there is none
    across: list[int]  # what the other tiles of that run score


class Slot(NamedTuple):
    squares: tuple[Square, ...]
    masks: tuple[Mask, ...]  # what may stand on each square
    weights: tuple[int, ...]  # how often the points of the tile on each square count, in all runs
    base: int  # what the tiles of the board score, in all runs
    fixed: Packed  # the tiles of the board in the run along the slot
    run: tuple[tuple[int, ...], ...]  # that run: blocks of the board, and () for each new tile
    least: int  # the smallest weight
    special: tuple[Place, ...]  # the squares with a restriction or a higher weight, and how much higher

    def places(self) -> list[Place]:
        """The run along the slot, square by square."""
        new = zip(self.masks, self.weights, strict=True)
        places: list[Place] = []
        for block in self.run:
            places += [(1 << place, 0) for place in block] if block else [next(new)]
        return places


BySize = dict[int, list[Slot]]


def slots_of(
    position: Mapping[Square, str], rules: CompoundIt, compositions: Compositions
) -> dict[Packed, BySize]:
    """Every slot of a position that some tiles could fill, by the tiles of the board that its run holds, then
    by its size.
    """
    starts = _starts(compositions.layout, rules, first=not position)
    return slots_at(frozenset(position.items()), starts, compositions)


@lru_cache(MAX_KEPT)
def slots_at(
    tiles: frozenset[tuple[Square, str]], starts: frozenset[Square], compositions: Compositions
) -> dict[Packed, BySize]:
    found: dict[Packed, BySize] = {}
    for slot in _slots(compositions, dict(tiles), starts):
        found.setdefault(slot.fixed, {}).setdefault(len(slot.squares), []).append(slot)
    return found


def _starts(layout: Layout, rules: CompoundIt, *, first: bool) -> frozenset[Square]:
    """C-CENTRE-SQ: the squares on which a move that touches nothing may start."""
    if first:
        return frozenset({layout.centre})
    return layout.atoms if rules.sets == BEGINNER else frozenset()


def _slots(
    compositions: Compositions, position: Mapping[Square, str], starts: frozenset[Square]
) -> Iterator[Slot]:
    rows, columns = _lines(compositions, position)
    for lines, down in ((rows, False), (columns, True)):
        for line in lines:
            for start in _starts_of_slots(line, compositions.layout, starts):
                yield from _slots_from(start, line, compositions, starts, down=down)


def _starts_of_slots(line: Line, layout: Layout, starts: frozenset[Square]) -> list[int]:
    """The squares from which a move could reach a tile of the board, or a start square."""
    found = []
    reach = 0  # tiles that a rack still has when it has come here from the next contact
    for at in range(len(line.squares) - 1, -1, -1):
        if not line.masks[at]:
            reach = 0
            continue
        contact = (
            line.crossed[at] or line.before[at].tiles or line.after[at].tiles or line.squares[at] in starts
        )
        reach = layout.rack if contact else reach - 1
        if reach > 0:
            found.append(at)
    return found


def _slots_from(
    start: int, line: Line, compositions: Compositions, starts: frozenset[Square], *, down: bool
) -> Iterator[Slot]:
    """The slots that begin on a square, by growing size (C-LINE)."""
    layout = compositions.layout
    left = line.before[start]
    fixed, points = left.atoms, left.points
    run = [left.tiles] if left.tiles else []
    taken: list[int] = []
    touches, times, at = False, 1, start
    while at < layout.size and line.masks[at] and len(taken) < layout.rack:
        square, right = line.squares[at], line.after[at]
        taken.append(at)
        run.append(())
        times *= layout.compound_bonus.get(square, 1)
        touches = touches or bool(line.crossed[at]) or square in starts
        if len(taken) > 1:
            legal = touches or fixed or right.tiles  # C-TOUCH
        else:  # C-RUN; a tile with neighbours both ways is one move, not two
            legal = (fixed or right.tiles) and not (down and line.crossed[at])
        if legal and len(taken) in compositions.completions(fixed + right.atoms):
            whole = (*run, right.tiles) if right.tiles else tuple(run)
            yield _slot(line, layout, taken, times, fixed + right.atoms, points + right.points, whole)
        if right.tiles:
            if not layout.leaping:
                return
            fixed, points = fixed + right.atoms, points + right.points
            run.append(right.tiles)
        at += 1 + len(right.tiles)


def _slot(
    line: Line,
    layout: Layout,
    taken: list[int],
    times: int,
    fixed: Packed,
    points: int,
    run: tuple[tuple[int, ...], ...],
) -> Slot:
    """C-BONUS: a tile counts in the run along the slot and in the one across, in each with its bonuses."""
    bonus = layout.element_bonus
    squares = tuple([line.squares[at] for at in taken])
    masks = tuple([line.masks[at] for at in taken])
    weights = tuple(
        [
            times * bonus.get(square, 1) + line.crossed[at] if square in bonus or line.crossed[at] else times
            for square, at in zip(squares, taken, strict=True)
        ]
    )
    base = times * points + sum([line.across[at] for at in taken])
    least = min(weights)
    special = tuple(
        [
            (mask, weight - least)
            for mask, weight, at in zip(masks, weights, taken, strict=True)
            if weight > least or line.crossed[at]
        ]
    )
    return Slot(squares, masks, weights, base, fixed, run, least, special)


# --- lines --------------------------------------------------------------------------------------------------

NOTHING = Block((), 0, 0)


def _lines(compositions: Compositions, position: Mapping[Square, str]) -> tuple[list[Line], list[Line]]:
    layout = compositions.layout
    numbers = range(1, layout.size + 1)
    tiles = {square: compositions.place(symbol) for square, symbol in position.items()}
    rows = [_blocks([(row, col) for col in numbers], tiles, compositions) for row in numbers]
    columns = [_blocks([(row, col) for row in numbers], tiles, compositions) for col in numbers]
    for lines, others in ((rows, columns), (columns, rows)):
        for number, line in enumerate(lines):
            for at, other in enumerate(others):
                if line.empty[at]:
                    _cross(line, at, other.before[number], other.after[number], compositions)
    return rows, columns


def _blocks(squares: list[Square], tiles: Mapping[Square, int], compositions: Compositions) -> Line:
    """A line with what lies before and after each of its squares."""
    size = len(squares)
    empty = [square not in tiles for square in squares]
    before, after = [NOTHING] * size, [NOTHING] * size
    start = 0
    while start < size:
        end = start
        while end < size and not empty[end]:
            end += 1
        if end > start:
            laid = tuple([tiles[square] for square in squares[start:end]])
            block = Block(laid, compositions.sum(laid), sum([compositions.points[place] for place in laid]))
            if start > 0:
                after[start - 1] = block
            if end < size:
                before[end] = block
        start = end + 1
    anything = (1 << len(compositions.symbols)) - 1
    masks = [anything if free else 0 for free in empty]
    return Line(squares, empty, before, after, masks, [0] * size, [0] * size)


def _cross(line: Line, at: int, before: Block, after: Block, compositions: Compositions) -> None:
    """Enters the run across a square that a new tile would complete, if there is one."""
    if before.tiles or after.tiles:
        square, layout = line.squares[at], compositions.layout
        times = layout.compound_bonus.get(square, 1)
        line.masks[at] = compositions.fitting(before.tiles, after.tiles)
        line.crossed[at] = times * layout.element_bonus.get(square, 1)
        line.across[at] = times * (before.points + after.points)
