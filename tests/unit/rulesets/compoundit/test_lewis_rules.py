"""Simple Lewis, organic and complex Lewis: the sets of CompoundIt! on molecules about which chemists agree."""

from __future__ import annotations

import csv
import json
import random
import threading
from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from rdkit import Chem
from rdkit.Chem import rdMolDescriptors

from adjudicator import Check, Facts, Formula, Outcome, Ruling, Tiles, Verdict, judge, load_ruleset
from adjudicator.errors import ReferenceUnavailable
from adjudicator.prose import ADDED
from adjudicator.reference.authority import Authority
from adjudicator.reference.online.failures import SourceFailed
from adjudicator.reference.online.pubchem import Candidates, Reported
from adjudicator.reference.table.reading import Compound, CompoundTable
from adjudicator.ruleset import default_authority
from adjudicator_rulesets.compoundit.judging.board.challenge import Consequence, rule_on_runs
from adjudicator_rulesets.compoundit.judging.findings import Finding, Run
from adjudicator_rulesets.compoundit.judging.nearest import Nearest
from adjudicator_rulesets.compoundit.judging.rules import CompoundIt
from tests.support.few_compounds import FewCompounds, compound

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.parts import RuleSet
    from adjudicator.reference.stability import Stability

EDITION = Path("rulesets/adjudicator_rulesets/compoundit/editions/reference-2.toml")
FIXTURE = Path("fixtures/lewis/molecules.csv")
EXPERT, STANDARD = "compoundit:expert", "compoundit:standard"
ADVANCED = ("simple-lewis", "organic", "complex-lewis")
LEWIS = ("simple-lewis", "complex-lewis")
ORGANIC_ELEMENTS = {"C", "H", "O", "N", "S", "F", "Cl", "Br", "I"}

# Valence electrons, by hand: witnesses are counted without the program's own table.
GROUPS = {1: "H", 3: "B", 4: "C Si", 5: "N P As", 6: "O S Se Te", 7: "F Cl Br I"}
VALENCE = {symbol: electrons for electrons, symbols in GROUPS.items() for symbol in symbols.split()}
HALOGENS = {"F", "Cl", "Br", "I"}

# Tiles of an edition with more elements, so that C-EDITION does not hide the answers of the Lewis sets.
MORE_TILES = {"B": 3, "Be": 2, "Xe": 2, "Se": -2, "As": 3, "Te": -2, "Sn": 4, "Ti": 4, "Ni": 2, "Hg": 2}

NOT_STABLE = {"no_boiling_point", "no_fitting_structure", "no_compound_on_record"}
CODES = {  # reasons of the fixture, with the codes of the checks
    "odd electrons": {"odd_electrons"},
    "expanded octet": {"hypervalent"},
    "incomplete octet": {"incomplete_octet"},
    "element": {"single_element"},
    "metal": {"has_metal"},
    "no boiling point": NOT_STABLE,
    "no centre atom": {"no_centre_atom"},
    "known structure without centre": {"no_boiling_point", "no_fitting_structure"},
    "known structure without octets": {"no_fitting_structure"},
}


@dataclass(frozen=True)
class Molecule:
    formula: str
    name: str
    accepted_by: tuple[str, ...]
    boils: float | None
    reason: str


def molecules() -> list[Molecule]:
    lines = [
        line for line in FIXTURE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")
    ]
    return [
        Molecule(
            row["formula"],
            row["name"],
            tuple(set_ for set_ in ADVANCED if {"valid": True, "invalid": False}[row[set_]]),
            None if row["boils"] == "-" else float(row["boils"]),
            row["reason"],
        )
        for row in csv.DictReader(lines)
    ]


MOLECULES = molecules()
ACCEPTED = [m for m in MOLECULES if m.accepted_by]


def each(chosen: list[Molecule]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("molecule", chosen, ids=lambda m: m.formula)


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> RuleSet:
    """All sets in force, with tiles of more elements."""
    tiles = "".join(
        f'  {{ symbol = "{symbol}", count = 1, points = 8, oxidation = [{number}] }},\n'
        for symbol, number in MORE_TILES.items()
    )
    first = '  { symbol = "H", '
    text = EDITION.read_text(encoding="utf-8")
    assert first in text
    path = tmp_path_factory.mktemp("edition") / "edition.toml"
    path.write_text(text.replace(first, tiles + first, 1), encoding="utf-8")
    return load_ruleset(EXPERT, path)


def checks(verdict: Verdict, set_: str) -> list[Check]:
    return [check for check in verdict.checks if check.set == set_]


def failed(verdict: Verdict, set_: str) -> set[str]:
    return {check.code for check in checks(verdict, set_) if not check.passed}


def check(verdict: Verdict, set_: str | None, rule: str) -> Check:
    """The check of this rule; if it is missing, the error lists the rules that exist."""
    found = [c for c in verdict.checks if c.set == set_ and c.rule == rule]
    assert found, f"{rule} is not among {[(c.set, c.rule) for c in verdict.checks]}"
    return found[0]


def witness(verdict: Verdict, set_: str) -> Facts:
    found = check(verdict, set_, "C-LEWIS").witness
    assert found is not None
    return found


def canonical(smiles: str) -> str:
    return str(Chem.MolToSmiles(Chem.MolFromSmiles(smiles)))


def accepted_by(formula: str, rules: str = EXPERT) -> tuple[str, ...]:
    """The advanced sets that accept."""
    verdict = judge(Formula.parse(formula), rules)
    return tuple(set_ for set_ in verdict.accepted_by if set_ in ADVANCED)


# --- authorities to try -----------------------------------------------------------------------------------


def knowing(*compounds: Compound) -> Authority:
    return Authority(lambda: FewCompounds(compounds))


class DeadPubChem:
    """A PubChem that cannot be reached."""

    def candidates(self, formula: Formula) -> Candidates:  # noqa: ARG002 - as PubChem has it
        raise SourceFailed("pubchem", "unreachable", "the line is dead")

    def boiling_point(self, cid: int) -> Reported | None:  # noqa: ARG002 - as PubChem has it
        raise SourceFailed("pubchem", "unreachable", "the line is dead")


def no_table() -> FewCompounds:
    raise ReferenceUnavailable("table_missing", "There is no reference table.")


class NeverAsked(Authority):
    """Has compounds for information, and fails a test that lets it decide a ruling."""

    def stable(
        self,
        formula: Formula,
        accepts: Callable[[str], bool],  # noqa: ARG002 - as the authority has it
        structure: Callable[[], str] | None = None,  # noqa: ARG002
    ) -> Stability:
        raise AssertionError(f"asked whether {formula} is stable")


FORMALDEHYDE = compound("CH2O", "formaldehyde", "C=O", 254.0)
FORMIC_ACID = compound("CH2O2", "formic acid", "O=CO", 374.0)
DIOXIRANE = compound("CH2O2", "dioxirane", "C1OO1", 300.0)


# --- the molecules of the fixture -------------------------------------------------------------------------


def test_the_fixture_is_large_and_consistent() -> None:
    formulas = [Formula.parse(m.formula) for m in MOLECULES]
    assert len(set(formulas)) == len(formulas) >= 140
    assert {m.reason for m in MOLECULES} == {*CODES, "stable", "named in the rulebook"}
    for molecule, formula in zip(MOLECULES, formulas, strict=True):
        elements = {symbol for symbol, _ in formula.atoms}
        # Complex Lewis requires less than either of the others; organic is complex Lewis for certain
        # elements.
        in_complex = "complex-lewis" in molecule.accepted_by
        assert in_complex or not molecule.accepted_by, molecule
        organic = in_complex and {"C", "H"} <= elements <= ORGANIC_ELEMENTS
        assert ("organic" in molecule.accepted_by) == organic, molecule
        assert (molecule.boils is not None) == (in_complex and molecule.formula != "NI3"), molecule


@pytest.mark.rule("C-LEWIS", "C-CENTRE", "C-COMPLEX", "C-ORG", "C-METAL", "C-STABLE")
@each(MOLECULES)
def test_the_advanced_sets_agree_with_textbooks(wide: RuleSet, molecule: Molecule) -> None:
    verdict = wide.judge(Formula.parse(molecule.formula))
    assert tuple(s for s in verdict.accepted_by if s in ADVANCED) == molecule.accepted_by
    for set_ in LEWIS:
        if set_ in molecule.accepted_by:
            assert not failed(verdict, set_)
        elif not molecule.accepted_by or set_ == "simple-lewis":
            codes = failed(verdict, set_)
            # An unstable molecule of more than five atoms fails first for lack of a centre.
            also = {"no_centre_atom"} if set_ == "simple-lewis" and not molecule.accepted_by else set()
            assert codes <= CODES[molecule.reason] | also
            assert len(codes) == 1


def test_C_EDITION_more_tiles_change_nothing_for_the_elements_that_were_there(wide: RuleSet) -> None:
    formulas = [Formula.parse(m.formula) for m in MOLECULES]
    both = [f for f in formulas if not {symbol for symbol, _ in f.atoms} & set(MORE_TILES)]
    assert len(both) > 250
    for formula in both:
        verdict = judge(formula, EXPERT)
        assert replace(wide.judge(formula), edition=verdict.edition) == verdict


@pytest.mark.parametrize("run", ["CCHHHHH", "CHHH", "CCCHHHHHHH", "NHH", "CCHHHO"])
def test_a_hint_is_the_same_whatever_was_asked_before(wide: RuleSet, run: str) -> None:
    """Only a few compounds on record are checked for one hint, and the run alone decides which."""
    assert isinstance(wide, CompoundIt)
    fresh, asked = Nearest(wide), Nearest(wide)
    tiles = wide.judge(Tiles.parse(run)).tiles
    for more in wide.numbers:
        asked.hint((*tiles, more))
        asked.hint((*tiles, more, "H"))
    assert fresh.hint(tiles) == asked.hint(tiles)


def test_a_hint_is_the_same_when_another_thread_looks_into_the_same_compound() -> None:
    rules = load_ruleset(STANDARD, authority=Authority(CompoundTable.open))
    assert isinstance(rules, CompoundIt)
    tiles = ("Mg", "Cl", "Cl", "Cl")
    wanted, nearest = Nearest(rules).hint(tiles), Nearest(rules)
    inside, go_on, ask = threading.Event(), threading.Event(), rules.ask

    def slow(set_: str, run: Run) -> Finding:
        if threading.current_thread() is other:
            inside.set()
            go_on.wait(10)
        return ask(set_, run)

    rules.ask = slow  # type: ignore[method-assign]
    other = threading.Thread(target=nearest.hint, args=(tiles,))
    other.start()
    assert inside.wait(10)
    meanwhile = nearest.hint(("Cl", "Mg", "Cl", "Cl"))
    go_on.set()
    other.join()
    assert meanwhile == wanted == nearest.hint(tiles)


@pytest.mark.rule("C-SETS", "C-METAL")
@pytest.mark.parametrize("run", ["NaCl", "FeCHO", "NaKO", "CHHHNa"])
def test_the_sets_answer_in_the_order_of_the_rulebook_with_a_metal_too(run: str) -> None:
    rules = load_ruleset(EXPERT)
    assert isinstance(rules, CompoundIt)
    sets = [check.set for check in rules.judge(Tiles.parse(run)).checks]
    assert list(dict.fromkeys(sets)) == [None, *rules.sets]


@each([m for m in MOLECULES if m.boils is not None])
def test_C_STABLE_the_datum_is_that_of_the_handbooks(molecule: Molecule) -> None:
    assert molecule.boils is not None
    on_record = default_authority().compounds(Formula.parse(molecule.formula)).compounds
    kelvins = [known.boiling_point_k for known in on_record if known.boiling_point_k is not None]
    assert any(abs(kelvin - 273.15 - molecule.boils) <= 5 for kelvin in kelvins), kelvins


# --- C-OCTET, C-HALOGEN: the witnesses --------------------------------------------------------------------


@pytest.mark.rule("C-OCTET", "C-HALOGEN", "C-CENTRE")
@each(ACCEPTED)
def test_C_OCTET_every_witness_is_counted_by_hand(wide: RuleSet, molecule: Molecule) -> None:
    formula = Formula.parse(molecule.formula)
    verdict = wide.judge(formula)
    for set_ in molecule.accepted_by:
        facts = witness(verdict, set_)
        mol = Chem.MolFromSmiles(facts["smiles"])
        assert mol is not None
        assert Formula.parse(rdMolDescriptors.CalcMolFormula(mol)) == formula
        mol = Chem.AddHs(mol)
        Chem.Kekulize(mol, clearAromaticFlags=True)
        assert len(Chem.GetMolFrags(mol)) == 1
        assert Chem.GetFormalCharge(mol) == 0
        for atom in mol.GetAtoms():
            symbol = atom.GetSymbol()
            orders = [int(bond.GetBondTypeAsDouble()) for bond in atom.GetBonds()]
            unshared = VALENCE[symbol] - atom.GetFormalCharge() - sum(orders)
            assert atom.GetNumRadicalElectrons() == 0
            assert unshared >= 0
            assert unshared % 2 == 0
            assert unshared + 2 * sum(orders) == (2 if symbol == "H" else 8), facts["smiles"]
            if symbol in {"H", "F"}:
                assert orders == [1]
            if symbol in HALOGENS:
                assert set(orders) == {1}


@each(ACCEPTED)
def test_C_CENTRE_the_witness_names_the_centre_and_links_its_drawing(
    wide: RuleSet, molecule: Molecule
) -> None:
    verdict = wide.judge(Formula.parse(molecule.formula))
    for set_ in molecule.accepted_by:
        facts = witness(verdict, set_)
        assert set(facts) == {"smiles", "centre", "drawing"}
        link = urlsplit(facts["drawing"])
        assert (link.scheme, link.netloc, link.path) == ("", "", "/v1/structures.svg")
        assert parse_qs(link.query, strict_parsing=True) == {"smiles": [facts["smiles"]]}
        mol = Chem.AddHs(Chem.MolFromSmiles(facts["smiles"]))
        size = mol.GetNumAtoms()
        centres = {atom.GetSymbol() for atom in mol.GetAtoms() if atom.GetDegree() == size - 1}
        if facts["centre"] is not None:
            assert facts["centre"] in centres
        if set_ == "simple-lewis" and size > 2:
            assert facts["centre"] is not None
            assert check(verdict, set_, "C-CENTRE").params["element"] == facts["centre"]


@pytest.mark.parametrize(
    ("formula", "smiles", "centre"),
    [
        ("CO", "[C-]#[O+]", None),
        ("SO2", "O=[S+][O-]", "S"),
        ("SO3", "O=[S+2]([O-])[O-]", "S"),
        ("N2O", "N#[N+][O-]", "N"),
        ("SOCl2", "[O-][S+](Cl)Cl", "S"),
        ("POCl3", "[O-][P+](Cl)(Cl)Cl", "P"),
        ("ClO3F", "[O-][Cl+3]([O-])([O-])F", "Cl"),
        ("COCl2", "O=C(Cl)Cl", "C"),
        ("HCN", "C#N", "C"),
        ("OF2", "FOF", "O"),
    ],
)
def test_C_OCTET_formal_charges_instead_of_expanded_octets(
    formula: str, smiles: str, centre: str | None
) -> None:
    facts = witness(judge(Formula.parse(formula), "compoundit:simple-lewis"), "simple-lewis")
    assert facts["centre"] == centre
    assert canonical(facts["smiles"]) == canonical(smiles)


@pytest.mark.parametrize(
    ("formula", "smiles"),
    [
        ("H2SO4", "[O-][S+2]([O-])(O)O"),
        ("HNO3", "O=[N+]([O-])O"),
        ("CH3NO2", "C[N+](=O)[O-]"),
        ("C2H6OS", "C[S+](C)[O-]"),
        ("N2O4", "O=[N+]([O-])[N+](=O)[O-]"),
        ("C6H6", "c1ccccc1"),
    ],
)
def test_C_OCTET_the_witness_is_the_compound_on_record(formula: str, smiles: str) -> None:
    facts = witness(judge(Formula.parse(formula), "compoundit:complex-lewis"), "complex-lewis")
    assert canonical(facts["smiles"]) == canonical(smiles)


@pytest.mark.parametrize("formula", ["SF6", "SF4", "PCl5", "PF5", "ClF3", "BrF5"])
def test_C_OCTET_expanded_octets_are_out_however_well_the_compound_boils(formula: str) -> None:
    verdict = judge(Formula.parse(formula), EXPERT)
    assert verdict.known is not None
    assert verdict.known.boiling_point_k is not None
    for set_ in LEWIS:
        assert check(verdict, set_, "C-LEWIS").code == "hypervalent"
        assert "would need more than eight" in check(verdict, set_, "C-LEWIS").message


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("NO", "11 valence electrons are an odd number"),
        ("ClO2", "19 valence electrons are an odd number"),
        ("BF3", "Boron would be left without an octet"),
        ("O3", "Only oxygen: that is an element, not a compound."),
        ("C4H10Zn", "Zinc is a metal"),
        ("N2H4", "With 6 atoms none can be bonded to all others"),
        ("C2H2", "There are octet structures, but none in which one atom is bonded to all others."),
    ],
)
def test_C_LEWIS_a_refusal_is_said_in_chemistry(wide: RuleSet, formula: str, words: str) -> None:
    verdict = wide.judge(Formula.parse(formula))
    (message,) = [c.message for c in checks(verdict, "simple-lewis") if not c.passed]
    assert words in message


@pytest.mark.parametrize(
    ("formula", "code"), [("BF3", "incomplete_octet"), ("BeCl2", "has_metal"), ("BH2F", "incomplete_octet")]
)
def test_C_HALOGEN_keeps_the_textbook_exceptions_out(wide: RuleSet, formula: str, code: str) -> None:
    # F=B would give boron its octet; BeCl2 is excluded as a metal before its octet is checked.
    verdict = wide.judge(Formula.parse(formula))
    assert failed(verdict, "simple-lewis") == failed(verdict, "complex-lewis") == {code}


@pytest.mark.parametrize("formula", ["NF", "CF2", "SiF2", "NCl", "PBr", "NI"])
def test_C_HALOGEN_no_double_bond_helps_an_atom_to_its_octet(formula: str) -> None:
    verdict = judge(Formula.parse(formula), EXPERT)
    for set_ in LEWIS:
        assert failed(verdict, set_) == {"incomplete_octet"}


def test_C_HALOGEN_other_halogens_than_fluorine_may_have_several_single_bonds() -> None:
    assert witness(judge("ClOOOF", "compoundit:simple-lewis"), "simple-lewis")["centre"] == "Cl"
    assert "complex-lewis" in accepted_by("Cl2O7")
    # Iodine has three neighbours here, and still only single bonds; no such acid has a boiling point.
    assert failed(judge(Formula.parse("HIO3"), EXPERT), "complex-lewis") == {"no_boiling_point"}


# --- C-OX-FREE, C-NAMED -----------------------------------------------------------------------------------


@pytest.mark.parametrize("formula", ["OF2", "Cl2O", "ICl", "IBr", "BrCl", "ClF", "N2O", "NOCl", "C2H2"])
def test_C_OX_FREE_the_printed_numbers_do_not_bind(formula: str) -> None:
    assert judge(Formula.parse(formula), STANDARD).ruling is Ruling.INVALID
    verdict = judge(Formula.parse(formula), "compoundit:complex-lewis")
    assert verdict.ruling is Ruling.VALID
    assert verdict.accepted_by == ("complex-lewis",)


def test_C_OX_FREE_triiodide_with_iodine_against_its_number(tmp_path: Path) -> None:
    text = EDITION.read_text(encoding="utf-8")
    both, negative = 'symbol = "N", count = 8, points = 2, oxidation = [-3, 5]', "oxidation = [-3]"
    assert both in text
    path = tmp_path / "edition.toml"
    path.write_text(text.replace(both, both.replace("oxidation = [-3, 5]", negative)), encoding="utf-8")
    verdict = load_ruleset(EXPERT, path).judge(Tiles.parse("NIII"))
    assert failed(verdict, "binary") == {"never_opposite"}
    assert verdict.accepted_by == LEWIS


def test_C_OX_FREE_is_no_free_pass_for_what_is_unstable() -> None:
    assert judge("HOF", EXPERT).ruling is Ruling.INVALID
    assert failed(judge("HOF", EXPERT), "simple-lewis") == {"no_boiling_point"}


@pytest.mark.parametrize("set_", LEWIS)
def test_C_NAMED_nitrogen_triiodide_is_in_without_a_boiling_point(set_: str) -> None:
    verdict = judge("NIII", f"compoundit:{set_}")
    assert set_ in verdict.accepted_by
    named = check(verdict, set_, "C-NAMED")
    assert (named.outcome, named.code) == (Outcome.PASS, "named_exception")
    assert "nitrogen triiodide" in named.params["passage"]
    assert witness(verdict, set_)["smiles"] == "IN(I)I"
    assert "C-STABLE" not in {c.rule for c in checks(verdict, set_)}


@pytest.mark.parametrize("set_", LEWIS)
def test_C_NAMED_does_not_ask_the_authority(set_: str) -> None:
    rules = load_ruleset(f"compoundit:{set_}", authority=NeverAsked(no_table))
    assert set_ in rules.judge(Tiles.parse("NIII")).accepted_by


def test_C_NAMED_only_the_compound_itself() -> None:
    for formula in ("NBr3", "N2I6", "NI5", "PI3"):
        assert accepted_by(formula) == ()
    assert failed(judge("NIII", EXPERT), "organic") == {"not_organic"}


def test_C_NAMED_without_the_exception_it_is_unstable(tmp_path: Path) -> None:
    text = EDITION.read_text(encoding="utf-8")
    path = tmp_path / "edition.toml"
    path.write_text(text.replace('formula = "NI3"', 'formula = "PI3"'), encoding="utf-8")
    rules = load_ruleset("compoundit:complex-lewis", path)
    assert failed(rules.judge(Formula.parse("NI3")), "complex-lewis") <= NOT_STABLE
    assert "complex-lewis" in rules.judge(Formula.parse("PI3")).accepted_by


# --- C-STABLE ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("formula", "set_", "name", "celsius", "source"),
    [
        ("HCN", "simple-lewis", "hydrogen cyanide", 26, "CRC"),
        ("C2H6O", "organic", "ethanol", 78, "CRC"),
        ("N2H4", "complex-lewis", "hydrazine", 113, "CRC"),
    ],
)
def test_C_STABLE_the_verdict_names_authority_datum_and_source(
    formula: str, set_: str, name: str, celsius: float, source: str
) -> None:
    verdict = judge(Formula.parse(formula), f"compoundit:{set_}")
    stable = check(verdict, set_, "C-STABLE")
    assert stable.code == "stable_compound"
    assert stable.params["name"] == name
    assert stable.params["boiling_point_k"] == pytest.approx(celsius + 273.15, abs=2)
    assert source.lower() in stable.params["source"].lower()
    assert f"{celsius} °C" in stable.message or f"{celsius + 1} °C" in stable.message
    assert verdict.authority is not None
    assert verdict.authority.startswith("table@")
    known = verdict.known
    assert known is not None
    assert (known.name, known.source) == (name, stable.params["source"])
    assert known.boiling_point_k == stable.params["boiling_point_k"]


def test_C_STABLE_formic_acid_does_not_make_dioxirane_stable() -> None:
    # Dioxirane has an atom bonded to all others, formic acid has not.
    verdict = judge(Formula.parse("CH2O2"), EXPERT)
    assert verdict.accepted_by == ("organic", "complex-lewis")
    assert failed(verdict, "simple-lewis") <= NOT_STABLE
    for compounds, accepted in [
        ((FORMIC_ACID,), ("organic", "complex-lewis")),
        ((FORMIC_ACID, DIOXIRANE._replace(boiling_point_k=None)), ("organic", "complex-lewis")),
        ((FORMIC_ACID, DIOXIRANE), ADVANCED),
        ((DIOXIRANE,), ADVANCED),
        ((), ()),
    ]:
        rules = load_ruleset(EXPERT, authority=knowing(*compounds))
        found = rules.judge(Formula.parse("CH2O2"))
        assert found.accepted_by == accepted, compounds


def test_C_STABLE_vinyl_alcohol_is_in_only_through_its_isomers() -> None:
    formula = Formula.parse("C2H4O")
    listed = default_authority().compounds(formula).compounds
    stable = {canonical(k.smiles) for k in listed if k.boiling_point_k is not None}
    assert stable == {"CC=O", "C1CO1"}
    assert "C=CO" in {canonical(k.smiles) for k in listed}
    verdict = judge(formula, EXPERT)
    assert verdict.accepted_by == ("organic", "complex-lewis")
    assert canonical(witness(verdict, "organic")["smiles"]) in stable
    vinyl_alcohol = load_ruleset(
        EXPERT, authority=knowing(compound("C2H4O", "vinyl alcohol", "C=CO", None))
    ).judge(formula)
    assert vinyl_alcohol.ruling is Ruling.INVALID
    assert failed(vinyl_alcohol, "organic") == {"no_boiling_point"}


def test_C_STABLE_a_boiling_point_of_a_structure_without_octets_does_not_count() -> None:
    pentafluoride = compound("F5P", "phosphorus pentafluoride", "FP(F)(F)(F)F", 188.0)
    dioxide = compound("O2S", "sulfur dioxide", "O=S=O", 263.0)
    rules = load_ruleset(EXPERT, authority=knowing(pentafluoride, dioxide))
    assert failed(rules.judge(Formula.parse("PF5")), "complex-lewis") == {"hypervalent"}
    assert set(LEWIS) <= set(rules.judge(Formula.parse("SO2")).accepted_by)


@pytest.mark.parametrize(
    ("formula", "code", "words"),
    [
        ("NH2Cl", "no_boiling_point", "counts as unstable"),
        ("HOCl", "no_boiling_point", "counts as unstable"),
        ("N4S3", "no_compound_on_record", "No compound N4S3 is on record."),
    ],
)
def test_C_STABLE_a_refusal_says_what_was_looked_for(formula: str, code: str, words: str) -> None:
    verdict = judge(Formula.parse(formula), EXPERT)
    stable = check(verdict, "complex-lewis", "C-STABLE")
    assert (stable.outcome, stable.code) == (Outcome.FAIL, code)
    assert words in stable.message


def test_C_STABLE_sublimation_counts() -> None:
    stable = check(judge("COO", EXPERT), "simple-lewis", "C-STABLE")
    assert stable.passed
    assert stable.params["kind"] == "sublimes"
    assert "sublimes at −78 °C" in stable.message


@pytest.mark.parametrize("set_", ADVANCED)
def test_C_STABLE_a_source_that_fails_leaves_the_question_open(set_: str) -> None:
    # CH2O is neither binary nor polyatomic, so nothing else decides.
    authority = Authority(FewCompounds, DeadPubChem())
    verdict = load_ruleset(f"compoundit:{set_}", authority=authority).judge(Formula.parse("CH2O"))
    assert verdict.ruling is Ruling.UNRESOLVED
    assert verdict.accepted_by == ()
    stable = check(verdict, set_, "C-STABLE")
    assert (stable.outcome, stable.code) == (Outcome.UNRESOLVED, "source_failed")
    assert "PubChem" in stable.message
    assert "the line is dead" in stable.message
    assert verdict.decisive == stable
    assert verdict.authority == "table@few+pubchem"


def test_C_STABLE_a_missing_table_leaves_the_question_open() -> None:
    rules = load_ruleset(EXPERT, authority=Authority(no_table))
    verdict = rules.judge(Formula.parse("CH2O"))
    assert verdict.ruling is Ruling.UNRESOLVED
    assert "There is no reference table" in check(verdict, "organic", "C-STABLE").message
    assert verdict.known is None
    assert "C-RULE-FIRST" not in {c.rule for c in verdict.checks}


@pytest.mark.parametrize("opens", [True, False])
def test_C_STABLE_what_was_left_open_is_asked_again(*, opens: bool) -> None:
    """A result is kept for the same atoms, but an unanswered question is not a result."""
    there: list[FewCompounds] = []

    def open_table() -> FewCompounds:
        return there[0] if there else no_table()

    rules = load_ruleset(EXPERT, authority=Authority(open_table))
    assert rules.judge(Tiles.parse("CHHO")).ruling is Ruling.UNRESOLVED
    if opens:
        there.append(FewCompounds((FORMALDEHYDE,)))
    assert rules.judge(Tiles.parse("HCOH")).accepted_by == (ADVANCED if opens else ())


def test_C_STABLE_what_somebody_else_says_is_not_kept_here() -> None:
    """The authority decides how long an answer of PubChem is valid."""

    class NothingYet(DeadPubChem):
        def candidates(self, formula: Formula) -> Candidates:  # noqa: ARG002 - as PubChem has it
            return Candidates((), complete=True)

    rules = load_ruleset("compoundit:complex-lewis", authority=Authority(FewCompounds, NothingYet()))
    assert isinstance(rules, CompoundIt)
    assert rules.judge(Tiles.parse("CHHO")).ruling is Ruling.INVALID
    assert not rules.findings


def test_no_more_is_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator_rulesets.compoundit.judging.lewis_sets.MAX_FINDINGS", 4)
    rules = load_ruleset(EXPERT, authority=knowing(FORMALDEHYDE))
    assert isinstance(rules, CompoundIt)
    for run in ("CHHO", "CHHHH", "NHHH", "HHO", "SOO"):
        rules.judge(Tiles.parse(run))
        assert 0 < len(rules.findings) <= 4


@pytest.mark.rule("C-LEWIS", "C-ORG", "C-COMPLEX", "C-METAL")
def test_the_lewis_sets_ask_about_atoms_and_not_about_their_order() -> None:
    """The result kept for the next order is the one that would have been found."""
    chance = random.Random("orders")
    rules = load_ruleset(EXPERT)
    assert isinstance(rules, CompoundIt)
    for _ in range(400):
        tiles = chance.choices(["H", "C", "O", "N", "Cl", "S", "Na", "Fe"], k=chance.randint(2, 7))
        runs = [Run(order, Formula.of_tiles(order)) for order in (tuple(tiles), tuple(reversed(tiles)))]
        for set_ in ADVANCED:
            first, kept = (rules.by_set(set_, run) for run in runs)
            rules.findings.clear()
            assert first is kept or runs[0].metal
            assert rules.by_set(set_, runs[1]) == first


def test_C_STABLE_a_failed_source_does_not_matter_once_there_is_evidence() -> None:
    authority = Authority(lambda: FewCompounds((FORMALDEHYDE,)), DeadPubChem())
    assert load_ruleset(EXPERT, authority=authority).judge(Formula.parse("CH2O")).accepted_by == ADVANCED


def test_C_STABLE_a_failed_source_opens_nothing_that_chemistry_has_closed() -> None:
    rules = load_ruleset(EXPERT, authority=Authority(no_table, DeadPubChem()))
    for formula in ("CH5", "CH6", "C2H5", "C4H10Zn", "O3"):
        assert rules.judge(Formula.parse(formula)).ruling is Ruling.INVALID, formula


def test_C_STABLE_open_in_one_set_and_closed_in_another_stays_open() -> None:
    # C2H6 has no centre atom whatever PubChem says; the other two sets wait for PubChem.
    rules = load_ruleset(EXPERT, authority=Authority(FewCompounds, DeadPubChem()))
    verdict = rules.judge(Formula.parse("C2H6"))
    assert verdict.ruling is Ruling.UNRESOLVED
    assert check(verdict, "simple-lewis", "C-CENTRE").outcome is Outcome.FAIL


# --- C-STABLE-SCOPE, C-SOURCE -----------------------------------------------------------------------------

STANDARD_RUNS = ["HH", "FF", "HHO", "NaCl", "PPS", "FeFeOOO", "MgNOONOO", "NHHHHNOOO", "HNOO", "COO"]


@pytest.mark.parametrize("run", STANDARD_RUNS)
@pytest.mark.parametrize("rules", ["compoundit:beginner", STANDARD])
def test_C_STABLE_SCOPE_the_other_sets_never_ask(run: str, rules: str) -> None:
    tiles = Tiles.parse(run)
    asked = load_ruleset(rules).judge(tiles)
    not_asked = load_ruleset(rules, authority=NeverAsked(FewCompounds)).judge(tiles)
    assert not_asked.ruling is asked.ruling
    assert not_asked.accepted_by == asked.accepted_by
    assert "C-STABLE" not in {c.rule for c in asked.checks}


@pytest.mark.parametrize("run", STANDARD_RUNS)
@pytest.mark.parametrize("authority", [Authority(no_table), Authority(FewCompounds, DeadPubChem())])
def test_C_STABLE_SCOPE_nor_do_they_mind_a_source_that_fails(run: str, authority: Authority) -> None:
    tiles = Tiles.parse(run)
    verdict = load_ruleset(STANDARD, authority=authority).judge(tiles)
    assert (verdict.ruling, verdict.accepted_by) == (judge(tiles).ruling, judge(tiles).accepted_by)
    assert "not_on_record" not in {c.code for c in verdict.checks}


def test_C_STABLE_SCOPE_the_advanced_sets_do_ask() -> None:
    rules = load_ruleset("compoundit:simple-lewis", authority=NeverAsked(FewCompounds))
    with pytest.raises(AssertionError, match="asked whether CH2O is stable"):
        rules.judge(Formula.parse("CH2O"))


def test_C_STABLE_SCOPE_an_unstable_acid_stays_legal_by_its_ions() -> None:
    verdict = judge(Formula.parse("H2CO3"), EXPERT)
    assert verdict.accepted_by == ("polyatomic",)
    assert failed(verdict, "complex-lewis") == {"no_boiling_point"}


def test_C_SOURCE_the_authority_in_force_decides_the_challenge() -> None:
    run = [Tiles.parse("CHHO")]
    silent = load_ruleset(EXPERT, authority=knowing())
    answer = rule_on_runs(silent, run, "ann", "bob")
    assert answer.ruling is Ruling.INVALID
    assert answer.consequence == Consequence("ann", "this turn", tiles_back=True)
    informed = load_ruleset(EXPERT, authority=knowing(FORMALDEHYDE))
    answer = rule_on_runs(informed, run, "ann", "bob")
    assert answer.ruling is Ruling.VALID
    assert answer.consequence == Consequence("bob", "next turn", tiles_back=False)
    assert answer.runs[0].verdict.authority == "table@few"


def test_C_SOURCE_a_source_that_cannot_be_asked_decides_nothing() -> None:
    rules = load_ruleset(EXPERT, authority=Authority(FewCompounds, DeadPubChem()))
    answer = rule_on_runs(rules, [Tiles.parse("CHHO")], "ann", "bob")
    assert answer.ruling is Ruling.UNRESOLVED
    assert answer.consequence is None


# --- C-ORG, C-METAL ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("element", sorted(ORGANIC_ELEMENTS - {"C", "H"}))
def test_C_ORG_every_allowed_element_has_its_compound(element: str) -> None:
    having = [m.formula for m in MOLECULES if "organic" in m.accepted_by]
    assert [f for f in having if {s for s, _ in Formula.parse(f).atoms} == {"C", "H", element}]


@pytest.mark.parametrize(
    ("formula", "missing", "others"),
    [
        ("H2O", ("C",), ()),
        ("CO2", ("H",), ()),
        ("C2F4", ("H",), ()),
        ("NH3", ("C",), ()),
        ("C4H12Si", (), ("Si",)),
        ("C3H9P", (), ("P",)),
        ("NSiP", ("C", "H"), ("P", "Si")),
    ],
)
def test_C_ORG_carbon_and_hydrogen_and_nothing_else(
    formula: str, missing: tuple[str, ...], others: tuple[str, ...]
) -> None:
    verdict = judge(Formula.parse(formula), "compoundit:organic")
    (refusal,) = checks(verdict, "organic")
    assert (refusal.rule, refusal.code, refusal.outcome) == ("C-ORG", "not_organic", Outcome.FAIL)
    assert (refusal.params["missing"], refusal.params["others"]) == (missing, others)
    for symbol in missing or others:
        assert symbol in refusal.message


def test_C_ORG_asks_for_octets_and_for_stability_too() -> None:
    assert failed(judge(Formula.parse("C2H5"), EXPERT), "organic") == {"odd_electrons"}
    assert failed(judge(Formula.parse("CH6"), EXPERT), "organic") == {"hypervalent"}
    assert failed(judge(Formula.parse("CH4N2O"), EXPERT), "organic") == {"no_boiling_point"}
    verdict = judge(Formula.parse("C2H6O"), EXPERT)
    assert [c.rule for c in checks(verdict, "organic")] == ["C-ORG", "C-METAL", "C-LEWIS", "C-STABLE"]


def test_C_ORG_any_size_without_a_centre() -> None:
    # Stearic acid, 56 atoms.
    assert "organic" in accepted_by("C18H36O2", "compoundit:organic")
    assert "C-CENTRE" not in {c.rule for c in judge(Formula.parse("C18H36O2"), "compoundit:organic").checks}


@pytest.mark.parametrize(
    ("formula", "metal"),
    [
        ("NaCl", "Na"),
        ("C4H10Zn", "Zn"),
        ("C8H20Pb", "Pb"),
        ("C10H10Fe", "Fe"),
        ("CH3BrMg", "Mg"),
        ("C2H3NaO2", "Na"),
        ("BeCl2", "Be"),
    ],
)
def test_C_METAL_organometallic_compounds_too_whatever_they_boil_at(
    wide: RuleSet, formula: str, metal: str
) -> None:
    verdict = wide.judge(Formula.parse(formula))
    for set_ in ADVANCED:
        (refusal,) = checks(verdict, set_)
        assert (refusal.rule, refusal.code, refusal.params["element"]) == ("C-METAL", "has_metal", metal)


def test_C_METAL_no_metal_tile_of_the_edition_passes() -> None:
    rules = load_ruleset(EXPERT)
    metals = "Na K Mg Ca Fe Al Cu Li Zn Ag Pb".split()
    assert set(metals) < {tile["symbol"] for tile in rules.describe()["edition"]["tiles"]}
    for metal in metals:
        for rest in ({"H": 1}, {"Cl": 2}, {"C": 2, "H": 6}, {"C": 4, "O": 4}):
            verdict = rules.judge(Formula.of({metal: 1, **rest}))
            assert not set(verdict.accepted_by) & set(ADVANCED)


# --- C-RULE-FIRST -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules", ["compoundit:beginner", STANDARD, *(f"compoundit:{s}" for s in ADVANCED), EXPERT]
)
def test_C_RULE_FIRST_known_is_filled_in_whatever_the_rule_set(rules: str) -> None:
    for formula, name in [
        ("H2O", "water"),
        ("SF6", "sulfur hexafluoride"),
        ("NO", "nitrogen monoxide"),
        ("C6H6", "benzene"),
    ]:
        known = judge(Formula.parse(formula), rules).known
        assert known is not None
        assert known.name == name
        assert known.boiling_point_k is not None
        assert known.source


@each([m for m in MOLECULES if m.boils is not None])
def test_C_RULE_FIRST_every_compound_that_boils_is_shown(wide: RuleSet, molecule: Molecule) -> None:
    known = wide.judge(Formula.parse(molecule.formula)).known
    assert known is not None
    assert known.boiling_point_k is not None
    mol = Chem.MolFromSmiles(known.smiles, sanitize=False)  # as a database draws it, with octets or without
    mol.UpdatePropertyCache(strict=False)
    assert Formula.parse(rdMolDescriptors.CalcMolFormula(mol)) == Formula.parse(molecule.formula)


@pytest.mark.parametrize("rules", [STANDARD, EXPERT])
@pytest.mark.parametrize("run", ["NClClClClCl", "NFFFFF", "NNNNSSS"])
def test_C_RULE_FIRST_legal_and_not_on_record(run: str, rules: str) -> None:
    verdict = judge(Tiles.parse(run), rules)
    assert (verdict.ruling, verdict.accepted_by) == (Ruling.VALID, ("binary",))
    assert verdict.known is None
    remark = verdict.checks[-1]
    assert (remark.rule, remark.set, remark.code) == ("C-RULE-FIRST", None, "not_on_record")
    assert remark.passed
    assert remark.message == "Legal by this game's rules; no such compound is on record."


@pytest.mark.parametrize(
    "formula", ["NaCl", "NH4NO3", "NH4Cl", "CaCO3", "Fe2O3", "(NH4)2SO4", "H2O", "CH6", "N5O"]
)
def test_C_RULE_FIRST_no_remark_on_salts_known_compounds_and_illegal_runs(formula: str) -> None:
    verdict = judge(Formula.parse(formula), EXPERT)
    assert "not_on_record" not in {c.code for c in verdict.checks}


# --- C-SETS, C-ORDER --------------------------------------------------------------------------------------


def by_itself(check: Check) -> Check:
    """Text added to the leading check belongs to the whole verdict: other rules, the nearest miss."""
    return check._replace(params=Facts(**{k: v for k, v in check.params.items() if k not in ADDED}))


@pytest.mark.parametrize("chosen", [(a,) for a in ADVANCED] + list(permutations(ADVANCED, 2)) + [ADVANCED])
def test_C_SETS_each_adds_to_standard_and_they_combine(chosen: tuple[str, ...]) -> None:
    name = f"compoundit:{'+'.join(chosen)}"
    in_force = {"diatomic", "binary", "polyatomic", *chosen}
    for formula in ("H2O", "CH2O", "C2H6O", "N2H4", "NaCl", "CH5", "H2"):
        verdict = judge(Formula.parse(formula), name)
        everything = judge(Formula.parse(formula), EXPERT)
        assert verdict.rules == name
        assert {c.set for c in verdict.checks if c.set} == in_force
        assert verdict.accepted_by == tuple(s for s in everything.accepted_by if s in in_force)
        assert [by_itself(c) for c in verdict.checks if c.set in in_force] == [
            by_itself(c) for c in everything.checks if c.set in in_force
        ]


def test_C_SETS_what_only_an_advanced_set_accepts() -> None:
    for formula, sets in [
        ("OF2", {"simple-lewis", "complex-lewis"}),
        ("C2H6O", {"organic", "complex-lewis"}),
        ("N2H4", {"complex-lewis"}),
        ("CH3F", set(ADVANCED)),
    ]:
        assert judge(Formula.parse(formula), STANDARD).ruling is Ruling.INVALID
        for set_ in ADVANCED:
            legal = judge(Formula.parse(formula), f"compoundit:{set_}").ruling is Ruling.VALID
            assert legal == (set_ in sets), (formula, set_)


def test_C_SETS_several_advanced_sets_accept_beside_the_others() -> None:
    assert judge("CHHHH", EXPERT).accepted_by == ("binary", *ADVANCED)
    assert judge("HHOO", EXPERT).accepted_by == ("binary", "polyatomic", "complex-lewis")
    assert judge("SOOO", EXPERT).accepted_by == ("binary", *LEWIS)


@pytest.mark.parametrize("run", ["HCN", "CHHO", "SOClCl", "NIII", "CClClFF", "HOF"])
def test_C_ORDER_every_order_of_a_small_run(run: str) -> None:
    tiles = Tiles.parse(run)
    first = judge(tiles, EXPERT)
    for order in set(permutations(tiles)):
        verdict = judge(Tiles(order), EXPERT)
        assert verdict.tiles == order
        assert [s for s in verdict.accepted_by if s in ADVANCED] == [
            s for s in first.accepted_by if s in ADVANCED
        ]
        assert verdict.known == first.known
        for set_ in ADVANCED:
            assert checks(verdict, set_) == checks(first, set_)


@pytest.mark.parametrize("formula", ["C2H6O", "C6H6", "H2SO4", "C6H12O6", "C6H5NO2", "N2F4"])
def test_C_ORDER_some_orders_of_a_large_run(formula: str) -> None:
    whole = judge(Formula.parse(formula), EXPERT)
    atoms = [symbol for symbol, count in Formula.parse(formula).atoms for _ in range(count)]
    for seed in range(20):
        random.Random(seed).shuffle(atoms)
        verdict = judge(Tiles(atoms), EXPERT)
        for set_ in ADVANCED:
            assert checks(verdict, set_) == checks(whole, set_)


# --- the verdict as JSON ----------------------------------------------------------------------------------


@each(MOLECULES[::4])
def test_a_verdict_is_one_line_of_json_and_comes_back(wide: RuleSet, molecule: Molecule) -> None:
    verdict = wide.judge(Formula.parse(molecule.formula))
    text = json.dumps(verdict.to_json(), ensure_ascii=False)
    assert "\n" not in text
    assert Verdict.from_json(json.loads(text)) == verdict
    assert all(c["message"].strip() for c in json.loads(text)["checks"])


def test_an_open_verdict_is_one_line_of_json_too() -> None:
    rules = load_ruleset(EXPERT, authority=Authority(no_table, DeadPubChem()))
    verdict = rules.judge(Formula.parse("CH2O"))
    text = json.dumps(verdict.to_json())
    assert "\n" not in text
    assert Verdict.from_json(json.loads(text)) == verdict
    assert json.loads(text)["ruling"] == "unresolved"


# --- the reason that decided --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("formula", "rules", "set_", "words"),
    [
        ("NH2OH", EXPERT, "complex-lewis", "without a boiling point (58 °C at 22 mmHg"),
        ("ClF3", "compoundit:simple-lewis", "simple-lewis", "Chlorine would need more than eight"),
        ("BrF3", EXPERT, "complex-lewis", "Bromine would need more than eight"),
        ("NO", "compoundit:complex-lewis", "complex-lewis", "odd number"),
        ("ClO2", "compoundit:complex-lewis", "complex-lewis", "19 valence electrons are an odd number"),
        ("ClO2", "compoundit:standard", "polyatomic", "This is the chlorite ion"),  # C-ALONE leads
        ("CH5", "compoundit:organic", "organic", "odd number"),
        ("Al2O2", EXPERT, "binary", "add up to +2"),
    ],
)
def test_the_reason_that_decided_leads(formula: str, rules: str, set_: str, words: str) -> None:
    lead = judge(Formula.parse(formula), rules).decisive
    assert lead.set == set_
    assert words in lead.message


def test_C_STABLE_a_fitting_structure_without_a_boiling_point_is_never_called_unfit() -> None:
    """If the best known compound only lacks a boiling point, that is what the refusal says."""
    table = CompoundTable.open()
    for formula in ("H3NO", "CH2O3", "HNO2", "ClHO", "H2O3S", "CH4N2O", "CH2O2S", "HNO4", "H2N2O2", "CHNS"):
        verdict = judge(Formula.parse(formula), EXPERT)
        if verdict.ruling is Ruling.INVALID and table.by_formula(formula):
            codes = {check.code for check in verdict.checks if check.rule == "C-STABLE"}
            assert verdict.decisive.code == "no_boiling_point" or "no_boiling_point" not in codes, formula
