"""A name of a complex never states an oxidation number that its metal does not have (V-NAME-CHARGE)."""

from __future__ import annotations

import re
from itertools import product

import pytest

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import write_unit
from adjudicator.chem.naming import check, names
from adjudicator.chem.naming.families.units import ligands
from adjudicator.chem.naming.knowledge.data import ROMAN, knowledge
from adjudicator.chem.naming.knowledge.vocabulary import vocabulary
from tests.support.sampling import more_at_night, part_of_today

METALS = [symbol for symbol, element in ELEMENTS.items() if element.metal]
OUTSIDE = ("", "H", "K", "Ca", "NH4", "Cl", "SO4")
NUMBER = re.compile(r"([a-z]+)\(([IVX]+|0)\)", re.IGNORECASE)
GROUPS = 18


def _texts() -> list[str]:
    """Every metal with every ligand, so many of it, and so many ions on either side."""
    found = []
    for metal, ligand, many in product(METALS, ligands(), (1, 2, 4, 6)):
        unit = ligand.formula if ligand.formula in ELEMENTS else f"({ligand.formula})"
        inside = f"[{metal}{unit}{many if many > 1 else ''}]"
        for outside, times in product(OUTSIDE, (1, 2, 3, 4)):
            if outside in ("Cl", "SO4"):
                found.append(f"{inside}{write_unit(outside, times)}")
            elif outside or times == 1:
                found.append(f"{write_unit(outside, times) if outside else ''}{inside}")
    return found


TEXTS = _texts()


@pytest.mark.rule("V-NAME-CHARGE")
@pytest.mark.parametrize("part", more_at_night(400, 4))
def test_no_preferred_name_states_an_unknown_oxidation_number(part: int) -> None:
    known, stems = knowledge(), vocabulary()
    for text in part_of_today(part, TEXTS):
        for name in names(text)[:1]:
            metal = re.search(r"\[([A-Z][a-z]?)", text)
            assert metal is not None
            centres = (stems.centre(metal[1]), stems.acid_centre(metal[1]), stems.elements[metal[1]])
            for word, roman in NUMBER.findall(name):
                if word.endswith(centres):
                    number = 0 if roman == "0" else ROMAN.index(roman)
                    assert number <= known.highest[metal[1]], (text, name)


def test_the_highest_numbers_are_of_every_metal_and_not_above_its_electrons() -> None:
    highest = knowledge().highest
    assert {symbol for symbol in METALS if ELEMENTS[symbol].number <= 103} <= highest.keys()
    for symbol, metal in knowledge().metals.items():
        assert max(metal.charges) <= highest[symbol], symbol
    main_group = {s: n for s, n in highest.items() if ELEMENTS[s].group}
    assert all(n <= ELEMENTS[s].group % 10 for s, n in main_group.items())


@pytest.mark.parametrize(
    ("formula", "first", "right", "wrong"),
    [
        ("H2[PtCl6]", "hexachloroplatinic(IV) acid", "hydrogen hexachloroplatinate(IV)", "hexachloroplatinum(VIII) hydride"),
        ("H3[Fe(CN)6]", "hexacyanoferric(III) acid", "ferricyanic acid", "hexacyanoiron(IX) hydride"),
        ("H[AuCl4]", "tetrachloroauric(III) acid", "hydrogen tetrachloridoaurate(III)", "tetrachlorogold(V) hydride"),
        ("H2[SnCl6]", "hexachlorostannic(IV) acid", "hexachlorostannic acid", "hexachlorotin(VIII) hydride"),
        ("H2[TiF6]", "hexafluorotitanic(IV) acid", "hexafluorotitanic acid", "hexafluorotitanium(VIII) hydride"),
        ("H[SbF6]", "hexafluoroantimonic(V) acid", "fluoroantimonic acid", "hexafluoroantimony(VII) hydride"),
        ("H[CuCl2]", "dichlorocupric(I) acid", "hydrogen dichloridocuprate(I)", "dichlorocopper(III) hydride"),
        ("H2[PtCl4]", "tetrachloroplatinic(II) acid", "hydrogen tetrachloridoplatinate(II)", "tetrachloroplatinum(VI) hydride"),
    ],
)  # fmt: skip
def test_hydrogen_in_front_of_a_complex_makes_an_acid(
    formula: str, first: str, right: str, wrong: str
) -> None:
    assert names(formula)[0] == first
    assert check(formula, right).answer == "right"
    assert check(formula, wrong).answer == "wrong"


def test_german_acids_of_complexes() -> None:
    assert names("H2[PtCl6]", language="de")[0] == "Hexachloridoplatin(IV)-säure"
    assert check("H2[PtCl6]", "Hexachloridoplatin(IV)-säure", language="de").answer == "right"
    assert check("H2[PtCl6]", "Hexachloridoplatin(II)-säure", language="de").answer == "wrong"
    assert check("H3[Fe(CN)6]", "Hexacyanidoeisen(IX)-hydrid", language="de").answer != "right"
