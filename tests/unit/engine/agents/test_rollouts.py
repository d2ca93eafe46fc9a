"""Rollouts on a toy with known values: a player draws from an urn and may stop; all draws are enumerated beside it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from adjudicator.engine.agents.foresight import Foresight, Outlook, by_margin
from adjudicator.engine.agents.playouts import Question
from adjudicator.engine.agents.rollouts import (
    FEWEST,
    GIVEN_UP,
    LEAST,
    Candidate,
    Difference,
    Estimate,
    Trials,
    finished,
    trying,
    weighed,
)
from adjudicator.engine.events import Result

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.engine.rng import Rng

ENOUGH = 7  # points at which the policy stops
BUST = 12  # points above which everything is lost


@dataclass(frozen=True)
class Urn:
    """Draws add up; above twelve they are worth nothing. The order of the cards is hidden."""

    cards: tuple[int, ...]
    points: int = 0
    rival: int = 6
    version: int = 1
    result: Result | None = None


class UrnGame:
    """The part of a game that rollouts need."""

    name = "urn"

    def __init__(self) -> None:
        self.applied = 0

    def players_to_act(self, state: Urn) -> tuple[int, ...]:
        return () if state.result else (0,)

    def asked(self, state: Urn) -> tuple[Any, ...]:  # noqa: ARG002
        return ()

    def glance(self, state: Urn, player: int, *, imagined: bool) -> Mapping[str, Any]:
        assert imagined, "a playout happens in a world that was made up"
        return self.view(state, player)

    def view(self, state: Urn, player: int) -> dict[str, Any]:
        return {"you": player, "left": sorted(state.cards), "points": state.points, "rival": state.rival}

    def apply(self, state: Urn, player: int, action: str) -> tuple[Urn, tuple[()]]:
        assert player == 0
        self.applied += 1
        if action.startswith("draw") and state.cards:
            points = state.points + state.cards[0]
            after = replace(state, cards=state.cards[1:], points=points, version=state.version + 1)
            return (after, ()) if points <= BUST else (over(replace(after, points=0)), ())
        return over(replace(state, points=state.points - (action == "grumble"))), ()

    def played_on(self, state: Urn, player: int, action: str) -> Urn:
        return self.apply(state, player, action)[0]

    def scores(self, state: Urn) -> tuple[int, int]:
        return state.points, state.rival

    def imagine(self, view: Mapping[str, Any], rng: Rng) -> Urn:
        cards, _ = rng.shuffled(view["left"])
        return Urn(cards, view["points"], view["rival"])


def over(state: Urn) -> Urn:
    scores = (state.points, state.rival)
    best = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == best)
    return replace(state, result=Result(scores, winners, "stopped", (1, 1)))


class Policy:
    def choose(self, view: Mapping[str, Any], random: Random) -> str:
        del random
        return "stop" if view["points"] >= ENOUGH or not view["left"] else "draw"


class UrnAhead(Foresight[Any]):
    def bot(self) -> Policy:
        return Policy()


# --- the slow twin ------------------------------------------------------------------------------------------


@cache
def expected(left: tuple[int, ...], points: int, rival: int, action: str) -> tuple[Fraction, Fraction]:
    """Margin and winning chance of an action, computed over every card that may come."""
    if action in ("stop", "grumble") or not left:
        mine = points - (action == "grumble")
        return Fraction(mine - rival), Fraction(1) if mine > rival else Fraction(mine == rival, 2)
    margin = chance = Fraction(0)
    for card, number in Counter(left).items():
        rest = list(left)
        rest.remove(card)
        then = points + card
        if then > BUST:
            found = Fraction(-rival), Fraction(rival == 0, 2)
        else:
            found = expected(tuple(rest), then, rival, "stop" if then >= ENOUGH or not rest else "draw")
        margin += Fraction(number, len(left)) * found[0]
        chance += Fraction(number, len(left)) * found[1]
    return margin, chance


ACTIONS = ("stop", "draw", "grumble")
URNS = [
    (left, points, rival)
    for left in ((1, 1, 2, 9), (2, 3, 4, 5), (6, 7, 8, 9), (1, 2, 3, 4, 8, 9), (5, 5, 5))
    for points in (0, 3, 5, 8)
    for rival in (4, 9)
]


def question(
    urn: tuple[tuple[int, ...], int, int], seed: str = "toy", actions: Sequence[str] = ACTIONS
) -> Question:
    game: Any = UrnGame()
    left, points, rival = urn
    return Question(UrnAhead(game), game.view(Urn(left, points, rival), 0), actions, seed)


@pytest.mark.parametrize("urn", URNS, ids=str)
def test_what_is_estimated_is_what_going_through_everything_gives(
    urn: tuple[tuple[int, ...], int, int],
) -> None:
    for candidate in finished(weighed(question(urn), 600)):
        margin, chance = expected(*urn, candidate.action)
        numbers = (
            (margin, [outlook.margin(0) for outlook in candidate.outlooks]),
            (chance, [outlook.chances[0] for outlook in candidate.outlooks]),
        )
        for exact, values in numbers:
            estimate = Estimate.of(values)
            assert abs(estimate.mean - float(exact)) <= 4 * estimate.error + 1e-9, (candidate.action, exact)


def test_the_best_is_found_wherever_there_is_one() -> None:
    asked = 0
    for urn in URNS:
        values = {action: expected(*urn, action)[1] for action in ACTIONS}
        best, second = sorted(values.values(), reverse=True)[:2]
        if best - second > Fraction(1, 10):
            asked += 1
            found = finished(weighed(question(urn), 400))
            assert values[found[0].action] == best, urn
    assert asked >= 20


def test_a_seed_gives_the_same_figures_and_another_one_others() -> None:
    urn = ((1, 2, 3, 4, 8, 9), 3, 9)
    figures = [
        [(c.action, c.chances(), len(c.outlooks)) for c in finished(weighed(question(urn, seed), 60))]
        for seed in ("one", "one", "two")
    ]
    assert figures[0] == figures[1] != figures[2]


def test_all_candidates_meet_the_same_worlds_and_the_same_chance() -> None:
    urn = ((1, 2, 3, 4, 8, 9), 3, 9)
    one, other = finished(weighed(question(urn, actions=("draw", "draw again")), 80))
    difference = Difference.between(one, other, 0)
    assert (difference.points, difference.chance) == (Estimate(0.0, 0.0), Estimate(0.0, 0.0))
    assert len({outlook.points for outlook in one.outlooks}) > 1, "the worlds differ from each other"


def test_the_budget_is_playouts_and_goes_to_the_better_half_and_to_what_was_done() -> None:
    urn = ((1, 1, 2, 9), 8, 9)  # stopping loses for sure, and grumbling loses by more
    actions = ("stop", "grumble", "draw", "draw again", "draw on", "draw more")
    asked = question(urn, actions=actions)
    steps = list(weighed(asked, 240, keep=("grumble",)))
    assert steps == list(range(1, len(steps) + 1))
    assert 120 <= len(steps) <= 240
    found = finished(weighed(asked, 240, keep=("grumble",)))
    worlds = {candidate.action: len(candidate.outlooks) for candidate in found}
    assert worlds[found[0].action] == worlds["grumble"] == max(worlds.values())
    assert min(worlds.values()) < max(worlds.values())
    assert found[0].action.startswith("draw")


def test_where_nothing_is_at_stake_the_rest_of_the_budget_is_left() -> None:
    settled = ((5, 5, 5), 8, 4)  # stopping wins, a draw is too much
    assert len(list(weighed(question(settled), 400, keep=("stop",)))) == 2 * GIVEN_UP + LEAST
    assert len(list(weighed(question(settled), 400, keep=("draw",)))) > 200, "it was a mistake: by how much?"
    assert len(list(weighed(question(settled), 400))) > 200, "nothing was done that could be as good"


def test_of_many_candidates_the_promising_are_played_on_with() -> None:
    urn = ((1, 1, 1, 1), 8, 9)
    actions = ("stop", "stop now", "grumble", "draw", "draw again", "draw on")
    found = finished(weighed(question(urn, actions=actions), 60, keep=("grumble",), most=2))
    assert {candidate.action for candidate in found} == {"stop", "draw", "grumble"}, (
        "the first that is named, the first by what it looks like, and what is to stay"
    )


@pytest.mark.parametrize(("steps", "least"), [(60, 0), (600, 0), (10, 8)])
def test_long_playouts_are_fewer_and_of_fewer_candidates(steps: int, least: int) -> None:
    urn = ((1,) * 9, 0, 4)  # seven draws until the policy stops
    actions = ("draw", "stop", "grumble", "draw again", "draw on", "draw more")
    asked = question(urn, actions=actions)
    enough = max(least, steps // 7)  # six draws more, and to stop
    assert len(list(trying(Trials(asked, steps, least), 400, keep=("draw",), most=4))) <= enough + LEAST
    found = finished(trying(Trials(asked, steps, least), 400, keep=("draw",), most=4))
    assert "draw" in {candidate.action for candidate in found}
    assert len(found) == 1 + min(4, enough // 4)
    assert min(len(candidate.outlooks) for candidate in found) >= FEWEST


def test_few_worlds_are_less_sure_of_their_error() -> None:
    """Student's t: of the means of four numbers around nothing, about one in twenty counts, not one in seven."""
    chance = Random(7)
    means = [Estimate.of([chance.gauss(0, 1) for _ in range(4)]) for _ in range(2000)]
    assert 0.03 < sum(estimate.counts for estimate in means) / len(means) < 0.07


def test_it_stops_where_it_is_told_to() -> None:
    asked = question(((1, 2, 3, 4, 8, 9), 3, 9))
    game: Any = asked.foresight.game
    steps = weighed(asked, 10_000)
    for _ in range(5):
        next(steps)
    steps.close()
    applied = game.applied
    assert 5 <= applied < 100
    with pytest.raises(StopIteration):
        next(steps)
    assert game.applied == applied


def test_a_difference_below_two_errors_is_none() -> None:
    assert not Estimate(1.0, 0.6).counts
    assert Estimate(-1.3, 0.6).counts
    assert not Estimate.of([5.0]).counts, "one playout tells nothing"
    even = [Candidate("a"), Candidate("b")]
    for number in range(20):
        even[0].outlooks.append(by_margin([number % 3, 1], 1.0))
        even[1].outlooks.append(by_margin([(number + 1) % 3, 1], 1.0))
    assert not Difference.between(even[0], even[1], 0).is_better
    assert not Difference.between(even[1], even[0], 0).is_better


def test_what_is_behind_by_more_than_its_error_is_not_better() -> None:
    """Regression: a slightly likelier choice with clearly fewer points replaced a bot's quick one."""

    def candidate(outlooks: Sequence[tuple[float, float]]) -> Candidate:
        return Candidate("any", [Outlook((points, 0.0), (chance, 1 - chance)) for points, chance in outlooks])

    quick = candidate([(5.0, 0.5)] * 8)
    likelier = candidate([(2.0, chance) for chance in (0.5, 0.9, 0.2, 0.6) * 2])
    ahead = Difference.between(likelier, quick, 0)
    assert ahead.chance.mean > 0
    assert not ahead.chance.counts
    assert ahead.points.counts
    assert not ahead.is_better
    assert Difference.between(quick, likelier, 0).is_better


def test_outlooks_share_one_win_among_those_who_play() -> None:
    outlook = by_margin([5, 5, 99, 2], 2.0, (0, 1, 3))
    assert sum(outlook.chances) == pytest.approx(1)
    assert outlook.chances[0] == outlook.chances[1] > outlook.chances[3] > outlook.chances[2] == 0
    assert all(one > other for one, other in pairwise([outlook.margin(0), outlook.margin(3)]))
    assert Outlook((3.0,), (1.0,)).margin(0) == 3.0
    shared: Any = SimpleNamespace(name="urn")
    assert Foresight(shared).end(Result((4, 4, 1), (0, 1), "", (1, 1, 3))).chances == (0.5, 0.5, 0.0)
