"""Lewis structures on paper: the same drawing as on the pages, line by line."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from adjudicator.chem.drawing import DrawingError, draw
from adjudicator.chem.elements import ELEMENTS
from adjudicator.printing.press import BLACK
from adjudicator.printing.setting import POINT, ion, plain, width

if TYPE_CHECKING:
    from adjudicator.printing.geometry import Box
    from adjudicator.printing.press import Press

LARGEST = 0.3  # millimetres for a unit of the drawing; its letters are 20 units high
LONGEST = 3  # atoms of a radical
AROUND = 3.4  # millimetres from the middle of an atom to its electrons
ORDERS, SIGNS = {"": 1, "=": 2, "#": 3}, {"": 0, "+": 1, "-": -1}
ATOM = 15.0  # size of its symbols, in points
_CHAIN = re.compile(r"([=#]?)(?:\[([A-Z][a-z]?)([+-]?)\]|([A-Z][a-z]?))")
_SVG = "{http://www.w3.org/2000/svg}"


def structure(press: Press, box: Box, smiles: str) -> bool:
    """In the middle of the box, no larger than it; False where there is no octet structure to draw."""
    svg = _drawn(smiles)
    if svg is None:
        return False
    root = ET.fromstring(svg)  # noqa: S314 - we have written it ourselves
    left, top, wide, high = map(float, root.attrib["viewBox"].split())
    scale = min(box.w / wide, box.h / high, LARGEST)
    x0 = box.x + (box.w - wide * scale) / 2 - left * scale
    y0 = box.y + (box.h - high * scale) / 2 - top * scale
    for path in root.iter(f"{_SVG}path"):
        x, y, to_x, to_y = map(float, re.findall(r"-?[\d.]+", path.attrib["d"]))
        ends = (x0 + x * scale, y0 + y * scale, x0 + to_x * scale, y0 + to_y * scale)
        press.line(*ends, thick=float(path.attrib["stroke-width"]) * scale, round_ends=True)
    for dot in root.iter(f"{_SVG}circle"):
        x, y, radius = (float(dot.attrib[name]) * scale for name in ("cx", "cy", "r"))
        press.circle(x0 + x, y0 + y, radius, fill=BLACK)
    for text in root.iter(f"{_SVG}text"):
        x, y, size = (float(text.attrib[name]) * scale for name in ("x", "y", "font-size"))
        line = plain(text.text or "")
        points = size / POINT
        press.write(line, x0 + x - width(line) * points / 2, y0 + y, points)
    return True


def radical(press: Press, box: Box, smiles: str) -> bool:
    """A chain of two or three atoms with an unpaired electron; False for anything larger.

    The atoms share the bonds that are written. The electrons they have left are drawn as pairs, the odd one
    as a single dot.
    """
    tokens = _CHAIN.findall(smiles)
    if _CHAIN.sub("", smiles) or not 2 <= len(tokens) <= LONGEST:
        return False
    orders = [ORDERS[bond] for bond, *_ in tokens[1:]]
    step = min(box.w / (len(tokens) + 1), 13.0)
    x0, y0 = box.centre[0] - step * len(orders) / 2, box.centre[1]
    places = [(x0 + step * at, y0 - 3 if 0 < at < len(orders) else y0 + 1) for at in range(len(tokens))]
    for order, start, end in zip(orders, places, places[1:], strict=False):
        _bond(press, start, end, order)
    for at, (_, inside, sign, outside) in enumerate(tokens):
        bonds = sum(orders[max(0, at - 1) : at + 1])
        free = [(0, -1), (0, 1)] if 0 < at < len(orders) else [(1 if at else -1, 0), (0, 1), (0, -1)]
        _atom(press, places[at], inside or outside, SIGNS[sign], bonds, free)
    return True


def _bond(press: Press, start: tuple[float, float], end: tuple[float, float], order: int) -> None:
    (x, y), (to_x, to_y) = start, end
    across, down = (to_x - x) * 0.3, (to_y - y) * 0.3
    for line in range(order):
        off = (line - (order - 1) / 2) * 1.1
        press.line(x + across, y + down + off, to_x - across, to_y - down + off, thick=0.35, round_ends=True)


def _atom(
    press: Press,
    place: tuple[float, float],
    symbol: str,
    charge: int,
    bonds: int,
    free: list[tuple[int, int]],
) -> None:
    """The symbol with its charge, and what electrons are left on its free sides."""
    x, y = place
    line = ion(symbol, charge) if charge else plain(symbol)
    press.write(line, x - width(plain(symbol)) * ATOM / 2, y + ATOM * POINT * 0.35, ATOM)
    left = ELEMENTS[symbol].valence_electrons - charge - bonds
    for dx, dy in free:
        for dot in (-0.6, 0.6) if left > 1 else (0.0,) * left:
            press.circle(x + dx * AROUND - dy * dot, y + dy * AROUND + dx * dot, 0.45, fill=BLACK)
        left = max(0, left - 2)


@lru_cache(256)
def _drawn(smiles: str) -> str | None:
    try:
        return draw(smiles)
    except DrawingError:
        return None
