"""The elements: symbol, name, number, place in the periodic table, valence electrons, metal or not.

elements.csv is derived from RDKit and chempy by `python -m tools derive elements`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Element:
    number: int
    symbol: str
    name: str
    group: int  # 1, 2, 13-18; 0 for the transition metals, lanthanides and actinides
    period: int
    valence_electrons: int
    metal: bool


def _read() -> dict[str, Element]:
    rows = (Path(__file__).parent / "elements.csv").read_text(encoding="ascii").splitlines()[1:]
    elements = {}
    for row in rows:
        number, symbol, name, group, period, electrons, metal = row.split(",")
        elements[symbol] = Element(
            int(number), symbol, name, int(group), int(period), int(electrons), metal == "1"
        )
    return elements


ELEMENTS: dict[str, Element] = _read()
METALS = frozenset(symbol for symbol, element in ELEMENTS.items() if element.metal)
HALOGENS = frozenset({"F", "Cl", "Br", "I", "At"})


def _electropositive_first(element: Element) -> tuple[float, int]:
    """Where an element stands in a written formula: NaCl, NH3, H2O, SO2, ClO2, OF2.

    The school order: groups from left to right, each from bottom to top, the noble gases first, the
    transition metals between groups 2 and 13, hydrogen after nitrogen, oxygen last but for fluorine.
    """
    by_group: float = {0: 3, 18: 0}.get(element.group, element.group)
    if element.symbol == "H":
        by_group = 15.5
    elif element.symbol == "O":
        by_group = 17.5
    elif element.symbol == "F":
        by_group = 18
    return by_group, -element.period


WRITING_ORDER: dict[str, int] = {
    element.symbol: place
    for place, element in enumerate(sorted(ELEMENTS.values(), key=_electropositive_first))
}
