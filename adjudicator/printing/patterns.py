"""A band with the pattern of a family: what tells families apart where there is no colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.printing.press import THIN

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.printing.geometry import Box
    from adjudicator.printing.press import Press, Shades

STEP = 1.6


def band(press: Press, box: Box, shades: Shades, step: float = STEP) -> None:
    with press.inside(box):
        _DRAWN[shades.pattern](press, box, shades, min(step, box.h))


def _plain(press: Press, box: Box, shades: Shades, _: float) -> None:
    press.line(box.x, box.centre[1], box.right, box.centre[1], colour=shades.edge, thick=THIN)


def _solid(press: Press, box: Box, shades: Shades, _: float) -> None:
    press.rect(box, fill=shades.edge)


def _bars(press: Press, box: Box, shades: Shades, step: float, share: float = 0.35) -> None:
    """A line as thick as the band, in dashes."""
    dash = (step * share, step * (1 - share))
    y = box.centre[1]
    press.line(box.x + step / 3, y, box.right, y, colour=shades.edge, thick=box.h, dash=dash)


def _stripes(press: Press, box: Box, shades: Shades, step: float, share: float = 0.2) -> None:
    y = box.y + step / 4
    while y < box.low:
        press.line(box.x, y, box.right, y, colour=shades.edge, thick=step * share)
        y += step / 2


def _grid(press: Press, box: Box, shades: Shades, step: float) -> None:
    _bars(press, box, shades, step, 0.15)
    _stripes(press, box, shades, step, 0.15)


def _dots(press: Press, box: Box, shades: Shades, step: float) -> None:
    _beads(press, box, shades.edge, step, 0.56)


def _rings(press: Press, box: Box, shades: Shades, step: float) -> None:
    _beads(press, box, shades.edge, step, 0.78)
    _beads(press, box, shades.ground, step, 0.48)


def _beads(press: Press, box: Box, colour: str, step: float, share: float) -> None:
    """Dashes of hardly any length with round ends."""
    y = box.centre[1]
    dash = (0.01, step - 0.01)
    press.line(
        box.x + step / 2, y, box.right, y, colour=colour, thick=step * share, dash=dash, round_ends=True
    )


def _rising(press: Press, box: Box, shades: Shades, step: float) -> None:
    for x in _places(box, step):
        press.line(x, box.low, x + box.h, box.y, colour=shades.edge, thick=step * 0.25)


def _falling(press: Press, box: Box, shades: Shades, step: float) -> None:
    for x in _places(box, step):
        press.line(x, box.y, x + box.h, box.low, colour=shades.edge, thick=step * 0.25)


def _lattice(press: Press, box: Box, shades: Shades, step: float) -> None:
    _rising(press, box, shades, step)
    _falling(press, box, shades, step)


def _places(box: Box, step: float) -> list[float]:
    start = box.x - box.h
    return [start + step * at for at in range(int((box.w + box.h) / step + 1e-6) + 1)]


_DRAWN: dict[str, Callable[[Press, Box, Shades, float], None]] = {
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
