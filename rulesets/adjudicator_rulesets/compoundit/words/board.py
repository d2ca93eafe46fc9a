"""What the board says about a move: the sentences behind the codes of `board` and `challenge`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.chem.elements import ELEMENTS
from adjudicator.errors import quote
from adjudicator.prose import listed, spelled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MAX_SHOWN = 5  # tiles on one square


def place(square: Sequence[int]) -> str:
    return f"row {square[0]}, column {square[1]}"


def _square_taken(square: Sequence[int], symbols: Sequence[str]) -> str:
    shown = [symbol if symbol in ELEMENTS else quote(symbol) for symbol in symbols[:MAX_SHOWN]]
    return f"{spelled(len(symbols)).capitalize()} tiles lie on {place(square)}: {listed(shown)}."


def _no_more_tiles(symbol: str, found: int, count: int) -> str:
    return f"There are {found} {symbol} tiles here, but the edition has only {count}."


def _no_more_blanks(found: int, count: int) -> str:
    if not count:
        return "A blank tile lies here, but the edition has none."
    return f"There are {found} blank tiles here, but the edition has only {count}."


def _more_than_rack(tiles: int, rack: int) -> str:
    return f"The move lays {tiles} tiles; a rack holds {rack}."


SENTENCES: dict[str, Callable[..., str]] = {
    "off_board": lambda square, size: f"There is no {place(square)} on a board of {size} by {size}.",
    "square_taken": _square_taken,
    "unknown_tile": lambda symbol, square: f"{quote(symbol)} on {place(square)} is no element.",
    "foreign_tile": lambda symbol, square: (
        f"{symbol} lies on {place(square)}, but has no tile in this edition."
    ),
    "no_more_tiles": _no_more_tiles,
    "no_more_blanks": _no_more_blanks,
    "more_than_rack": _more_than_rack,
    "leaves_gap": lambda square: f"The new tiles leave {place(square)} empty between them.",
    "leaps_over": lambda square, symbol: (
        f"The new tiles leap over the {symbol} on {place(square)}; they must lie side by side."
    ),
    "covers_centre": lambda centre: f"The first move covers the centre, {place(centre)}.",
    "misses_centre": lambda centre: f"The first move must cover the centre, {place(centre)}.",
    "starts_on_atom": lambda square: f"The move starts a new compound on the atom square {place(square)}.",
    "starts_off_atoms": lambda squares: (
        f"The first move must cover an atom square: {listed([place(square) for square in squares], 'or')}."
    ),
    "touches": lambda square: f"A new compound uses the tile on {place(square)}, which was there before.",
}
