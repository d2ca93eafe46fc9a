"""Paper, boxes and grids, in millimetres from the upper left corner."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MARGIN = 5.0  # what printers leave white
MARK = 2.0  # length of a cut mark, inside the margin
CLEAR = 0.4  # between a cut mark and what is cut out


@dataclass(frozen=True, slots=True)
class Box:
    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def low(self) -> float:
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    def inset(self, across: float, down: float | None = None) -> Box:
        down = across if down is None else down
        return Box(self.x + across, self.y + down, self.w - 2 * across, self.h - 2 * down)

    def moved(self, x: float, y: float) -> Box:
        return replace(self, x=self.x + x, y=self.y + y)

    def top(self, height: float) -> Box:
        return replace(self, h=height)

    def bottom(self, height: float) -> Box:
        return replace(self, y=self.low - height, h=height)

    def left(self, width: float) -> Box:
        return replace(self, w=width)

    def rightmost(self, width: float) -> Box:
        return replace(self, x=self.right - width, w=width)

    def below(self, height: float) -> Box:
        """What is left when this much is taken away from above."""
        return Box(self.x, self.y + height, self.w, self.h - height)

    def above(self, height: float) -> Box:
        """What is left when this much is taken away from below."""
        return Box(self.x, self.y, self.w, self.h - height)

    def columns(self, *shares: float, gap: float = 0.0) -> list[Box]:
        room, x, found = self.w - gap * (len(shares) - 1), self.x, []
        for share in shares:
            width = room * share / sum(shares)
            found.append(Box(x, self.y, width, self.h))
            x += width + gap
        return found

    def rows(self, *shares: float, gap: float = 0.0) -> list[Box]:
        room, y, found = self.h - gap * (len(shares) - 1), self.y, []
        for share in shares:
            height = room * share / sum(shares)
            found.append(Box(self.x, y, self.w, height))
            y += height + gap
        return found

    def meets(self, other: Box) -> bool:
        return self.x < other.right and other.x < self.right and self.y < other.low and other.y < self.low

    def holds(self, other: Box, spare: float = 0.01) -> bool:
        return (
            self.x - spare <= other.x
            and self.y - spare <= other.y
            and other.right <= self.right + spare
            and other.low <= self.low + spare
        )


def corners(x: float, y: float, sides: int, radius: float) -> list[tuple[float, float]]:
    """Of a regular polygon, one of them on top."""
    angles = [2 * pi * at / sides - pi / 2 for at in range(sides)]
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


@dataclass(frozen=True, slots=True)
class Paper:
    name: str
    w: float
    h: float

    @property
    def printable(self) -> Box:
        return Box(0, 0, self.w, self.h).inset(MARGIN)

    @property
    def turned(self) -> Paper:
        return Paper(self.name, self.h, self.w)


PAPERS = {"A4": Paper("A4", 210.0, 297.0), "Letter": Paper("Letter", 215.9, 279.4)}


@dataclass(frozen=True, slots=True)
class Grid:
    """As many equal cells as a page holds with its cut marks, in the middle of it."""

    paper: Paper
    w: float
    h: float

    @property
    def columns(self) -> int:
        return max(1, int((self.paper.w - 2 * (MARGIN + MARK + CLEAR)) / self.w + 1e-6))

    @property
    def lines(self) -> int:
        return max(1, int((self.paper.h - 2 * (MARGIN + MARK + CLEAR)) / self.h + 1e-6))

    @property
    def size(self) -> int:
        return self.columns * self.lines

    @property
    def whole(self) -> Box:
        wide, high = self.columns * self.w, self.lines * self.h
        return Box((self.paper.w - wide) / 2, (self.paper.h - high) / 2, wide, high)

    def cell(self, place: int, *, mirrored: bool = False) -> Box:
        """Cells go by lines from the left; mirrored from the right, as the back of a sheet turned over its
        long edge.
        """
        line, column = divmod(place, self.columns)
        column = self.columns - 1 - column if mirrored else column
        return Box(self.whole.x + column * self.w, self.whole.y + line * self.h, self.w, self.h)

    def marks(self, cells: Sequence[Box]) -> Iterator[tuple[float, float, float, float]]:
        """Where to cut: short lines around what is filled, as (x, y, x, y)."""
        xs = sorted({round(x, 3) for cell in cells for x in (cell.x, cell.right)})
        ys = sorted({round(y, 3) for cell in cells for y in (cell.y, cell.low)})
        left, right = xs[0] - CLEAR, xs[-1] + CLEAR
        top, low = ys[0] - CLEAR, ys[-1] + CLEAR
        for x in xs:
            yield x, top - MARK, x, top
            yield x, low, x, low + MARK
        for y in ys:
            yield left - MARK, y, left, y
            yield right, y, right + MARK, y
