"""Compounded between bots, four players: whole games, and what the strong bot's choices take."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

from adjudicator.engine.agents.bots import chance_of, play_out, seated
from adjudicator.engine.game import load_game
from benchmarks.harness import micro, percentile

if TYPE_CHECKING:
    from benchmarks.harness import Row

SEED = "compounded"
PLAYERS, GAMES = 4, 6
CHOICES = {"place": "a strong placement", "propose_offer": "a strong offer thought of"}


def rows() -> list[Row]:
    times = thinking()
    thought = [
        (name, f"{micro(statistics.median(times[kind]))}  (95 %: {micro(percentile(times[kind], 0.95))})")
        for kind, name in CHOICES.items()
    ]
    return [whole_games("greedy"), whole_games("strong"), *thought]


def whole_games(bot: str) -> Row:
    game = load_game("compounded")
    play_out(game, {}, [bot] * PLAYERS, "warm")
    start, turns = time.perf_counter(), 0
    for number in range(GAMES):
        record = play_out(game, {}, [bot] * PLAYERS, f"{SEED} {number}")
        turns += sum(event.type == "research_ended" for event in record.events)
    seconds = time.perf_counter() - start
    label = f"{bot} against itself, {PLAYERS} players"
    return label, f"{GAMES / seconds:.2f} games/s  ({1000 * seconds / turns:.1f} ms a turn)"


def thinking() -> dict[str, list[float]]:
    """Microseconds of every choice in some games, by the kind of what was chosen."""
    game = load_game("compounded")
    bots = dict(enumerate(seated(game.name, ["strong"] * PLAYERS)))
    times: dict[str, list[float]] = {}
    for number in range(GAMES):
        state = game.new({}, f"{SEED} {number}", players=PLAYERS)
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
