"""Lewis drawings as SVG: `draw("O=S=O")`."""

from adjudicator.chem.drawing.drawing import (
    MAX_SMILES_LENGTH,
    Drawing,
    DrawingError,
    draw,
    draw_here,
    stop_workers,
)

__all__ = ["MAX_SMILES_LENGTH", "Drawing", "DrawingError", "draw", "draw_here", "stop_workers"]
