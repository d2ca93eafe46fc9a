from __future__ import annotations

import pytest
from rdkit import Chem

from adjudicator.chem.elements import ELEMENTS, WRITING_ORDER
from adjudicator.chem.formula import Formula
from tools.derived import elements as derived


def test_the_shipped_table_is_what_rdkit_and_chempy_say() -> None:
    assert {path: path.read_text(encoding="ascii") for path in derived.files()} == derived.files()


def test_every_element_is_there_once() -> None:
    assert [e.number for e in ELEMENTS.values()] == list(range(1, 119))
    table = Chem.GetPeriodicTable()
    assert [e.symbol for e in ELEMENTS.values()] == [table.GetElementSymbol(n) for n in range(1, 119)]


@pytest.mark.parametrize("written", ["NaCl", "NH3", "H2O", "SO2", "OF2", "PCl5", "Fe2O3", "NCl3", "H2S", "SiC", "Cl2O", "HCl"])  # fmt: skip
def test_binary_formulas_are_written_as_textbooks_do(written: str) -> None:
    assert Formula.parse(written).conventional == written


@pytest.mark.parametrize("written", ["H2SO4", "HNO3", "H3PO4", "NH4ClO5", "N2H4O3", "N2H9PO4"])
def test_acids_begin_with_hydrogen_and_what_can_be_an_ammonium_salt_with_nitrogen(written: str) -> None:
    assert Formula.parse(written).conventional == written


@pytest.mark.parametrize("written", ["SOCl2", "SO2Cl2", "POCl3", "COCl2", "NOBr", "XeOF4", "ClO3F", "KClO3", "C2Cl4O"])  # fmt: skip
def test_oxygen_comes_before_the_halogens_around_one_atom_of_a_nonmetal(written: str) -> None:
    assert Formula.of(dict(Formula.parse(written).atoms)).conventional == written


def test_writing_order_ranks_every_element() -> None:
    assert sorted(WRITING_ORDER.values()) == list(range(118))
