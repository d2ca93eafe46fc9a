"""Drawings, made in a process of `jobs.pool`: RDKit cannot be interrupted, and may need minutes.

A long QR code takes a tenth of a second, which in a thread would delay all other requests.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from adjudicator.chem.drawing import DrawingError, draw_here, words_svg
from adjudicator.referee import draw_formula

if TYPE_CHECKING:
    from adjudicator.chem.formula import Formula


def draw_anew(what: str | Formula) -> str:
    """By SMILES, or by formula: the best-known compound, or else any Lewis structure the atoms allow.

    Where nothing is drawn for a reason of chemistry, the picture is the sentence that says so.
    """
    try:
        return draw_here(what) if isinstance(what, str) else draw_formula(what, draw_here)
    except DrawingError as error:
        if error.code != "no_octet_structure":
            raise
        return words_svg(error.message)


def draw_code(text: str) -> bytes:
    """A QR code, as SVG."""
    import segno  # needed for invitations only

    drawn = io.BytesIO()
    segno.make(text, error="m").save(
        drawn,
        kind="svg",
        omitsize=True,
        border=3,
        dark="#000",
        light="#fff",
        xmldecl=False,
        svgclass=None,
        lineclass=None,
    )
    return drawn.getvalue()
