"""Pieces that several games have: tiles of elements, fronts and backs of cards, round tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.printing.geometry import Box
from adjudicator.printing.patterns import band
from adjudicator.printing.press import BLACK, GREY, LINE, THIN, WHITE
from adjudicator.printing.setting import bold, plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.printing.press import Press, Shades
    from adjudicator.printing.setting import Text

BORDER = 3.0  # white around a back: a millimetre of misfit cuts nothing off
RADIUS = 2.0


def face(press: Press, cell: Box, shades: Shades, *, inset: float = 2.0, band_height: float = 5.0) -> Box:
    """The front of a card: ground and edge of its family, its pattern at the foot; what is left inside."""
    frame = cell.inset(inset)
    press.rect(frame, fill=shades.ground, line=shades.edge, thick=LINE, radius=RADIUS)
    inner = frame.inset(2.5)
    if band_height:
        band(press, inner.bottom(band_height), shades)
        inner = inner.above(band_height + 1.5)
    return inner


def plain_face(press: Press, cell: Box, *, inset: float = 2.0) -> Box:
    """The front of a card of no family."""
    frame = cell.inset(inset)
    press.rect(frame, fill=WHITE, line=GREY, thick=LINE, radius=RADIUS)
    return frame.inset(2.5)


def back_of(title: str, kind: str, family: str) -> Callable[[Press, Box], None]:
    """A back: the same for all cards of a deck, the same whichever way it is turned."""

    def draw(press: Press, cell: Box) -> None:
        shades = press.shades(family)
        frame = cell.inset(BORDER)
        press.rect(frame, fill=shades.ground, line=shades.edge, thick=LINE, radius=RADIUS)
        field = frame.inset(min(4.0, frame.w / 8))
        for place in (field.top(frame.h / 6), field.bottom(frame.h / 6)):
            band(press, place, shades, step=2.4)
        middle = field.inset(0, frame.h / 6 + 1)
        upper, lower = middle.rows(1, 1)
        _both_ways(press, middle, upper, lower, title, kind, shades)

    return draw


def _both_ways(
    press: Press, middle: Box, upper: Box, lower: Box, title: str, kind: str, shades: Shades
) -> None:
    """The title upright above and upside down below."""
    cx, cy = middle.centre
    for degrees in (0, 180):
        with press.turned(cx, cy, degrees):
            name, what = upper.rows(2, 1)
            press.text(bold(title), name, 15, colour=shades.ink, lines=2)
            press.text(plain(kind), what, 10, colour=shades.ink, lines=2)
    press.line(middle.x + 3, lower.y, middle.right - 3, lower.y, colour=shades.edge, thick=THIN)


def token(
    press: Press, cell: Box, text: Text, *, fill: str = WHITE, line: str = BLACK, size: float = 18.0
) -> None:
    """A round token."""
    x, y = cell.centre
    radius = min(cell.w, cell.h) / 2 - 0.8
    press.circle(x, y, radius, fill=fill, line=line, thick=LINE)
    press.text(text, Box(x - radius * 0.75, y - radius * 0.6, radius * 1.5, radius * 1.2), size)


def tag(press: Press, box: Box, text: Text, shades: Shades, size: float) -> None:
    """A word on the ground of a family, with its pattern."""
    press.rect(box, fill=shades.ground, line=shades.edge, thick=THIN, radius=1)
    room = box.inset(1, 0.6)
    band(press, room.bottom(0.9), shades, step=0.9)
    press.text(text, room.above(1.1), size, lines=2)


def disc(press: Press, box: Box, text: Text, size: float, line: str) -> None:
    """Points, in a circle."""
    x, y = box.centre
    radius = min(box.w, box.h) / 2
    press.circle(x, y, radius, fill=WHITE, line=line, thick=LINE)
    press.text(text, Box(x - radius * 0.72, y - radius * 0.72, radius * 1.44, radius * 1.44), size, lines=1)
