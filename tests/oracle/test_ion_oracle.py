"""Ion against slow, obvious twins: groups laid card by card, gases divided in every way, areas scored again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from random import Random

import pytest

from adjudicator.chem.formula import Formula
from adjudicator.ruleset import ask, load_ruleset
from adjudicator_rulesets.ion.edition import load
from adjudicator_rulesets.ion.judging.bonding import TODAYS, Laid, Reading, may_join, neutral, well_bonded
from adjudicator_rulesets.ion.judging.rules import Ion
from adjudicator_rulesets.ion.judging.scoring import compound_lines, goal_lines, noble_points

EDITION = load()
CARDS = EDITION.with_expansions(("transition", "polyatomic", "radioactive"))
READINGS = [TODAYS, Reading("smallest"), Reading(mixed="positive")]
WAYS = [Laid(card.card, charge) for card in CARDS.values() for charge in (card.charges or (0,))]


def laid_in_some_order(group: Sequence[Laid], reading: Reading) -> bool:
    return any(
        all(may_join(order[place], order[:place], reading) for place in range(1, len(order)))
        for order in permutations(group)
    )


@pytest.mark.parametrize("reading", READINGS)
def test_groups_that_can_be_laid_are_those_that_some_order_lays(reading: Reading) -> None:
    random = Random(17)
    seen: Counter[bool] = Counter()
    for _ in range(3000):
        few = random.sample(WAYS, random.randint(1, 3))
        group = [random.choice(few) for _ in range(random.randint(1, 6))]
        assert well_bonded(group, reading) is laid_in_some_order(group, reading), group
        seen[well_bonded(group, reading)] += 1
    assert min(seen.values()) > 300


def neutral_by_the_book(group: Sequence[Laid], reading: Reading) -> bool:
    """I-NEUTRAL literally; the former interpretation by trying every smaller number of the same cards."""
    plus = {laid for laid in group if laid.charge > 0}
    minus = {laid for laid in group if laid.charge < 0}
    if not plus or len(minus) != 1 or len(plus) + len(minus) != len(set(group)):
        return False
    if len(plus) > 1:  # I-MIXED-POSITIVE
        return reading.mixed == "positive" and sum(laid.charge for laid in group) == 0
    p, n = min(plus), min(minus)
    a, b = group.count(p), group.count(n)
    if reading.ratio == "any":
        return a * p.charge + b * n.charge == 0
    smaller = [(i, j) for i in range(1, a + 1) for j in range(1, b + 1) if i * p.charge + j * n.charge == 0]
    return smaller == [(a, b)]


def every_division(gases: tuple[str, ...]) -> list[list[tuple[str, ...]]]:
    """All ways to divide cards into sets of different gases."""
    if not gases:
        return [[]]
    first, rest = gases[0], gases[1:]
    found = []
    for mask in range(1 << len(rest)):
        chosen = (first, *(g for i, g in enumerate(rest) if mask >> i & 1))
        if len(set(chosen)) == len(chosen):
            left = tuple(g for i, g in enumerate(rest) if not mask >> i & 1)
            found += [[chosen, *others] for others in every_division(left)]
    return found


def best_by_brute_force(gases: tuple[str, ...], sets: Sequence[int]) -> int:
    return max(sum(sets[len(part) - 1] for part in division) for division in every_division(gases))


@pytest.mark.rule("I-NOBLE")
def test_I_NOBLE_the_best_partition_equals_brute_force() -> None:
    random = Random(5)
    for _ in range(150):
        gases = tuple(random.choices(("He", "Ne", "Ar"), k=random.randint(0, 6)))
        sets = random.choice([(2, 5, 9), (4, 5, 6), (1, 9, 10), (3, 3, 3)])
        assert noble_points(gases, sets) == best_by_brute_force(gases, sets), (gases, sets)


def once_by_the_book(group: Sequence[Laid]) -> str:
    """The compound that a group holds, found by removing cards while the rest is just as neutral."""
    counts = Counter(laid.card for laid in group)
    times = next(n for n in range(len(group), 0, -1) if all(count % n == 0 for count in counts.values()))
    return "+".join(sorted(card for card, count in counts.items() for _ in range(count // times)))


def cations_of(group: Sequence[Laid]) -> set[str]:
    return {laid.card for laid in group if laid.charge > 0}


def scored_by_the_book(
    groups: Sequence[Sequence[Laid]], gases: Sequence[str], goals: Sequence[str], reading: Reading
) -> int:
    """An area's points, computed from the rulebook without the scoring module."""
    neutral_ones = [group for group in groups if neutral_by_the_book(group, reading)]
    made = [once_by_the_book(group) for group in neutral_ones]
    worth = sum(CARDS[laid.card].points for group in neutral_ones for laid in group)
    worth += best_by_brute_force(tuple(gases), (2, 5, 9))
    acids = [
        c
        for c, g in zip(made, neutral_ones, strict=True)
        if cations_of(g) == {"H"} and "OH" not in c.split("+")
    ]
    bases = [c for c in made if "OH" in c.split("+") and "H" not in c.split("+")]
    for goal in goals:
        printed = next(g for g in EDITION.goals if g.goal == goal)
        if printed.kind == "noble":
            number = {0: 0, 1: 0, 2: 1, 3: 2}[len(set(gases))]
        elif printed.kind == "neutralisation":
            number = bool(acids) + bool(bases)
        else:
            number = sum("+".join(sorted(compound)) in made for compound in printed.compounds)
        worth += (0, *printed.pays)[number]
    return worth


def random_area(random: Random, reading: Reading) -> tuple[list[list[Laid]], list[str]]:
    groups: list[list[Laid]] = []
    gases: list[str] = []
    favoured = random.sample([way for way in WAYS if CARDS[way.card].kind == "ion"], 4)
    for _ in range(random.randint(0, 12)):
        laid = random.choice(favoured if random.random() < 0.7 else WAYS)
        kind = CARDS[laid.card].kind
        if kind == "noble":
            if len(gases) < 5:
                gases.append(laid.card)
        elif kind != "radioactive":
            open_groups = [group for group in groups if may_join(laid, group, reading)]
            if open_groups and random.random() < 0.85:
                random.choice(open_groups).append(laid)
            else:
                groups.append([laid])
    return groups, gases


@pytest.mark.rule("I-SCORE", "I-GOAL", "I-NEUTRAL")
@pytest.mark.parametrize("reading", READINGS)
def test_I_SCORE_equals_an_independent_scorer_on_random_areas(reading: Reading) -> None:
    random = Random(2026)
    scored = 0
    for _ in range(5000):
        groups, gases = random_area(random, reading)
        goals = random.sample(EDITION.goals, 3)
        ours = (
            sum(line.points for line in compound_lines(groups, CARDS, reading))
            + noble_points(gases, EDITION.noble_sets)
            + sum(line.points for line in goal_lines(groups, gases, goals, reading))
        )
        assert ours == scored_by_the_book(groups, gases, [goal.goal for goal in goals], reading)
        scored += any(neutral(group, reading) for group in groups)
    assert scored > 2000


def test_the_judge_says_neutral_where_the_book_does() -> None:
    """Sets of cards, asked as compositions: valid exactly where some reading of the atoms is a compound."""
    rules = load_ruleset("ion:transition+polyatomic+radioactive")
    assert isinstance(rules, Ion)
    random = Random(9)
    valid = 0
    for _ in range(400):
        few = [random.choice([way for way in WAYS if way.charge * sign > 0]) for sign in (1, -1)]
        group = [random.choice(few) for _ in range(random.randint(2, 4))]
        formula = Formula.parse("".join(f"({laid.card})" for laid in group))
        ruled = ask(rules, formula, {"box": "any"}).ruling == "valid"
        if neutral_by_the_book(group, TODAYS) and laid_in_some_order(group, TODAYS):
            assert ruled, group
        counted = rules.judge(formula).ruling == "valid"
        assert ruled or not counted, "a box takes compounds away and adds none"
        if all(number <= CARDS[card].count for card, number in Counter(laid.card for laid in group).items()):
            assert counted or not neutral_by_the_book(group, TODAYS) or not laid_in_some_order(group, TODAYS)
        valid += ruled
    assert valid > 40
