"""The engine: a move, a view, a snapshot and the record that is shown, for every game.

The moments come from one game between greedy bots with the fewest players. Every state is new to the engine,
which works out once per state what it waits for. Each figure is the median over all moments, with the slowest
twentieth.
"""

from __future__ import annotations

import json
import statistics
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.engine.agents.bots import MOST_ACTIONS, next_action, players_of, seated
from adjudicator.engine.game import load_game, playable_games
from adjudicator.engine.replay import record_shown, replay
from benchmarks.harness import Contender, micro, percentile, race

if TYPE_CHECKING:
    from adjudicator.engine.events import Event
    from adjudicator.engine.game import Game
    from benchmarks.harness import Row

SEED = "engine"


class Moment(NamedTuple):
    state: Any
    player: int
    action: Any


def rows() -> list[Row]:
    return [row for name in playable_games() for row in rows_of(load_game(name))]


def rows_of(game: Game[Any, Any]) -> list[Row]:
    found, events = moments(game)
    players = found[0].state.players  # a seat that nobody plays has no view (K-NOBEL)
    saved = [json.loads(json.dumps(game.state_to_json(moment.state))) for moment in found]
    names = [f"seat {player}" for player in players]
    times = race(
        {
            "an action judged and applied": Contender(lambda m: game.apply(*m), found),
            f"the views of all {len(players)} players, of a new state": Contender(
                lambda m: [game.view(m.state, player) for player in players],
                [Moment(replace(m.state), m.player, m.action) for m in found],
            ),
            "a snapshot written": Contender(lambda m: game.state_to_json(m.state), found),
            "a snapshot read": Contender(game.state_from_json, saved),
            f"the record of {len(events)} events, as a seat sees it": Contender(
                lambda whole: record_shown(game, whole, names, 0).to_json(), [events]
            ),
            f"{len(events)} events replayed": Contender(lambda whole: replay(game, whole), [events]),
        },
        rounds=5,
    )
    return [(f"{game.name}: {label}", figure(found)) for label, found in times.items()]


def figure(times: list[float]) -> str:
    slowest = f"  (95 %: {micro(percentile(times, 0.95))})" if len(times) > 1 else ""
    return micro(statistics.median(times)) + slowest


def moments(game: Game[Any, Any]) -> tuple[list[Moment], tuple[Event, ...]]:
    """Every state in which a player acted, with the action, and all events."""
    players = game.numbers[0]
    kinds = players_of(game.name).BOTS
    bots = dict(enumerate(seated(game.name, ["greedy" if "greedy" in kinds else min(kinds)] * players)))
    state, events = game.start({}, SEED, players=players)
    found = []
    for _ in range(MOST_ACTIONS):
        chosen = next_action(game, state, bots, SEED)
        if chosen is None:
            break
        found.append(Moment(state, *chosen))
        state, more = game.apply(state, *chosen)
        events += more
    return found, events
