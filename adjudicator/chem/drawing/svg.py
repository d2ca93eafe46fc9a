"""A Lewis structure with coordinates as SVG: every atom a symbol, every bond its lines, lone pairs as dots,
formal charges raised. Takes its colour from the page around it; on its own it follows light and dark.
"""

from __future__ import annotations

from math import hypot
from textwrap import wrap
from typing import TYPE_CHECKING

from adjudicator.chem.drawing.marks import DOT, LINE, mark
from adjudicator.chem.formula import Formula, write_charge

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
WORDS_WIDE, LINE_LENGTH, LINE_HEIGHT = 380.0, 48, 22.0  # of a sentence: its paper, characters of a line

# Only where the drawing is a document of its own does its root match; inside a page it inherits the colour.
STYLE = "@media (prefers-color-scheme:dark){:root.lewis,:root.words{color:#eee}}"


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
    atoms = Formula.of_tiles(structure.symbols).conventional
    return f"Lewis structure of {write_charge(atoms, sum(structure.charges))}, {structure.smiles}"


def words_svg(sentence: str) -> str:
    """A sentence in place of a drawing, broken into lines; pages show its title as text of their own."""
    lines = wrap(sentence, LINE_LENGTH)
    high = FONT + LINE_HEIGHT * len(lines)
    shapes = [
        f'<text x="{_number(WORDS_WIDE / 2)}" y="{_number(FONT + LINE_HEIGHT * row)}" '
        f'font-size="{_number(SMALL_FONT)}">{_escaped(line)}</text>'
        for row, line in enumerate(lines)
    ]
    return _document("words", f"0 0 {_number(WORDS_WIDE)} {_number(high)}", sentence, shapes)


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
    view = f"{_number(left)} {_number(top)} {_number(right - left)} {_number(low - top)}"
    return _document("lewis", view, title, shapes)


def _document(kind: str, view: str, title: str, shapes: Sequence[str]) -> str:
    _, _, wide, high = view.split()
    title = _escaped(title)
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" viewBox="{view}" width="{wide}" '
        f'height="{high}" style="max-width:100%;height:auto" role="img" aria-label="{title}">'
    )
    group = '<g fill="currentColor" font-family="Helvetica,Arial,sans-serif" text-anchor="middle">'
    head = [opening, f"<title>{title}</title>", f"<style>{STYLE}</style>", group]
    return "\n".join([*head, *shapes, "</g>", "</svg>", ""])


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


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
