"""Two adapters for one RDKit: the Python package and RDKit.js agree on every compound in the table."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.chem import toolkit
from adjudicator.chem.drawing import draw_here
from adjudicator.chem.lewis import LewisStructure, Skeleton, octet_structure
from adjudicator.chem.lewis.condensed_writing import condensed_of
from adjudicator.chem.skeleton import skeleton_key
from adjudicator.chem.toolkit.javascript import JavaScriptToolkit
from adjudicator.chem.toolkit.port import fold_hydrogens
from adjudicator.chem.toolkit.python import PythonToolkit
from adjudicator.reference import table
from tests.support.rdkit_js import rdkit_in_node
from tests.support.sampling import more_at_night, part_of_today

TABLE = Path(table.__file__).with_name("table.sqlite")
UNREADABLE = ["", "C(", "xx", "é", "C1CC", "{}", '{"molecules": []}', "C\n\nM  END", " C", "*C", "C*"]

in_python = PythonToolkit()


@pytest.fixture(scope="module")
def in_javascript() -> Iterator[JavaScriptToolkit]:
    if shutil.which("node") is None:
        if os.environ.get("CI"):
            pytest.fail("CI has no Node: the second adapter cannot be tested")
        pytest.skip("Node is not installed")
    with rdkit_in_node() as texts:
        yield JavaScriptToolkit(texts)


@pytest.fixture
def restored() -> Iterator[None]:
    yield
    toolkit.use(None)


def smiles_on_record() -> list[str]:
    with sqlite3.connect(TABLE) as rows:
        return [smiles for (smiles,) in rows.execute("SELECT smiles FROM compound ORDER BY id")]


@pytest.mark.slow
@pytest.mark.usefixtures("restored")
@pytest.mark.parametrize("number", more_at_night(25, 15_000))
def test_both_say_the_same_of_what_is_on_record(in_javascript: JavaScriptToolkit, number: int) -> None:
    known = smiles_on_record()
    assert in_javascript.version == in_python.version
    for smiles in part_of_today(len(known) // number, known):
        assert in_javascript.read(smiles) == in_python.read(smiles)
        assert in_javascript.read_checked(smiles) == in_python.read_checked(smiles)
        answers = []
        for one in (in_python, in_javascript):
            toolkit.use(one)
            condensed_of.cache_clear()
            answers.append((skeleton_key(smiles), condensed_of(smiles)))
        assert answers[0] == answers[1], smiles
        structure = octet_structure(Skeleton.from_smiles(smiles))
        if isinstance(structure, LewisStructure):
            folded = structure.charged(folded=True)
            assert in_javascript.write_structure(folded) == in_python.write_structure(folded), smiles


@pytest.mark.slow
def test_both_refuse_the_same(in_javascript: JavaScriptToolkit) -> None:
    for text in UNREADABLE:
        assert in_javascript.read(text) == in_python.read(text), text
        assert in_javascript.read_checked(text) == in_python.read_checked(text), text


@pytest.mark.slow
@pytest.mark.usefixtures("restored")
@pytest.mark.parametrize(
    "smiles", ["O", "O=C=O", "OS(=O)(=O)O", "c1ccccc1", "OCl(=O)(=O)=O", "[N]=O", "[NH4+]", "N#N"]
)
def test_both_draw_the_same(in_javascript: JavaScriptToolkit, smiles: str) -> None:
    """Small ones exactly; the layouts of large ones differ in their last digits."""
    expected = draw_here(smiles)
    toolkit.use(in_javascript)
    assert draw_here(smiles) == expected


@pytest.mark.parametrize(
    ("symbols", "bonds", "kept", "hydrogens"),
    [
        ("OHH", [(0, 1), (0, 2)], [0], [2]),
        ("HH", [(0, 1)], [0, 1], [0, 0]),
        ("BHBH", [(0, 1), (1, 2), (2, 3), (3, 0)], [0, 1, 2, 3], [0, 0, 0, 0]),
    ],
)
def test_hydrogens_that_bridge_or_are_bonded_to_hydrogen_stay(
    symbols: str, bonds: list[tuple[int, int]], kept: list[int], hydrogens: list[int]
) -> None:
    assert fold_hydrogens(symbols, bonds) == (kept, hydrogens)
