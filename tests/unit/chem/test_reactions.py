"""Balancing: the smallest whole numbers, or the reason why there are none."""

from __future__ import annotations

import subprocess
import sys

import pytest

from adjudicator import UnreadableInput, prose
from adjudicator.chem.reactions import Balanced, NoBalance, balance, is_balanced


@pytest.mark.parametrize(
    ("reactants", "products", "equation"),
    [
        ("H2 O2", "H2O", "2 H2 + O2 → 2 H2O"),
        ("HCl NaOH", "NaCl H2O", "HCl + NaOH → NaCl + H2O"),
        ("COCl2 H2O", "CO2 HCl", "COCl2 + H2O → CO2 + 2 HCl"),
        ("Na2S HCl", "NaCl H2S", "Na2S + 2 HCl → 2 NaCl + H2S"),
        ("CSCl2 H2O", "COS HCl", "CSCl2 + H2O → COS + 2 HCl"),
        ("SO3 H2O", "H2SO4", "SO3 + H2O → H2SO4"),
        ("Fe2O3 C", "Fe CO2", "2 Fe2O3 + 3 C → 4 Fe + 3 CO2"),
        ("C3H8 O2", "CO2 H2O", "C3H8 + 5 O2 → 3 CO2 + 4 H2O"),
        ("KMnO4 HCl", "KCl MnCl2 Cl2 H2O", "2 KMnO4 + 16 HCl → 2 KCl + 2 MnCl2 + 5 Cl2 + 8 H2O"),
        ("CuSO4·5H2O", "CuSO4 H2O", "CuSO4·5H2O → CuSO4 + 5 H2O"),
        ("MnO4^- Fe^2+ H^+", "Mn^2+ Fe^3+ H2O", "MnO4^- + 5 Fe^2+ + 8 H^+ → Mn^2+ + 5 Fe^3+ + 4 H2O"),
        ("Ca(OH)2 H3PO4", "Ca3(PO4)2 H2O", "3 Ca(OH)2 + 2 H3PO4 → Ca3(PO4)2 + 6 H2O"),
    ],
)
def test_balanced(reactants: str, products: str, equation: str) -> None:
    found = balance(reactants.split(), products.split())
    assert isinstance(found, Balanced)
    assert found.equation == equation
    assert is_balanced(found.reactants, found.products)
    assert found.to_json()["equation"] == equation


@pytest.mark.parametrize(
    ("reactants", "products", "code"),
    [
        ("H2", "O2", "reaction_element_missing"),
        ("NaCl", "Na", "reaction_element_missing"),
        ("CO2", "CO", "reaction_no_way"),
        ("H2O", "H2O2", "reaction_no_way"),
        ("Fe^2+", "Fe^3+", "reaction_no_way"),
        ("C O2", "CO CO2", "reaction_several_ways"),
        ("NaCl H2O", "H2O Na Cl2", "reaction_same_on_both_sides"),
    ],
)
def test_not_balanced(reactants: str, products: str, code: str) -> None:
    found = balance(reactants.split(), products.split())
    assert isinstance(found, NoBalance)
    assert found.code == code
    assert code in prose.catalogue_of(prose.SHARED)
    assert found.message.endswith(".")
    assert found.to_json()["code"] == code


def test_what_is_missing_is_said() -> None:
    found = balance(["H2"], ["O2"])
    assert isinstance(found, NoBalance)
    assert dict(found.params) == {"lost": ("H",), "new": ("O",)}
    assert found.message == "Not balanced by any numbers: H would vanish and O would come from nowhere."


def test_coefficients_can_be_asked_for() -> None:
    found = balance(["N2", "H2"], ["NH3"])
    assert isinstance(found, Balanced)
    assert dict(found.reactants + found.products) == {"N2": 1, "H2": 3, "NH3": 2}
    assert balance(["N2", "H2"], ["NH3"]) is found


@pytest.mark.parametrize(
    ("reactants", "products", "code"),
    [
        ([], ["H2O"], "no_species"),
        (["H2", "H2"], ["H2O"], "species_twice"),
        (["xx"], ["H2O"], "wrong_case"),
        (["H2O"], ["C999999"], "count_too_large"),
        ([f"C{n}" for n in range(1, 13)], ["C"], "too_many_species"),
    ],
)
def test_what_cannot_be_read_is_refused(reactants: list[str], products: list[str], code: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        balance(reactants, products)
    assert refused.value.code == code


def test_chempy_is_not_imported_before_it_is_needed() -> None:
    program = (
        "import sys, adjudicator.chem.reactions, adjudicator.chem.naming; sys.exit('chempy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
