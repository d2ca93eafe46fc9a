"""Formulas as people write them: spaces, dots of every kind, marked charges, states, halves and bonds."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from adjudicator import Formula, UnreadableInput
from adjudicator.chem.naming import names
from adjudicator.cli import main
from adjudicator.ruleset import read_question


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("CuSO4 · 5H2O", "CuSO4·5H2O"),
        ("CuSO4 ·5 H2O", "CuSO4·5H2O"),
        ("CuSO4‧5H2O", "CuSO4·5H2O"),
        ("CuSO4・5H2O", "CuSO4·5H2O"),
        ("CuSO4×5H2O", "CuSO4·5H2O"),
        ("CuSO4.5H2O", "CuSO4·5H2O"),
        ("[Fe(CN)6]3-", "FeC6N6^3-"),
        ("[Fe(CN)6]^3-", "FeC6N6^3-"),
        ("[Cu(NH3)4]2+", "CuN4H12^2+"),
        ("SO4^{2-}", "SO4^2-"),
        ("SO_4^{2-}", "SO4^2-"),
        ("SO4 2-", "SO4^2-"),
        ("SO4(2-)", "SO4^2-"),
        ("Ca[2+]", "Ca^2+"),
        ("Ca{2+}", "Ca^2+"),
        ("C_{12}H_{22}O_{11}", "C12H22O11"),
        ("H_2O", "H2O"),
        ("Ca (OH)2", "Ca(OH)2"),
        ("Na Cl", "NaCl"),
        ("H\u00a02\u00a0O", "H2O"),
        ("CO2(g)", "CO2"),
        ("NaCl (aq)", "NaCl"),
        ("Fe^3+(aq)", "Fe^3+"),
        ("H2O(l)", "H2O"),
        ("S(s)", "S"),
        ("3CaO·SiO2", "Ca3SiO5"),
        ("3CaO·Al2O3·6H2O", "Ca3Al2O12H12"),
        ("2CaSO4·H2O", "Ca2S2O9H2"),
        ("CaSO4·½H2O", "Ca2S2O9H2"),
        ("CaSO4·0.5H2O", "Ca2S2O9H2"),
        ("CaSO4 · 0.5 H2O", "Ca2S2O9H2"),
        ("CaSO4·1/2H2O", "Ca2S2O9H2"),
        ("CdCl2·2.5H2O", "Cd2Cl4H10O5"),
        ("CdCl2·2½H2O", "Cd2Cl4H10O5"),
        ("CH2=CH2", "C2H4"),
        ("HC≡CH", "C2H2"),
        ("CH3-CH3", "C2H6"),
        ("CH3–CH2–OH", "C2H6O"),
    ],
)
def test_read_as(written: str, plain: str) -> None:
    assert Formula.parse(written) == Formula.parse(plain)
    assert str(Formula.parse(str(Formula.parse(written)))) == str(Formula.parse(plain))


@pytest.mark.parametrize(
    "text",
    ["C o", "H2 2O", "2H2O", "SO42-", "Fe3+", "0CaO·SiO2", "CO2(x)", "(g)", "H_xO", "CaSO4·½", "½H2O", "=", "CH3-",
     "Ca[2", "3·H2O", "H2O(g)(g)", "SO4^{2}", "Na\tCl"],
)  # fmt: skip
def test_still_refused(text: str) -> None:
    with pytest.raises(UnreadableInput):
        Formula.parse(text)


def test_the_state_is_set_aside_with_a_note() -> None:
    gas = Formula.parse("CO2(g)")
    assert (gas.state, gas.text) == ("g", "CO2")
    assert gas.note is not None
    assert Formula.parse("CO2").note is None
    run = CliRunner().invoke(main, ["name", "CO2(g)", "--json"])
    answer = json.loads(run.stdout)
    assert answer["name"] == "carbon dioxide"
    assert "(g)" in answer["note"]
    assert "(g)" in CliRunner().invoke(main, ["reference", "CO2(g)"]).output
    assert "(g)" in CliRunner().invoke(main, ["judge", "CO2(g)"]).output


def test_hydrates_however_written_have_one_name() -> None:
    for written in ("CuSO4 · 5H2O", "CuSO4・5H2O", "CuSO4.5H2O"):
        assert names(written)[0] == "copper(II) sulfate pentahydrate"
    for written in ("CaSO4·½H2O", "CaSO4·0.5H2O", "2CaSO4·H2O"):
        assert "calcium sulfate hemihydrate" in names(written)


def test_a_question_with_such_marks_is_a_formula() -> None:
    assert read_question("CH2=CH2") == Formula.parse("C2H4")
    assert read_question("CuSO・HO") == Formula.parse("CuSO·HO")
