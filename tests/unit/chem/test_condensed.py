"""Condensed formulas are structures; fixtures/naming/condensed.csv gives the sources of the pairs."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from adjudicator import Formula, Ruling, load_ruleset
from adjudicator.chem.formula.condensed import read_condensed
from adjudicator.chem.lewis.condensed_writing import condensed_of
from adjudicator.chem.naming import check, names
from adjudicator.chem.skeleton import skeleton_key
from adjudicator.reference.table.reading import CompoundTable
from tests.oracle.test_naming_opsin import composition
from tests.support.sampling import one_in

LINES = Path("fixtures/naming/condensed.csv").read_text(encoding="utf-8").splitlines()
ROWS = list(csv.DictReader(line for line in LINES if not line.startswith("#")))
TABLE = CompoundTable.open()


def test_there_are_enough_pairs_and_half_of_them_are_isomers() -> None:
    assert 2 * len(ROWS) >= 400
    for row in ROWS:
        made_of = Formula.parse(row["formula"])
        assert composition(row["smiles"]) == made_of
        assert composition(row["wrong_smiles"]) == made_of


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['formula']}-{row['name']}")
def test_a_condensed_formula_is_read_as_its_structure(row: dict[str, str]) -> None:
    found = read_condensed(row["formula"])
    assert found is not None
    assert found.skeletons[0] == skeleton_key(row["smiles"])
    assert skeleton_key(row["wrong_smiles"]) not in found.skeletons


@pytest.mark.parametrize("step", one_in(2, [4, 1]))
def test_names_of_the_structure_are_right_and_those_of_its_isomers_wrong(step: int) -> None:
    rows = ROWS[::step]
    right = [check(row["formula"], row["name"], TABLE).answer for row in rows]
    isomers = [check(row["formula"], row["wrong_name"], TABLE).answer for row in rows if row["wrong_name"]]
    assert "wrong" not in right
    assert right.count("right") >= 230 // step  # a few names are not on record
    assert "right" not in isomers
    assert isomers.count("wrong") >= 200 // step


@pytest.mark.parametrize("row", ROWS[::5], ids=lambda row: row["smiles"])
def test_what_is_written_reads_back(row: dict[str, str]) -> None:
    for smiles in (row["smiles"], row["wrong_smiles"]):
        text = condensed_of(smiles)
        if text is not None:
            found = read_condensed(text)
            assert found is not None
            assert found.skeletons == (skeleton_key(smiles),)


@pytest.mark.parametrize(
    ("smiles", "text"),
    [
        ("NC(N)=S", "CS(NH2)2"),
        ("NC(N)=O", "H2NCONH2"),
        ("OCCS(=O)(=O)O", "HOCH2CH2SO3H"),
        ("CS(C)(=O)=O", "CH3SO2CH3"),
        ("COS(=O)(=O)OC", "CH3OSO2OCH3"),
        ("OC(=O)C(Cl)Cl", "CHCl2COOH"),
        ("CCBr", "CH3CH2Br"),
        ("CC(Cl)(Cl)Cl", "CH3CCl3"),
    ],
)
def test_a_structure_is_written_as_chemists_do(smiles: str, text: str) -> None:
    assert condensed_of(smiles) == text


@pytest.mark.parametrize(
    ("formula", "forms"),
    [
        ("C3H7OH", {"CCCO", "CC(C)O"}),
        ("C4H9Cl", set()),  # Hill's order: a composition
        ("C4H9OH", {"CCCCO", "CCC(C)O", "CC(C)CO", "CC(C)(C)O"}),
        ("CH3C6H4OH", {"Cc1ccccc1O", "Cc1cccc(O)c1", "Cc1ccc(O)cc1"}),
        ("C3H5(OH)3", {"OCC(O)CO"}),
        ("C3H5COOH", {"C=CCC(=O)O", "CC=CC(=O)O", "CC(=C)C(=O)O", "OC(=O)C1CC1"}),
        ("C5H9OH", {"OC1CCCC1", "C=CCCCO", "CC=CCCO", "CCC=CCO", "CCCC=CO", "CC(C)=CCO"}),
        ("C5H4NCOOH", {"OC(=O)c1ccccn1", "OC(=O)c1cccnc1", "OC(=O)c1ccncc1"}),
        ("C4H8NCH3", {"CN1CCCC1"}),
        ("HNCO", {"N=C=O"}),
        ("HOCN", {"OC#N"}),
        ("HCNO", {"C#[N+][O-]"}),
        ("CH3N3", set()),
        ("CH3-CH2-OH", {"CCO"}),
        ("CH₃CH₂OH", {"CCO"}),
        ("H3C-C(=O)-O-CH3", {"CC(=O)OC"}),
        ("CH2OH(CHOH)4CHO", {"OCC(O)C(O)C(O)C(O)C=O"}),
        ("(C2H5O)4Si", {"CCO[Si](OCC)(OCC)OCC"}),
    ],
)
def test_groups_of_several_forms_stand_for_all_of_them(formula: str, forms: set[str]) -> None:
    found = read_condensed(formula)
    assert set(found.skeletons if found else ()) == {skeleton_key(smiles) for smiles in forms}


@pytest.mark.parametrize(
    "text",
    ["C2H6O", "C6H12O6", "HC2H3O2", "H2C2O4", "CH3COONa", "C2H5MgBr", "NH4OCN", "CH3COONH4", "Hg(CNO)2", "(CH3)2Hg", "C6H5N2Cl", "CO2",
     "H2CO3", "NaCl", "C17H33COOH", "(CH2)6N4", "C5H4N", "CH5", "C(CH3)5", "CH3", "((", "", "SO4^2-"],
)  # fmt: skip
def test_what_is_no_structure_stays_a_composition(text: str) -> None:
    assert read_condensed(text) is None


def test_a_hostile_text_is_given_up_soon() -> None:
    assert read_condensed("OONONO" * 9 + "CH") is None
    assert read_condensed("(((((((((CO)9)9)9)9)9)9)9)9)9") is None


# --- what is said -------------------------------------------------------------------------------------------


def test_the_isomer_is_shown_by_its_own_formula() -> None:
    found = check("CH3OCH3", "ethanol", TABLE)
    assert (found.answer, found.code) == ("wrong", "name_isomer")
    assert "the isomer CH3CH2OH" in found.message
    assert found.names[0] == "dimethyl ether"


def test_a_nitrite_is_no_nitro_compound_whichever_end_is_written_first() -> None:
    assert read_condensed("ONOC2H5") == read_condensed("C2H5ONO")
    assert read_condensed("O2NC2H5") == read_condensed("CH3CH2NO2")
    found = check("C5H4NCOOH", "nitrobenzene", TABLE)
    assert "the isomer C6H5NO2" in found.message


def test_an_acid_and_its_isomers_without_any_table() -> None:
    assert check("CH3COOH", "acetic acid").answer == "right"
    assert check("HCOOCH3", "acetic acid").code == "name_isomer"
    assert check("CH3CH2OH", "dimethyl ether").code == "name_isomer"


def test_a_composition_accepts_each_isomer_and_names_the_others() -> None:
    for name, other in (("ethanol", "dimethyl ether"), ("dimethyl ether", "ethanol")):
        found = check("C2H6O", name, TABLE)
        assert found.answer == "right"
        assert other in found.message
    assert check("CH4N2O", "urea", TABLE).answer == "right"
    assert check("CH4N2O", "ammonium cyanate", TABLE).answer == "right"


@pytest.mark.parametrize(
    ("formula", "name", "answer"),
    [
        ("NH4OCN", "urea", "wrong"),
        ("NH4OCN", "ammonium cyanate", "right"),
        ("CO(NH2)2", "urea", "right"),
        ("CO(NH2)2", "ammonium cyanate", "wrong"),
        ("NH4SCN", "thiourea", "wrong"),
        ("NH4SCN", "ammonium thiocyanate", "right"),
        ("CH3COONH4", "ammonium acetate", "right"),
        ("NH4Cl", "sal ammoniac", "right"),
        ("COCl2", "phosgene", "right"),
        ("COCl2", "carbonyl chloride", "right"),
        ("C3H7OH", "isopropyl alcohol", "right"),
        ("C3H7OH", "ethyl methyl ether", "wrong"),
        ("HCN", "hydrogen cyanide", "right"),
        ("HNCO", "fulminic acid", "wrong"),
        ("HNCO", "isocyanic acid", "right"),
        ("CH3CH2OH", "grain alcohol", "right"),
        ("CH3COOH", "acettic acid", "right"),
        ("HCOOCH3", "acettic acid", "wrong"),
    ],
)
def test_salts_and_molecules_of_one_composition(formula: str, name: str, answer: str) -> None:
    assert check(formula, name, TABLE).answer == answer


@pytest.mark.parametrize(
    ("formula", "name"),
    [("NH2CH2COOH", "glycine"), ("CH3OCH3", "dimethyl ether"), ("C2H5OH", "ethanol"), ("NH4OCN", "ammonium cyanate"),
     ("HCOOH", "formic acid"), ("(CH3)2CO", "acetone"), ("CH3CH(OH)CH3", "2-propanol"), ("C6H5COOH", "benzoic acid")],
)  # fmt: skip
def test_the_name_of_a_structure(formula: str, name: str) -> None:
    assert names(formula, TABLE)[0] == name


def test_the_judge_rules_on_the_composition_and_names_the_structure() -> None:
    expert = load_ruleset("compoundit:expert")
    for formula, name in (
        ("CH3OCH3", "dimethyl ether"),
        ("CH3CH2OH", "ethanol"),
        ("HCOOCH3", "methyl formate"),
    ):
        verdict = expert.judge(Formula.parse(formula))
        assert verdict.ruling is Ruling.VALID
        assert verdict.name == name
        assert verdict.known is not None
        assert verdict.known.name == name
    salt = expert.judge(Formula.parse("NH4OCN"))
    assert (salt.name, salt.known) == ("ammonium cyanate", None)
    by_composition = load_ruleset("compoundit:standard").judge(Formula.parse("HCOOCH3"))
    assert by_composition.accepted_by == ("polyatomic",)  # the atoms of acetic acid
    assert by_composition.name == "methyl formate"
