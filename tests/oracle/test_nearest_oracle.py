"""The nearest miss against its breadth-first twin: no hint is illegal, and none is farther than necessary."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from adjudicator import Formula, Ruling, Tiles, load_ruleset
from adjudicator_rulesets.compoundit.judging.nearest import REACH
from adjudicator_rulesets.compoundit.judging.sets import LEWIS_SETS
from tests.oracle.compoundit_twin import Twin
from tests.oracle.nearest_twin import METALS, TABLE, NearestTwin, in_hill_order
from tests.oracle.test_compoundit_oracle import SHIPPED, Maker
from tests.support.sampling import DAY, by_day, tonight

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adjudicator import Facts, Verdict
    from adjudicator.parts import RuleSet

RULES = load_ruleset("compoundit:standard")
TWIN = Twin(SHIPPED)
LONGEST = 8  # tiles in a run; the twin lays compounds of up to three more tiles in every order
LEWIS = ("compoundit:simple-lewis", "compoundit:organic", "compoundit:complex-lewis", "compoundit:expert")
Run = tuple[str, ...]


@cache
def twin() -> NearestTwin:
    return NearestTwin(TWIN, REACH, LONGEST + REACH)


def two_elements() -> Iterator[Run]:
    """Every composition of two elements, its tiles in random order."""
    shuffling = random.Random("two elements")
    for a, b in combinations(sorted(TWIN.numbers), 2):
        for size in range(2, LONGEST + 1):
            for n in range(1, size):
                run = [a] * n + [b] * (size - n)
                shuffling.shuffle(run)
                yield tuple(run)


def with_ions(number: int) -> Iterator[Run]:
    maker = Maker(TWIN, "nearest")
    while number:
        run = maker.near_run()
        if 2 <= len(run) <= LONGEST and any(set(ion.atoms) <= set(run) for ion in TWIN.ions):
            yield run
            number -= 1


class LewisTwin(NearestTwin):
    """Includes what a Lewis set accepts, by asking the judge about every formula on record on the way."""

    def __init__(self, rules: RuleSet) -> None:
        super().__init__(TWIN, REACH, LONGEST + REACH)
        self._rules = rules

    def _legal_in_any_order(self, atoms: Run) -> bool:
        if super()._legal_in_any_order(atoms):
            return True
        if (
            len(atoms) < 2
            or not METALS.isdisjoint(atoms)
            or not TABLE.by_formula(in_hill_order(Counter(atoms)))
        ):
            return False
        judged = self._rules.judge(Formula.of(Counter(atoms)))
        return judged.ruling is Ruling.VALID and not {*judged.accepted_by}.isdisjoint(LEWIS_SETS)


@cache
def lewis_twin(name: str) -> tuple[RuleSet, LewisTwin]:
    rules = load_ruleset(name)
    return rules, LewisTwin(rules)


def is_alone(verdict: Verdict) -> bool:
    return any(check.code == "ion_alone" for check in verdict.checks)


def kinds_off(verdict: Verdict) -> tuple[tuple[str, int], ...]:
    """The kinds of ion that the reason names, where each lies in one piece and their sum is not zero."""
    facts = {check.code: check.params for check in verdict.checks}
    several = facts.get("not_two_kinds") or facts.get("salt_not_listed")
    if several:
        return tuple((name, 0) for name in several["kinds"])
    if not {"charges_off", "ions_contiguous"} <= facts.keys():
        return ()
    kinds = facts["two_kinds"]
    return (kinds["cation"], kinds["cations"]), (kinds["anion"], kinds["anions"])


def check_ions(verdict: Verdict, hint: Facts) -> None:
    """Where the charges of two kinds are off, the hint is told in whole ions if that can be."""
    charges = verdict.decisive.params.get("charges")
    if charges is None:
        assert {"kinds", "ions"} & {*verdict.decisive.params} or "ions" not in hint, verdict
        return
    wanted = twin().in_ions(charges, hint["changes"])
    assert [n for _, n in hint.get("ions", ())] == [*(wanted or {}).values()], (verdict, wanted)
    polyatomic = {ion.name for ion in TWIN.ions}
    told = {name: n for name, n in hint.get("ions", ()) if name in polyatomic}
    assert told == {name: n for name, n in (wanted or {}).items() if name in polyatomic}, verdict


def check_lewis(name: str, runs: Iterable[Run]) -> int:
    """C-HINT in the Lewis sets: legal, and as near as any; no hint where nothing is within reach."""
    rules, slow = lewis_twin(name)
    refused = 0
    for run in runs:
        verdict = rules.judge(Tiles(run))
        if verdict.ruling is not Ruling.INVALID:
            continue
        refused += 1
        if verdict.decisive.params.get("simplest"):
            continue
        hint, wanted = (
            verdict.decisive.params.get("nearest"),
            slow.best(run, kinds_off(verdict), alone=is_alone(verdict)),
        )
        assert (hint is None) == (wanted is None), (run, hint, wanted)
        if hint is not None and wanted is not None:
            assert sum(abs(n) for _, n in hint["changes"]) + hint["moved"] == wanted[1], (run, hint, wanted)
            assert rules.judge(Formula.parse(hint["makes"])).ruling is Ruling.VALID, run
    return refused


def check(runs: Iterable[Run]) -> int:
    """Returns how many of the runs were refused; everything is asserted on the way."""
    refused = 0
    for run in runs:
        verdict = RULES.judge(Tiles(run))
        if verdict.ruling is not Ruling.INVALID or any(tile not in TWIN.numbers for tile in run):
            continue
        refused += 1
        hint = verdict.decisive.params.get("nearest")
        if verdict.decisive.params.get("simplest"):
            assert hint is None, run  # it says already what it would be
            continue
        wanted = twin().best(run, kinds_off(verdict), alone=is_alone(verdict))
        if hint is None:
            assert wanted is None, run
            continue
        assert wanted is not None, run
        _, tiles, binary = wanted
        assert sum(abs(n) for _, n in hint["changes"]) + hint["moved"] == tiles, run
        check_ions(verdict, hint)
        made = RULES.judge(Formula.parse(hint["makes"]))
        assert made.ruling is Ruling.VALID, run
        assert ("binary" in made.accepted_by) == binary, run
    return refused


def test_nearest_misses_of_two_elements() -> None:
    runs = list(two_elements())
    assert len(runs) > 6000
    assert check(random.Random(DAY.toordinal()).sample(runs, 16)) > 4


def test_nearest_misses_with_ions() -> None:
    assert check(with_ions(30)) > 6


@pytest.mark.parametrize("name", by_day(len(LEWIS), LEWIS))
def test_nearest_misses_of_two_elements_in_lewis_sets(name: str) -> None:
    runs = [run for run in two_elements() if len(run) <= 5]
    assert check_lewis(name, random.Random(f"{name} {DAY}").sample(runs, 5)) > 1


@pytest.mark.nightly
@pytest.mark.parametrize("name", LEWIS)
def test_nearest_misses_of_every_two_elements_in_lewis_sets(name: str) -> None:
    runs = [run for run in two_elements() if len(run) <= 6]
    assert len(runs) > 3400
    assert check_lewis(name, tonight(runs, 6)) > 300


@pytest.mark.nightly
def test_nearest_misses_of_every_two_elements() -> None:
    assert check(tonight(list(two_elements()), 3)) > 1600


@pytest.mark.nightly
def test_nearest_misses_of_5000_runs_with_ions() -> None:
    assert check(with_ions(5000)) > 2000
