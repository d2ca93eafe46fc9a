"""The `name` of a verdict: what a known substance is called, in every rule set, whether it is legal or not."""

from __future__ import annotations

import pytest

from adjudicator import Ruling, judge, load_ruleset
from adjudicator.prose import speaking
from adjudicator.ruleset import listed

RULES = [row["name"] for row in listed()]
KNOWN = [  # of every kind, legal somewhere and nowhere
    ("NaCl", "sodium chloride", "Natriumchlorid"),
    ("KNO3", "potassium nitrate", "Kaliumnitrat"),
    ("NaBrO", "sodium hypobromite", "Natriumhypobromit"),
    ("K2MnO4", "potassium manganate", "Kaliummanganat"),
    ("(NH4)2CO3", "ammonium carbonate", "Ammoniumcarbonat"),
    ("KO2", "potassium superoxide", "Kaliumhyperoxid"),
    ("Fe3C", "iron carbide", "Eisencarbid"),
    ("B4C", "boron carbide", "Borcarbid"),
    ("O2", "oxygen", "Sauerstoff"),
    ("O3", "ozone", "Ozon"),
    ("Na", "sodium", "Natrium"),
    ("Xe", "xenon", "Xenon"),
    ("CuSO4·5H2O", "copper(II) sulfate pentahydrate", "Kupfer(II)-sulfat-Pentahydrat"),
    ("Na2CO3·10H2O", "sodium carbonate decahydrate", "Natriumcarbonat-Decahydrat"),
    ("K3[Fe(CN)6]", "potassium hexacyanoferrate(III)", "Kalium-hexacyanidoferrat(III)"),
    ("H2O2", "hydrogen peroxide", "Wasserstoffperoxid"),
    ("HBF4", "tetrafluoroboric acid", "Tetrafluoroborsäure"),
    ("XeF4", "xenon tetrafluoride", "Xenontetrafluorid"),
    ("As2O3", "diarsenic trioxide", "Diarsentrioxid"),
    ("C2H5OH", "ethanol", "Ethanol"),
    ("CH3OCH3", "dimethyl ether", "Dimethylether"),
    ("NH4HCO3", "ammonium hydrogen carbonate", "Ammoniumhydrogencarbonat"),
]
UNKNOWN = ["Na3Cl", "NaMg", "XeF9", "N3O5", "HO", "Ag2", "SO4^2-", "SiF7"]


@pytest.mark.rule("C-NAME-SHOWN")
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("formula", "english", "german"), KNOWN)
def test_a_known_substance_is_named_legal_or_not(formula: str, english: str, german: str, rules: str) -> None:
    of_game = load_ruleset(rules)
    assert judge(formula, of_game).name == english
    with speaking("de"):
        assert judge(formula, of_game).to_json()["name"] == german


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("formula", UNKNOWN)
def test_what_is_not_known_has_no_name(formula: str, rules: str) -> None:
    verdict = judge(formula, rules)
    assert verdict.ruling is Ruling.INVALID
    assert verdict.name is None


@pytest.mark.rule("V-NAME-UNITS")
@pytest.mark.parametrize("rules", RULES)
def test_what_is_known_is_of_the_structure_that_is_written(rules: str) -> None:
    verdict = judge("CH3OCH3", rules)
    assert verdict.known is None or verdict.known.name == "dimethyl ether"
    assert "thanol" not in verdict.decisive.message
