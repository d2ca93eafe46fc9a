"""Small pictures that several games need, drawn into a square box."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from adjudicator.printing.geometry import Box, corners
from adjudicator.printing.press import BLACK, LINE, WHITE
from adjudicator.printing.setting import bold

if TYPE_CHECKING:
    from adjudicator.printing.press import Press

YELLOW, FLAME, WATER, GROUND, DARK = "#f2c200", "#d9541e", "#3b7dd8", "#e6e9ed", "#b4bac2"
STROKE = 0.35
SHAPES = (0, 4, 3, 6, 5, 8, 7)  # corners of the shapes of players; 0: a disc


def radiation(press: Press, box: Box) -> None:
    """The trefoil: three blades of 60 degrees around a disc."""
    x, y = box.centre
    size = min(box.w, box.h) / 2 * 0.95
    press.circle(x, y, size, fill=YELLOW, line=BLACK, thick=LINE)
    outer, inner = size * 0.85, size * 0.28
    for blade in range(3):
        start = pi / 3 + blade * 2 * pi / 3
        arc = [start + pi / 3 * step / 8 for step in range(9)]
        points = [(x + outer * cos(angle), y + outer * sin(angle)) for angle in arc]
        points += [(x + inner * cos(angle), y + inner * sin(angle)) for angle in reversed(arc)]
        press.shape(points, fill=BLACK)
    press.circle(x, y, size * 0.17, fill=BLACK)


def flame(press: Press, box: Box, colour: str = FLAME) -> None:
    x, y = box.centre
    w, h = box.w / 2, box.h / 2
    press.shape(
        [
            (x, y - h),
            (x + w * 0.2, y - h * 0.35, x + w * 0.95, y - h * 0.1, x + w * 0.8, y + h * 0.45),
            (x + w * 0.65, y + h * 0.95, x - w * 0.65, y + h * 0.95, x - w * 0.8, y + h * 0.45),
            (x - w * 0.9, y + h * 0.1, x - w * 0.5, y - h * 0.1, x - w * 0.35, y - h * 0.35),
            (x - w * 0.3, y - h * 0.1, x - w * 0.15, y, x, y - h * 0.05),
            (x + w * 0.15, y - h * 0.35, x + w * 0.1, y - h * 0.7, x, y - h),
        ],
        fill=colour,
        line=BLACK,
        thick=LINE * 0.7,
    )
    press.circle(x, y + h * 0.5, w * 0.28, fill=WHITE)


def extinguisher(press: Press, box: Box) -> None:
    x, y = box.centre
    size = min(box.w, box.h) / 2
    w = size * 0.42
    press.rect(
        Box(x - w, y - size * 0.45, w * 2, size * 1.4), fill=FLAME, line=BLACK, thick=STROKE, radius=w * 0.5
    )
    press.rect(Box(x - w * 0.35, y - size * 0.68, w * 0.7, size * 0.23), fill=DARK, line=BLACK, thick=STROKE)
    press.line(x - w * 0.9, y - size * 0.88, x + w * 0.5, y - size * 0.68, thick=STROKE * 2)
    press.shape(
        [
            (x + w * 0.35, y - size * 0.58),
            (x + w * 2, y - size * 0.6, x + w * 1.7, y - size * 0.1, x + w * 1.7, y + size * 0.35),
        ],
        line=BLACK,
        thick=STROKE * 2,
        closed=False,
    )
    press.rect(Box(x - w * 0.7, y - size * 0.05, w * 1.4, size * 0.5), fill=WHITE, line=BLACK, thick=STROKE)


def drop(press: Press, box: Box) -> None:
    """A liquid."""
    x, y = box.centre
    w, h = box.w * 0.32, box.h / 2
    press.shape(
        [
            (x, y - h),
            (x + w * 0.5, y - h * 0.3, x + w, y, x + w, y + h * 0.35),
            (x + w, y + h * 1.15, x - w, y + h * 1.15, x - w, y + h * 0.35),
            (x - w, y, x - w * 0.5, y - h * 0.3, x, y - h),
        ],
        fill=WATER,
    )


def cube(press: Press, box: Box) -> None:
    """A solid."""
    x, y = box.centre
    side = min(box.w, box.h) * 0.34
    skew = side * 0.5
    near = [
        (x - side, y - skew),
        (x + side - skew, y - skew),
        (x + side - skew, y + side),
        (x - side, y + side),
    ]
    press.shape(near, fill=GROUND, line=BLACK, thick=LINE * 0.7)
    top = [near[0], (near[0][0] + skew, near[0][1] - skew), (near[1][0] + skew, near[1][1] - skew), near[1]]
    press.shape(top, fill=WHITE, line=BLACK, thick=LINE * 0.7)
    side_face = [near[1], top[2], (near[2][0] + skew, near[2][1] - skew), near[2]]
    press.shape(side_face, fill=DARK, line=BLACK, thick=LINE * 0.7)


def cloud(press: Press, box: Box) -> None:
    """A gas: particles far apart."""
    x, y = box.centre
    size = min(box.w, box.h) / 2
    for dx, dy in (
        (-0.7, 0.2),
        (-0.1, -0.6),
        (0.6, -0.2),
        (0.1, 0.5),
        (0.8, 0.7),
        (-0.6, -0.75),
        (-0.4, 0.85),
    ):
        press.circle(x + dx * size, y + dy * size, size * 0.17, line=BLACK, thick=LINE * 0.7)


STATES = {"solid": cube, "liquid": drop, "gas": cloud}


# --- tools --------------------------------------------------------------------------------------------------


def goggles(press: Press, box: Box) -> None:
    x, y = box.centre
    size = min(box.w, box.h) / 2
    for side in (-1, 1):
        press.circle(x + side * size * 0.5, y, size * 0.42, fill=GROUND, line=BLACK, thick=STROKE)
        press.line(x + side * size * 0.92, y, x + side * size * 1.15, y - size * 0.2, thick=STROKE)
    press.line(x - size * 0.1, y - size * 0.1, x + size * 0.1, y - size * 0.1, thick=STROKE)


def key(press: Press, box: Box) -> None:
    x, y = box.centre
    size = min(box.w, box.h) / 2
    press.circle(x - size * 0.55, y, size * 0.38, line=BLACK, thick=STROKE)
    press.line(x - size * 0.17, y, x + size, y, thick=STROKE)
    for at, deep in ((0.7, 0.35), (0.95, 0.45)):
        press.line(x + size * at, y, x + size * at, y + size * deep, thick=STROKE)


def pipet(press: Press, box: Box) -> None:
    x, y = box.centre
    size = min(box.w, box.h) / 2
    w = size * 0.13
    press.rect(Box(x - w * 2, y - size, w * 4, size * 0.55), fill=DARK, line=BLACK, thick=STROKE)
    glass = [(x - w, y - size * 0.45), (x + w, y - size * 0.45), (x + w, y + size * 0.6), (x, y + size)]
    press.shape([*glass, (x - w, y + size * 0.6)], fill=WHITE, line=BLACK, thick=STROKE)


def cylinder(press: Press, box: Box) -> None:
    x, y = box.centre
    size = min(box.w, box.h) / 2
    w = size * 0.32
    press.rect(Box(x - w, y - size * 0.95, w * 2, size * 1.7), fill=WHITE, line=BLACK, thick=STROKE)
    press.rect(Box(x - w, y, w * 2, size * 0.75), fill=GROUND, line=BLACK, thick=STROKE)
    for at in (-0.7, -0.45, -0.2, 0.05, 0.3):
        press.line(x, y + size * at, x + w, y + size * at, thick=STROKE)
    press.line(x - size * 0.6, y + size * 0.9, x + size * 0.6, y + size * 0.9, thick=STROKE * 2)


def burner(press: Press, box: Box) -> None:
    x, y = box.centre
    size = min(box.w, box.h) / 2
    flame(press, Box(x - size * 0.35, y - size, size * 0.7, size * 0.9))
    w = size * 0.15
    press.rect(Box(x - w, y - size * 0.05, w * 2, size * 0.8), fill=GROUND, line=BLACK, thick=STROKE)
    press.line(x - size * 0.6, y + size * 0.85, x + size * 0.6, y + size * 0.85, thick=STROKE * 2)


def journal(press: Press, box: Box) -> None:
    x, y = box.centre
    size = min(box.w, box.h) / 2
    for side in (-1, 1):
        cover = [
            (x, y - size * 0.55),
            (x + side * size * 0.9, y - size * 0.7),
            (x + side * size * 0.9, y + size * 0.55),
            (x, y + size * 0.7),
        ]
        press.shape(cover, fill=WHITE, line=BLACK, thick=STROKE)
        for at in (-0.3, 0.0, 0.3):
            press.line(
                x + side * size * 0.2,
                y + size * at,
                x + side * size * 0.75,
                y + size * (at - 0.08),
                thick=STROKE * 0.6,
            )


TOOLS = {
    "goggles": goggles,
    "key": key,
    "pipet": pipet,
    "cylinder": cylinder,
    "burner": burner,
    "journal": journal,
}


def seat(press: Press, box: Box, number: int, *, hollow: bool = False) -> None:
    """A player's own shape with the number in it: told apart without colour."""
    x, y = box.centre
    radius = min(box.w, box.h) / 2
    sides = SHAPES[(number - 1) % len(SHAPES)]
    fill = WHITE if hollow else GROUND
    if sides:
        press.shape(corners(x, y, sides, radius), fill=fill, line=BLACK, thick=STROKE)
    else:
        press.circle(x, y, radius, fill=fill, line=BLACK, thick=STROKE)
    low = radius * 0.15 if sides == 3 else 0.0
    half = radius * 0.42
    press.text(bold(str(number)), Box(x - half, y - half + low, 2 * half, 2 * half), 40, lines=1)
