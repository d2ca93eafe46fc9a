"""Positions whose best move is known by exhaustive search: the analyst and the strong bot find it.

tests/oracle/endgames.py has proved them.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adjudicator.engine import codec
from adjudicator.engine.agents.bots import RandomBot, chance_of, seated
from adjudicator.engine.agents.foresight import Foresight, foresight_of
from adjudicator.engine.agents.playouts import Question
from adjudicator.engine.agents.rollouts import finished, weighed
from adjudicator.engine.agents.thinking import ThinkingBot
from adjudicator.engine.game import Game, load_game
from tests.oracle.endgames import proved
from tests.support.sampling import by_day

FOLDER = Path("fixtures/positions")
PLAYOUTS = 32
GAMES = sorted(path.stem for path in FOLDER.glob("*.json"))


@cache
def positions(game: str) -> list[dict[str, Any]]:
    read: list[dict[str, Any]] = json.loads((FOLDER / f"{game}.json").read_text(encoding="utf-8"))
    return read


@cache
def game_of(name: str) -> Game[Any, Any]:
    """With the small box that some of its positions use."""
    game, box = load_game(name), FOLDER / f"{name}.toml"
    if box.exists():
        game.editions.remember(box.read_text(encoding="utf-8"))
    return game


EVERY = [pytest.param(game, number) for game in GAMES for number in range(len(positions(game)))]


@pytest.mark.parametrize(("name", "number"), by_day(10, EVERY))
def test_the_best_of_a_position_is_found(name: str, number: int) -> None:
    position = positions(name)[number]
    game = game_of(name)
    foresight = foresight_of(game)
    view = game.view(game.state_from_json(position["position"]), position["seat"])
    question = Question(foresight, view, foresight.candidates(view), "known")
    found = finished(weighed(question, PLAYOUTS))[0].action
    assert is_known(foresight, position, found), (position["name"], found, position["why"])


@pytest.mark.parametrize(("name", "number"), by_day(10, EVERY))
def test_a_strong_bot_plays_the_best_of_a_position(name: str, number: int) -> None:
    position = positions(name)[number]
    game = game_of(name)
    state = game.state_from_json(position["position"])
    chance = chance_of("known", position["seat"], state.version)
    (bot,) = seated(name, ("strong",))
    played = bot.choose(game.view(state, position["seat"]), chance)
    assert is_known(foresight_of(game), position, played), (position["name"], played, position["why"])


@pytest.mark.parametrize("number", by_day(10, range(len(positions("ion")))))
def test_a_bot_that_thinks_corrects_any_quick_choice(number: int) -> None:
    position = positions("ion")[number]
    game = game_of("ion")
    view = game.view(game.state_from_json(position["position"]), position["seat"])
    bot = ThinkingBot("ion", RandomBot(game), PLAYOUTS)
    played = [bot.choose(view, Random(seed)) for seed in (1, 1)]
    assert played[0] == played[1], "the same chance gives the same choice"
    assert is_known(foresight_of(game), position, played[0]), (position["name"], played, position["why"])


def is_known(foresight: Foresight[Any], position: dict[str, Any], found: Any) -> bool:
    """Whether it is among the best; if an open kind is among them, any action of that kind is."""
    best = [foresight.game.read_action(action) for action in position["best"] if "open" not in action]
    whole = {action["type"] for action in position["best"] if "open" in action}
    return found.type in whole or any(foresight.same(found, action) for action in best)


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "number"), EVERY)
def test_what_is_called_best_is_proved_again_by_trying_everything(name: str, number: int) -> None:
    position = positions(name)[number]
    game = game_of(name)
    state = game.state_from_json(position["position"])
    known = proved(game, state, position["seat"])
    assert known is not None
    assert [codec.plain(action) for action in known.best] == position["best"]
    assert known.why == position["why"]
