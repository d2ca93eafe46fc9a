"""Lewis structures: does this skeleton, does this formula admit one? Each "yes" comes with its structure,
each "no" with its reason in chemistry (C-LEWIS, C-CENTRE, C-METAL).
"""

from __future__ import annotations

from adjudicator.chem.lewis.compositions import formula_structure
from adjudicator.chem.lewis.octet import octet_structure
from adjudicator.chem.lewis.species import drawn_structure, networks, refuse_network, species
from adjudicator.chem.lewis.structure import (
    MAX_ATOMS,
    MESSAGES,
    LewisStructure,
    NoStructure,
    Skeleton,
    count_electrons,
    refuse,
)

__all__ = [
    "MAX_ATOMS",
    "MESSAGES",
    "LewisStructure",
    "NoStructure",
    "Skeleton",
    "count_electrons",
    "drawn_structure",
    "formula_structure",
    "networks",
    "octet_structure",
    "refuse",
    "refuse_network",
    "species",
]
