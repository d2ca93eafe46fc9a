"""Sheets: pieces to cut out with their backs, posters in one piece or over pages, lists and ruled sheets."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING, TypeVar

from adjudicator.printing.geometry import CLEAR, MARGIN, MARK, Box, Grid, Paper
from adjudicator.printing.press import BLACK, GREY, HAIR, LINE, PALE, THIN
from adjudicator.printing.setting import (
    LEADING,
    LEAST,
    POINT,
    STEP,
    PrintError,
    Text,
    bold,
    fit,
    plain,
    worded,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from adjudicator.printing.press import Press

T = TypeVar("T")

CARD = (63.0, 88.0)
OVERLAP = 10.0
MOST_PIECES = 1_000  # of a part; more is no box
MOST_PAGES = 40  # of a poster
ROW_GAP = 1.2


@dataclass(frozen=True, slots=True)
class Piece:
    """What is printed and cut out; counted by its name."""

    name: str
    front: Callable[[Press, Box], None]
    back: Callable[[Press, Box], None] | None = None


def copies(counted: Iterable[tuple[T, int]]) -> list[T]:
    """So many of each; refused before they are counted out when they are more than a box holds."""
    listed = list(counted)
    number = sum(count for _, count in listed)
    if number > MOST_PIECES:
        raise PrintError(
            "too_many_pieces", f"{number} pieces are more than the {MOST_PIECES} that are printed."
        )
    return [thing for thing, count in listed for _ in range(count)]


def cut_out(press: Press, title: str, pieces: Sequence[Piece], size: tuple[float, float]) -> None:
    """Sheets of pieces with cut marks; two-sided, their backs follow, mirrored over the long edge."""
    grid = Grid(press.paper, *size)
    sheets = ceil(len(pieces) / grid.size)
    for sheet in range(sheets):
        some = pieces[sheet * grid.size : (sheet + 1) * grid.size]
        press.even()
        _side(press, grid, some, _foot(title, str(sheet + 1), str(sheets)))
        if press.two_sided and any(piece.back for piece in some):
            _back_side(
                press,
                grid,
                some,
                worded("backs_of", title=worded(title), sheet=sheet + 1),
            )


def _foot(title: str, sheet: str, last: str) -> str:
    return worded("sheet_of", title=worded(title), sheet=sheet, last=last)


def _side(press: Press, grid: Grid, pieces: Sequence[Piece], foot: str) -> None:
    press.page()
    cells = [grid.cell(place) for place in range(len(pieces))]
    for piece, cell in zip(pieces, cells, strict=True):
        press.place(piece.name, cell)
        piece.front(press, cell)
    for cell in cells:
        press.rect(cell, line=PALE, thick=HAIR)
    for mark in grid.marks(cells):
        press.line(*mark, colour=BLACK, thick=THIN)
    press.foot(foot, press.edition)


def _back_side(press: Press, grid: Grid, pieces: Sequence[Piece], foot: str) -> None:
    press.page()
    for place, piece in enumerate(pieces):
        if piece.back is not None:
            cell = grid.cell(place, mirrored=True)
            press.place(piece.name, cell, back=True)
            piece.back(press, cell)
    press.foot(foot)


# --- posters ------------------------------------------------------------------------------------------------


def poster(
    press: Press,
    title: str,
    size: tuple[float, float],
    draw: Callable[[Press, Box], None],
    *,
    whole: bool,
    seams: Sequence[float] = (),
) -> None:
    """A board: one page as large as it is, or pages that overlap, with marks to put them together by.

    `draw` draws it into a box, and may leave out what the press does not see. `seams` says where a board is
    best cut, across and down; where none of them helps it is cut anywhere.
    """
    wide, high = size
    if whole:
        frame = MARGIN + MARK + CLEAR
        press.page(Paper("board", wide + 2 * frame, high + 2 * frame))
        box = Box(frame, frame, wide, high)
        press.place(title, box)
        draw(press, box)
        _corners(press, box)
        press.foot(title, press.edition)
        return
    paper, columns, lines = _division(press.paper, size, seams)
    sheets = (len(columns) - 1) * (len(lines) - 1)
    if sheets > MOST_PAGES:
        message = f"{title}: {wide:.0f} x {high:.0f} mm would take {sheets} pages; {MOST_PAGES} is the most."
        raise PrintError("too_large", message)
    last = _sheet(len(lines) - 2, len(columns) - 2)
    for line, (top, low) in enumerate(pairwise(lines)):
        for column, (left, right) in enumerate(pairwise(columns)):
            press.even()
            press.page(paper)
            over = (right < wide, low < high)
            shown = (right - left + OVERLAP * over[0], low - top + OVERLAP * over[1])
            window = Box((paper.w - shown[0]) / 2, (paper.h - shown[1]) / 2, *shown)
            with press.inside(window):
                draw(press, Box(window.x - left, window.y - top, wide, high))
            press.place(f"{title} {_sheet(line, column)}", window)
            _corners(press, window)
            _seams(press, window, right=over[0], low=over[1])
            press.foot(_foot(title, _sheet(line, column), last), press.edition)


def _sheet(line: int, column: int) -> str:
    return f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[line % 26]}{column + 1}"


def _division(
    paper: Paper, size: tuple[float, float], seams: Sequence[float]
) -> tuple[Paper, list[float], list[float]]:
    """Where the sheets begin, across and down, turning the paper so that there are fewer of them."""
    ways = []
    for turned in (paper, paper.turned):
        room = turned.printable.inset(MARK + CLEAR)
        ways.append((turned, _cuts(size[0], room.w, seams), _cuts(size[1], room.h, seams)))
    return min(ways, key=lambda way: (len(way[1]) - 1) * (len(way[2]) - 1))


def _cuts(length: float, room: float, seams: Sequence[float]) -> list[float]:
    """Nearly equal pieces that fit with their overlap: where each begins, and the end."""
    pieces = max(1, ceil((length - OVERLAP) / (room - OVERLAP) - 1e-9))
    even = [length * at / pieces for at in range(1, pieces)]
    at_seams = [_nearest(seams, place) for place in even]
    for inner in (at_seams, even):
        cuts = [0.0, *inner, length]
        if all(0 < end - start <= room - OVERLAP * (end < length) + 1e-6 for start, end in pairwise(cuts)):
            return cuts
    return [*(at * (room - OVERLAP) for at in range(pieces)), length]


def _nearest(seams: Sequence[float], place: float) -> float:
    return min(seams, key=lambda seam: abs(seam - place), default=place)


def _corners(press: Press, box: Box) -> None:
    for x, outwards in ((box.x, -1), (box.right, 1)):
        for y, away in ((box.y, -1), (box.low, 1)):
            press.line(x + outwards * CLEAR, y, x + outwards * (CLEAR + MARK), y, colour=BLACK, thick=THIN)
            press.line(x, y + away * CLEAR, x, y + away * (CLEAR + MARK), colour=BLACK, thick=THIN)


def _seams(press: Press, window: Box, *, right: bool, low: bool) -> None:
    """Where the next sheet is laid on: a dashed line, and marks in the margin at both its ends."""
    if right:
        x = window.right - OVERLAP
        press.line(x, window.y, x, window.low, colour=GREY, thick=THIN, dash=(2, 2))
        for y, away in ((window.y, -1), (window.low, 1)):
            press.line(x, y + away * CLEAR, x, y + away * (CLEAR + MARK), colour=BLACK, thick=LINE)
    if low:
        y = window.low - OVERLAP
        press.line(window.x, y, window.right, y, colour=GREY, thick=THIN, dash=(2, 2))
        for x, outwards in ((window.x, -1), (window.right, 1)):
            press.line(x + outwards * CLEAR, y, x + outwards * (CLEAR + MARK), y, colour=BLACK, thick=LINE)


# --- lists and ruled sheets ---------------------------------------------------------------------------------


def heading(press: Press, box: Box, title: str, remark: Text = ()) -> Box:
    """A title over a sheet; what is left below it."""
    press.text(bold(title), box.top(9), 18, align="left", lines=1)
    rest = box.below(10)
    if remark:
        setting = fit(remark, (rest.w, 40), 9)
        press.text(remark, rest.top(setting.height + 0.5), setting.size, align="left", upright="top")
        rest = rest.below(setting.height + 2)
    press.line(rest.x, rest.y, rest.right, rest.y, colour=BLACK, thick=LINE)
    return rest.below(2)


def paragraphs(press: Press, box: Box, texts: Sequence[Text], size: float, gap: float = 0.8) -> float:
    """One below the other, all at the largest size at which they fit; where the last one ends."""
    tried = size
    while tried > LEAST and sum(fit(text, (box.w, 500), tried).height + gap for text in texts) > box.h:
        tried -= STEP
    y = box.y
    for text in texts:
        setting = fit(text, (box.w, box.low - y), tried)
        press.text(text, Box(box.x, y, box.w, setting.height), tried, align="left", upright="top")
        y += setting.height + gap
    return y


Row = tuple[Text, ...]


def halves(press: Press, title: str, copies: int, draw: Callable[[Press, Box, int], None]) -> None:
    """Sheets for players, two on a page; each is drawn with its number, from 1."""
    for number in range(1, copies + 1):
        if number % 2:
            page = press.page()
            press.line(
                page.x, page.centre[1], page.right, page.centre[1], colour=GREY, thick=THIN, dash=(2, 2)
            )
            press.foot(title, press.edition)
        half = page.rows(1, 1)[(number - 1) % 2].inset(8, 6)
        press.place(f"{title} {number}", half.inset(-2))
        draw(press, half, number)


def table(
    press: Press, box: Box, head: Row, rows: Sequence[Row], shares: Sequence[float], size: float = 10.0
) -> Sequence[Row]:
    """As many rows as the box holds, under their heads; the rows that are left."""
    y = box.y
    if head:
        y += _row(press, Box(box.x, y, box.w, box.h), head, shares, size * 0.8, GREY)
        press.line(box.x, y, box.right, y, colour=BLACK, thick=LINE)
    for at, row in enumerate(rows):
        high = _height(row, box.w, shares, size)
        if y + high > box.low + 0.01:
            if at == 0:
                raise PrintError("text_too_long", "A row of a list is longer than the page.")
            return rows[at:]
        _row(press, Box(box.x, y, box.w, high), row, shares, size, BLACK)
        y += high
        press.line(box.x, y, box.right, y, colour=PALE, thick=THIN)
    return ()


def table_height(rows: Sequence[Row], wide: float, shares: Sequence[float], size: float = 10.0) -> float:
    return sum(_height(row, wide, shares, size) for row in rows)


def whole_table(
    press: Press, box: Box, head: Row, rows: Sequence[Row], shares: Sequence[float], size: float = 12.0
) -> None:
    """All of the rows, at the largest size at which they fit; raises PrintError when none does."""
    tried = size
    while tried > LEAST and table_height(rows, box.w, shares, tried) + line_height(tried) * 2 > box.h:
        tried -= STEP
    left = table(press, box, head, rows, shares, tried)
    if left:
        message = f"{len(rows)} rows do not fit into {box.w:.0f} x {box.h:.0f} mm."
        raise PrintError("text_too_long", message, input="".join(run.text for run in left[0][0])[:200])


def _height(row: Row, wide: float, shares: Sequence[float], size: float) -> float:
    cells = Box(0, 0, wide, 500).columns(*shares, gap=2)
    return max(fit(text, (cell.w, 500), size).height for text, cell in zip(row, cells, strict=True)) + ROW_GAP


def _row(press: Press, box: Box, row: Row, shares: Sequence[float], size: float, colour: str) -> float:
    high = _height(row, box.w, shares, size)
    for text, cell in zip(row, box.top(high).columns(*shares, gap=2), strict=True):
        press.text(text, cell, size, align="left", colour=colour)
    return high


def listing(
    press: Press,
    title: str,
    remark: Text,
    head: Row,
    rows: Sequence[Row],
    shares: Sequence[float],
    size: float = 10.0,
) -> None:
    """A list over as many pages as it takes."""
    left: Sequence[Row] = rows
    while left:
        box = heading(press, press.page().inset(8, 6).above(6), title, remark)
        left = table(press, box, head, left, shares, size)
        press.foot(title, press.edition)


def score_sheet(press: Press, title: str, remark: str, columns: Sequence[str], lines: Sequence[str]) -> None:
    """A ruled sheet: a column for each player, a line for each thing that scores."""
    box = heading(press, press.page().inset(8, 6).above(6), title, plain(remark))
    shares = [1.6] + [1.0] * len(columns)
    rows = box.rows(1.2, *(1.0 for _ in lines))
    for row, name in zip(rows, ["", *lines], strict=True):
        for at, cell in enumerate(row.columns(*shares)):
            press.rect(cell, line=GREY, thick=THIN)
            label = columns[at - 1] if at and not name and row is rows[0] else name if at == 0 else ""
            if label:
                press.text(
                    label, cell.inset(1.5, 0.5), 10 if at == 0 else 8, align="left" if at == 0 else "centre"
                )
    press.foot(title, press.edition)


def line_height(size: float) -> float:
    return size * LEADING * POINT
