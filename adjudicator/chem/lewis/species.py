"""What is drawn and is no compound by C-LEWIS: elements, ions and radicals; and solids that are not drawn.

species.toml has the structures of elements and ions, which a formula alone does not tell.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula
from adjudicator.chem.lewis.octet import octet_structure
from adjudicator.chem.lewis.structure import ELECTRONEGATIVITY, LewisStructure, Skeleton, refuse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.chem.lewis.structure import NoStructure

FILE = Path(__file__).parent / "species.toml"
# The charge in a SMILES stands at the end of an atom's bracket: [NH4+], [O-], [Fe+3], [Fe+++].
_CHARGE = re.compile(r"(?:([+-])([0-9]+)|(\++|-+))(?::[0-9]+)?\]")


@cache
def _tables() -> dict[str, dict[str, str]]:
    with FILE.open("rb") as file:
        return tomllib.load(file)


@cache
def _drawn() -> Mapping[Formula, Mapping[str, str]]:
    """By composition and charge, then by how it is written: OCN^- is cyanate, CNO^- fulminate."""
    found: dict[Formula, dict[str, str]] = {}
    for text, smiles in _tables()["drawn"].items():
        formula = Formula.parse(text)
        found.setdefault(formula, {})[formula.text] = smiles
    return found


def species(formula: Formula) -> str | None:
    """The SMILES of a molecule of an element, or of an ion of several atoms."""
    listed = _drawn().get(formula)
    return None if listed is None else listed.get(formula.text, next(iter(listed.values())))


@cache
def networks() -> frozenset[str]:
    """Solids of endlessly linked atoms, by composition in Hill's order: no molecule is drawn of them."""
    return frozenset(Formula.parse(text).hill for text in _tables()["networks"])


def refuse_network(formula: Formula) -> NoStructure | None:
    return refuse("network") if not formula.charge and formula.hill in networks() else None


def drawn_structure(smiles: str) -> LewisStructure | NoStructure:
    """The octet structure on the skeleton of a SMILES, with its charge; a radical has one electron less."""
    skeleton, charge = Skeleton.from_smiles(smiles), charge_of(smiles)
    elements = set(skeleton.symbols)
    if len(skeleton.symbols) == 1 and not ELEMENTS[skeleton.symbols[0]].metal:
        return refuse("one_atom")
    electrons = sum(ELEMENTS[symbol].valence_electrons for symbol in skeleton.symbols) - charge
    if electrons % 2 == 0 or any(ELEMENTS[symbol].metal for symbol in elements):
        return octet_structure(skeleton, charge=charge, alone=True)
    paired = octet_structure(skeleton, charge=charge - 1, alone=True)
    found = _one_electron_less(paired) if isinstance(paired, LewisStructure) else None
    return found or refuse("odd_electrons", electrons=electrons)


def charge_of(smiles: str) -> int:
    """The sum of the charges that a SMILES writes."""
    return sum(
        int(sign + digits) if sign else len(signs) * (1 if signs[0] == "+" else -1)
        for sign, digits, signs in _CHARGE.findall(smiles)
    )


def _one_electron_less(paired: LewisStructure) -> LewisStructure | None:
    """From a lone pair of the least electronegative atom that has one, as NO and NO2 are drawn."""
    with_pairs = [i for i, pairs in enumerate(paired.lone_pairs) if pairs]
    if not with_pairs:
        return None
    loser = min(with_pairs, key=lambda i: (ELECTRONEGATIVITY[paired.symbols[i]], paired.charges[i], i))
    charges = (*paired.charges[:loser], paired.charges[loser] + 1, *paired.charges[loser + 1 :])
    return replace(paired, charges=charges)
