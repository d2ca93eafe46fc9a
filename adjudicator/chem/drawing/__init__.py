"""Lewis drawings as SVG: `draw("O=S=O")`."""

from adjudicator.chem.drawing.drawing import (
    MAX_SMILES_LENGTH,
    Drawing,
    DrawingError,
    draw,
    draw_here,
    not_drawn,
    stop_workers,
)
from adjudicator.chem.drawing.svg import words_svg

__all__ = [
    "MAX_SMILES_LENGTH",
    "Drawing",
    "DrawingError",
    "draw",
    "draw_here",
    "not_drawn",
    "stop_workers",
    "words_svg",
]
