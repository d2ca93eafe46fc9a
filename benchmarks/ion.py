"""Ion between strong bots, four players with everything on: what one choice takes."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

from adjudicator.engine.agents.bots import chance_of, players_of, seated
from adjudicator.engine.game import load_game
from benchmarks.harness import micro, percentile

if TYPE_CHECKING:
    from benchmarks.harness import Row

SEED = "ion"
PLAYERS = 4


def rows() -> list[Row]:
    times = thinking()
    label = {"pick": "a strong pick", "place": "a strong placing"}
    return [
        (name, f"{micro(statistics.median(times[kind]))}  (95 %: {micro(percentile(times[kind], 0.95))})")
        for kind, name in label.items()
    ]


def thinking() -> dict[str, list[float]]:
    """Microseconds of every choice in a game, by the kind of what was chosen."""
    game = load_game("ion")
    assert "strong" in players_of(game.name).BOTS
    bots = dict(enumerate(seated(game.name, ["strong"] * PLAYERS)))
    options = game.presets()["everything"].options
    state, _ = game.start(options, SEED, players=PLAYERS)
    times: dict[str, list[float]] = {}
    while acting := game.players_to_act(state):
        for player in acting:
            view, chance = game.view(state, player), chance_of(SEED, player, state.version)
            start = time.perf_counter()
            action = bots[player].choose(view, chance)
            if action is not None:
                times.setdefault(action.type, []).append(1e6 * (time.perf_counter() - start))
                state, _ = game.apply(state, player, action)
                break
    return times
