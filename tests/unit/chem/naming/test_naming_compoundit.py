"""Every compound of CompoundIt! standard with up to twelve tiles, and every molecule of Valence Plus, has a
unique name.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, combinations_with_replacement

import pytest

from adjudicator import Formula
from adjudicator.chem.naming import check, names
from tests.support.naming_sets import compoundit_legal
from tests.support.sampling import in_turn, part_of_today

# Compositions of several substances; the name by ions comes first, and the table has the others.
ISOMERS = {
    "CH4N2": "ammonium cyanide",
    "CH4N2S": "ammonium thiocyanate",
    "C2H4O2": "acetic acid",
    "CHNS": "hydrogen thiocyanate",
}


def test_there_are_as_many_as_when_this_was_written() -> None:
    assert len(compoundit_legal()) == 678


def test_every_legal_compound_has_a_name_and_it_is_right() -> None:
    unnamed = [str(formula) for formula in compoundit_legal() if not names(formula)]
    assert not unnamed
    wrong = {
        str(formula): name
        for formula in compoundit_legal()
        for name in names(formula)
        if check(formula, name).answer != "right"
    }
    assert not wrong


def test_no_two_compounds_share_a_preferred_name() -> None:
    by_name: dict[str, list[str]] = defaultdict(list)
    for formula in compoundit_legal():
        by_name[names(formula)[0]].append(str(formula))
    assert {name: formulas for name, formulas in by_name.items() if len(formulas) > 1} == {}


def test_a_preferred_name_is_wrong_for_every_other_compound_of_the_same_elements() -> None:
    by_elements: dict[frozenset[str], list[Formula]] = defaultdict(list)
    for formula in compoundit_legal():
        by_elements[frozenset(symbol for symbol, _ in formula.atoms)].append(formula)
    accepted = [
        (str(formula), names(other)[0])
        for family in by_elements.values()
        for formula in family
        for other in family[:12]
        if formula != other and check(formula, names(other)[0]).answer == "right"
    ]
    assert accepted == []


@in_turn(3)
@pytest.mark.parametrize("parts", [250, pytest.param(8, marks=pytest.mark.nightly)])
def test_no_compound_answers_to_the_name_of_another(parts: int) -> None:
    every_name = {name: formula for formula in compoundit_legal() for name in names(formula)[:2]}
    asked = part_of_today(parts, compoundit_legal())
    accepted = [
        (str(formula), name)
        for formula in asked
        for name, owner in every_name.items()
        if owner != formula and name not in names(formula) and check(formula, name).answer == "right"
    ]
    assert accepted == []


def test_compositions_with_isomers_are_named_by_their_ions() -> None:
    legal = {str(formula) for formula in compoundit_legal()}
    for hill, name in ISOMERS.items():
        assert hill in legal
        assert name in names(hill)


# --- Valence Plus -------------------------------------------------------------------------------------------

VALENCES = {"H": 1, "Na": 1, "K": 1, "Ca": 2, "Cu": 2, "Zn": 2, "C": 4, "O": -2, "S": -2, "F": -1, "Cl": -1}
FROM_REACTIONS = "SO3 H2SO4 Na2SO4 K2SO4 KNaSO4 CaSO4 CuSO4 ZnSO4 NaHSO4 KHSO4 Ca(HSO4)2 Cu(HSO4)2 Zn(HSO4)2 CuZn Cu2 Zn2".split()


def buildable() -> set[Formula]:
    """V-BUILD: valences that add up to zero without a part that does, plus what needs a second valence or a reaction."""
    return {
        Formula.of_tiles(cards)
        for size in range(2, 7)
        for cards in combinations_with_replacement(sorted(VALENCES), size)
        if _is_one_molecule(cards)
    } | {Formula.parse(text) for text in FROM_REACTIONS}


def _is_one_molecule(cards: tuple[str, ...]) -> bool:
    numbers = [VALENCES[card] for card in cards]
    parts = (part for size in range(1, len(numbers)) for part in combinations(numbers, size))
    return sum(numbers) == 0 and all(sum(part) for part in parts)


def test_every_molecule_of_valence_plus_has_a_name_of_its_own() -> None:
    found = {formula: names(formula) for formula in buildable()}
    assert len(found) == 63
    assert all(found.values())
    assert len({given[0] for given in found.values()}) == len(found)
    assert {check(formula, name).answer for formula, given in found.items() for name in given} == {"right"}
