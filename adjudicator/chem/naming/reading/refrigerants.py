"""Numbers of refrigerants and halons: R-134a, CFC-12, halon 1301. The digits count the atoms."""

from __future__ import annotations

import re

from adjudicator.chem.formula import Formula

# R-xyz: z fluorines, y - 1 hydrogens, x + 1 carbons; a digit in front counts double bonds, letters tell
# isomers apart.
_REFRIGERANT = re.compile(
    r"(?:r|cfc|hcfc|hfc|fc|hfo|freon|refrigerant)\.?([0-9]{2,4})(?:[a-z]{1,2})?(?:b([1-9]))?\Z"
)
_HALON = re.compile(r"halon\.?([0-9]{3,5})\Z")
_ATOMS = ("C", "F", "Cl", "Br", "I")
_LISTED = {
    "600": "C4H10", "600a": "C4H10", "1270": "C3H6", "702": "H2", "704": "He", "717": "NH3", "718": "H2O",
    "728": "N2", "732": "O2", "740": "Ar", "744": "CO2", "764": "SO2",
}  # fmt: skip
_BY_NUMBER = re.compile(r"(?:r|refrigerant|freon)\.?(600a?|1270|7[0-9]{2})\Z")


def refrigerant(key: str) -> Formula | None:
    """What a number stands for; None where the text is none, or counts impossible atoms."""
    listed = _BY_NUMBER.match(key)
    if listed:
        text = _LISTED.get(listed[1])
        return Formula.parse(text) if text else None
    halon = _HALON.match(key)
    if halon:
        return _halon(halon[1])
    numbered = _REFRIGERANT.match(key)
    return _numbered(numbered[1], int(numbered[2] or 0)) if numbered else None


def _numbered(digits: str, bromines: int) -> Formula | None:
    double, carbons, hydrogens, fluorines = (int(digit) for digit in digits.zfill(4))
    carbons, hydrogens = carbons + 1, hydrogens - 1
    chlorines = 2 * carbons + 2 - 2 * double - hydrogens - fluorines - bromines
    if min(hydrogens, chlorines) < 0:
        return None
    return Formula.of({"C": carbons, "H": hydrogens, "F": fluorines, "Cl": chlorines, "Br": bromines})


def _halon(digits: str) -> Formula | None:
    counts = dict(zip(_ATOMS, map(int, digits), strict=False))
    hydrogens = 2 * counts["C"] + 2 - sum(counts.values()) + counts["C"]
    return Formula.of({**counts, "H": hydrogens}) if counts["C"] and hydrogens >= 0 else None
