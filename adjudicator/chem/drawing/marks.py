"""Where lone pairs and formal charges go in a Lewis drawing: clear of bonds, of symbols and of each other.

Each mark has a direction it likes best. Where something is in the way, it turns around its atom and moves
outwards until nothing is. A mark for which there is no such place makes the drawing crowded: it needs longer
bonds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from math import atan2, cos, hypot, pi, sin
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from adjudicator.chem.lewis.structure import LewisStructure

Point = tuple[float, float]

LETTER = 7.0  # half the width of a capital
HALF_HEIGHT = 8.5
GAP = 3.5  # between a symbol and what is near it
LINE = 1.8
LINE_SPACING = {1: (0.0,), 2: (-3.0, 3.0), 3: (-5.0, 0.0, 5.0)}
DOT = 1.9
DOT_SPACING = 3.6  # from the middle of a pair
PAIR, ODD = (-1, 1), (0,)  # on which sides of the middle a lone pair and a single electron have their dots
PAIR_DISTANCE = 2.0  # from the edge of the symbol
CHARGE_DISTANCE = 6.0
SIGN, DIGIT, CHARGE_HEIGHT = 6.3, 4.8, 5.6  # half the width of a sign and of a digit, half their height
CLEARANCE = 1.2  # between a mark and anything else
OFF_BONDS = 3.0  # between a charge and a bond: a minus beside a single bond would look like one more
REACH = 70.0  # anything farther away does not collide
NEAR = 42.0  # within which another atom keeps dots out of its direction
ROOM_FOR_CHARGE = pi / 2.6
UPPER_RIGHT = -pi / 4  # screens count y downwards
TURN = 2 * pi

# How a mark gives way: turned, and moved outwards; the smallest change first.
_WAYS = sorted(
    ((step * pi / 24, out) for step in range(-23, 25) for out in (0.0, 2.0, 4.5, 7.5, 11.0, 15.0)),
    key=lambda way: (round(abs(way[0]) * 8 + way[1] * 1.6, 6), way),
)


@dataclass(frozen=True, slots=True)
class Box:
    """A symbol, a charge or, without size but with a radius, a dot."""

    x: float
    y: float
    half_width: float = 0.0
    half_height: float = 0.0
    radius: float = 0.0

    def gap(self, other: Box) -> float:
        across = max(0.0, abs(self.x - other.x) - self.half_width - other.half_width)
        down = max(0.0, abs(self.y - other.y) - self.half_height - other.half_height)
        return hypot(across, down) - self.radius - other.radius

    def gap_to_line(self, start: Point, end: Point) -> float:
        if self._crosses(start, end):
            return -self.radius - LINE / 2
        corners = [
            _off_line((self.x + side * self.half_width, self.y + level * self.half_height), start, end)
            for side in (-1, 1)
            for level in (-1, 1)
        ]
        ends = [
            hypot(max(0.0, abs(x - self.x) - self.half_width), max(0.0, abs(y - self.y) - self.half_height))
            for x, y in (start, end)
        ]
        return min(*corners, *ends) - self.radius - LINE / 2

    def _crosses(self, start: Point, end: Point) -> bool:
        """Whether the line enters the box: the parts of it beyond each side are cut away."""
        low, high = 0.0, 1.0
        for middle, half, a, b in (
            (self.x, self.half_width, start[0], end[0]),
            (self.y, self.half_height, start[1], end[1]),
        ):
            if abs(b - a) < 1e-9:
                if abs(a - middle) > half:
                    return False
                continue
            first, second = sorted(((middle - half - a) / (b - a), (middle + half - a) / (b - a)))
            low, high = max(low, first), min(high, second)
        return low <= high


@dataclass(slots=True)
class Paper:
    """What is drawn so far, and how many marks found no clear place."""

    lines: list[tuple[Point, Point]]
    symbols: list[Box]
    dots: list[Box] = field(default_factory=list)
    charges: list[tuple[Box, str]] = field(default_factory=list)
    crowded: int = 0

    def put(self, around: Point, make: Callable[[float, float], list[Box]]) -> tuple[list[Box], float]:
        """The mark in its first clear place, and the turn that took; as it would like to stand if none is."""
        middle = Box(*around)
        boxes = [
            b for b in (*self.symbols, *self.dots, *(c for c, _ in self.charges)) if middle.gap(b) < REACH
        ]
        lines = [line for line in self.lines if middle.gap_to_line(*line) < REACH]
        for turn, out in _WAYS:
            mark = make(turn, out)
            if all(part.gap(box) >= CLEARANCE for part in mark for box in boxes) and all(
                part.gap_to_line(*line) >= (CLEARANCE if part.radius else OFF_BONDS)
                for part in mark
                for line in lines
            ):
                return mark, turn
        self.crowded += 1
        return make(0.0, 0.0), 0.0


def mark(structure: LewisStructure, places: Sequence[Point]) -> Paper:
    """Every bond, symbol, lone pair and charge in its place."""
    paper = Paper(
        [line for i, j, order in structure.bonds for line in _bond(structure, places, i, j, order)],
        [_symbol(symbol, place) for symbol, place in zip(structure.symbols, places, strict=True)],
    )
    for i, (pairs, odd) in enumerate(zip(structure.lone_pairs, structure.unpaired, strict=True)):
        _mark_atom(paper, structure, places, i, [PAIR] * pairs + [ODD] * odd)
    return paper


def _mark_atom(
    paper: Paper,
    structure: LewisStructure,
    places: Sequence[Point],
    i: int,
    electrons: Sequence[tuple[int, ...]],
) -> None:
    symbol, place, charge = structure.symbols[i], places[i], structure.charges[i]
    bonded = [a + b - i for a, b, _ in structure.bonds if i in {a, b}]
    taken = _blocked(places, i, bonded)
    for sides, likes in zip(electrons, _spread(taken, len(electrons)), strict=True):
        dots, turn = paper.put(place, partial(_dots, symbol, place, sides, likes))
        paper.dots += dots
        taken = sorted([*taken, _turned(likes + turn)])
    if charge:
        sign = "+" if charge > 0 else "\N{MINUS SIGN}"
        text = f"{abs(charge)}{sign}" if abs(charge) > 1 else sign
        [box], _ = paper.put(place, partial(_charge, symbol, place, _for_charge(taken), text))
        paper.charges.append((box, text))


# --- shapes -----------------------------------------------------------------------------------------------


def _bond(
    structure: LewisStructure, places: Sequence[Point], i: int, j: int, order: int
) -> list[tuple[Point, Point]]:
    (x1, y1), (x2, y2) = places[i], places[j]
    angle = atan2(y2 - y1, x2 - x1)
    along = cos(angle), sin(angle)
    start = _edge(structure.symbols[i], angle)
    end = hypot(x2 - x1, y2 - y1) - _edge(structure.symbols[j], angle + pi)
    return [
        (
            (x1 + along[0] * start - along[1] * shift, y1 + along[1] * start + along[0] * shift),
            (x1 + along[0] * end - along[1] * shift, y1 + along[1] * end + along[0] * shift),
        )
        for shift in LINE_SPACING[order]
    ]


def _symbol(symbol: str, place: Point) -> Box:
    return Box(*place, _half_width(symbol), HALF_HEIGHT)


def _dots(
    symbol: str, place: Point, sides: tuple[int, ...], likes: float, turn: float, out: float
) -> list[Box]:
    angle = likes + turn
    middle = _from(place, angle, _edge(symbol, angle) + PAIR_DISTANCE + out)
    return [Box(*_from(middle, angle + pi / 2, side * DOT_SPACING), radius=DOT) for side in sides]


def _charge(symbol: str, place: Point, likes: float, text: str, turn: float, out: float) -> list[Box]:
    angle = likes + turn
    half = SIGN + DIGIT * (len(text) - 1)
    distance = _edge(symbol, angle) + CHARGE_DISTANCE + out + (half - SIGN) * abs(cos(angle))
    return [Box(*_from(place, angle, distance), half, CHARGE_HEIGHT)]


def _half_width(symbol: str) -> float:
    return LETTER * (1.8 if len(symbol) > 1 else 1.15)


def _edge(symbol: str, angle: float) -> float:
    """From the middle of a symbol to its edge: an ellipse around its letters."""
    width, height = LETTER * (1.7 if len(symbol) > 1 else 1.0) + GAP, HALF_HEIGHT + GAP
    return width * height / hypot(height * cos(angle), width * sin(angle))


def _from(place: Point, angle: float, distance: float) -> Point:
    return place[0] + distance * cos(angle), place[1] + distance * sin(angle)


def _off_line(point: Point, start: Point, end: Point) -> float:
    along = end[0] - start[0], end[1] - start[1]
    length = along[0] ** 2 + along[1] ** 2 or 1.0
    share = ((point[0] - start[0]) * along[0] + (point[1] - start[1]) * along[1]) / length
    share = min(1.0, max(0.0, share))
    return hypot(point[0] - start[0] - share * along[0], point[1] - start[1] - share * along[1])


# --- directions -------------------------------------------------------------------------------------------


def _blocked(places: Sequence[Point], i: int, bonded: Sequence[int]) -> list[float]:
    """The directions of an atom's bonds and of other atoms that are too near."""
    x, y = places[i]
    return sorted(
        atan2(v - y, u - x)
        for j, (u, v) in enumerate(places)
        if j != i and (j in bonded or hypot(u - x, v - y) < NEAR)
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
        _turned(start + gap * (k + 1) / (number + 1))
        for start, gap, number in zip(blocked, gaps, inside, strict=True)
        for k in range(number)
    ]


def _for_charge(taken: Sequence[float]) -> float:
    """Raised to the right if there is room, as in print; else where there is most room."""
    gaps = _gaps(taken)
    middles = [_turned(start + gap / 2) for start, gap in zip(taken, gaps, strict=True)]
    for start, gap in zip(taken, gaps, strict=True):
        into = (UPPER_RIGHT - start) % TURN
        if min(into, gap - into) > ROOM_FOR_CHARGE / 2:
            return UPPER_RIGHT
    roomy = [m for m, gap in zip(middles, gaps, strict=True) if gap > ROOM_FOR_CHARGE]
    return min(
        roomy or [middles[gaps.index(max(gaps))]],
        key=lambda angle: (round(abs(_turned(angle - UPPER_RIGHT)), 3), angle),
    )


def _turned(angle: float) -> float:
    """The same direction between minus half a turn and half a turn."""
    return (angle + pi) % TURN - pi
