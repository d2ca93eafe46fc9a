"""Formulas: reading and writing them, and condensed formulas as structures."""

from adjudicator.chem.formula.formula import (
    MAX_COUNT,
    MAX_LENGTH,
    MAX_TILES,
    MAX_TILES_LENGTH,
    Formula,
    Tiles,
    plain_text,
    too_large,
    unreadable,
    write_anions,
    write_atoms,
    write_charge,
    write_unit,
)
from adjudicator.chem.formula.written import Written, write_by

__all__ = [
    "MAX_COUNT",
    "MAX_LENGTH",
    "MAX_TILES",
    "MAX_TILES_LENGTH",
    "Formula",
    "Tiles",
    "Written",
    "plain_text",
    "too_large",
    "unreadable",
    "write_anions",
    "write_atoms",
    "write_by",
    "write_charge",
    "write_unit",
]
