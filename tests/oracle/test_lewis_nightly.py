"""The Lewis oracles in full, which take minutes instead of seconds: `pytest -m nightly`."""

from __future__ import annotations

import pytest

from tests.oracle.test_lewis_oracle import (
    agree_on_compounds,
    agree_on_formulas,
    small_formulas,
    table_smiles,
)
from tests.support.sampling import tonight

pytestmark = pytest.mark.nightly


def test_C_LEWIS_formulas_of_up_to_six_heavy_atoms_agree_with_all_graphs() -> None:
    assert agree_on_formulas(small_formulas(6)).total() == 9 * 923


def test_C_LEWIS_all_known_compounds_agree_with_the_integer_program() -> None:
    found = agree_on_compounds(tonight(table_smiles(), 4))
    assert found["yes"] > 0.95 * found.total()
