"""Reads a Lewis drawing back and says which of its parts touch, from dense points and the printed widths of
letters.

It knows nothing of how the drawing was made. Widths are in thousandths of the font size, the wider of
Helvetica (Adobe's font metrics) and DejaVu Sans, which is used where a machine has none of the requested
fonts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import ceil, hypot
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from collections.abc import Iterator

SVG = "{http://www.w3.org/2000/svg}"
_WIDTHS = {
    "A": 684, "B": 686, "C": 722, "F": 611, "H": 752, "I": 602, "K": 667, "N": 748, "O": 787, "P": 667, "R": 722,
    "S": 667, "T": 611, "X": 685, "a": 613, "e": 615, "i": 278, "l": 278, "n": 634, "r": 411, "s": 521, "t": 392,
    "+": 838, "−": 838,
}  # fmt: skip
_DIGIT, _CAPITAL = 636, 729  # a digit's width, a capital's height
STEP = 0.3  # between two points of a line


@dataclass(frozen=True)
class Letters:
    text: str
    x: float
    y: float  # the middle
    half_width: float
    half_height: float

    def distance(self, x: float, y: float) -> float:
        return hypot(
            max(0.0, abs(x - self.x) - self.half_width), max(0.0, abs(y - self.y) - self.half_height)
        )

    def corners(self) -> Iterator[tuple[float, float]]:
        """Points along the outline."""
        for step in range(11):
            part = step / 5 - 1
            for side in (-1, 1):
                yield self.x + part * self.half_width, self.y + side * self.half_height
                yield self.x + side * self.half_width, self.y + part * self.half_height


def touching(svg: str) -> list[str]:
    """Every two parts that touch and should not, and every mark that extends beyond the edge of the paper."""
    root = ET.fromstring(svg)
    texts = [_letters(text) for text in root.iter(f"{SVG}text")]
    charges = [text for text in texts if text.text[-1] in "+−"]
    symbols = [text for text in texts if text not in charges]
    dots = [(float(c.get("cx", "")), float(c.get("cy", ""))) for c in root.iter(f"{SVG}circle")]
    radius = max((float(c.get("r", "")) for c in root.iter(f"{SVG}circle")), default=0.0)
    bonds = [point for path in root.iter(f"{SVG}path") for point in _points(path)]
    thick = max((float(p.get("stroke-width", "")) for p in root.iter(f"{SVG}path")), default=0.0) / 2

    faults = []
    for charge in charges:
        if any(charge.distance(*point) < thick for point in bonds):
            faults.append(f"charge {charge.text} touches a bond")
        faults += [
            f"charge {charge.text} touches {other.text}"
            for other in texts
            if other is not charge and any(other.distance(*corner) <= 0 for corner in charge.corners())
        ]
        if any(charge.distance(*dot) < radius for dot in dots):
            faults.append(f"charge {charge.text} touches a dot")
    for number, (x, y) in enumerate(dots):
        if any(hypot(x - u, y - v) < radius + thick for u, v in bonds):
            faults.append("a dot touches a bond")
        if any(symbol.distance(x, y) < radius for symbol in symbols):
            faults.append("a dot touches a symbol")
        if any(hypot(x - u, y - v) < 2 * radius for u, v in dots[:number]):
            faults.append("a dot touches a dot")
    left, top, width, height = map(float, (root.get("viewBox") or "").split())
    for x, y in [*dots, *(corner for text in texts for corner in text.corners())]:
        if not (left <= x <= left + width and top <= y <= top + height):
            faults.append("something hangs over the edge")
    return faults


def _letters(element: ET.Element) -> Letters:
    text, size = element.text or "", float(element.get("font-size", ""))
    width = sum(_DIGIT if c.isdigit() else _WIDTHS[c] for c in text) / 1000 * size
    half_height = _CAPITAL / 2000 * size
    return Letters(
        text, float(element.get("x", "")), float(element.get("y", "")) - half_height, width / 2, half_height
    )


def _points(path: ET.Element) -> Iterator[tuple[float, float]]:
    x1, y1, x2, y2 = map(float, re.findall(r"-?[\d.]+", path.get("d", "")))
    pieces = max(1, ceil(hypot(x2 - x1, y2 - y1) / STEP))
    for k in range(pieces + 1):
        yield x1 + (x2 - x1) * k / pieces, y1 + (y2 - y1) * k / pieces
