"""A Lewis structure with coordinates as SVG: every atom a symbol, every bond its lines, lone pairs as dots,
formal charges raised. Takes its colour from the page around it; on its own it follows light and dark.
"""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin
from typing import TYPE_CHECKING

from adjudicator.chem.formula import Formula

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.chem.structure import LewisStructure

Point = tuple[float, float]

BOND_LENGTH = 44.0
FONT = 20.0
SMALL_FONT = 15.0
SERIFED = "Menlo,Consolas,DejaVu Sans Mono,monospace"  # for iodine: a bare stroke would look like a bond
LETTER = 7.0  # half the width of a capital
HALF_HEIGHT = 8.5
GAP = 3.5  # between a symbol and what is near it
LINE = 1.8
LINE_SPACING = {1: (0.0,), 2: (-3.0, 3.0), 3: (-5.0, 0.0, 5.0)}
DOT = 1.9
DOT_SPACING = 3.6  # from the middle of a pair
PAIR_DISTANCE = 2.0  # from the edge of the symbol
CHARGE_DISTANCE = 5.5
NEAR = 0.95  # bond lengths within which another atom is in the way of dots
MARGIN = 26.0
ROOM_FOR_CHARGE = pi / 2.6
UPPER_RIGHT = -pi / 4  # screens count y downwards
TURN = 2 * pi

# Only where the drawing is a document of its own does its root match; inside a page it inherits the colour.
STYLE = "@media (prefers-color-scheme:dark){:root.lewis{color:#eee}}"


def lewis_svg(structure: LewisStructure, coordinates: Sequence[Point]) -> str:
    places = _on_paper(structure, coordinates)
    shapes: list[str] = []
    for i, j, order in structure.bonds:
        shapes += _bond(structure, places, i, j, order)
    marks: list[str] = []
    for i, (symbol, pairs) in enumerate(zip(structure.symbols, structure.lone_pairs, strict=True)):
        shapes.append(_text(places[i], symbol, FONT))
        marks += _marks(structure, places, i, pairs)
    width = max(x for x, _ in places) + MARGIN
    height = max(y for _, y in places) + MARGIN
    return _page(width, height, _title(structure), shapes + marks)


def _title(structure: LewisStructure) -> str:
    return f"Lewis structure of {Formula.of_tiles(structure.symbols).conventional}, {structure.smiles}"


def _page(width: float, height: float, title: str, shapes: Sequence[str]) -> str:
    wide, high = _number(width), _number(height)
    title = title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="lewis" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" style="max-width:100%;height:auto" role="img" aria-label="{title}">'
    )
    group = '<g fill="currentColor" font-family="Helvetica,Arial,sans-serif" text-anchor="middle">'
    head = [opening, f"<title>{title}</title>", f"<style>{STYLE}</style>", group]
    return "\n".join([*head, *shapes, "</g>", "</svg>", ""])


def _on_paper(structure: LewisStructure, coordinates: Sequence[Point]) -> list[Point]:
    """Scaled to our bond length, y downwards, with a margin."""
    lengths = sorted(
        hypot(coordinates[i][0] - coordinates[j][0], coordinates[i][1] - coordinates[j][1])
        for i, j, _ in structure.bonds
    )
    scale = BOND_LENGTH / lengths[len(lengths) // 2]
    left, top = min(x for x, _ in coordinates), max(y for _, y in coordinates)
    return [
        (round((x - left) * scale + MARGIN, 1), round((top - y) * scale + MARGIN, 1)) for x, y in coordinates
    ]


def _edge(symbol: str, angle: float) -> float:
    """From the middle of a symbol to its edge: an ellipse around its letters."""
    width, height = LETTER * (1.7 if len(symbol) > 1 else 1.0) + GAP, HALF_HEIGHT + GAP
    return width * height / hypot(height * cos(angle), width * sin(angle))


def _bond(structure: LewisStructure, places: Sequence[Point], i: int, j: int, order: int) -> list[str]:
    (x1, y1), (x2, y2) = places[i], places[j]
    angle = atan2(y2 - y1, x2 - x1)
    across = cos(angle), sin(angle)
    start = _edge(structure.symbols[i], angle)
    end = hypot(x2 - x1, y2 - y1) - _edge(structure.symbols[j], angle + pi)
    lines = []
    for shift in LINE_SPACING[order]:
        dx, dy = -across[1] * shift, across[0] * shift
        a = x1 + across[0] * start + dx, y1 + across[1] * start + dy
        b = x1 + across[0] * end + dx, y1 + across[1] * end + dy
        lines.append(
            f'<path d="M{_number(a[0])} {_number(a[1])}L{_number(b[0])} {_number(b[1])}" '
            f'stroke="currentColor" stroke-width="{LINE}" stroke-linecap="round"/>'
        )
    return lines


def _text(place: Point, text: str, size: float) -> str:
    x, y = place[0], place[1] + 0.36 * size
    font = f' font-family="{SERIFED}"' if text == "I" else ""
    return f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}"{font}>{text}</text>'


def _marks(structure: LewisStructure, places: Sequence[Point], i: int, pairs: int) -> list[str]:
    """The lone pairs and the charge of an atom, in the free directions around it."""
    symbol, charge = structure.symbols[i], structure.charges[i]
    bonded = [a + b - i for a, b, _ in structure.bonds if i in {a, b}]
    blocked = _blocked(places, i, bonded)
    directions = _spread(blocked, pairs)
    marks = []
    for angle in directions:
        middle = _from(places[i], angle, _edge(symbol, angle) + PAIR_DISTANCE)
        for side in (-1, 1):
            x, y = _from(middle, angle + side * pi / 2, DOT_SPACING)
            marks.append(f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{DOT}"/>')
    if charge:
        angle = _for_charge(sorted(blocked + directions))
        distance = _edge(symbol, angle) + CHARGE_DISTANCE
        size = abs(charge)
        sign = "+" if charge > 0 else "\N{MINUS SIGN}"
        text = f"{size if size > 1 else ''}{sign}"
        marks.append(_text(_from(places[i], angle, distance), text, SMALL_FONT))
    return marks


def _blocked(places: Sequence[Point], i: int, bonded: Sequence[int]) -> list[float]:
    """The directions of an atom's bonds and of other atoms that are too near."""
    x, y = places[i]
    return sorted(
        atan2(v - y, u - x)
        for j, (u, v) in enumerate(places)
        if j != i and (j in bonded or hypot(u - x, v - y) < NEAR * BOND_LENGTH)
    )


def _gaps(directions: Sequence[float]) -> list[float]:
    """From each direction to the next; all round where there is only one."""
    return [
        ((b - a) % TURN) or TURN for a, b in zip(directions, [*directions[1:], directions[0]], strict=True)
    ]


def _spread(blocked: Sequence[float], wanted: int) -> list[float]:
    """So many directions, as far from what is blocked and from each other as possible."""
    gaps = _gaps(blocked)
    inside = [0] * len(gaps)
    for _ in range(wanted):
        roomiest = max(range(len(gaps)), key=lambda g: (round(gaps[g] / (inside[g] + 2), 3), -g))
        inside[roomiest] += 1
    return [
        (start + gap * (k + 1) / (number + 1) + pi) % TURN - pi
        for start, gap, number in zip(blocked, gaps, inside, strict=True)
        for k in range(number)
    ]


def _for_charge(taken: Sequence[float]) -> float:
    """Raised to the right if there is room, as in print; else where there is most room."""
    gaps = _gaps(taken)
    middles = [(start + gap / 2 + pi) % TURN - pi for start, gap in zip(taken, gaps, strict=True)]
    for start, gap in zip(taken, gaps, strict=True):
        into = (UPPER_RIGHT - start) % TURN
        if min(into, gap - into) > ROOM_FOR_CHARGE / 2:
            return UPPER_RIGHT
    roomy = [m for m, gap in zip(middles, gaps, strict=True) if gap > ROOM_FOR_CHARGE]
    return min(
        roomy or [middles[gaps.index(max(gaps))]],
        key=lambda angle: (round(_apart(angle, UPPER_RIGHT), 3), angle),
    )


def _apart(a: float, b: float) -> float:
    return abs((a - b + pi) % TURN - pi)


def _from(place: Point, angle: float, distance: float) -> Point:
    return place[0] + distance * cos(angle), place[1] + distance * sin(angle)


def _number(value: float) -> str:
    return f"{round(value, 1):g}"
