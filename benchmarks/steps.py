"""Steps per second: random play through the engine, and playouts of bots, for every game.

A random step chooses among all actions of a seat and applies one, as the training environment does. A bot's
step makes the acting player's view, lets the bot choose and applies the action, as playouts do. Times are CPU
seconds of this process, so that a busy machine distorts them less.
"""

from __future__ import annotations

from itertools import count
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

from adjudicator.engine.agents.bots import next_action, seated
from adjudicator.engine.agents.listing import WAIT, choices, turn
from adjudicator.engine.game import load_game, playable_games
from benchmarks.harness import size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.engine.game import Game
    from benchmarks.harness import Row

SECONDS = size(1.0, quick=0.02)  # per figure
MOST = 256  # choices, as in the training environment


def rows() -> list[Row]:
    found = []
    for name in playable_games():
        game = load_game(name)
        found.append((f"{name}: random steps", rate(random_steps(game))))
        bots = ("random", "greedy", "strong")
        found += [(f"{name}: steps of {bot} bots", rate(bot_steps(game, bot))) for bot in bots]
    return found


def rate(steps: Iterator[None]) -> str:
    """The first game warms up what each process works out once."""
    next(steps)
    start, number = process_time(), 0
    while process_time() < start + SECONDS:
        next(steps)
        number += 1
    return f"{number / (process_time() - start):.0f} steps/s"


def random_steps(game: Game[Any, Any]) -> Iterator[None]:
    for seed in count():
        chance = Random(f"steps {seed}")
        state = game.new({}, f"steps {seed}")
        waited: frozenset[int] = frozenset()
        while state.result is None:
            seat, free = turn(game, state, waited)
            action = chance.choice(choices(game, state, seat, MOST, free=free))
            if action is WAIT:
                waited |= {seat}
            else:
                state, _ = game.apply(state, seat, action)
                waited = frozenset()
            yield


def bot_steps(game: Game[Any, Any], bot: str) -> Iterator[None]:
    for seed in count():
        state = game.new({}, f"steps {seed}")
        bots = dict(enumerate(seated(game.name, [bot] * len(state.players))))
        while (chosen := next_action(game, state, bots, f"steps {seed}")) is not None:
            state, _ = game.apply(state, *chosen)
            yield
