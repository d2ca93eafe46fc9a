"""Lewis structures of molecules in every textbook, and the reasons for those that have none."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rdkit import Chem

from adjudicator import prose
from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula
from adjudicator.chem.lewis import (
    LewisStructure,
    NoStructure,
    Skeleton,
    count_electrons,
    formula_structure,
    octet_structure,
)
from adjudicator.chem.lewis import structure as structure_module
from adjudicator.errors import UnreadableInput

if TYPE_CHECKING:
    import random

NONMETALS = [e.symbol for e in ELEMENTS.values() if not e.metal and e.symbol != "He"]


def drawn(answer: LewisStructure | NoStructure) -> LewisStructure:
    assert isinstance(answer, LewisStructure), answer.message
    return answer


def refused(answer: LewisStructure | NoStructure) -> NoStructure:
    assert isinstance(answer, NoStructure)
    return answer


def of(formula: str, *, centre: bool = False) -> LewisStructure | NoStructure:
    return formula_structure(Formula.parse(formula), centre=centre)


def canonical(smiles: str) -> str:
    return str(Chem.MolToSmiles(Chem.MolFromSmiles(smiles)))


def total_charge(structure: LewisStructure) -> int:
    return sum(abs(charge) for charge in structure.charges)


# The octet structures of general chemistry textbooks, however a database draws them.
@pytest.mark.parametrize(
    ("given", "octet"),
    [
        ("O", "O"),
        ("[C]=O", "[C-]#[O+]"),
        ("O=C=O", "O=C=O"),
        ("N#N=O", "N#[N+][O-]"),
        ("O=S=O", "O=[S+][O-]"),
        ("O=S(=O)=O", "O=[S+2]([O-])[O-]"),
        ("ON(=O)=O", "O=[N+]([O-])O"),
        ("ON=O", "O=NO"),
        ("OS(=O)(=O)O", "O[S+2]([O-])([O-])O"),
        ("OP(=O)(O)O", "O[P+]([O-])(O)O"),
        ("OCl(=O)(=O)=O", "O[Cl+3]([O-])([O-])[O-]"),
        ("OCl=O", "O[Cl+][O-]"),
        ("CS(C)=O", "C[S+](C)[O-]"),
        ("CN(=O)=O", "C[N+](=O)[O-]"),
        ("N=N#N", "N=[N+]=[N-]"),
        ("C=N#N", "C=[N+]=[N-]"),
        ("C[N]#[C]", "C[N+]#[C-]"),
        ("O=N(=O)N(=O)=O", "O=[N+]([O-])[N+](=O)[O-]"),
        ("[BH3][NH3]", "[BH3-][NH3+]"),
        ("O=[Xe](=O)=O", "[O-][Xe+3]([O-])[O-]"),
        ("C#N", "C#N"),
        ("C#C", "C#C"),
        ("N#CC#N", "N#CC#N"),
        ("CC(=O)O", "CC(=O)O"),
        ("C1=CC=CC=C1", "c1ccccc1"),
        ("c1ccc2cccc2cc1", "c1ccc2cccc2cc1"),
        ("OCC1OC(O)C(O)C(O)C1O", "OCC1OC(O)C(O)C(O)C1O"),
        ("Cn1cnc2c1c(=O)n(C)c(=O)n2C", "Cn1c(=O)c2c(ncn2C)n(C)c1=O"),
    ],
)
def test_C_LEWIS_skeletons_get_their_textbook_structure(given: str, octet: str) -> None:
    structure = drawn(octet_structure(Skeleton.from_smiles(given)))
    assert structure.smiles == canonical(octet)
    assert count_electrons(structure) == []


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("FB(F)F", "incomplete_octet"),
        ("ClB(Cl)Cl", "incomplete_octet"),
        ("[BH3]", "incomplete_octet"),
        ("B#N", "incomplete_octet"),
        ("FS(F)(F)(F)(F)F", "hypervalent"),
        ("FS(F)(F)F", "hypervalent"),
        ("ClP(Cl)(Cl)(Cl)Cl", "hypervalent"),
        ("F[Xe]F", "hypervalent"),
        ("[N]=O", "odd_electrons"),
        ("O=[Cl]=O", "odd_electrons"),
        ("O=[O]=O", "single_element"),
        ("[Cl][Be][Cl]", "has_metal"),
        ("[He]O", "helium"),
        ("O.O", "not_connected"),
        ("[H]1[BH2][H][BH2]1", "hydrogen_bonds"),
    ],
)
def test_C_LEWIS_skeletons_without_octets_say_why(given: str, code: str) -> None:
    assert refused(octet_structure(Skeleton.from_smiles(given))).code == code


def test_C_LEWIS_an_atom_with_five_neighbours_is_named() -> None:
    # Five sulfur atoms around carbon: enough pairs for the bonds, but no octet holds five.
    star = Skeleton(("C", *["S"] * 5), tuple((0, i) for i in range(1, 6)))
    answer = refused(octet_structure(star))
    assert (answer.code, dict(answer.params)["neighbours"]) == ("too_many_neighbours", 5)
    assert "carbon is bonded to 5 others" in answer.message


FORMULAS = [
    ("H2O", "O", True),
    ("NH3", "N", True),
    ("CH4", "C", True),
    ("HF", "F", True),
    ("ClF", "FCl", True),
    ("CO", "[C-]#[O+]", True),
    ("CO2", "O=C=O", True),
    ("N2O", "N#[N+][O-]", True),
    ("SO2", "O=[S+][O-]", True),
    ("SO3", "O=[S+2]([O-])[O-]", True),
    ("HCN", "C#N", True),
    ("COCl2", "O=C(Cl)Cl", True),
    ("NCl3", "ClN(Cl)Cl", True),
    ("NI3", "IN(I)I", True),
    ("OF2", "FOF", True),
    ("Cl2O", "ClOCl", True),
    ("PCl3", "ClP(Cl)Cl", True),
    ("SiCl4", "Cl[Si](Cl)(Cl)Cl", True),
    ("CH2O", "C=O", True),
    ("HClO", "OCl", True),
    ("SO2F2", "[O-][S+2]([O-])(F)F", True),
    ("XeO4", "[O-][Xe+4]([O-])([O-])[O-]", True),
    ("HBO", "[BH-]#[O+]", True),
    ("HNO3", "O=[N+]([O-])O", None),
    ("H2SO4", "O[S+2]([O-])([O-])O", False),
    ("H3PO4", "O[P+]([O-])(O)O", False),
    ("HClO4", "O[Cl+3]([O-])([O-])[O-]", False),
    ("N2H4", "NN", False),
    ("C2H2", "C#C", False),
    ("C2H4", "C=C", False),
    ("C2H6O", "CCO", False),
    ("C2H4O2", "CC(=O)O", False),
    ("C3O2", "O=C=C=C=O", None),
    ("C2N2", "N#CC#N", None),
    ("N2O4", "O=[N+]([O-])[N+](=O)[O-]", False),
    ("C6H14", "CCCCCC", False),
]


@pytest.mark.parametrize(("formula", "smiles", "centre"), FORMULAS)
def test_C_COMPLEX_formulas_get_a_familiar_structure(formula: str, smiles: str, centre: bool | None) -> None:
    assert drawn(of(formula)).smiles == canonical(smiles)


@pytest.mark.parametrize(("formula", "smiles", "centre"), [f for f in FORMULAS if f[2] is not None])
def test_C_CENTRE_decides_between_stars_and_the_rest(formula: str, smiles: str, centre: bool) -> None:
    answer = of(formula, centre=True)
    if centre:
        assert drawn(answer).smiles == canonical(smiles)
        assert (drawn(answer).centre is None) == (Formula.parse(formula).size == 2)
    else:
        assert refused(answer).code == "no_centre_atom"


def test_C_CENTRE_allows_bonds_between_outer_atoms() -> None:
    diazirine = drawn(of("CH2N2", centre=True))
    assert diazirine.smiles == canonical("C1N=N1")
    assert diazirine.centre is not None
    assert diazirine.symbols[diazirine.centre] == "C"


def test_C_CENTRE_five_atoms_at_most() -> None:
    assert drawn(of("CH4", centre=True)).centre == 0
    too_many = refused(of("N2H4", centre=True))
    assert "four neighbours" in too_many.message
    assert "none in which one atom" in refused(of("C2H2", centre=True)).message


@pytest.mark.parametrize("centre", [False, True])
@pytest.mark.parametrize(
    ("formula", "code"),
    [
        ("NO", "odd_electrons"),
        ("NO2", "odd_electrons"),
        ("ClO2", "odd_electrons"),
        ("CH5", "odd_electrons"),
        ("CH6", "hypervalent"),
        ("SF6", "hypervalent"),
        ("SF4", "hypervalent"),
        ("PCl5", "hypervalent"),
        ("ICl3", "hypervalent"),
        ("XeF4", "hypervalent"),
        ("H2F2", "hypervalent"),
        ("BF3", "incomplete_octet"),
        ("BH3", "incomplete_octet"),
        ("B2H6", "incomplete_octet"),
        ("BN", "incomplete_octet"),
        ("O3", "single_element"),
        ("H2", "single_element"),
        ("P4", "single_element"),
        ("S8", "single_element"),
        ("F2", "single_element"),
        ("C60", "single_element"),
        ("HeO", "helium"),
        ("NO^+", "charged"),
        ("C67H136", "too_large"),
    ],
)
def test_C_LEWIS_formulas_without_octets_say_why(formula: str, code: str, centre: bool) -> None:
    assert refused(of(formula, centre=centre)).code == code


@pytest.mark.parametrize("formula", ["BeCl2", "NaCl", "LiH", "AlCl3", "Fe", "C2H5MgBr"])
@pytest.mark.parametrize("centre", [False, True])
def test_C_METAL_metals_are_refused_by_name(formula: str, centre: bool) -> None:
    answer = refused(of(formula, centre=centre))
    assert answer.code == "has_metal"
    assert "is a metal" in answer.message


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("NO", "11 valence electrons are an odd number"),
        ("SF6", "Sulfur would need more than eight"),
        ("XeF2", "leave 1 pair to share, and holding the atoms together takes 2"),
        ("XeKr", "leave no pair to share"),
        ("BF3", "Boron would be left without an octet"),
        ("O3", "Only oxygen"),
    ],
)
def test_a_no_is_said_in_chemistry(formula: str, words: str) -> None:
    assert words in refused(of(formula)).message
    assert refused(of(formula)).to_json()["code"] in prose.catalogue_of(prose.SHARED)


@pytest.mark.parametrize(("carbons", "hydrogens"), [(66, 134), (100, 100), (198, 2), (50, 102)])
def test_C_LEWIS_sizes_up_to_200_atoms(carbons: int, hydrogens: int) -> None:
    structure = drawn(formula_structure(Formula.of({"C": carbons, "H": hydrogens})))
    assert total_charge(structure) == 0
    structure.mol()


def test_C_LEWIS_halogens_share_one_pair_with_each_neighbour() -> None:
    for formula in ("C2Cl2", "CCl2", "BCl3", "N2Br2", "C5Cl6", "B5Cl9"):
        structure = drawn(of(formula))
        for i, j, order in structure.bonds:
            assert order == 1 or not {structure.symbols[i], structure.symbols[j]} & {"Cl", "Br"}


def test_ties_put_the_negative_charge_on_the_more_electronegative_atom() -> None:
    cyanate = drawn(octet_structure(Skeleton.from_smiles("N=C=O")))
    assert cyanate.smiles == "N=C=O"
    nitrone = drawn(octet_structure(Skeleton.from_smiles("C=N(C)=O")))
    assert nitrone.smiles == canonical("C=[N+](C)[O-]")


def test_a_wrong_structure_never_leaves_the_house(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(structure_module, "missing_electrons", lambda _: 3)
    with pytest.raises(RuntimeError, match="count of electrons"):
        of("H2O")


@pytest.mark.parametrize(
    ("bonds", "charges", "fault"),
    [
        (((0, 1, 1), (0, 2, 1)), (1, 0, 0), "electrons"),
        (((0, 1, 1), (0, 1, 1), (0, 2, 1)), (0, 0, 0), "bond 0-1"),
        (((0, 1, 2), (0, 2, 1)), (0, 0, 0), "electrons"),
        (((0, 1, 1),), (0, 0, 0), "not connected"),
    ],
)
def test_the_count_finds_each_fault(
    bonds: tuple[tuple[int, int, int], ...], charges: tuple[int, ...], fault: str
) -> None:
    assert any(
        fault in found for found in count_electrons(LewisStructure(("O", "H", "H"), bonds, charges, 0))
    )


def test_the_witness_as_json() -> None:
    assert drawn(of("SO2", centre=True)).to_json() == {
        "smiles": "O=[S+][O-]",
        "centre": "S",
        "atoms": ["S", "O", "O"],
        "bonds": [[0, 1, 2], [0, 2, 1]],
        "charges": [1, 0, -1],
    }


def test_unreadable_smiles_are_refused() -> None:
    for smiles in ("C1CC", "", "*C", "C" * 5000):
        with pytest.raises(UnreadableInput):
            Skeleton.from_smiles(smiles)


def test_formulas_are_judged_without_loading_rdkit() -> None:
    program = (
        "import sys; from adjudicator.chem.lewis import formula_structure; "
        "from adjudicator.chem.formula import Formula; "
        "formula_structure(Formula.parse('C6H6'), centre=False); assert 'rdkit' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


compositions = st.dictionaries(st.sampled_from(NONMETALS), st.integers(1, 9), min_size=2, max_size=5)


@given(compositions)
def test_every_witness_has_its_formula_and_its_octets(counts: dict[str, int]) -> None:
    formula = Formula.of(counts)
    answer = formula_structure(formula)
    if isinstance(answer, LewisStructure):
        assert Formula.of_tiles(answer.symbols) == formula
        assert count_electrons(answer) == []
        mol = answer.mol()
        assert mol.GetNumAtoms() == formula.size
        assert Chem.MolFromSmiles(answer.smiles) is not None


@given(compositions)
def test_the_skeleton_of_a_witness_passes_and_needs_no_more_charge(counts: dict[str, int]) -> None:
    answer = formula_structure(Formula.of(counts))
    if isinstance(answer, LewisStructure):
        assert total_charge(drawn(octet_structure(answer.skeleton))) <= total_charge(answer)


@given(compositions)
def test_C_CENTRE_is_stricter_than_C_LEWIS(counts: dict[str, int]) -> None:
    formula = Formula.of(counts)
    if isinstance(formula_structure(formula, centre=True), LewisStructure):
        drawn(formula_structure(formula))


@given(compositions)
def test_a_CH2_more_never_hurts(counts: dict[str, int]) -> None:
    # CH2 can be inserted into any bond.
    if isinstance(formula_structure(Formula.of(counts)), LewisStructure):
        more = {**counts, "C": counts.get("C", 0) + 1, "H": counts.get("H", 0) + 2}
        drawn(formula_structure(Formula.of(more)))


@given(compositions, st.randoms(use_true_random=False))
def test_the_order_of_atoms_does_not_matter(counts: dict[str, int], chance: random.Random) -> None:
    answer = formula_structure(Formula.of(counts))
    if not isinstance(answer, LewisStructure):
        return
    places = list(range(len(answer.symbols)))
    chance.shuffle(places)
    symbols = [""] * len(places)
    for i, place in enumerate(places):
        symbols[place] = answer.symbols[i]
    bonds = [(places[i], places[j]) for i, j, _ in answer.bonds]
    chance.shuffle(bonds)
    one = drawn(octet_structure(answer.skeleton))
    other = drawn(octet_structure(Skeleton(tuple(symbols), tuple(bonds))))
    assert total_charge(one) == total_charge(other)
    assert sorted(zip(one.symbols, one.charges, strict=True)) == sorted(
        zip(other.symbols, other.charges, strict=True)
    )
