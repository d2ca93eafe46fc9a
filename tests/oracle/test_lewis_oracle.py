"""The Lewis questions against their slow twins, on random skeletons, on every small formula, and on the
compounds of the reference table.
"""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from itertools import combinations_with_replacement
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from adjudicator.chem.formula import Formula
from adjudicator.chem.lewis import LewisStructure, NoStructure, Skeleton, formula_structure, octet_structure
from tests.oracle.lewis_twin import (
    centre_allowed,
    formula_allowed,
    least_charge_by_program,
    least_charge_by_trying,
)
from tests.support.sampling import by_day, more_at_night

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TABLE = Path("adjudicator/reference/table/table.sqlite")
TABLE_SAMPLE = 2000
TABLE_PARTS = 40  # one part in every run, another each day; all of them nightly
# Questions that the twins do not ask: they only count electrons on a graph.
BY_DEFINITION = {"single_element", "odd_electrons"}


def charge_of(answer: LewisStructure | NoStructure) -> int | None:
    return sum(map(abs, answer.charges)) if isinstance(answer, LewisStructure) else None


# --- skeletons --------------------------------------------------------------------------------------------


def random_skeleton(
    chance: random.Random, palette: Sequence[str], size: int, rings: int, most: int
) -> Skeleton:
    """Connected; H and F at the ends where there is room, some atoms with too many or too few bonds."""
    symbols = sorted((chance.choice(palette) for _ in range(size)), key=lambda s: s in {"H", "F"})
    bonds: set[tuple[int, int]] = set()
    degree = [0] * size

    def bond(i: int, j: int) -> None:
        bonds.add((min(i, j), max(i, j)))
        degree[i] += 1
        degree[j] += 1

    for i in range(1, size):
        open_atoms = [j for j in range(i) if symbols[j] not in {"H", "F"} and degree[j] < most]
        bond(i, chance.choice(open_atoms or range(i)))
    for _ in range(rings):
        open_atoms = [j for j in range(size) if symbols[j] not in {"H", "F"} and degree[j] < most]
        if len(open_atoms) > 1:
            i, j = sorted(chance.sample(open_atoms, 2))
            if (i, j) not in bonds:
                bond(i, j)
    return Skeleton(tuple(symbols), tuple(sorted(bonds)))


SMALL = ["H"] * 4 + ["C"] * 4 + ["N", "N", "O", "O", "O", "S", "P", "F", "Cl", "B", "Xe", "I"]


def test_C_LEWIS_small_skeletons_agree_with_trying_all_bond_orders() -> None:
    chance = random.Random(20240501)
    found: Counter[str] = Counter()
    while found.total() < 3000:
        skeleton = random_skeleton(
            chance, SMALL, size=chance.randint(2, 9), rings=chance.choice([0, 0, 1, 1, 2, 3]), most=4
        )
        if len(skeleton.bonds) > 8 or len(set(skeleton.symbols)) < 2:
            continue
        answer = octet_structure(skeleton)
        assert charge_of(answer) == least_charge_by_trying(skeleton.symbols, skeleton.bonds), skeleton
        found["yes" if isinstance(answer, LewisStructure) else answer.code] += 1
    assert found["yes"] > 600
    assert found["incomplete_octet"] > 100


@pytest.mark.parametrize("skeletons", more_at_night(25, 80))
def test_C_LEWIS_conjugated_skeletons_agree_with_the_integer_program(skeletons: int) -> None:
    """Large, full of odd rings and electron-poor atoms, where pairing off free valences is hard."""
    chance = random.Random(7)
    palette = ["C"] * 10 + ["N", "N", "O", "S", "B"] + ["H"] * 8
    yes = 0
    for _ in range(skeletons):
        skeleton = random_skeleton(
            chance, palette, size=chance.randint(10, 40), rings=chance.randint(0, 8), most=3
        )
        answer = octet_structure(skeleton)
        expected = least_charge_by_program(skeleton.symbols, skeleton.bonds)
        assert charge_of(answer) == expected, skeleton
        yes += expected is not None
    assert yes > skeletons // 8


# --- formulas ---------------------------------------------------------------------------------------------


def small_formulas(most_heavy: int) -> Iterator[dict[str, int]]:
    for heavy in range(1, most_heavy + 1):
        for atoms in combinations_with_replacement(["C", "N", "O", "F", "S", "Cl"], heavy):
            for hydrogens in range(9):
                yield {**Counter(atoms), **({"H": hydrogens} if hydrogens else {})}


def agree_on_formulas(formulas: Iterator[dict[str, int]]) -> Counter[bool]:
    found: Counter[bool] = Counter()
    for counts in formulas:
        expected = formula_allowed(counts)
        answer = formula_structure(Formula.of(counts))
        assert isinstance(answer, LewisStructure) == expected, counts
        found[expected] += 1
    return found


def test_C_LEWIS_formulas_of_up_to_five_heavy_atoms_agree_with_all_graphs() -> None:
    found = agree_on_formulas(small_formulas(5))
    assert found.total() == 9 * 461
    assert found[True] == 939


def test_C_LEWIS_formulas_with_boron_and_noble_gases_agree_with_all_graphs() -> None:
    """They always carry a charge, and boron can lack too many electrons for its partners."""

    def formulas() -> Iterator[dict[str, int]]:
        for heavy in range(1, 6):
            for atoms in combinations_with_replacement(["B", "Xe", "C", "O", "F", "Br"], heavy):
                for hydrogens in range(0, 12, 1 + heavy // 4):
                    yield {**Counter(atoms), **({"H": hydrogens} if hydrogens else {})}

    assert agree_on_formulas(formulas())[True] > 300


def test_C_CENTRE_formulas_of_up_to_five_atoms_agree_with_all_graphs() -> None:
    yes = 0
    for size in range(2, 6):
        for atoms in combinations_with_replacement(["H", "B", "C", "N", "O", "F", "Cl", "Xe"], size):
            expected = centre_allowed(Counter(atoms))
            answer = formula_structure(Formula.of(Counter(atoms)), centre=True)
            assert isinstance(answer, LewisStructure) == expected, atoms
            if isinstance(answer, LewisStructure) and size > 2:
                assert answer.centre is not None
                assert sum(answer.centre in bond[:2] for bond in answer.bonds) == size - 1
            yes += expected
    assert yes > 400


# --- the reference table ----------------------------------------------------------------------------------


def table_smiles() -> list[str]:
    if not TABLE.exists():
        pytest.skip("the reference table is not built")
    with sqlite3.connect(f"file:{TABLE}?mode=ro", uri=True) as table:
        return sorted(smiles for (smiles,) in table.execute("SELECT smiles FROM compound"))


def agree_on_compounds(compounds: Sequence[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for smiles in compounds:
        skeleton = Skeleton.from_smiles(smiles)
        answer = octet_structure(skeleton)
        if isinstance(answer, NoStructure):
            found[answer.code] += 1
            if answer.code in BY_DEFINITION:
                continue
        else:
            found["yes"] += 1
            formula = Formula.of_tiles(skeleton.symbols)
            assert isinstance(formula_structure(formula), LewisStructure), smiles
            if answer.centre is not None:
                assert isinstance(formula_structure(formula, centre=True), LewisStructure), smiles
        assert charge_of(answer) == least_charge_by_program(skeleton.symbols, skeleton.bonds), smiles
    return found


@pytest.mark.parametrize("part", by_day(TABLE_PARTS, range(TABLE_PARTS)))
def test_C_LEWIS_known_compounds_agree_with_the_integer_program(part: int) -> None:
    smiles = table_smiles()
    sample = smiles[:: len(smiles) // TABLE_SAMPLE][:TABLE_SAMPLE]
    found = agree_on_compounds(sample[part::TABLE_PARTS])
    assert found.total() == TABLE_SAMPLE // TABLE_PARTS
    assert found["yes"] >= 0.9 * found.total()
