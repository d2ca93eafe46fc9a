"""Names by rule, and the answers about a given name."""

from __future__ import annotations

import doctest
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from adjudicator import Formula, UnreadableInput
from adjudicator.chem import naming
from adjudicator.chem.naming import (
    SENTENCES,
    KnownNames,
    NameCheck,
    check,
    name_of_ions,
    names,
    normalise,
)
from adjudicator.chem.naming.families.molecular import molecular_names
from adjudicator.chem.naming.families.salts import salts
from adjudicator.chem.naming.knowledge.common import common
from adjudicator.chem.naming.knowledge.data import knowledge
from adjudicator.reference.table.reading import CompoundTable

if TYPE_CHECKING:
    from collections.abc import Sequence


@pytest.mark.parametrize(
    ("mineral", "formula", "preferred"),
    [
        ("libethenite", "Cu2(PO4)(OH)", "copper(II) hydroxide phosphate"),
        ("hydrocerussite", "Pb3(CO3)2(OH)2", "trilead bis(carbonate) dihydroxide"),
    ],
)
def test_a_basic_salt_is_no_oxide_of_an_acid_salt(mineral: str, formula: str, preferred: str) -> None:
    """Where hydroxide explains it, the hydrogen belongs to it: no reading is hydrogen phosphate beside oxide."""
    found = names(Formula.parse(formula))
    assert preferred in found, mineral
    assert [name for name in found if "hydrogen" in name] == []
    readings = [{anion.formula for anion, _ in salt.anions} for salt in salts(Formula.parse(formula))]
    assert readings
    assert all("OH" in reading and "O" not in reading for reading in readings)


@pytest.mark.parametrize(
    ("formula", "preferred"),
    [
        ("NaCl", "sodium chloride"),
        ("Mg(NO2)2", "magnesium nitrite"),
        ("MgN2O4", "magnesium nitrite"),
        ("Fe2(SO4)3", "iron(III) sulfate"),
        ("Fe3O4", "iron(II,III) oxide"),
        ("Pb3O4", "lead(II,IV) oxide"),
        ("Fe4O5", "tetrairon pentoxide"),
        ("Hg2Cl2", "mercury(I) chloride"),
        ("NaHCO3", "sodium hydrogen carbonate"),
        ("NaHS", "sodium hydrosulfide"),
        ("Ca(HS)2", "calcium hydrosulfide"),
        ("CuSO4·5H2O", "copper(II) sulfate pentahydrate"),
        ("CuSO4.5H2O", "copper(II) sulfate pentahydrate"),
        ("Na2CO3·10H2O", "sodium carbonate decahydrate"),
        ("HCl", "hydrogen chloride"),
        ("HClO", "hypochlorous acid"),
        ("HClO4", "perchloric acid"),
        ("H2SO3", "sulfurous acid"),
        ("H3PO4", "phosphoric acid"),
        ("N2O5", "dinitrogen pentoxide"),
        ("CO", "carbon monoxide"),
        ("PCl3", "phosphorus trichloride"),
        ("H2S", "hydrogen sulfide"),
        ("NH3", "ammonia"),
        ("CH4", "methane"),
        ("KAl(SO4)2", "aluminium potassium sulfate"),
        ("CaClF", "calcium chloride fluoride"),
        ("NaKO", "potassium sodium oxide"),
        ("COClF", "carbonyl chloride fluoride"),
        ("CCl2F2", "dichlorodifluoromethane"),
        ("KMnO4", "potassium permanganate"),
        ("NH4NO2", "ammonium nitrite"),
        ("PbO2", "lead(IV) oxide"),
        ("CoO2", "cobalt(IV) oxide"),
        ("CrO2", "chromium(IV) oxide"),
        ("NiO2", "nickel(IV) oxide"),
        ("ZnO2", "zinc peroxide"),
        ("Na2O2", "sodium peroxide"),
        ("KO2", "potassium superoxide"),
        ("CaC2", "calcium carbide"),
        ("Al4C3", "aluminium carbide"),
        ("O2", "oxygen"),
        ("O", "atomic oxygen"),
        ("Cu2", "copper"),
        ("CuZn", "brass"),
        ("SO4^2-", "sulfate ion"),
        ("Fe^3+", "iron(III) ion"),
        ("P(OH)5", "phosphorus(V) hydroxide"),
    ],
)
def test_preferred_names(formula: str, preferred: str) -> None:
    assert names(formula)[0] == preferred
    assert check(formula, preferred).answer == "right"


def test_a_composition_is_enough() -> None:
    assert names(Formula.parse("Mg(NO2)2")) == names("Mg(NO2)2")
    assert names(Formula.parse("CuSO4·5H2O"))[0] == "copper(II) sulfate pentahydrate"


def test_no_composition_takes_long() -> None:
    """Regression: it took half a minute when every pair of anions was tried with every amount of water."""
    assert names("(C2H3O2)11(NO3)12(Na)1(ClO3)8(PO4)4") == ()


def test_hydrates_are_written_and_named_as_such() -> None:
    said = check("CuSO4·5H2O", "copper sulfate pentahydrate").message
    assert "Cu2SO4·5H2O or CuSO4·5H2O" in said
    assert "anhydrite dihydrate" not in names("CaSO4·2H2O")


@pytest.mark.parametrize("formula", ["Na2Cl2", "NaCl2", "Mg2(NO2)4", "HeO", "Xe2"])
def test_what_no_rule_makes_has_no_name_of_a_salt(formula: str) -> None:
    assert not any("sodium chloride" in name or "magnesium" in name for name in names(formula))


def ions_named(mercury: int, anion: str, charge: int, anions: int) -> str | None:
    """The name of so many mercury(I) atoms with so many anions, as a game that deals ions asks for it."""
    return name_of_ions((("Hg", 1),), (1,) * mercury, Formula.parse(anion).atoms, (charge,) * anions)


@pytest.mark.parametrize(
    ("even", "odd", "name", "anion", "charge"),
    [
        ("Hg2Cl2", "HgCl", "mercury(I) chloride", "Cl", -1),
        ("Hg2(NO3)2", "HgNO3", "mercury(I) nitrate", "NO3", -1),
        ("Hg6N2", "Hg3N", "mercury(I) nitride", "N", -3),
        ("Hg6(PO4)2", "Hg3PO4", "mercury(I) phosphate", "PO4", -3),
    ],
)
def test_mercury_I_comes_in_pairs(even: str, odd: str, name: str, anion: str, charge: int) -> None:
    """The ion is Hg2 with 2+, so an odd number of atoms has no such name, neither given nor accepted."""
    assert names(even)[0] == names(Formula.parse(even))[0] == name
    assert check(even, name).answer == "right"
    assert names(odd) == names(Formula.parse(odd)) == ()
    assert check(odd, name).answer == "wrong"
    assert ions_named(-2 * charge, anion, charge, 2) == name
    assert ions_named(-charge, anion, charge, 1) != name


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("CH3F", ("fluoromethane",)),
        ("CH2ClF", ("chlorofluoromethane",)),
        ("CHBrClF", ("bromochlorofluoromethane",)),
        ("CHClF2", ("chlorodifluoromethane",)),
        ("CBrClF2", ("bromochlorodifluoromethane", "carbon bromide chloride difluoride")),
        ("CClF3", ("chlorotrifluoromethane", "carbon chloride trifluoride")),
        ("CI4", ("carbon tetraiodide", "tetraiodomethane")),
    ],
)
def test_methanes_with_halogens_have_four_of_them_or_hydrogen(formula: str, said: tuple[str, ...]) -> None:
    """By alphabet, hydrogen unsaid; as a salt of carbon only where there is no hydrogen."""
    assert tuple(dict.fromkeys(molecular_names(Formula.parse(formula)))) == said
    assert set(said) <= set(names(Formula.parse(formula)))
    for name in said:
        assert check(formula, name).answer == "right", name


@pytest.mark.parametrize("formula", ["CHClF", "CHCl2", "CCl5", "CH4Cl", "C2H2Cl", "ClF4", "CH3"])
def test_no_methane_has_another_number_of_atoms(formula: str) -> None:
    for found in (names(Formula.parse(formula)), molecular_names(Formula.parse(formula))):
        assert [name for name in found if "methane" in name] == []


def test_a_methane_is_read_by_its_halogens_in_any_order() -> None:
    assert check("CCl2F2", "difluorodichloromethane").answer == "right"
    assert check("CHCl3", "tetrachloromethane").answer == "wrong"
    assert check("CH3Cl", "chlorochloromethane").answer == "wrong"
    assert check("CCl4F", "tetrachlorofluoromethane").code == "name_unknown"


def test_every_name_we_give_is_right_by_our_own_check() -> None:
    for formula in common().texts.values():
        for name in names(formula):
            assert check(formula, name).answer == "right", (formula, name)


def test_there_are_enough_common_names_and_ions() -> None:
    given = {name for table in (common().names, common().first) for row in table.values() for name in row}
    assert len(given) >= 300
    assert len(knowledge().anions) >= 90


@pytest.mark.parametrize(
    ("formula", "name", "answer", "code"),
    [
        ("ZnCl2", "zinc(II) chloride", "right", "name_number_not_needed"),
        ("NiCl2", "nickel chloride", "right", "name_accepted"),
        ("CuCl2", "copper chloride", "wrong", "name_number_missing"),
        ("CuCl2", "copper(I) chloride", "wrong", "name_wrong_number"),
        ("ZnCl2", "zinc(III) chloride", "wrong", "name_does_not_fit"),
        ("NaNO2", "sodium nitrate", "wrong", "name_wrong_ending"),
        ("H2SO4", "sulfurous acid", "wrong", "name_wrong_ending"),
        ("N2O5", "dinitrogen trioxide", "wrong", "name_wrong_count"),
        ("CO2", "carbon oxide", "wrong", "name_prefix_missing"),
        ("NaCl", "caustic soda", "wrong", "name_of_another"),
        ("NaOH", "base", "wrong", "name_class"),
        ("NaOH", "bases", "wrong", "name_class"),
        ("NaCl", "chloride", "wrong", "name_only_an_ion"),
        ("NH3", "ammonium", "wrong", "name_only_an_ion"),
        ("NaCl", "sodium", "wrong", "name_of_an_element"),
        ("NaCl", "brass", "wrong", "name_of_an_alloy"),
        ("PbO2", "lead(II) peroxide", "wrong", "name_other_ions"),
        ("CoO2", "cobalt(II) peroxide", "wrong", "name_other_ions"),
        ("CrO2", "chromium(II) peroxide", "wrong", "name_other_ions"),
        ("Cl2O", "oxygen dichloride", "right", "name_counted"),
        ("CuSO4·5H2O", "copper(II) sulfate", "wrong", "name_water_missing"),
        ("H2SO4", "sulfur trioxide", "wrong", "name_of_another"),
        ("Na2CO3", "sodium carbonite", "wrong", "name_no_such_ending"),
        ("NaCl", "NaCl", "wrong", "name_is_a_formula"),
        ("NaCl", "sodium chlorine", "wrong", "name_not_how"),
        ("NaCl", "sodium cloride", "right", "name_misspelt"),
        ("PCl3", "phosphorous trichloride", "right", "name_misspelt"),
        ("NaNO2", "sodium nitrete", "unresolved", "name_two_spellings"),
        ("CuSO4·5H2O", "copper(II) sulfate tetrahydrate", "wrong", "name_of_another"),
        ("C9H8O4", "aspirin", "right", "name_accepted"),
        ("Ca3(PO4)2", "tricalcium phosphate", "right", "name_accepted"),
        ("NaCl", "fnord", "unresolved", "name_unknown"),
        ("NaCl", "", "unresolved", "name_empty"),
        ("NaCl", "x" * 121, "unresolved", "name_too_long"),
        ("FeCl3", "iron trichloride", "right", "name_accepted"),
        ("Na2HPO4", "disodium phosphate", "right", "name_counted"),
    ],
)
def test_answers_have_a_reason(formula: str, name: str, answer: str, code: str) -> None:
    found = check(formula, name)
    assert (found.answer, found.code) == (answer, code)
    assert code in SENTENCES
    assert found.message.endswith(".")
    assert found.to_json()["answer"] == answer


def test_a_wrong_name_says_whose_it_is() -> None:
    found = check("NaOH", "table salt")
    assert dict(found.params)["other"] == "NaCl"
    assert found.message == "No: table salt is NaCl (sodium chloride). NaOH is sodium hydroxide."


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("nitrite", "nitrate"),
        ("sulfide", "sulfite"),
        ("sulfite", "sulfate"),
        ("chlorite", "chlorate"),
        ("cyanide", "cyanate"),
    ],
)
def test_a_letter_between_two_substances_is_never_a_slip(one: str, other: str) -> None:
    for formula in ("NaNO2", "NaNO3", "Na2S", "Na2SO3", "Na2SO4", "NaClO2", "NaClO3", "NaCN", "NaOCN"):
        answers = {check(formula, f"sodium {ion}").answer for ion in (one, other)}
        assert answers in ({"wrong"}, {"right", "wrong"})


@pytest.mark.parametrize(
    "written",
    [
        "iron(III) chloride",
        "Iron (III) Chloride",
        "IRON(III) CHLORIDE",
        "iron III chloride",
        "iron(Ⅲ) chloride",
        "iron(+3) chloride",
        "iron-3 chloride",
        "  iron(III)\tchloride ",
        "iron(III)‑chloride",
        "iron(III)chloride",
        "iron(III) chloride.",
    ],
)
def test_ways_to_write_one_name(written: str) -> None:
    assert normalise(written) == "iron(iii)chloride"
    assert check("FeCl3", written).answer == "right"


@pytest.mark.rule("V-NAME-CHARGE")
def test_the_charge_of_one_atom_is_its_number() -> None:
    assert check("FeCl3", "iron(3+) chloride").answer == "right"
    assert check("FeCl3", "iron(2+) chloride").answer == "wrong"


@pytest.mark.parametrize(
    ("british", "american"),
    [("sulphuric acid", "sulfuric acid"), ("caesium", "cesium"), ("aluminium", "aluminum")],
)
def test_both_sides_of_the_ocean(british: str, american: str) -> None:
    assert normalise(british) == normalise(american)


# --- with a table of compounds ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    formula: str
    name: str
    skeleton: str = ""
    well_known: bool = True
    named: bool = True
    systematic: str | None = None

    @property
    def smiles(self) -> str:
        return self.skeleton


class FakeTable:
    """Ethanol and its isomer, ibuprofen, and a synonym that a rule forbids."""

    entries = (
        Entry("C2H6O", "ethanol", "[CH3][CH2][OH]"),
        Entry("C2H6O", "dimethyl ether", "[CH3][O][CH3]"),
        Entry("C13H18O2", "ibuprofen"),
        Entry("CO2", "carbon oxide"),
    )

    def by_formula(self, hill: str) -> Sequence[Entry]:
        return [entry for entry in self.entries if entry.formula == hill]

    def by_name(self, name: str) -> Sequence[Entry]:
        return [entry for entry in self.entries if entry.name == name.lower()]

    def unmade(self, hill: str) -> bool:  # noqa: ARG002
        return False

    @property
    def attested(self) -> KnownNames:
        return self


def test_isomers_are_all_right() -> None:
    known: KnownNames = FakeTable()
    assert names("C13H18O2") == ()
    assert names("C13H18O2", known) == ("ibuprofen",)
    assert {"ethanol", "dimethyl ether"} <= set(names("C2H6O", known))
    for name in ("Ethanol", "dimethyl ether"):
        assert check("C2H6O", name, known).answer == "right"


def test_the_table_tells_whose_name_it_is() -> None:
    found = check("NaCl", "ibuprofen", FakeTable())
    assert (found.answer, found.code) == ("wrong", "name_of_another")
    assert dict(found.params)["other"] == "C13H18O2"
    assert check("NaCl", "ibuprofen").answer == "unresolved"


def test_a_rule_outweighs_a_careless_synonym() -> None:
    assert check("CO2", "carbon oxide", FakeTable()).code == "name_prefix_missing"
    assert "carbon oxide" not in names("CO2", FakeTable())


def test_the_shipped_table_is_a_source_of_names() -> None:
    known: KnownNames = CompoundTable.open()
    assert names("C6H6", known)[0] == "benzene"
    assert check("C3H8O", "isopropyl alcohol", known).answer == "right"
    assert check("C3H6O", "propanal", known).answer == "right"
    assert check("C2H6O", "propanal", known).code == "name_of_another"
    assert check("C2H6O", "alcohol", known).code == "name_class"


def test_only_an_unreadable_formula_is_an_error() -> None:
    with pytest.raises(UnreadableInput):
        check("Nacl2x", "salt")
    assert isinstance(check("NaCl", "\x00\n{}"), NameCheck)


def test_the_examples_in_the_docstring_hold() -> None:
    assert doctest.testmod(naming).failed == 0


@pytest.mark.parametrize(
    ("formula", "name", "language"),
    [("Fe^3+", "iron ion", "en"), ("Cu^2+", "copper ion", "en"), ("Fe^3+", "Eisen-Ion", "de")],
)
def test_an_ion_of_a_metal_with_several_charges_needs_its_number(
    formula: str, name: str, language: str
) -> None:
    assert check(formula, name, language=language).code == "name_number_missing"
    assert check("Na^+", "sodium ion").answer == "right"
    assert check("Fe^3+", "copper ion").code != "name_number_missing"
