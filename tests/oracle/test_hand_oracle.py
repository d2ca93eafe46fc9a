"""The hand solver against brute force: every build, and the best sets of builds."""

from __future__ import annotations

from random import Random

import pytest

from adjudicator_rulesets.valence_plus.edition import load
from adjudicator_rulesets.valence_plus.judging.builds import Builds
from adjudicator_rulesets.valence_plus.judging.solver import best, buildable, plans
from tests.oracle import hand_twin
from tests.support.sampling import in_turn, more_at_night

EDITION = load()
BUILDS = Builds(EDITION)
CARDS = [card.symbol for card in (*EDITION.elements, *EDITION.optional) for _ in range(card.count)]
FULL = {card.name: card.count for card in EDITION.molecules}


def bank_of(random: Random) -> dict[str, int]:
    """Mostly full; now and then so empty that it matters."""
    return FULL if random.random() < 0.5 else {name: random.randrange(3) for name in FULL}


def listed(bank: dict[str, int]) -> list[str]:
    return [name for name, number in bank.items() for _ in range(number)]


@in_turn(3)
@pytest.mark.parametrize("hands", more_at_night(1000, 5000))
def test_the_solver_agrees_with_brute_force(hands: int) -> None:
    random = Random(20240)
    worth = 0
    for _ in range(hands):
        hand, bank = random.sample(CARDS, random.randint(0, 9)), bank_of(random)
        assert {b.cards for b in buildable(hand, listed(bank), BUILDS)} == hand_twin.builds(hand, bank), hand
        by_points, by_cards = hand_twin.best(hand, bank)
        plan = best(hand, listed(bank), BUILDS, "points")
        assert (plan.points, plan.cards) == by_points, hand
        other = best(hand, listed(bank), BUILDS, "cards")
        assert (other.cards, other.points) == by_cards, hand
        worth += plan.points
    assert worth > hands  # the hands were worth comparing


def test_every_plan_comes_once_and_adds_up() -> None:
    random = Random(3)
    for _ in range(300):
        hand = random.sample(CARDS, 9)
        found = list(plans(hand, listed(FULL), BUILDS))
        assert len({tuple(sorted(b.cards for b in plan.builds)) for plan in found}) == len(found)
        for plan in found:
            assert sorted([*plan.left, *(s for b in plan.builds for s in b.cards)]) == sorted(hand)


def test_the_list_of_builds_is_what_brute_force_calls_a_molecule() -> None:
    for build in BUILDS.by_cards.values():
        assert hand_twin.molecule(build.cards) == build.molecule.name
