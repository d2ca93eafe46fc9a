"""The `name` of a verdict: what a known substance is called, in every rule set, whether it is legal or not."""

from __future__ import annotations

import pytest

from adjudicator import Ruling, judge, load_ruleset
from adjudicator.chem.elements import METALS
from adjudicator.chem.formula import Formula
from adjudicator.chem.naming import listed_names, names, written
from adjudicator.lookup import look_up
from adjudicator.prose import speaking
from adjudicator.reference.authority import Authority
from adjudicator.reference.salts import identified_salts, listed_salts, unmade
from adjudicator.reference.substances import is_real_salt, name_of_known
from adjudicator.reference.table.reading import CompoundTable
from adjudicator.ruleset import listed

TABLE = CompoundTable.open()
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


SALTS = [Formula.parse(hill) for hill in (*sorted(listed_salts())[::12], *sorted(identified_salts())[::6])]


@pytest.mark.rule("C-NAME-SHOWN")
@pytest.mark.parametrize("salt", SALTS, ids=str)
def test_a_salt_is_called_in_a_verdict_as_by_the_name_command(salt: Formula) -> None:
    text = written(Formula.of(dict(salt.atoms)))
    by_command = names(text, TABLE)
    assert name_of_known(Formula.parse(text), TABLE) == (
        by_command[0] if by_command else listed_salts()[salt.hill]
    )


MINERALS = [
    ("Cu3(CO3)2(OH)2", "tricopper bis(carbonate) dihydroxide"),
    ("Cu2(OH)2CO3", "copper(II) carbonate hydroxide"),
    ("CuCO3·Cu(OH)2", "copper(II) carbonate hydroxide"),
    ("Ca5(PO4)3OH", "pentacalcium hydroxide tris(phosphate)"),
    ("Ca2B6O11·5H2O", "colemanite"),
    ("KAl3Si3O10(OH)2", "muscovite"),
]


@pytest.mark.rule("C-WORDS", "V-NAME-UNITS")
@pytest.mark.parametrize(("formula", "name"), MINERALS)
@pytest.mark.parametrize(
    "rules", ["compoundit:standard", "ion:base", "valence-plus", "compounded", "chemistry-monopoly"]
)
def test_a_mineral_as_it_is_written_is_real(formula: str, name: str, rules: str) -> None:
    verdict = judge(formula, rules)
    assert verdict.name == name
    assert f"{name[0].upper()}{name[1:]} is " in verdict.decisive.message
    assert " real" in verdict.decisive.message


@pytest.mark.rule("V-NAME-UNITS")
@pytest.mark.parametrize("formula", ["NaMg", "NH4OH", "PBrClI", "Na3Cl"])
def test_what_no_list_has_is_not_called_real(formula: str) -> None:
    assert not is_real_salt(Formula.parse(formula))


@pytest.mark.rule("C-WORDS")
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("H2SO5", "peroxymonosulfuric acid"),
        ("H2SiF6", "hexafluorosilicic acid"),
        ("HPF6", "hexafluorophosphoric acid"),
        ("HBF4", "tetrafluoroboric acid"),
        ("Na2S2", "sodium disulfide"),
        ("K2S5", "potassium pentasulfide"),
        ("CuN3", "copper(I) azide"),
        ("(NH4)2CO3", "ammonium carbonate"),
        ("CH3ONa", "sodium methoxide"),
    ],
)
def test_C_WORDS_names_verdicts_and_looking_up_know_the_same(text: str, name: str) -> None:
    formula, authority = Formula.parse(text), Authority.from_config(("table",))
    assert names(text, TABLE)[0] == name
    assert judge(text, "compoundit:standard").name == name
    assert (authority.real(formula), authority.called(formula)) == (name, name)
    (found,) = look_up(text, authority).substances
    assert (found.names[0], found.listed) == (name, True)


def test_every_compound_of_a_metal_on_our_own_list_is_real() -> None:
    of_metals = [f for f, _ in listed_names() if len(f.atoms) > 1 and not METALS.isdisjoint(dict(f.atoms))]
    assert len(of_metals) > 300
    assert [str(f) for f in of_metals if not is_real_salt(f) and unmade(f) is None] == []
