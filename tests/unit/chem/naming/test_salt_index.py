"""The anions looked up for a composition are all that can make a salt of it."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from adjudicator.chem.formula import Formula
from adjudicator.chem.formula.written import together
from adjudicator.chem.naming.families import salts
from adjudicator.chem.naming.knowledge.data import knowledge
from adjudicator.chem.naming.writing import by_ions
from tests.support.sampling import DAY

SALTS, OTHERS = 300, 100
COMMON = "H O N C S P Cl F Na K Mg Fe Cu V Cr Mn U Zn".split()


def compositions(random: Random) -> list[Formula]:
    """Of an anion and a cation, every third time with a metal more; and any."""
    listed = knowledge()
    metals = [((symbol, 1),) for symbol in listed.metals]
    cations = [*metals, *(group.atoms for group in listed.cations for _ in range(2))]
    made = []
    for number in range(SALTS):
        parts = [random.choice(listed.anions).atoms, random.choice(cations)]
        counts: dict[str, int] = {}
        for atoms in parts + [random.choice(metals)] * (number % 3 == 0):
            times = random.randint(1, 3)
            for symbol, n in atoms:
                counts[symbol] = counts.get(symbol, 0) + times * n
        made.append(counts)
    made += [
        {symbol: random.randint(1, 9) for symbol in random.sample(COMMON, random.randint(2, 5))}
        for _ in range(OTHERS)
    ]
    return [Formula.of(counts) for counts in made]


def test_the_index_finds_what_a_search_of_all_anions_finds() -> None:
    legal = 0
    for formula in compositions(Random(DAY.toordinal())):
        counts = dict(formula.atoms)
        every = [salt for anion in salts._inside(counts) for salt in salts._of_one_anion(counts, anion)]
        assert salts.plain_salts(formula) == salts._likeliest_first(every), formula.hill
        legal += bool(every)
    assert legal > 10  # otherwise nothing was compared


@pytest.mark.slow
def test_the_index_finds_the_pairs_of_anions_that_a_search_of_all_pairs_finds() -> None:
    """Of salts with two anions and a cation, which is a metal, a group, or both; and of any composition."""
    random, listed = Random(DAY.toordinal()), knowledge()
    usual = [*salts._beside_another().values()]
    metals = [((symbol, 1),) for symbol in listed.metals]
    formulas = compositions(random)
    for number in range(SALTS):
        parts = [anion.atoms for anion in random.sample(usual, 2)]
        parts += [random.choice(metals)] * (number % 2)
        parts += [random.choice(listed.cations).atoms] * (number % 3 > 0)
        atoms = together(*(part for part in parts for _ in range(random.randint(1, 2))))
        formulas.append(Formula.of(dict(atoms)))
    found = 0
    for formula in formulas:
        counts = dict(formula.atoms)
        if formula.size > salts.MAX_ATOMS_MIXED or salts.plain_salts(formula):
            continue
        pairs = combinations([anion for anion in salts._inside(counts) if anion in usual], 2)
        every = [salt for pair in pairs for salt in salts._of_two_anions(counts, *pair)]
        assert salts.salts(formula) == salts._likeliest_first(every), formula.hill
        found += bool(every)
    assert found > 10  # otherwise nothing was compared


def test_the_anion_of_a_salt_is_the_one_that_a_search_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    formulas = compositions(Random(DAY.toordinal()))
    by_index = [by_ions.anion_of_salt(formula) for formula in formulas]
    monkeypatch.setattr(by_ions, "fitting_anions", salts._inside)
    assert by_index == [by_ions.anion_of_salt(formula) for formula in formulas]
    assert sum(ion is not None for ion in by_index) > 10


def test_few_anions_are_tried() -> None:
    """An anion that leaves a nonmetal over is not tried."""
    assert not salts.fitting_anions({"Na": 1, "Br": 1, "Cl": 1, "N": 1})
    assert {anion.name for anion in salts.fitting_anions({"Na": 2, "S": 1, "O": 4})} == {"sulfate"}
