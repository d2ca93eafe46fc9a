"""Games of every kind: what the engine takes for a move, steps and games of bots, an analysis.

Moments come from one game between greedy bots with the fewest players; every state is new to the engine,
which works out once per state what it waits for. A random step chooses among all actions of a seat, as the
training environment does. Rates are by CPU seconds of this process, so that a busy machine distorts them
less.
"""

from __future__ import annotations

import json
import statistics
from dataclasses import replace
from itertools import count, islice
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.engine.agents.analyst import Analyst
from adjudicator.engine.agents.bots import MOST_ACTIONS, next_action, play_out, seated
from adjudicator.engine.agents.listing import WAIT, choices, turn
from adjudicator.engine.agents.rollouts import finished
from adjudicator.engine.game import load_game, playable_games
from adjudicator.engine.replay import record_shown, replay
from benchmarks.harness import Contender, Row, race, ratio_of, size, spread

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.engine.events import Event
    from adjudicator.engine.game import Game

SEED = "engine"
SECONDS = size(1.0, quick=0.02)  # per figure
MOST = 256  # choices, as in the training environment
PLAYOUTS, SAMPLE = (
    size(32, quick=1),
    size(12, quick=1),
)  # of an analysis; as in the service, and of its decisions
FIRST = 2  # decisions that the page asks for first


class Moment(NamedTuple):
    state: Any
    player: int
    action: Any


def rows() -> list[Row]:
    return [
        Row(f"{game.name}: {row.label}", *row[1:])
        for game in map(load_game, playable_games())
        for row in of(game)
    ]


def of(game: Game[Any, Any]) -> list[Row]:
    found, events = moments(game)
    half = len(found) // 2
    players = found[0].state.players  # a seat that nobody plays has no view (K-NOBEL)
    saved = [json.loads(json.dumps(game.state_to_json(moment.state))) for moment in found]
    names = [f"seat {player}" for player in players]
    times = race(
        {
            "an action judged and applied": Contender(lambda m: game.apply(*m), found),
            f"the views of all {len(players)} players": Contender(
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
    applied = times["an action judged and applied"]
    late = statistics.median(applied[half:] or applied) / statistics.median(applied[:half] or applied)
    return [
        *(Row(label, spread(taken)) for label, taken in times.items()),
        Row("an action in the second half, of one in the first", ratio_of(late), late),
        Row("random steps", rate(random_steps(game))),
        *(Row(f"steps of {bot} bots", rate(bot_steps(game, bot))) for bot in ("greedy", "policy")),
        *([Row("analysis of a game", analysis(game))] if size(1, quick=int(game.name == "ion")) else []),
    ]


def moments(game: Game[Any, Any]) -> tuple[list[Moment], tuple[Event, ...]]:
    """Every state in which a player acted, with the action, and all events."""
    players = game.numbers[0]
    bots = dict(enumerate(seated(game.name, ["greedy"] * players)))
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


def rate(steps: Iterator[bool]) -> str:
    """The first step warms up what each process works out once."""
    next(steps)
    start, number, games = process_time(), 0, 0
    while (passed := process_time() - start) < SECONDS:
        games += next(steps)
        number += 1
    return f"{number / passed:,.0f} steps/s, {games / passed:.2f} games/s"


def random_steps(game: Game[Any, Any]) -> Iterator[bool]:
    """Whether each step ended a game."""
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
            yield state.result is not None


def bot_steps(game: Game[Any, Any], bot: str) -> Iterator[bool]:
    """Views, choices and actions, as in playouts."""
    for seed in count():
        state = game.new({}, f"steps {seed}")
        bots = dict(enumerate(seated(game.name, [bot] * len(state.players))))
        while (chosen := next_action(game, state, bots, f"steps {seed}")) is not None:
            state, _ = game.apply(state, *chosen)
            yield state.result is not None


def analysis(game: Game[Any, Any]) -> str:
    """The time for the whole is extrapolated from decisions spread over the game."""
    record = play_out(game, {}, ["greedy", "greedy" if game.name == "compoundit" else "policy"], "analysed")
    began = process_time()
    analyst = Analyst(game, record, PLAYOUTS)
    for decision in islice(analyst.turns(), FIRST):
        finished(analyst.looked_into(*decision))
    first, began = process_time() - began, process_time()
    analyst = Analyst(game, record, PLAYOUTS)
    decisions = list(analyst.turns())
    read, began = process_time() - began, process_time()
    for place in range(SAMPLE):
        finished(analyst.looked_into(*decisions[place * len(decisions) // SAMPLE]))
    whole = read + len(decisions) * (process_time() - began) / SAMPLE
    return f"first figures {first:.1f} s, all {len(decisions)} decisions {whole:.0f} s"
