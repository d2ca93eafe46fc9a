"""The games as environments: PettingZoo's own test, random agents to the end, observations from the view
alone.
"""

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
    """What each agent got. An agent that may wait mostly does."""
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
        warnings.simplefilter("ignore")  # it warns about observations that are not images
        api_test(env, num_cycles=40)


@pytest.mark.parametrize("game", playable_games())
def test_random_agents_play_to_the_end(game: str) -> None:
    env = TableEnv(game, players=players_for(game), longest=300)
    got = play_at_random(env, 3)
    assert sum(got.values()) == pytest.approx(0)
    assert env.position.result is not None or env._steps == 300


@pytest.mark.nightly
@pytest.mark.parametrize("game", playable_games())
def test_random_agents_play_dozens_of_games(game: str) -> None:
    env = TableEnv(game, players=players_for(game))
    for seed in tonight(range(100), NIGHTS):
        play_at_random(env, seed)
        assert env.position.result is not None


def test_the_same_seed_gives_the_same_game() -> None:
    states = []
    for _ in range(2):
        env = TableEnv("valence-plus")
        play_at_random(env, 9)
        states.append(env.position)
    assert states[0] == states[1]


def test_what_is_observed_is_in_the_view_alone() -> None:
    """Two states that differ only in what the seat cannot see give the same observation."""
    env = TableEnv("valence-plus")
    env.reset(4)
    seen = env.observe("player_0")["observation"]
    other = env.game.imagine(env.view("player_0"), Rng.seeded(1))
    assert other != env.position
    env.position = other
    assert (env.observe("player_0")["observation"] == seen).all()


def test_numbers_of_one_s_own_and_choices_that_are_not_there() -> None:
    env = TableEnv("valence-plus", features=2, featurise=lambda view: np.array(view["scores"], np.float32))
    env.reset(1)
    assert env.observation_space("player_0").contains(env.observe("player_0"))
    wrong: Any
    for wrong in (255, -1, 0.5, True, "0", None):
        with pytest.raises(UnreadableInput, match="is no choice now"):
            env.step(wrong)
    env.step(np.int64(0))


def test_the_state_is_what_the_seats_observe_together() -> None:
    env = TableEnv("ion", players=3, features=64)
    env.reset(1)
    assert env.state_space.contains(env.state())
    assert (env.state() == np.concatenate([env.observe(agent)["observation"] for agent in env.agents])).all()


def test_equal_actions_have_equal_features_wherever_they_stand() -> None:
    env, known = TableEnv("ion"), dict[Any, Any]()
    env.reset(1)
    for _ in range(40):
        seen = env.observe(env.agent_selection)["action_features"]
        for place, action in enumerate(env.choices()):
            assert (known.setdefault(action, seen[place]) == seen[place]).all()
        assert not seen[len(env.choices()) :].any()
        env.step(len(env.choices()) - 1)
    assert not known.pop(WAIT, np.zeros(1)).any()
    assert len({features.tobytes() for features in known.values()}) > len(known) * 0.9
    assert "action_features" not in TableEnv("ion", action_features=0).observation_space("player_0").spaces


def test_a_table_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    env = TableEnv("ion", render_mode="ansi")
    env.reset(1)
    shown = env.render()
    assert shown is not None
    assert "player_1" in shown
    env = TableEnv("ion", render_mode="human")
    env.reset(1)
    assert env.render() is None
    assert capsys.readouterr().out == f"{shown}\n"
    with pytest.raises(UnreadableInput, match="ansi or human, not as 'rgb_array'"):
        TableEnv("ion", render_mode="rgb_array")


@pytest.mark.parametrize(
    ("ranks", "rewards"),
    [((1, 2), [1, -1]), ((1, 1), [0, 0]), ((2, 1, 3), [0, 1, -1]), ((1, 1, 3), [0.5, 0.5, -1])],
)
def test_rewards_follow_ranks_and_sum_to_nothing(ranks: tuple[int, ...], rewards: list[float]) -> None:
    assert standing(ranks) == rewards
    assert sum(standing(ranks)) == 0


def places(value: Any, place: str = "") -> Iterator[tuple[str, float]]:
    """The slow twin: every leaf with its path written out."""
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
