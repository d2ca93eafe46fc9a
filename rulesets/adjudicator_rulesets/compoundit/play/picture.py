"""A position as a picture, for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator_rulesets.compoundit.judging.board.laying import layout_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adjudicator_rulesets.compoundit.edition import Edition, Square
    from adjudicator_rulesets.compoundit.judging.board.laying import Layout, Placement

SIDE, EDGE = 30, 22
BOARD, LINE, TILE, INK, SOFT = "#f4f1ea", "#d8d2c4", "#fffdf7", "#22252b", "#7a7568"
MARKS = {(2, "e"): "#cfe8f3", (3, "e"): "#9fcfe8", (2, "c"): "#f6d5dc", (3, "c"): "#eda9b8"}


def svg(size: int, tiles: Iterable[Placement], edition: Edition) -> str:
    """The board with its bonuses, if it has the edition's size, and the tiles with their points."""
    layout = layout_of(edition) if edition.board.size == size else None
    points = {tile.symbol: tile.points for tile in edition.tiles}
    whole = EDGE + size * SIDE + 1
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{whole}" font-family="sans-serif">',
        *_squares(size, layout),
    ]
    for tile in tiles:
        x, y = _corner(tile.square)
        parts += [
            _rect(x + 1, y + 1, SIDE - 2, TILE, INK),
            _text(x + SIDE / 2, y + 19, tile.symbol, 13, INK),
            _text(x + SIDE - 6, y + SIDE - 4, str(points.get(tile.symbol, "")), 7, SOFT),
        ]
    return "".join([*parts, "</svg>"])


def _squares(size: int, layout: Layout | None) -> Iterator[str]:
    lines = range(1, size + 1)
    for row in lines:
        yield _text(EDGE / 2, EDGE + (row - 0.35) * SIDE, str(row), 10, SOFT)
        yield _text(EDGE + (row - 0.5) * SIDE, EDGE - 7, chr(ord("A") + row - 1), 10, SOFT)
        for col in lines:
            x, y = _corner((row, col))
            fill, mark = _ground(layout, (row, col))
            yield _rect(x, y, SIDE, fill, LINE)
            if mark:
                yield _text(x + SIDE / 2, y + 19, mark, 9, SOFT)


def _ground(layout: Layout | None, square: Square) -> tuple[str, str]:
    if layout is None:
        return BOARD, ""
    if square in layout.element_bonus:
        by = layout.element_bonus[square]
        return MARKS[by, "e"], f"{by}e"
    if square in layout.compound_bonus:
        by = layout.compound_bonus[square]
        return MARKS[by, "c"], f"{by}c"
    return BOARD, "✶" if square in layout.atoms else ""


def _corner(square: Square) -> tuple[int, int]:
    row, col = square
    return EDGE + (col - 1) * SIDE, EDGE + (row - 1) * SIDE


def _rect(x: int, y: int, side: int, fill: str, stroke: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}" stroke="{stroke}"/>'


def _text(x: float, y: float, text: str, size: int, fill: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="middle" fill="{fill}">{text}</text>'
