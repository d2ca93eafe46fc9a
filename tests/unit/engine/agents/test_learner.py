"""The player in the documentation that learns Ion: each part does what it says, and nightly, that it learns."""

from __future__ import annotations

from random import Random

import pytest

from adjudicator.engine import load_game, play_out
from adjudicator.engine.agents.simulating import Rate
from docs.learn_ion import STEP, Learner, features, train


def test_a_choice_is_worth_what_was_gained_by_the_end_of_its_round() -> None:
    learner = Learner({})
    learner.made = [(["pick Cl", "pick"], [10, 4], 2), (["pick Na"], [0, 0], 1)]
    learner.learn(0, {1: [3, 8], 2: [20, 6]})
    assert learner.weights == pytest.approx(
        {"pick Cl": STEP * 8 / 2, "pick": STEP * 8 / 2, "pick Na": STEP * -5}
    )
    assert learner.made == []


def test_what_is_true_of_a_choice_names_what_lies_there() -> None:
    game = load_game("ion")
    view = game.view(game.new(seed=1), 0)
    known = {feature for action in view["actions"] for feature in features(view, action)}
    assert {("pick",), ("pick", view["table"]["hand"][0]), ("pick", view["table"]["hand"][0], ())} <= known


def test_it_takes_the_choice_of_most_worth_and_waits_where_nobody_asks_it() -> None:
    game = load_game("ion")
    view = game.view(game.new(seed=1), 0)
    card = view["table"]["hand"][3]
    learner = Learner({str(("pick", card)): 5.0})
    assert learner.choose(view, Random(1)) == {"type": "pick", "cards": [card]}
    others = {**view, "asks": [ask for ask in view["asks"] if ask["player"] != 0]}
    assert learner.choose(others, Random(1)) is None


def test_it_plays_to_the_end_after_a_game() -> None:
    weights = train(1)
    record = play_out(load_game("ion"), {}, [Learner(weights), "random"], 3)
    assert record.result is not None
    assert weights


@pytest.mark.nightly
def test_it_learns_to_beat_random_players() -> None:
    weights, game = train(60), load_game("ion")
    results = [play_out(game, {}, [Learner(weights), "random"], seed).result for seed in range(60)]
    won = sum(result is not None and 0 in result.winners for result in results)
    assert Rate.of(won, 60).low > 0.6
