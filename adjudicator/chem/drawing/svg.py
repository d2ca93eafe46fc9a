"""A Lewis structure with coordinates as SVG: every atom a symbol, every bond its lines, lone pairs as dots,
formal charges raised. Takes its colour from the page around it; on its own it follows light and dark.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from adjudicator.chem.drawing.marks import DOT, LINE, mark
from adjudicator.chem.formula import Formula

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.chem.drawing.marks import Box, Paper, Point
    from adjudicator.chem.lewis.structure import LewisStructure

BOND_LENGTHS = (44.0, 52.0, 62.0, 76.0)  # the first that gives every mark a place
FONT = 20.0
SMALL_FONT = 15.0
SERIFED = "Menlo,Consolas,DejaVu Sans Mono,monospace"  # for iodine: a bare stroke would look like a bond
MARGIN = 26.0
EDGE = 3.0  # between the outermost mark and the end of the paper

# Only where the drawing is a document of its own does its root match; inside a page it inherits the colour.
STYLE = "@media (prefers-color-scheme:dark){:root.lewis{color:#eee}}"


def lewis_svg(structure: LewisStructure, coordinates: Sequence[Point]) -> str:
    paper = _roomiest(structure, coordinates)
    shapes = [
        f'<path d="M{_number(a[0])} {_number(a[1])}L{_number(b[0])} {_number(b[1])}" '
        f'stroke="currentColor" stroke-width="{LINE}" stroke-linecap="round"/>'
        for a, b in paper.lines
    ]
    shapes += [_text(b, s, FONT) for b, s in zip(paper.symbols, structure.symbols, strict=True)]
    shapes += [f'<circle cx="{_number(dot.x)}" cy="{_number(dot.y)}" r="{DOT}"/>' for dot in paper.dots]
    shapes += [_text(box, text, SMALL_FONT) for box, text in paper.charges]
    return _page(paper, _title(structure), shapes)


def _roomiest(structure: LewisStructure, coordinates: Sequence[Point]) -> Paper:
    """With the shortest bonds at which no mark touches anything; else with the fewest that do."""
    best: Paper | None = None
    for length in BOND_LENGTHS:
        paper = mark(structure, _on_paper(structure, coordinates, length))
        if best is None or paper.crowded < best.crowded:
            best = paper
        if not paper.crowded:
            break
    assert best is not None
    return best


def _title(structure: LewisStructure) -> str:
    return f"Lewis structure of {Formula.of_tiles(structure.symbols).conventional}, {structure.smiles}"


def _page(paper: Paper, title: str, shapes: Sequence[str]) -> str:
    """As large as the atoms with their margin, and larger where a mark stands farther out."""
    marks = [*paper.dots, *(box for box, _ in paper.charges)]
    left = min([0.0, *(m.x - m.half_width - m.radius - EDGE for m in marks)])
    top = min([0.0, *(m.y - m.half_height - m.radius - EDGE for m in marks)])
    right = max(
        [*(s.x + MARGIN for s in paper.symbols), *(m.x + m.half_width + m.radius + EDGE for m in marks)]
    )
    low = max(
        [*(s.y + MARGIN for s in paper.symbols), *(m.y + m.half_height + m.radius + EDGE for m in marks)]
    )
    wide, high = _number(right - left), _number(low - top)
    view = f"{_number(left)} {_number(top)} {wide} {high}"
    title = title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="lewis" viewBox="{view}" width="{wide}" '
        f'height="{high}" style="max-width:100%;height:auto" role="img" aria-label="{title}">'
    )
    group = '<g fill="currentColor" font-family="Helvetica,Arial,sans-serif" text-anchor="middle">'
    head = [opening, f"<title>{title}</title>", f"<style>{STYLE}</style>", group]
    return "\n".join([*head, *shapes, "</g>", "</svg>", ""])


def _on_paper(structure: LewisStructure, coordinates: Sequence[Point], length: float) -> list[Point]:
    """Scaled to that bond length, y downwards, with a margin."""
    lengths = sorted(
        hypot(coordinates[i][0] - coordinates[j][0], coordinates[i][1] - coordinates[j][1])
        for i, j, _ in structure.bonds
    )
    scale = length / lengths[len(lengths) // 2]
    left, top = min(x for x, _ in coordinates), max(y for _, y in coordinates)
    return [
        (round((x - left) * scale + MARGIN, 1), round((top - y) * scale + MARGIN, 1)) for x, y in coordinates
    ]


def _text(box: Box, text: str, size: float) -> str:
    x, y = box.x, box.y + 0.36 * size
    font = f' font-family="{SERIFED}"' if text == "I" else ""
    return f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}"{font}>{text}</text>'


def _number(value: float) -> str:
    return f"{round(value, 1):g}"
