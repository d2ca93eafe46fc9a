"""Drawings, made in a process of `jobs.pool`: RDKit cannot be interrupted, and may need minutes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.chem.drawing import draw_here
from adjudicator.referee import draw_formula

if TYPE_CHECKING:
    from adjudicator.chem.formula import Formula


def draw_anew(what: str | Formula) -> str:
    """By SMILES, or by formula: the best-known compound, else any Lewis structure that the atoms admit."""
    return draw_here(what) if isinstance(what, str) else draw_formula(what, draw_here)
