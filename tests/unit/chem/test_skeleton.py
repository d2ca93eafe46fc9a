"""Skeletons: one per compound however it is drawn, and a different one for every isomer."""

from __future__ import annotations

import random

import pytest

from adjudicator.chem.skeleton import skeleton_graph, skeleton_key
from adjudicator.chem.toolkit.port import Bonded
from adjudicator.errors import UnreadableInput


@pytest.mark.parametrize(
    ("drawings", "key"),
    [
        (["O=S=O", "O=[S+][O-]", "[O-][S+]=O"], "[O][S][O]"),
        (["O=S(=O)=O", "[O-][S+2]([O-])=O"], "[O][S]([O])[O]"),
        (["OS(=O)(=O)O", "O[S+2]([O-])([O-])O"], "[O][S]([O])([OH])[OH]"),
        (["c1ccccc1", "C1=CC=CC=C1"], "[CH]1[CH][CH][CH][CH][CH]1"),
        (["C[N+](=O)[O-]", "CN(=O)=O"], "[CH3][N]([O])[O]"),
        (["O", "[H]O[H]", "[2H]O[2H]", "[18OH2]"], "[OH2]"),
        (["F/C=C/F", "F/C=C\\F", "FC=CF"], "[F][CH][CH][F]"),
        (["N[C@@H](C)O", "N[C@H](C)O"], "[CH3][CH]([NH2])[OH]"),
        (["[H][H]"], "[H][H]"),
        (["[H]1[BH2][H][BH2]1"], "[H]1[BH2][H][BH2]1"),
    ],
)
def test_drawings_of_one_compound_share_a_skeleton(drawings: list[str], key: str) -> None:
    assert {skeleton_key(drawing) for drawing in drawings} == {key}


def test_isomers_differ() -> None:
    """Formic acid and dioxirane; ethanol and dimethyl ether; HCN and HNC; hydrogens count."""
    for one, other in [("OC=O", "C1OO1"), ("CCO", "COC"), ("C#N", "[C-]#[NH+]"), ("C=CO", "CC=O")]:
        assert skeleton_key(one) != skeleton_key(other)


def test_the_graph_has_every_hydrogen() -> None:
    symbols, bonds = skeleton_graph("C[N+](=O)[O-]")
    assert symbols == ("C", "N", "O", "O", "H", "H", "H")
    assert len(bonds) == 6


@pytest.mark.parametrize(
    "smiles", ["CC(C)Cc1ccc(cc1)C(C)C(=O)O", "C[N+](C)(C)[O-]", "OCl(=O)(=O)=O", "C1CC2CC1CC2"]
)
def test_keys_read_back_and_do_not_depend_on_the_order_of_atoms(smiles: str) -> None:
    key = skeleton_key(smiles)
    assert skeleton_key(key) == key
    symbols, bonds = skeleton_graph(smiles)
    order = list(range(len(symbols)))
    for seed in range(20):
        random.Random(seed).shuffle(order)
        shuffled = Bonded(
            tuple(symbols[i] for i in order),
            (0,) * len(symbols),
            tuple((order.index(i), order.index(j)) for i, j in bonds),
        )
        assert skeleton_key(shuffled) == key


@pytest.mark.parametrize("text", ["", "C(", "xx", "é", "C1CC"])
def test_what_is_no_smiles_is_refused(text: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        skeleton_key(text)
    assert refused.value.code == "bad_structure"
