"""A name of a complex never states an oxidation number that its metal does not have (V-NAME-CHARGE)."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

import pytest

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula, write_unit
from adjudicator.chem.naming import check, names
from adjudicator.chem.naming.families.complexes import complex_names
from adjudicator.chem.naming.families.units import Ligand, ligands
from adjudicator.chem.naming.knowledge.data import ROMAN, knowledge
from adjudicator.chem.naming.knowledge.vocabulary import vocabulary
from tests.support.sampling import more_at_night, part_of_today

if TYPE_CHECKING:
    from collections.abc import Iterator

METALS = [symbol for symbol, element in ELEMENTS.items() if element.metal]
COUNTS = (1, 2, 3, 4, 5, 6, 8)
CENTRES = list(product(METALS, ligands(), COUNTS))
BEFORE = {"": 0, "H": 1, "K": 1, "Ca": 2, "NH4": 1}
BEHIND = {"Cl": -1, "SO4": -2}
NUMBER = re.compile(r"([a-z]+)\(([IVX]+|0)\)", re.IGNORECASE)


def _around(metal: str, ligand: Ligand, many: int) -> Iterator[tuple[str, set[int]]]:
    """The complex with so many ions on either side, and the oxidation numbers that balance it."""
    unit = ligand.formula if ligand.formula in ELEMENTS else f"({ligand.formula})"
    inside = f"[{metal}{unit}{many if many > 1 else ''}]"
    for (ion, charge), times in product({**BEFORE, **BEHIND}.items(), (1, 2, 3, 4)):
        if not ion and times > 1:
            continue
        beside = write_unit(ion, times) if ion else ""
        text = f"{inside}{beside}" if ion in BEHIND else f"{beside}{inside}"
        yield text, {-times * charge - many * each for each in ligand.charges}


def _stated(metal: str, name: str, language: str = "en") -> list[int]:
    """The numbers that the name gives the metal in the middle."""
    words = vocabulary(language)
    centres = tuple(
        word.lower() for word in (words.centre(metal), words.acid_centre(metal), words.elements[metal])
    )
    return [
        0 if roman == "0" else ROMAN.index(roman)
        for word, roman in NUMBER.findall(name)
        if word.lower().endswith(centres)
    ]


@pytest.mark.rule("V-NAME-CHARGE")
@pytest.mark.parametrize("part", more_at_night(1000, 1))
def test_no_name_of_a_complex_states_an_unknown_oxidation_number(part: int) -> None:
    """Every metal with every ligand, so many of it, and so many ions beside it."""
    known, numbered = knowledge().oxidation, 0
    for metal, ligand, many in part_of_today(part, CENTRES):
        for text, balancing in _around(metal, ligand, many):
            for name in complex_names(Formula.parse(text)):
                for number in _stated(metal, name):
                    numbered += 1
                    assert number in balancing & set(known[metal]), (text, name)
    assert numbered


@pytest.mark.rule("V-NAME-CHARGE")
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("part", more_at_night(16000, 160))
def test_no_preferred_name_states_an_unknown_oxidation_number(part: int, language: str) -> None:
    """Whatever family of names it comes from."""
    for metal, ligand, many in part_of_today(part, CENTRES):
        for text, _ in _around(metal, ligand, many):
            for name in names(text, language=language)[:1]:
                for number in _stated(metal, name, language):
                    assert number in knowledge().oxidation[metal], (text, name)


def test_the_known_numbers_are_of_every_metal_and_not_above_its_electrons() -> None:
    known = knowledge().oxidation
    assert {symbol for symbol in METALS if ELEMENTS[symbol].number <= 103} <= known.keys()
    for symbol, metal in knowledge().metals.items():
        assert set(metal.all_charges) <= set(known[symbol]), symbol
    main_group = {s: max(numbers) for s, numbers in known.items() if ELEMENTS[s].group}
    assert all(n <= ELEMENTS[s].group % 10 for s, n in main_group.items())


@pytest.mark.parametrize(
    "formula",
    [
        "[Ir(H2O)6](SO4)4",
        "Ca2[Ca(CN)4]",
        "K3[SnCl6]",
        "[Mg(NH3)6]Cl",
        "[Al(NH3)4]Cl2",
        "Ca2[AuO4]",
        "K3[Ti(SO4)2]",
    ],
)
def test_what_needs_an_unknown_number_has_no_name_of_a_complex(formula: str) -> None:
    assert not list(complex_names(Formula.parse(formula)))


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


@pytest.mark.parametrize(
    ("formula", "name", "language"),
    [
        ("K2[Ni(CN)4]", "potassium tetracyanonickel(II)", "en"),
        ("K4[Fe(CN)6]", "potassium hexacyanoiron(II)", "en"),
        ("Na3[AlF6]", "sodium hexafluoroaluminium", "en"),
        ("[Cu(NH3)4]SO4", "tetraamminecuprate(II) sulfate", "en"),
        ("[CuCl4]^2-", "tetrachloridocopper(II)", "en"),
        ("[Co(NH3)6]^3+", "hexaamminecobaltate(III)", "en"),
        ("K2[Ni(CN)4]", "Kalium-tetracyanidonickel(II)", "de"),
        ("[Cu(NH3)4]SO4", "Tetraammincuprat(II)-sulfat", "de"),
    ],
)
def test_the_ending_of_the_other_sign_is_wrong(formula: str, name: str, language: str) -> None:
    answer = check(formula, name, language=language)
    assert (answer.answer, answer.code) == ("wrong", "name_not_how")
    assert names(formula, language=language)[0] in answer.message
