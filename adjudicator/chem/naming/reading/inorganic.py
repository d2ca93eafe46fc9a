"""Isomers of acids without carbon: HOONO is no nitric acid, nor is NH2NO2 hyponitrous acid."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import write_unit
from adjudicator.chem.naming.knowledge.data import knowledge
from adjudicator.chem.skeleton import skeleton_key

if TYPE_CHECKING:
    from adjudicator.chem.naming.knowledge.data import Anion

_PEROXY = re.compile(
    r"HOO(?P<after>[A-Z][a-z]?)(?P<more>O[2-9]?)?|(?P<before>[A-Z][a-z]?)(?P<fewer>O[2-9]?)?OOH"
)
# Both have the composition H2N2O2.
_HYPONITROUS = "ON=NO"
_LISTED = {
    **dict.fromkeys(("NH2NO2", "H2NNO2", "NO2NH2", "O2NNH2"), "NN(=O)=O"),
    **dict.fromkeys(("HON=NOH", "HONNOH", "(HON)2", "(NOH)2"), _HYPONITROUS),
}


@cache
def skeleton_without_carbon(text: str) -> str:
    """Of what is written as an isomer of an acid, or as that acid beside one; none of other texts."""
    listed = _LISTED.get(text)
    if listed:
        return skeleton_key(listed)
    found = _PEROXY.fullmatch(text)
    symbol = found and (found["after"] or found["before"])
    if not found or not symbol or symbol in ("H", "O") or ELEMENTS[symbol].metal:
        return ""
    return skeleton_key(f"OO[{symbol}]{_oxygens(_count(found['more'] or found['fewer']))}")


@cache
def oxoacid_skeleton(anion: Anion) -> str:
    """Of an acid with one hydrogen, on an oxygen: HOClO, HONO2. None of others, but of hyponitrous acid."""
    counts = dict(anion.atoms)
    oxygens = counts.pop("O", 0)
    if anion.name == "hyponitrite":
        return skeleton_key(_HYPONITROUS)
    if anion.charge != -1 or not oxygens or list(counts.values()) != [1] or anion.central & {"C"}:
        return ""
    (symbol,) = counts
    return (
        "" if symbol == "H" or ELEMENTS[symbol].metal else skeleton_key(f"O[{symbol}]{_oxygens(oxygens - 1)}")
    )


@cache
def texts_by_skeleton() -> dict[str, str]:
    """How these acids are written as structures: HONO2, HON=NOH."""
    found = {skeleton_key(smiles): text for text, smiles in reversed(_LISTED.items())}
    for anion in knowledge().anions:
        skeleton = oxoacid_skeleton(anion)
        if skeleton and anion.has_acid and skeleton not in found:
            ((symbol, _), oxygens) = next(p for p in anion.atoms if p[0] != "O"), dict(anion.atoms)["O"]
            found[skeleton] = f"HO{symbol}{write_unit('O', oxygens - 1) if oxygens > 1 else ''}"
    return found


def _count(oxygens: str | None) -> int:
    return int(oxygens[1:] or 1) if oxygens else 0


def _oxygens(count: int) -> str:
    return "(=O)" * count
