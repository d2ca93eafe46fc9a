"""Where a move can lie: every slot of a position, with the elements allowed on each of its squares.

A slot is a line of empty squares for new tiles, and the run that they make with the tiles beside them. The
runs across it restrict each square independently of the others, so each is looked up once (C-ALL).
The score of a move is then a sum over its squares: the points of the tile times a weight.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from adjudicator_rulesets.compoundit.edition import Square
    from adjudicator_rulesets.compoundit.judging.board.laying import Layout
    from adjudicator_rulesets.compoundit.judging.compositions import Compositions
    from adjudicator_rulesets.compoundit.judging.orders import Mask, Packed, Place
    from adjudicator_rulesets.compoundit.judging.rules import CompoundIt

MAX_KEPT = 32  # cached positions: a bot asks about one position with many racks
MAX_LINES = 1 << 11  # cached lines: most stay the same from move to move
EMPTY = -1


class Block(NamedTuple):
    """Consecutive tiles on the board, up to the next empty square."""

    tiles: tuple[int, ...]
    atoms: Packed
    points: int


class Crossing(NamedTuple):
    """The run across a square that a new tile would extend."""

    mask: Mask  # the elements that make it legal: all if there is no such run, none if the square has a tile
    weight: int  # how often the new tile's points count in it; 0 if there is no such run
    base: int  # the score of its other tiles


@dataclass(frozen=True, slots=True, eq=False)
class BoardLine:
    """A row or a column, read in its direction."""

    down: bool
    squares: tuple[Square, ...]
    before: tuple[Block, ...]  # the tiles directly before and after each square
    after: tuple[Block, ...]
    crossings: tuple[Crossing, ...]  # what its own runs mean to the lines across


class Slot(NamedTuple):
    squares: tuple[Square, ...]
    masks: tuple[Mask, ...]  # the elements allowed on each square
    weights: tuple[int, ...]  # how often the points of the tile on each square count, over all runs
    base: int  # the score of the tiles on the board, over all runs
    fixed: Packed  # the tiles of the board in the run along the slot
    run: tuple[tuple[int, ...], ...]  # that run: blocks of the board, and () for each new tile
    least: int  # the smallest weight
    special: tuple[Place, ...]  # squares with a restriction or a higher weight, and the difference

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
    """Every slot of a position that some tiles could fill, grouped by the board tiles in its run, then
    by size.
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
    if first and rules.centre_first:
        return frozenset({layout.centre})
    return layout.atoms if rules.atom_starts else frozenset()


def _slots(
    compositions: Compositions, position: Mapping[Square, str], starts: frozenset[Square]
) -> Iterator[Slot]:
    numbers = range(1, compositions.layout.size + 1)
    tiles = {square: compositions.place(symbol) for square, symbol in position.items()}
    grid = [tuple([tiles.get((row, col), EMPTY) for col in numbers]) for row in numbers]
    rows = [_line(row, number, compositions, down=False) for number, row in enumerate(grid, start=1)]
    columns = [
        _line(column, number, compositions, down=True)
        for number, column in enumerate(zip(*grid, strict=True), start=1)
    ]
    for lines, others in ((rows, columns), (columns, rows)):
        across = zip(*[other.crossings for other in others], strict=True)
        for line, crossings in zip(lines, across, strict=True):
            yield from _slots_in(line, crossings, starts, compositions)


@lru_cache(MAX_LINES)
def _slots_in(
    line: BoardLine, crossings: tuple[Crossing, ...], starts: frozenset[Square], compositions: Compositions
) -> tuple[Slot, ...]:
    found: list[Slot] = []
    for start in _starts_of_slots(line, crossings, compositions.layout.rack, starts):
        found += _slots_from(start, line, crossings, starts, compositions)
    return tuple(found)


def _starts_of_slots(
    line: BoardLine, crossings: tuple[Crossing, ...], rack: int, starts: frozenset[Square]
) -> list[int]:
    """The squares from which a move could reach a tile on the board, or a start square."""
    found = []
    left = 0  # tiles that a rack has left here after reaching the next contact
    for at in range(len(crossings) - 1, -1, -1):
        crossing = crossings[at]
        if not crossing.mask:
            left = 0
            continue
        contact = (
            crossing.weight or line.before[at].tiles or line.after[at].tiles or line.squares[at] in starts
        )
        left = rack if contact else left - 1
        if left > 0:
            found.append(at)
    return found


def _slots_from(
    start: int,
    line: BoardLine,
    crossings: tuple[Crossing, ...],
    starts: frozenset[Square],
    compositions: Compositions,
) -> Iterator[Slot]:
    """The slots that begin on a square, in order of size (C-LINE)."""
    layout = compositions.layout
    left = line.before[start]
    fixed, points = left.atoms, left.points
    run = [left.tiles] if left.tiles else []
    taken: list[int] = []
    touches, times, at = False, 1, start
    while at < layout.size and crossings[at].mask and len(taken) < layout.rack:
        square, right, crossed = line.squares[at], line.after[at], bool(crossings[at].weight)
        taken.append(at)
        run.append(())
        times *= layout.compound_bonus.get(square, 1)
        touches = touches or crossed or square in starts
        if len(taken) > 1:
            legal = touches or fixed or right.tiles  # C-TOUCH
        else:  # C-RUN; a tile with neighbours in both directions is one move, not two
            legal = (fixed or right.tiles) and not (line.down and crossed)
        if legal and compositions.may_take(fixed + right.atoms, len(taken)):
            yield _slot(
                squares=tuple([line.squares[at] for at in taken]),
                crossings=[crossings[at] for at in taken],
                times=times,
                fixed=fixed + right.atoms,
                points=points + right.points,
                run=(*run, right.tiles) if right.tiles else tuple(run),
                bonus=layout.element_bonus,
            )
        if right.tiles:
            if not layout.leaping:
                return
            fixed, points = fixed + right.atoms, points + right.points
            run.append(right.tiles)
        at += 1 + len(right.tiles)


def _slot(
    *,
    squares: tuple[Square, ...],
    crossings: list[Crossing],
    times: int,
    fixed: Packed,
    points: int,
    run: tuple[tuple[int, ...], ...],
    bonus: Mapping[Square, int],
) -> Slot:
    """C-BONUS: a tile counts in the run along the slot and in the one across, each with its bonuses."""
    weights = tuple(
        [
            times * bonus.get(square, 1) + crossing.weight
            for square, crossing in zip(squares, crossings, strict=True)
        ]
    )
    least = min(weights)
    return Slot(
        squares=squares,
        masks=tuple([crossing.mask for crossing in crossings]),
        weights=weights,
        base=times * points + sum([crossing.base for crossing in crossings]),
        fixed=fixed,
        run=run,
        least=least,
        special=tuple(
            [
                (crossing.mask, weight - least)
                for crossing, weight in zip(crossings, weights, strict=True)
                if weight > least or crossing.weight
            ]
        ),
    )


# --- lines --------------------------------------------------------------------------------------------------

NOTHING = Block((), 0, 0)
TAKEN = Crossing(0, 0, 0)


@lru_cache(MAX_LINES)
def _line(tiles: tuple[int, ...], number: int, compositions: Compositions, *, down: bool) -> BoardLine:
    """A line with the tiles before and after each of its squares."""
    size = len(tiles)
    squares = tuple([(at, number) if down else (number, at) for at in range(1, size + 1)])
    before, after = [NOTHING] * size, [NOTHING] * size
    start = 0
    while start < size:
        end = start
        while end < size and tiles[end] != EMPTY:
            end += 1
        if end > start:
            block = _block(tiles[start:end], compositions)
            if start > 0:
                after[start - 1] = block
            if end < size:
                before[end] = block
        start = end + 1
    crossings = [
        _crossing(squares[at], before[at], after[at], compositions) if tile == EMPTY else TAKEN
        for at, tile in enumerate(tiles)
    ]
    return BoardLine(down, squares, tuple(before), tuple(after), tuple(crossings))


def _block(tiles: tuple[int, ...], compositions: Compositions) -> Block:
    return Block(tiles, compositions.sum(tiles), sum([compositions.points[place] for place in tiles]))


def _crossing(square: Square, before: Block, after: Block, compositions: Compositions) -> Crossing:
    if not before.tiles and not after.tiles:
        return Crossing(compositions.every_element, 0, 0)
    layout = compositions.layout
    times = layout.compound_bonus.get(square, 1)
    return Crossing(
        mask=compositions.fitting(before.tiles, after.tiles),
        weight=times * layout.element_bonus.get(square, 1),
        base=times * (before.points + after.points),
    )
