"""Of the compounds on record, those whose structure a condensed formula gives."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from adjudicator.chem.naming import structure_of
from adjudicator.errors import UnreadableInput

if TYPE_CHECKING:
    from adjudicator.chem.formula import Formula
    from adjudicator.reference.stability import Listing


def of_structure(listing: Listing, formula: Formula) -> Listing:
    """CH3OCH3 leaves dimethyl ether of C2H6O, NH4OCN leaves no molecule; a composition leaves everything."""
    structure = structure_of(formula)
    if structure is None:
        return listing
    return replace(
        listing, compounds=tuple(c for c in listing.compounds if _has(c.smiles, structure.skeletons))
    )


def _has(smiles: str, skeletons: tuple[str, ...]) -> bool:
    from adjudicator.chem.skeleton import skeleton_key

    try:
        return skeleton_key(smiles) in skeletons
    except UnreadableInput:
        return False
