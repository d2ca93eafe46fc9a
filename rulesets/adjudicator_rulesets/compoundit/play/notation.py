"""Reads and writes moves and positions as text.

A move is "8H MgO" across or "H8 MgO" down. A position is its rows from the top, separated by slashes; a
row has the symbols of its tiles and, between them, the numbers of empty squares: "15/15/7MgO6/…".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Tiles
from adjudicator.errors import UnreadableInput, quote
from adjudicator_rulesets.compoundit.edition import DEFAULT, load
from adjudicator_rulesets.compoundit.judging.board.laying import ACROSS, DOWN, Placement

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from adjudicator_rulesets.compoundit.edition import Square

_ACROSS = re.compile(r"(\d{1,2})\s*([A-Za-z])\s+(.+)")
_DOWN = re.compile(r"([A-Za-z])(\d{1,2})\s+(.+)")
_WORDY = re.compile(r"(\d{1,2})[\s,]+(\d{1,2})\s+(across|down)\s+(.+)", re.IGNORECASE)
_ROW = re.compile(r"[1-9][0-9]?|[A-Z][a-z]?")


# --- moves --------------------------------------------------------------------------------------------------


def written(placements: Sequence[Placement]) -> str:
    """A move as a player writes it: "8H MgO" across, "H8 MgO" down; a single tile is written across."""
    laid = sorted(placements)
    row, col, _ = laid[0]
    letter = chr(ord("A") + col - 1)
    down = len({tile.row for tile in laid}) > 1
    where = f"{letter}{row}" if down else f"{row}{letter}"
    return f"{where} {''.join(tile.symbol for tile in laid)}"


def read_move(text: str, leapt: Container[Square] = ()) -> tuple[Placement, ...]:
    """The tiles of a move, square by square; squares in `leapt` are skipped."""
    (row, col), (down, right), tiles = _start_of(text)
    laid = []
    for symbol in Tiles.parse(tiles):
        while (row, col) in leapt:
            row, col = row + down, col + right
        laid.append(Placement(row, col, symbol))
        row, col = row + down, col + right
    return tuple(laid)


def _start_of(text: str) -> tuple[Square, tuple[int, int], str]:
    if found := _WORDY.fullmatch(text):
        row, col, direction, tiles = found.groups()
        return (int(row), int(col)), DOWN if direction.lower() == "down" else ACROSS, tiles
    if found := _ACROSS.fullmatch(text):
        row, letter, tiles = found.groups()
        return (int(row), _column(letter)), ACROSS, tiles
    if found := _DOWN.fullmatch(text):
        letter, row, tiles = found.groups()
        return (int(row), _column(letter)), DOWN, tiles
    raise UnreadableInput(
        "bad_move",
        f"A move is a square and the tiles to lay from there, as in 8H MgO, not {quote(text[:60])}.",
        input=text[:200],
    )


def _column(letter: str) -> int:
    return ord(letter.upper()) - ord("A") + 1


# --- positions ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Position:
    """Tiles on a board. `Position.parse(str(p)) == p`; notebooks show it as a picture."""

    size: int
    tiles: tuple[Placement, ...] = ()

    @classmethod
    def of(cls, tiles: Iterable[Placement], size: int | None = None) -> Position:
        return cls(load(DEFAULT).board.size if size is None else size, tuple(sorted(tiles)))

    @classmethod
    def parse(cls, text: str) -> Position:
        """Reads what `str` writes; raises UnreadableInput, naming the row."""
        rows = text.strip().split("/")
        tiles = [tile for number, row in enumerate(rows, 1) for tile in _read_row(row, number, len(rows))]
        return cls(len(rows), tuple(tiles))

    def __str__(self) -> str:
        at = {tile.square: tile.symbol for tile in self.tiles}
        rows = [[at.get((row, col)) for col in self._lines] for row in self._lines]
        return "/".join("".join(_row_text(row)) for row in rows)

    @property
    def _lines(self) -> range:
        return range(1, self.size + 1)

    def _repr_svg_(self) -> str:
        from adjudicator_rulesets.compoundit.play.picture import svg

        return svg(self.size, self.tiles, load(DEFAULT))


def _row_text(row: Sequence[str | None]) -> Iterator[str]:
    for empty, squares in groupby(row, lambda symbol: symbol is None):
        if empty:
            yield str(len(list(squares)))
        else:
            yield from filter(None, squares)


def _read_row(text: str, number: int, size: int) -> Iterator[Placement]:
    pieces = _ROW.findall(text)
    col = 1
    for piece in pieces:
        if piece.isdigit():
            col += int(piece)
            continue
        if piece not in ELEMENTS:
            raise _bad_row(text, number, f"{quote(piece)} is no element")
        yield Placement(number, col, piece)
        col += 1
    if "".join(pieces) != text or col - 1 != size:
        raise _bad_row(text, number, f"it fills {col - 1} squares, and there are {size} rows")


def _bad_row(text: str, number: int, fault: str) -> UnreadableInput:
    return UnreadableInput(
        "bad_position",
        f"Row {number} of the position, {quote(text)}, cannot be read: {fault}. "
        "A row has symbols and the numbers of empty squares between them, as in 7MgO6.",
        input=text[:200],
    )
