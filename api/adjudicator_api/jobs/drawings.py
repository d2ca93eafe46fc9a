"""Drawings, made in a process of `jobs.pool`: RDKit cannot be interrupted, and may need minutes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.chem.drawing import DrawingError, draw_here
from adjudicator.chem.lewis import NoStructure, formula_structure
from adjudicator.ruleset import default_authority

if TYPE_CHECKING:
    from adjudicator.chem.formula import Formula


def draw_anew(what: str | Formula) -> str:
    """By SMILES, or by formula: the best-known compound, else any Lewis structure that the atoms admit."""
    if isinstance(what, str):
        return draw_here(what)
    known = default_authority().known(what)
    if known is not None:
        try:
            return draw_here(known.smiles)
        except DrawingError as error:
            if error.code == "drawing_failed":
                raise
    found = formula_structure(what)
    if isinstance(found, NoStructure):
        raise DrawingError("no_octet_structure", f"There is no octet structure to draw. {found.message}")
    return draw_here(found)
