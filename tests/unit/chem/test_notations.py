"""Notations of players and teachers: read where one reading is possible; otherwise the error names both."""

from __future__ import annotations

import pytest

from adjudicator import Formula, Tiles
from adjudicator.errors import AmbiguousInput, UnreadableInput


@pytest.mark.parametrize(
    ("text", "tiles"),
    [("Mg,Cl,Cl", "MgClCl"), ("Mg, Cl, Cl", "MgClCl"), ("F-F", "FF"), ("H–O–H", "HOH"), ("N≡N", "NN")],
)
def test_separators_and_bonds_between_tiles(text: str, tiles: str) -> None:
    assert Tiles.parse(text) == Tiles.parse(tiles)
    assert Formula.parse(text) == Formula.of_tiles(Tiles.parse(tiles))


@pytest.mark.parametrize("text", ["Mg,,Cl", ",MgCl", "MgCl,", "-F", "F-", "Mg,cl", "F--F", "Mg, Cl2,"])
def test_what_is_no_run_stays_refused(text: str) -> None:
    with pytest.raises(UnreadableInput):
        Tiles.parse(text)


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("Na+ Cl-", "NaCl"),
        ("Na⁺ Cl⁻", "NaCl"),
        ("Mg2+ 2Cl-", "MgCl2"),
        ("Mg^2+ Cl^- Cl^-", "MgCl2"),
        ("2 Na+ SO4^2-", "Na2SO4"),
        ("NH4+ Cl-", "NH4Cl"),
        ("2NH4+ SO42-", "(NH4)2SO4"),
        ("Ca^2+ 2 NO3^-", "Ca(NO3)2"),
        ("Cl- Na+", "NaCl"),
        ("(H2O)2-H2O", "H6O3"),
        ("CuSO4 5H2O", "CuSO4·5H2O"),
        ("CuSO4 . 5 H2O", "CuSO4·5H2O"),
    ],
)
def test_ions_and_water_written_out(text: str, formula: str) -> None:
    read = Formula.parse(text)
    assert read == Formula.parse(formula)
    assert read.charge == 0


def test_the_text_of_ions_is_the_compound() -> None:
    assert Formula.parse("Ca^2+ 2 NO3^-").text == "Ca(NO3)2"


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("Ca2+ CO32-", ["Ca2CO32", "CaCO3"]),
        ("Fe(III)Cl3", ["FeCl3", "FeIIICl3"]),
        ("Cu(II)SO4", ["CuSO4", "CuIISO4"]),
    ],
)
def test_two_readings_are_asked_back(text: str, readings: list[str]) -> None:
    with pytest.raises(AmbiguousInput) as asked:
        Formula.parse(text)
    assert sorted(asked.value.details["readings"]) == sorted(readings)


@pytest.mark.parametrize("text", ["Na+ Cl- Cl-", "Mg+Cl+Cl", "H2O, NaCl", "Na+ + Cl-", "Na+ Cl"])
def test_what_is_not_neutral_or_not_one_compound_is_refused(text: str) -> None:
    with pytest.raises(UnreadableInput):
        Formula.parse(text)
