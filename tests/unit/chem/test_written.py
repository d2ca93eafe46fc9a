"""Formulas as they were written: brackets, groups, water and their order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import Formula
from adjudicator.chem.formula import Written
from adjudicator.chem.formula.abbreviations import ABBREVIATIONS
from adjudicator.chem.formula.written import together, write_groups
from adjudicator.errors import UnreadableInput

GROUPS = ("NO3", "SO4", "NH3", "H2O", "Cl", "Fe", "(OH)2", "(CN)6", "[PtCl4]", "(NH4)2", "K3", "C2H5")


@given(st.lists(st.sampled_from(GROUPS), min_size=1, max_size=5))
def test_the_parts_add_up_to_the_composition(groups: list[str]) -> None:
    written = Written.parse("".join(groups))
    assert together(*(part.one for part in written.parts)) == written.formula.atoms
    assert str(written) == "".join(groups)


@given(st.lists(st.sampled_from(GROUPS[:8]), min_size=1, max_size=5))
def test_groups_are_written_as_they_were_read(groups: list[str]) -> None:
    text = "".join(groups)
    assert write_groups(Written.parse(text).parts[0].groups) == text


@pytest.mark.parametrize(
    ("text", "waters", "parts"),
    [
        ("CuSO4·5H2O", 5, 2),
        ("CuSO4.5H2O", 5, 2),
        ("2CaSO4·H2O", 1, 2),
        ("CaSO4·½H2O", 1, 2),
        ("KCl·MgCl2·6H2O", 6, 3),
        ("[Cr(H2O)6]Cl3", 0, 1),
        ("H2O", 0, 1),
        ("3CaO·SiO2", 0, 2),
    ],
)
def test_water_after_a_dot_is_counted(text: str, waters: int, parts: int) -> None:
    written = Written.parse(text)
    assert (written.waters, len(written.parts)) == (waters, parts)


def test_what_is_written_differently_is_one_composition() -> None:
    one, other = Written.parse("[Co(NH3)5Br]SO4"), Written.parse("[Co(NH3)5SO4]Br")
    assert one.formula == other.formula
    assert one != other


def test_a_composition_has_no_parts() -> None:
    assert Written.of(Formula.of({"Na": 1, "Cl": 1})).parts == ()


@pytest.mark.parametrize(
    "text",
    [
        "NaCl",
        "NH3",
        "H2SO4",
        "Al2(SO4)3",
        "Fe2(SO4)3",
        "(NH4)2SO4",
        "NO3^-",
        "NH4^+",
        "Cu3(CO3)2(OH)2",
        "C2H6O",
    ],
)
def test_a_composition_is_written_as_a_chemist_writes_it(text: str) -> None:
    formula = Formula.parse(text)
    assert str(Written.of(Formula(formula.atoms, formula.charge))) == text
    assert str(Written.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("[Co(en)3]Cl3", "[Co(C2H8N2)3]Cl3"),
        ("K3[Cr(ox)3]", "K3[Cr(C2O4)3]"),
        ("[Ru(bpy)3]Cl2", "[Ru(C10H8N2)3]Cl2"),
        ("[PtCl2(py)2]", "[PtCl2(C5H5N)2]"),
        ("Fe(acac)3", "Fe(C5H7O2)3"),
        ("[RhCl(PPh3)3]", "[RhCl(P(C6H5)3)3]"),
        ("[Co(en)3]3+", "[Co(C2H8N2)3]^3+"),
    ],
)
def test_abbreviated_ligands_are_read(text: str, spelled: str) -> None:
    assert Formula.parse(text) == Formula.parse(spelled)
    assert Formula.parse(text).text.startswith(text.partition("3+")[0])


@pytest.mark.parametrize("text", ["Coen3", "[Coen3]Cl3", "en", "(enx)2", "[Co(em)3]Cl3"])
def test_letters_that_fill_no_brackets_are_no_ligand(text: str) -> None:
    with pytest.raises(UnreadableInput):
        Formula.parse(text)


def test_every_abbreviation_spells_atoms() -> None:
    assert all(Formula.parse(spelled).size > 2 for spelled in ABBREVIATIONS.values())


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("MeOH", "CH3OH"),
        ("SnBu4", "Sn(C4H9)4"),
        ("ZnBu2", "Zn(C4H9)2"),
        ("Et2O", "(C2H5)2O"),
        ("t-BuOH", "(CH3)3COH"),
        ("PhMe", "C6H5CH3"),
        ("Pb(OAc)2", "Pb(C2H3O2)2"),
        ("Ac2O", "(CH3CO)2O"),
        ("Ac2O3", "Ac2O3"),
    ],
)
def test_abbreviated_groups_are_read(text: str, spelled: str) -> None:
    assert Formula.parse(text) == Formula.parse(spelled)


@pytest.mark.parametrize("text", ["Ph3", "Me", "Et"])
def test_a_group_alone_is_no_formula(text: str) -> None:
    with pytest.raises(UnreadableInput):
        Formula.parse(text)
