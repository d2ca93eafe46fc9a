"""Ligands and organic groups as chemists abbreviate them in formulas: [Co(en)3]Cl3, MeOH, Pb(OAc)2.

Ligands stand in brackets of their own, abbreviated as in table VII of the IUPAC Red Book 2005; groups are
those of its table VIII whose abbreviation is the symbol of no element.
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
GROUPS = {
    "Me": "CH3",
    "Et": "C2H5",
    "iPr": "CH(CH3)2",
    "Bu": "C4H9",
    "nBu": "C4H9",
    "tBu": "C(CH3)3",
    "Ph": "C6H5",
    "Bn": "CH2C6H5",
    "OAc": "OCOCH3",  # behind oxygen: elsewhere Ac is actinium
}
WHOLE = {"AcOH": "CH3COOH", "Ac2O": "(CH3CO)2O", "AcCl": "CH3COCl"}  # no compounds of actinium
_ABBREVIATED = re.compile(
    rf"(?<=[(\[{{])(?:{'|'.join(sorted(ABBREVIATIONS, key=len, reverse=True))})(?=[)\]}}])"
)
_HYPHEN = re.compile(r"(?<=[int])-(?=Pr|Bu)")  # t-BuOH
# LiPr is no L with isopropyl, ZnBu2 no Z with butyl, nor is SnBu4 a sulfide; PtBu3 is a phosphine.
_ELEMENT_BEFORE = {"iPr": "(?<![LT])", "nBu": "(?<![IMSZ])", "tBu": "(?<![AM])"}
_LONGEST_FIRST = [_ELEMENT_BEFORE.get(group, "") + group for group in sorted(GROUPS, key=len, reverse=True)]
_GROUP = re.compile(rf"({'|'.join(_LONGEST_FIRST)})(?![a-z])([0-9]*)")


def spelled_out(text: str) -> str:
    """The formula with every abbreviated ligand and group written as its atoms."""
    if text in WHOLE:
        return WHOLE[text]
    if "(" in text:
        text = _ABBREVIATED.sub(lambda found: ABBREVIATIONS[found[0]], text)
    mended, groups = _GROUP.subn(_group, _HYPHEN.sub("", text))
    alone = groups == 1 and _GROUP.fullmatch(text)
    return text if alone or not groups else mended  # Ph3 alone may have been meant as PH3


def _group(found: re.Match[str]) -> str:
    """A group that is counted goes into brackets: Et2O is (C2H5)2O."""
    atoms, count = GROUPS[found[1]], found[2]
    return f"({atoms}){count}" if count else atoms
