"""The box of CompoundIt! on paper: tiles, board, a list of ions for each player, score sheets."""

from __future__ import annotations

from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from adjudicator.hues import SQUARES
from adjudicator.printing.box import Part
from adjudicator.printing.geometry import Box
from adjudicator.printing.patterns import band
from adjudicator.printing.press import BLACK, GREY, LINE, PALE, THICK, THIN, WHITE
from adjudicator.printing.setting import bold, ion, italic, joined, plain, signed, worded
from adjudicator.printing.sheets import (
    Piece,
    copies,
    cut_out,
    halves,
    heading,
    listing,
    poster,
    score_sheet,
    whole_table,
)
from adjudicator.prose import worded as named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.printing.box import Order
    from adjudicator.printing.press import Press
    from adjudicator.printing.setting import Text
    from adjudicator.printing.sheets import Row
    from adjudicator_rulesets.compoundit.edition import Blank, Edition, Tile

PLAY = 1.0  # a square is so much wider than a tile
FRAME = 7.0  # around the board, with the numbers of lines and columns
ROUNDS = 20
HALF_PAGE = 48  # ions for which half a page is enough
ION_SHARES = (1, 2)
ATOM = "atom"
BONUSES = {
    "double-element": ("2×", "element"),
    "triple-element": ("3×", "element"),
    "double-compound": ("2×", "compound"),
    "triple-compound": ("3×", "compound"),
}


def parts(edition: Edition, order: Order) -> Sequence[Part]:
    tiles = copies((tile, tile.count) for tile in edition.tiles)
    size = edition.board.size
    return (
        Part(
            "tiles",
            "tiles",
            worded(
                "tiles_hold",
                n=len(tiles) + (edition.blank.count if edition.blank else 0),
                mm=order.tile,
            ),
            partial(_tiles, tiles=tiles, blank=edition.blank, order=order),
        ),
        Part(
            "board",
            "board",
            worded("board_holds", size=size, mm=order.tile + PLAY),
            partial(_board, edition=edition, order=order),
        ),
        Part(
            "ions",
            "polyatomic_ions",
            worded("ions_hold", players=order.players, n=len(edition.ions)),
            partial(_ions, edition=edition, order=order),
        ),
        Part(
            "scores",
            "score_sheet",
            worded("scores_hold", n=ROUNDS, players=order.players),
            partial(_scores, order=order),
        ),
    )


# --- tiles --------------------------------------------------------------------------------------------------


def _tiles(press: Press, tiles: Sequence[Tile], blank: Blank | None, order: Order) -> None:
    pieces = [Piece(tile.symbol, partial(_tile, tile=tile)) for tile in tiles]
    if blank:
        pieces += [Piece("", partial(_blank, points=blank.points))] * blank.count
    cut_out(press, "tiles", pieces, (order.tile, order.tile))


def _tile(press: Press, cell: Box, tile: Tile) -> None:
    """C-TILES: points upper left, the element large, its oxidation numbers below."""
    shades = press.shades_of(tile.symbol)
    unit = cell.w / 19
    frame = cell.inset(0.7 * unit)
    press.rect(frame, fill=shades.ground, line=shades.edge, thick=LINE * unit, radius=1.5 * unit)
    inner = frame.inset(1.1 * unit)
    press.text(bold(str(tile.points)), inner.top(4 * unit).left(7 * unit), 9 * unit, align="left", lines=1)
    press.text(bold(tile.symbol), inner.below(2.6 * unit).top(8.6 * unit), 25 * unit, lines=1)
    numbers = "  ".join(map(signed, tile.oxidation))
    press.text(plain(numbers), inner.bottom(4.6 * unit).top(3.2 * unit), 8.5 * unit, lines=1)
    band(press, inner.bottom(1.2 * unit), shades, step=1.2 * unit)


def _blank(press: Press, cell: Box, points: int) -> None:
    """C-BLANK: only points are printed on it."""
    unit = cell.w / 19
    frame = cell.inset(0.7 * unit)
    press.rect(frame, fill=WHITE, line=GREY, thick=LINE * unit, radius=1.5 * unit)
    inner = frame.inset(1.1 * unit)
    press.text(bold(str(points)), inner.top(4 * unit).left(7 * unit), 9 * unit, align="left", lines=1)


# --- board --------------------------------------------------------------------------------------------------


def _board(press: Press, edition: Edition, order: Order) -> None:
    side = edition.board.size * (order.tile + PLAY) + 2 * FRAME
    seams = [FRAME + number * (order.tile + PLAY) for number in range(edition.board.size + 1)]
    draw = partial(_squares, edition=edition, square=order.tile + PLAY)
    poster(press, "board", (side, side), draw, whole=order.whole_board, seams=seams)


def _squares(press: Press, box: Box, edition: Edition, square: float) -> None:
    board = edition.board
    bonuses = dict(board.bonuses)
    field = box.inset(FRAME)
    for number in range(1, board.size + 1):
        at = (number - 1) * square
        for label in (
            Box(field.x + at, box.y, square, FRAME),
            Box(field.x + at, field.low, square, FRAME),
            Box(box.x, field.y + at, FRAME, square),
            Box(field.right, field.y + at, FRAME, square),
        ):
            if press.shows(label):
                press.text(plain(str(number)), label, 8, colour=GREY, lines=1)
        for column in range(1, board.size + 1):
            place = Box(field.x + (column - 1) * square, field.y + at, square, square)
            if press.sees(place):
                _square(press, place, bonuses.get((number, column)), atom=(number, column) in board.atoms)
    press.rect(field, line=BLACK, thick=THICK)


def _square(press: Press, place: Box, bonus: str | None, *, atom: bool) -> None:
    ground = WHITE if bonus is None else SQUARES[bonus][0]
    press.rect(place, fill=ground, line=PALE, thick=THIN)
    if atom:
        _atom(press, place)
    elif bonus is not None and press.shows(place):
        factor, what = BONUSES[bonus]
        edge = SQUARES["compound-edge"][0] if what == "compound" else GREY
        press.rect(place.inset(1), line=edge, thick=THICK if factor == "3×" else THIN)
        upper, lower = place.inset(1.5, place.h / 5).rows(3, 2)
        press.text(bold(factor), upper, 16, lines=1)
        press.text(plain(what), lower, 8.5, lines=1)


def _atom(press: Press, place: Box) -> None:
    """C-BOARD: a red atom: a nucleus and two orbits."""
    red = SQUARES[ATOM][0]
    x, y = place.centre
    radius = place.w * 0.4
    for degrees in (35, -35):
        with press.turned(x, y, degrees):
            flat = radius * 0.42
            bend = 0.5523
            press.shape(
                (
                    (x - radius, y),
                    (x - radius, y - flat * bend, x - radius * bend, y - flat, x, y - flat),
                    (x + radius * bend, y - flat, x + radius, y - flat * bend, x + radius, y),
                    (x + radius, y + flat * bend, x + radius * bend, y + flat, x, y + flat),
                    (x - radius * bend, y + flat, x - radius, y + flat * bend, x - radius, y),
                ),
                line=red,
                thick=THICK,
            )
    press.circle(x, y, place.w * 0.12, fill=red)


# --- lists --------------------------------------------------------------------------------------------------


def _ions(press: Press, edition: Edition, order: Order) -> None:
    """C-IONS: half a page for each player; pages of their own where there are very many."""
    rows: list[Row] = [
        (ion(one.formula, one.charges[0], "bold"), plain(named("compoundit", one.name)))
        for one in edition.ions
    ]
    rule = joined("ions_remark", " ", italic("(C-IONS)"))
    if len(rows) <= HALF_PAGE:
        halves(press, "polyatomic_ions", order.players, partial(_ion_list, rows=rows, rule=rule))
        return
    for _ in range(order.players):
        listing(press, "polyatomic_ions", rule, (plain("ion"), plain("name")), rows, ION_SHARES)


def _ion_list(press: Press, box: Box, player: int, rows: Sequence[Row], rule: Text) -> None:
    rest = heading(press, box, "polyatomic_ions", joined(worded("player_remark", number=player), " ", rule))
    longest = ceil(len(rows) / 2)
    for at, column in enumerate(rest.columns(1, 1, gap=6)):
        whole_table(press, column, (), rows[at * longest : (at + 1) * longest], ION_SHARES, 13)


def _scores(press: Press, order: Order) -> None:
    columns = [worded("player_number", number=number) for number in range(1, order.players + 1)]
    lines = [str(turn) for turn in range(1, ROUNDS + 1)]
    score_sheet(press, "score_sheet", "scores_remark", columns, [*lines, "in_all"])
