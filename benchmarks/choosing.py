"""How long strong bots think about each choice."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING, Any

from adjudicator.engine.agents.bots import chance_of, seated
from benchmarks.harness import micro, percentile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from adjudicator.engine.game import Game
    from benchmarks.harness import Row


def thinking(game: Game[Any, Any], beginnings: Iterable[Any], seed: str) -> dict[str, list[float]]:
    """Microseconds for every choice in games from these states on, grouped by the kind of action chosen."""
    times: dict[str, list[float]] = {}
    for state in beginnings:
        bots = seated(game.name, ["strong"] * len(state.players))
        while acting := game.players_to_act(state):
            for player in acting:
                view, chance = game.view(state, player), chance_of(seed, player, state.version)
                start = time.perf_counter()
                action = bots[player].choose(view, chance)
                if action is not None:
                    times.setdefault(action.type, []).append(1e6 * (time.perf_counter() - start))
                    state, _ = game.apply(state, player, action)  # noqa: PLW2901 - the game goes on
                    break
    return times


def rows_of(times: Mapping[str, list[float]], labels: Mapping[str, str]) -> list[Row]:
    return [
        (name, f"{micro(statistics.median(times[kind]))}  (95 %: {micro(percentile(times[kind], 0.95))})")
        for kind, name in labels.items()
    ]
