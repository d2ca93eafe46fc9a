"""Ligands as chemists abbreviate them in formulas, each in brackets of its own: [Co(en)3]Cl3, K3[Cr(ox)3].

Abbreviations as in table VII of the IUPAC Red Book 2005.
"""

from __future__ import annotations

import re

ABBREVIATIONS = {
    "en": "C2H8N2",  # ethane-1,2-diamine
    "pn": "C3H10N2",  # propane-1,2-diamine
    "dien": "C4H13N3",
    "trien": "C6H18N4",
    "py": "C5H5N",
    "bpy": "C10H8N2",
    "bipy": "C10H8N2",
    "phen": "C12H8N2",
    "terpy": "C15H11N3",
    "ox": "C2O4",
    "acac": "C5H7O2",
    "gly": "C2H4NO2",
    "dmg": "C4H7N2O2",  # once deprotonated, as in nickel's red salt
    "dmgH": "C4H7N2O2",
    "Hdmg": "C4H7N2O2",
    "edta": "C10H12N2O8",
    "EDTA": "C10H12N2O8",
    "thf": "C4H8O",
    "dmso": "C2H6OS",
    "PPh3": "P(C6H5)3",
}
_ABBREVIATED = re.compile(
    rf"(?<=[(\[{{])(?:{'|'.join(sorted(ABBREVIATIONS, key=len, reverse=True))})(?=[)\]}}])"
)


def spelled_out(text: str) -> str:
    """The formula with every abbreviated ligand written as its atoms."""
    return _ABBREVIATED.sub(lambda found: ABBREVIATIONS[found[0]], text) if "(" in text else text
