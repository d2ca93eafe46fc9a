"""The board of CompoundIt!: what a move makes, whether it may lie there, and what it scores.

Chemistry is asked elsewhere; here are only squares and tiles. Rows and columns count from 1.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.chem.elements import ELEMENTS
from adjudicator.verdict import Check, Facts, Outcome

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from adjudicator_rulesets.compoundit.edition import Edition, Square

PASS, FAIL = Outcome.PASS, Outcome.FAIL
ACROSS, DOWN = (0, 1), (1, 0)


class Placement(NamedTuple):
    row: int
    col: int
    symbol: str

    @property
    def square(self) -> Square:
        return self.row, self.col


@dataclass(frozen=True, slots=True)
class LaidRun:
    """Two or more tiles in one row or column, taken as far as they go (C-RUN)."""

    squares: tuple[Square, ...]
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """What an edition prints on the board and on its tiles, ready to be looked up."""

    size: int
    centre: Square
    atoms: frozenset[Square]
    leaping: bool  # new_tiles = "unbroken-line": tiles of the board may lie between the new ones
    rack: int
    counts: Mapping[str, int]
    points: Mapping[str, int]
    blanks: int  # C-BLANK: how many there are
    blank_points: int
    element_bonus: Mapping[Square, int]
    compound_bonus: Mapping[Square, int]


@lru_cache(16)
def layout_of(edition: Edition) -> Layout:
    kinds: dict[str, dict[Square, int]] = {"element": {}, "compound": {}}
    for square, kind in edition.board.bonuses:
        size, _, what = kind.partition("-")
        kinds[what][square] = {"double": 2, "triple": 3}[size]
    return Layout(
        size=edition.board.size,
        centre=edition.board.centre,
        atoms=frozenset(edition.board.atoms),
        leaping=edition.new_tiles == "unbroken-line",
        rack=edition.rack,
        counts={tile.symbol: tile.count for tile in edition.tiles},
        points={tile.symbol: tile.points for tile in edition.tiles},
        blanks=edition.blank.count if edition.blank else 0,
        blank_points=edition.blank.points if edition.blank else 0,
        element_bonus=kinds["element"],
        compound_bonus=kinds["compound"],
    )


# --- positions that cannot be -------------------------------------------------------------------------------


def faults(
    layout: Layout, board: Sequence[Placement], move: Sequence[Placement], blanks: Collection[Square] = ()
) -> tuple[Check, ...]:
    """Everything that no real board can show: such a question is refused, not ruled on.

    A known element without a tile in the edition is impossible on the board; in the move it is for the
    verdict on its run to refuse (C-EDITION). On the squares of `blanks` lie blank tiles (C-BLANK).
    """
    found = [*_board_faults(layout, board, move, blanks)]
    if not move:
        found.append(_fault("C-TURN", "nothing_laid"))
    if len(move) > layout.rack:
        found.append(_fault("C-RACK", "more_than_rack", tiles=len(move), rack=layout.rack))
    return tuple(found)


def board_faults(layout: Layout, board: Sequence[Placement]) -> tuple[Check, ...]:
    """The same for a board on which nobody has moved yet."""
    return tuple(_board_faults(layout, board, (), ()))


def _board_faults(
    layout: Layout, board: Sequence[Placement], move: Sequence[Placement], blanks: Collection[Square]
) -> Iterator[Check]:
    on_square: dict[Square, list[str]] = {}
    for placement in (*board, *move):
        on_square.setdefault(placement.square, []).append(placement.symbol)
        if placement.symbol not in ELEMENTS:
            yield _fault("C-TILES", "unknown_tile", symbol=placement.symbol, square=placement.square)
    for square, symbols in on_square.items():
        if not (1 <= square[0] <= layout.size and 1 <= square[1] <= layout.size):
            yield _fault("C-BOARD", "off_board", square=square, size=layout.size)
        if len(symbols) > 1:
            yield _fault("C-BOARD", "square_taken", square=square, symbols=tuple(symbols))
    for placement in board:
        if placement.symbol in ELEMENTS and placement.symbol not in layout.counts:
            yield _fault("C-EDITION", "foreign_tile", symbol=placement.symbol, square=placement.square)
    printed = [placement.symbol for placement in (*board, *move) if placement.square not in blanks]
    for symbol, found in Counter(printed).items():
        count = layout.counts.get(symbol)
        if count is not None and found > count:
            yield _fault("C-EDITION", "no_more_tiles", symbol=symbol, found=found, count=count)
    if len(blanks) > layout.blanks:
        yield _fault("C-BLANK", "no_more_blanks", found=len(blanks), count=layout.blanks)


def _fault(rule: str, code: str, **params: object) -> Check:
    return Check(rule, None, FAIL, code, Facts(**params))


# --- what a move makes --------------------------------------------------------------------------------------


def position_of(placements: Sequence[Placement]) -> dict[Square, str]:
    return {placement.square: placement.symbol for placement in placements}


def runs_of(position: Mapping[Square, str], move: Mapping[Square, str]) -> tuple[LaidRun, ...]:
    """Every run that holds a new tile, those across before those down (C-RUN, C-ALL)."""
    after = {**position, **move}
    found: dict[tuple[Square, ...], LaidRun] = {}
    for step in (ACROSS, DOWN):
        for square in sorted(move):
            run = _run_through(after, square, step)
            if len(run.squares) > 1:
                found.setdefault(run.squares, run)
    return tuple(found.values())


def _run_through(tiles: Mapping[Square, str], square: Square, step: tuple[int, int]) -> LaidRun:
    (row, col), (down, right) = square, step
    while (row - down, col - right) in tiles:
        row, col = row - down, col - right
    squares = []
    while (row, col) in tiles:
        squares.append((row, col))
        row, col = row + down, col + right
    return LaidRun(tuple(squares), tuple(tiles[square] for square in squares))


def score(layout: Layout, run: LaidRun, move: Mapping[Square, str], blanks: Collection[Square] = ()) -> int:
    """C-SCORE, C-BONUS: squares count when first covered, elements first, then the compound.

    C-BLANK: a blank scores its own points, whatever it stands for.
    """
    total, times = 0, 1
    for square, symbol in zip(run.squares, run.tiles, strict=True):
        points = layout.blank_points if square in blanks else layout.points.get(symbol, 0)
        if square in move:
            points *= layout.element_bonus.get(square, 1)
            times *= layout.compound_bonus.get(square, 1)
        total += points
    return total * times


def account(layout: Layout, run: LaidRun, move: Mapping[Square, str]) -> str:
    """How the score of a run comes about: (3 × 2 + 3 + 1) × 2 = 20."""
    terms, factors = [], []
    for square, symbol in zip(run.squares, run.tiles, strict=True):
        points = str(layout.points.get(symbol, 0))
        if square in move and square in layout.element_bonus:
            points += f" × {layout.element_bonus[square]}"
        if square in move and square in layout.compound_bonus:
            factors.append(f" × {layout.compound_bonus[square]}")
        terms.append(points)
    total = " + ".join(terms)
    times = "".join(factors)
    return f"{f'({total}){times}' if times else total} = {score(layout, run, move)}"


# --- whether it may lie there -------------------------------------------------------------------------------


def geometry(
    layout: Layout,
    position: Mapping[Square, str],
    move: Mapping[Square, str],
    runs: Sequence[LaidRun],
    *,
    atom_starts: bool,
    centre_first: bool,
) -> tuple[Check, ...]:
    """C-LINE, then C-CENTRE-SQ or C-TOUCH, then C-RUN; `atom_starts` under the beginner rules only."""
    if not position and centre_first:
        where = _first_move(layout, move)
    else:
        where = _later_move(layout, position, move, runs, atom_starts=atom_starts)
    return _in_line(layout, position, move), where, _makes_runs(runs)


def _in_line(layout: Layout, position: Mapping[Square, str], move: Mapping[Square, str]) -> Check:
    rows, cols = {row for row, _ in move}, {col for _, col in move}
    if len(rows) > 1 and len(cols) > 1:
        return Check("C-LINE", None, FAIL, "turns_corner")
    between = [
        (row, col)
        for row in range(min(rows), max(rows) + 1)
        for col in range(min(cols), max(cols) + 1)
        if (row, col) not in move
    ]
    for square in between:
        if square not in position:
            return Check("C-LINE", None, FAIL, "leaves_gap", Facts(square=square))
    if between and not layout.leaping:
        square = between[0]
        return Check("C-LINE", None, FAIL, "leaps_over", Facts(square=square, symbol=position[square]))
    return IN_LINE


def _first_move(layout: Layout, move: Mapping[Square, str]) -> Check:
    if layout.centre in move:
        return Check("C-CENTRE-SQ", None, PASS, "covers_centre", Facts(centre=layout.centre))
    return Check("C-CENTRE-SQ", None, FAIL, "misses_centre", Facts(centre=layout.centre))


def _later_move(
    layout: Layout,
    position: Mapping[Square, str],
    move: Mapping[Square, str],
    runs: Sequence[LaidRun],
    *,
    atom_starts: bool,
) -> Check:
    for run in runs:
        for square in run.squares:
            if square in position:
                return Check("C-TOUCH", None, PASS, "touches", Facts(square=square))
    if atom_starts:
        for square in sorted(move):
            if square in layout.atoms:
                return Check("C-CENTRE-SQ", None, PASS, "starts_on_atom", Facts(square=square))
        if not position:  # there is nothing to touch yet
            atoms = Facts(squares=tuple(sorted(layout.atoms)))
            return Check("C-CENTRE-SQ", None, FAIL, "starts_off_atoms", atoms)
    return Check("C-TOUCH", None, FAIL, "touches_nothing")


def _makes_runs(runs: Sequence[LaidRun]) -> Check:
    if runs:
        return Check("C-RUN", None, PASS, "makes_runs", Facts(number=len(runs)))
    return Check("C-RUN", None, FAIL, "makes_no_run")


IN_LINE = Check("C-LINE", None, PASS, "one_line")
