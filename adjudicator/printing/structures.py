"""Lewis structures on paper: the same drawing as on the pages, line by line."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from adjudicator.chem.drawing import DrawingError, draw
from adjudicator.printing.press import BLACK
from adjudicator.printing.setting import POINT, plain, width

if TYPE_CHECKING:
    from adjudicator.printing.geometry import Box
    from adjudicator.printing.press import Press

LARGEST = 0.3  # millimetres for a unit of the drawing; its letters are 20 units high
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


@lru_cache(256)
def _drawn(smiles: str) -> str | None:
    try:
        return draw(smiles)
    except DrawingError:
        return None
