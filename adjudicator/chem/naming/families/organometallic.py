"""Metals with organic groups and nothing else: diethylzinc, butyllithium, tetraethyllead.

As many groups as the metal has charges; the groups are called alike in every language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from adjudicator.chem.formula import Formula, write_unit
from adjudicator.chem.naming.knowledge.common import elements_by_key
from adjudicator.chem.naming.knowledge.data import GREEK, knowledge
from adjudicator.chem.naming.knowledge.vocabulary import ENGLISH, vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator

GROUPS = {
    "methyl": "CH3",
    "ethyl": "C2H5",
    "propyl": "C3H7",
    "butyl": "C4H9",
    "vinyl": "C2H3",
    "phenyl": "C6H5",
}
MAX_GROUPS = 4
_NAME = re.compile(
    rf"(?P<many>{'|'.join(GREEK[2 : MAX_GROUPS + 1])})?(?P<group>{'|'.join(GROUPS)})(?P<metal>.+)"
)


@dataclass(frozen=True, slots=True)
class Organometallic:
    metal: str
    group: str  # its name
    groups: int

    @property
    def text(self) -> str:
        return f"{self.metal}{write_unit(GROUPS[self.group], self.groups)}"

    @property
    def formula(self) -> Formula:
        return Formula.parse(self.text)


def organometallic(key: str, language: str = ENGLISH) -> Organometallic | None:
    """What the key of a name stands for; None where it is no such name, or the metal takes other numbers."""
    found = _NAME.fullmatch(key)
    symbol = elements_by_key(language).get(found["metal"]) if found else None
    metal = knowledge().metals.get(symbol or "")
    if found is None or metal is None:
        return None
    count = GREEK.index(found["many"]) if found["many"] else 1
    return Organometallic(metal.symbol, found["group"], count) if count in metal.charges else None


def organometallic_names(formula: Formula, language: str = ENGLISH) -> Iterator[str]:
    counts = dict(formula.atoms)
    metals = [symbol for symbol in counts if symbol in knowledge().metals]
    if len(metals) != 1 or counts.keys() != {metals[0], "C", "H"} or formula.charge or counts[metals[0]] > 1:
        return
    words = vocabulary(language)
    charges = knowledge().metals[metals[0]].charges
    for group in GROUPS:
        for count in range(1, MAX_GROUPS + 1):
            if count in charges and Organometallic(metals[0], group, count).formula == formula:
                many = GREEK[count] if count > 1 else ""
                yield words.begun(f"{many}{group}{words.elements[metals[0]]}")
