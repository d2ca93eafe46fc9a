"""Elements and ions that are drawn: what is listed has the atoms and the charge of its formula, and eight electrons."""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula
from adjudicator.chem.lewis import LewisStructure, drawn_structure, networks, species
from adjudicator.chem.lewis.species import FILE, charge_of

TABLES = tomllib.loads(FILE.read_text(encoding="utf-8"))
NO_OCTET = {"I3^-", "PF6^-", "SiF6^2-"}  # more than eight at their middle, as every textbook says


@pytest.mark.parametrize("text", TABLES["drawn"])
def test_a_listed_structure_is_that_of_its_formula(text: str) -> None:
    formula = Formula.parse(text)
    smiles = TABLES["drawn"][text]
    assert species(formula) == smiles
    assert charge_of(smiles) == formula.charge
    found = drawn_structure(smiles)
    if text in NO_OCTET:
        assert not isinstance(found, LewisStructure)
        return
    assert isinstance(found, LewisStructure)
    assert tuple(sorted(Counter(found.symbols).items())) == formula.atoms
    assert sum(found.charges) == formula.charge
    shared: Counter[int] = Counter()
    for i, j, order in found.bonds:
        shared[i] += order
        shared[j] += order
    for i, symbol in enumerate(found.symbols):
        around = 2 * shared[i] + 2 * found.lone_pairs[i] + found.unpaired[i]
        assert around == (2 if symbol == "H" else 8) - found.unpaired[i], (text, symbol)
    electrons = sum(ELEMENTS[symbol].valence_electrons for symbol in found.symbols) - formula.charge
    assert sum(found.unpaired) == electrons % 2


def test_one_composition_may_be_two_ions() -> None:
    cyanate, fulminate = species(Formula.parse("OCN^-")), species(Formula.parse("CNO^-"))
    assert cyanate == "[O-]C#N"
    assert fulminate == "[C-]#[N+][O-]"
    assert species(Formula.parse("NaCl")) is None


@pytest.mark.parametrize(
    ("smiles", "charge"),
    [("[Fe+3]", 3), ("[Fe+++]", 3), ("[O-]S(=O)(=O)[O-]", -2), ("C[N+](=O)[O-]", 0), ("[13CH3-:1]", -1)],
)
def test_the_charge_of_a_smiles_is_the_sum_of_what_it_writes(smiles: str, charge: int) -> None:
    assert charge_of(smiles) == charge


def test_networks_are_compositions() -> None:
    assert {"O2Si", "CSi", "BN", "C"} <= networks()
    assert "CO2" not in networks()
