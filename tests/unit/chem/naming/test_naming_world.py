"""Names from elsewhere; fixtures/naming/world.csv gives the sources of the pairs."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from adjudicator import Formula
from adjudicator.chem.naming import check, names
from adjudicator.chem.naming.families.complexes import complexes_at
from adjudicator.chem.naming.reading.refrigerants import refrigerant
from adjudicator.errors import AmbiguousInput
from adjudicator.reference.table.reading import CompoundTable

LINES = Path("fixtures/naming/world.csv").read_text(encoding="utf-8").splitlines()
PAIRS = [
    (row["formula"], row["name"], row["answer"]) for row in csv.DictReader(x for x in LINES if x[0] != "#")
]


def test_there_are_enough_and_each_once() -> None:
    assert len(PAIRS) >= 400
    assert len(set(PAIRS)) == len(PAIRS)
    assert Counter(answer for _, _, answer in PAIRS)["wrong"] >= 25


@pytest.mark.parametrize(("formula", "name", "answer"), PAIRS)
def test_pair(formula: str, name: str, answer: str) -> None:
    found = check(formula, name)
    assert found.answer == answer, found.message


def test_the_reference_table_changes_no_answer_of_a_rule() -> None:
    table = CompoundTable.open()
    assert [
        pair for pair in PAIRS if pair[2] != "unresolved" and check(*pair[:2], table).answer != pair[2]
    ] == []


@pytest.mark.parametrize(
    ("formula", "name"),
    [
        ("WC", "tungsten carbide"),
        ("TiN", "titanium nitride"),
        ("MgB2", "magnesium diboride"),
        ("MoSi2", "molybdenum disilicide"),
        ("Na5P3O10", "sodium triphosphate"),
        ("K2S5", "potassium pentasulfide"),
        ("OsO4", "osmium tetroxide"),
        ("[Cu(NH3)4]SO4", "tetraamminecopper(II) sulfate"),
        ("K2[PtCl4]", "potassium tetrachloroplatinate(II)"),
        ("[Co(NH3)6]Cl3", "hexaamminecobalt(III) chloride"),
        ("[Ag(NH3)2]Cl", "diamminesilver(I) chloride"),
        ("[Co(NH3)5Cl]Cl2", "pentaamminechlorocobalt(III) chloride"),
        ("[Fe(CN)6]3-", "hexacyanoferrate(III) ion"),
        ("Hg(ONC)2", "mercury(II) fulminate"),
        ("3CaO·SiO2", "tricalcium silicate"),
        ("CaSO4·½H2O", "calcium sulfate hemihydrate"),
        ("S4N4", "tetrasulfur tetranitride"),
        ("KHC8H4O4", "potassium hydrogen phthalate"),
        ("NaOCH3", "sodium methoxide"),
        ("Hg2^2+", "mercury(I) ion"),
        ("H3O^+", "hydronium ion"),
        ("ClN3", "chlorine azide"),
    ],
)
def test_the_name_that_is_given_first(formula: str, name: str) -> None:
    assert names(formula)[0] == name


def test_the_atoms_alone_give_no_name_to_what_is_written_otherwise() -> None:
    assert names("[Cu(NH3)4]SO4") == ("tetraamminecopper(II) sulfate",)
    assert names("NH4OCN") == ("ammonium cyanate",)
    assert "hydroxylamine hydrochloride" in names("NH3OHCl")


@pytest.mark.parametrize("text", ["O2-", "N3-"])
def test_a_charge_that_two_ions_would_have_is_asked_for(text: str) -> None:
    with pytest.raises(AmbiguousInput, match="Mark the charge"):
        names(text)


def test_every_name_that_is_given_is_right() -> None:
    formulas = {formula for formula, _, _ in PAIRS}
    wrong = {(f, n) for f in formulas for n in names(f) if check(f, n).answer != "right"}
    assert wrong == set()


def test_a_complex_is_read_from_its_name() -> None:
    (found,) = [ion for ion, end, _ in complexes_at("tetraaquadichlorochromium(iii)", 0) if end == 30]
    assert Formula(found.atoms) == Formula.parse("CrH8O4Cl2")
    assert list(complexes_at("sodium", 0)) == []


@pytest.mark.parametrize(
    ("number", "formula"),
    [("r12", "CCl2F2"), ("hfc134a", "C2H2F4"), ("r1234yf", "C3H2F4"), ("halon1301", "CBrF3"), ("r717", "NH3"),
     ("r13b1", "CBrF3"), ("r9999", None), ("halon0001", None), ("r7", None), ("r799", None)],
)  # fmt: skip
def test_numbers_of_refrigerants_count_atoms(number: str, formula: str | None) -> None:
    assert refrigerant(number) == (Formula.parse(formula) if formula else None)


def test_an_explanation_never_names_an_isomer_as_if_it_were_the_one() -> None:
    table = CompoundTable.open()
    for name in ("dimethyl ether", "ethanol", "1-propanol", "ethyl methyl ether", "cyclopropane"):
        found = check("NaCl", name, table)
        called = dict(found.params)["called"]
        assert found.answer == "wrong"
        assert called == () or check(str(dict(found.params)["other"]), called[0], table).answer == "right"
        assert {c.skeleton for n in called for c in table.by_name(n)} <= {
            c.skeleton for c in table.by_name(name)
        }
