"""Our own algebra of equations against chempy and scipy, which share no code with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random

import pytest
from scipy.optimize import linprog

from adjudicator.chem import balancing, reactions
from adjudicator.chem.formula import Formula
from adjudicator.chem.reactions import NoBalance, balance
from adjudicator_rulesets.valence_plus.edition import Reaction, load
from adjudicator_rulesets.valence_plus.judging.builds import Builds
from adjudicator_rulesets.valence_plus.judging.reactions import members, react

SUBSTANCES = (
    "H2 O2 N2 Cl2 C S Fe Cu Zn Na H2O H2O2 HCl H2S H2SO4 HNO3 NH3 NO NO2 CO CO2 CH4 C2H6 C2H6O SO2 SO3 NaOH NaCl "
    "Na2S Na2SO4 CaO CaCO3 CaCl2 Ca(OH)2 Fe2O3 Fe3O4 FeCl3 CuO CuSO4 ZnCl2 KMnO4 MnCl2 KCl Ag AgNO3 "
    "H^+ OH^- Fe^2+ Fe^3+ MnO4^- Mn^2+ SO4^2- Cr2O7^2- Cr^3+"
).split()


def made_up(random: Random) -> tuple[list[str], list[str]]:
    chosen = random.sample(SUBSTANCES, random.randint(2, 6))
    cut = random.randint(1, len(chosen) - 1)
    return chosen[:cut], chosen[cut:]


def solvable(random: Random) -> tuple[list[str], list[str]]:
    """Substances of a few elements, so that some of them balance."""
    elements = set(random.choice((("H", "O"), ("C", "H", "O"), ("N", "H", "O"), ("Na", "Cl", "H", "O"))))
    fitting = [text for text in SUBSTANCES if {symbol for symbol, _ in Formula.parse(text).atoms} <= elements]
    chosen = random.sample(fitting, min(len(fitting), random.randint(3, 5)))
    cut = random.randint(1, len(chosen) - 1)
    return chosen[:cut], chosen[cut:]


@pytest.mark.parametrize("make", [made_up, solvable])
def test_both_balancers_agree(make: object, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(7)
    asked = [make(random) for _ in range(150)]  # type: ignore[operator]
    told = [balance(*sides) for sides in asked]
    monkeypatch.setattr(reactions, "_has_chempy", lambda: False)
    reactions._balance.cache_clear()
    assert [balance(*sides) for sides in asked] == told
    if make is solvable:
        codes = {found.code for found in told if isinstance(found, NoBalance)}
        assert {"reaction_no_way", "reaction_several_ways"} <= codes
        assert sum(not isinstance(found, NoBalance) for found in told) > 4


def test_V_REAL_every_reaction_of_the_cards_balances_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    edition = load()
    builds = Builds(edition)
    told = list(equations(edition.reactions, builds))
    monkeypatch.setattr(reactions, "_has_chempy", lambda: False)
    for kept in (reactions._balance, react):
        kept.cache_clear()
    assert list(equations(edition.reactions, builds)) == told
    assert len(told) > 70


def equations(listed: Iterable[Reaction], builds: Builds) -> Iterator[str]:
    """Every concrete combination, each as its balanced equation."""
    for reaction in listed:
        pools = [members(name, builds) for name in (*reaction.reactors, reaction.target)]
        for *reactors, target in product(*pools):
            yield react(reaction, tuple(reactors), target, builds).equation


def test_the_smallest_sum_is_that_of_another_simplex() -> None:
    random = Random(11)
    found = 0
    for _ in range(80):
        columns = random.randint(3, 6)
        rows = [[random.randint(-3, 3) for _ in range(columns)] for _ in range(random.randint(1, 3))]
        other = linprog([1] * columns, A_eq=rows, b_eq=[0] * len(rows), bounds=(1, None))
        ours = balancing.smallest(rows, columns)
        assert (ours is not None) == other.success, rows
        if ours is None:
            continue
        assert float(sum(ours)) == pytest.approx(other.fun)
        assert min(ours) >= 1
        assert all(sum(n * x for n, x in zip(row, ours, strict=True)) == 0 for row in rows)
        found += 1
    assert found > 25
