"""A band with the pattern of a family: what tells families apart where there is no colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.printing.press import THIN

if TYPE_CHECKING:
    from adjudicator.printing.geometry import Box
    from adjudicator.printing.press import Press, Shades

STEP = 1.6


def band(press: Press, box: Box, shades: Shades, step: float = STEP) -> None:
    with press.inside(box):
        _DRAWN[shades.pattern](press, box, shades.edge, min(step, box.h))


def _places(start: float, end: float, step: float) -> list[float]:
    return [start + step * at for at in range(int((end - start) / step + 1e-6) + 1)]


def _plain(press: Press, box: Box, edge: str, _: float) -> None:
    press.line(box.x, box.centre[1], box.right, box.centre[1], colour=edge, thick=THIN)


def _solid(press: Press, box: Box, edge: str, _: float) -> None:
    press.rect(box, fill=edge)


def _bars(press: Press, box: Box, edge: str, step: float) -> None:
    for x in _places(box.x + step / 2, box.right, step):
        press.line(x, box.y, x, box.low, colour=edge, thick=step * 0.35)


def _stripes(press: Press, box: Box, edge: str, step: float) -> None:
    for y in _places(box.y + step / 4, box.low, step / 2):
        press.line(box.x, y, box.right, y, colour=edge, thick=step * 0.2)


def _rising(press: Press, box: Box, edge: str, step: float) -> None:
    for x in _places(box.x - box.h, box.right, step):
        press.line(x, box.low, x + box.h, box.y, colour=edge, thick=step * 0.25)


def _falling(press: Press, box: Box, edge: str, step: float) -> None:
    for x in _places(box.x - box.h, box.right, step):
        press.line(x, box.y, x + box.h, box.low, colour=edge, thick=step * 0.25)


def _lattice(press: Press, box: Box, edge: str, step: float) -> None:
    _rising(press, box, edge, step)
    _falling(press, box, edge, step)


def _grid(press: Press, box: Box, edge: str, step: float) -> None:
    for x in _places(box.x + step / 2, box.right, step):
        press.line(x, box.y, x, box.low, colour=edge, thick=step * 0.15)
    for y in _places(box.y + step / 4, box.low, step / 2):
        press.line(box.x, y, box.right, y, colour=edge, thick=step * 0.15)


def _dots(press: Press, box: Box, edge: str, step: float) -> None:
    for x in _places(box.x + step / 2, box.right, step):
        press.circle(x, box.centre[1], step * 0.28, fill=edge)


def _rings(press: Press, box: Box, edge: str, step: float) -> None:
    for x in _places(box.x + step / 2, box.right, step):
        press.circle(x, box.centre[1], step * 0.32, line=edge, thick=step * 0.15)


_DRAWN = {
    "plain": _plain,
    "solid": _solid,
    "bars": _bars,
    "stripes": _stripes,
    "rising": _rising,
    "falling": _falling,
    "lattice": _lattice,
    "grid": _grid,
    "dots": _dots,
    "rings": _rings,
}
