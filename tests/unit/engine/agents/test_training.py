"""The games as environments: PettingZoo's own test, random agents to the end, nothing but the view observed."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from math import log1p
from random import Random
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from pettingzoo.test import api_test

from adjudicator import UnreadableInput
from adjudicator.engine import codec, playable_games
from adjudicator.engine.agents.listing import WAIT
from adjudicator.engine.agents.training import TableEnv, facts, standing
from adjudicator.engine.game import load_game
from adjudicator.engine.rng import Rng
from tests.support.sampling import NIGHTS, tonight


def players_for(game: str) -> int:
    return max(2, load_game(game).numbers.start)


def play_at_random(env: TableEnv, seed: int) -> dict[str, float]:
    """What each agent got. Who may wait mostly does."""
    chance, got = Random(seed), dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        got[agent] += reward
        if over or cut:
            env.step(None)
            continue
        allowed = np.flatnonzero(seen["action_mask"])
        wait = env.choices()[0] is WAIT and chance.random() < 0.8
        env.step(0 if wait else int(chance.choice(allowed)))
    return got


@pytest.mark.parametrize("game", playable_games())
def test_pettingzoo_accepts_every_game(game: str) -> None:
    env = TableEnv(game, players=players_for(game))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of observations that are not pictures
        api_test(env, num_cycles=40)


@pytest.mark.parametrize("game", playable_games())
def test_random_agents_play_to_the_end(game: str) -> None:
    env = TableEnv(game, players=players_for(game), longest=300)
    got = play_at_random(env, 3)
    assert sum(got.values()) == pytest.approx(0)
    assert env.state.result is not None or env._steps == 300


@pytest.mark.nightly
@pytest.mark.parametrize("game", playable_games())
def test_random_agents_play_dozens_of_games(game: str) -> None:
    env = TableEnv(game, players=players_for(game))
    for seed in tonight(range(100), NIGHTS):
        play_at_random(env, seed)
        assert env.state.result is not None


def test_the_same_seed_gives_the_same_game() -> None:
    states = []
    for _ in range(2):
        env = TableEnv("valence-plus")
        play_at_random(env, 9)
        states.append(env.state)
    assert states[0] == states[1]


def test_what_is_observed_is_in_the_view_alone() -> None:
    """Two states that differ only in what the seat cannot see are observed alike."""
    env = TableEnv("valence-plus")
    env.reset(4)
    seen = env.observe("player_0")["observation"]
    other = env.game.imagine(env.view("player_0"), Rng.seeded(1))
    assert other != env.state
    env.state = other
    assert (env.observe("player_0")["observation"] == seen).all()


def test_numbers_of_one_s_own_and_choices_that_are_not_there() -> None:
    env = TableEnv("valence-plus", features=2, featurise=lambda view: np.array(view["scores"], np.float32))
    env.reset(1)
    assert env.observation_space("player_0").contains(env.observe("player_0"))
    with pytest.raises(UnreadableInput, match="is no choice now"):
        env.step(255)


@pytest.mark.parametrize(
    ("ranks", "rewards"),
    [((1, 2), [1, -1]), ((1, 1), [0, 0]), ((2, 1, 3), [0, 1, -1]), ((1, 1, 3), [0.5, 0.5, -1])],
)
def test_rewards_follow_ranks_and_sum_to_nothing(ranks: tuple[int, ...], rewards: list[float]) -> None:
    assert standing(ranks) == rewards
    assert sum(standing(ranks)) == 0


def places(value: Any, place: str = "") -> Iterator[tuple[str, float]]:
    """The slow twin: every leaf with its place written out."""
    if isinstance(value, dict):
        for name in value:
            yield from places(value[name], f"{place}/{name}")
    elif isinstance(value, list | tuple):
        for number, item in enumerate(value):
            yield from places(item, f"{place}/{number}")
    elif isinstance(value, bool) or not isinstance(value, int | float):
        yield f"{place}={json.dumps(codec.plain(value))}", 1.0
    else:
        yield place, log1p(value) if value >= 0 else -log1p(-value)


def test_every_fact_has_a_place_of_its_own() -> None:
    value: Any = {"a": [1, {"b": None}], "c": True, "d": "x"}
    assert [place for place, _ in places(value)] == ["/a/0", "/a/1/b=null", "/c=true", '/d="x"']


@pytest.mark.parametrize("game", playable_games())
def test_facts_are_found_as_their_places_say(game: str) -> None:
    env = TableEnv(game, players=players_for(game))
    env.reset(5)
    for _ in range(30):
        view = env.view(env.agent_selection)
        assert list(facts(view)) == [(crc32(place.encode()), value) for place, value in places(view)]
        env.step(len(env.choices()) - 1)
