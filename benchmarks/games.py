"""Whole games of CompoundIt! between bots, on one core."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from adjudicator.engine.agents.bots import play_out
from adjudicator.engine.game import load_game
from benchmarks.harness import size

if TYPE_CHECKING:
    from benchmarks.harness import Row

GAMES = {
    ("greedy", "greedy"): ("standard", size(40, quick=1)),
    ("greedy", "greedy", "greedy", "greedy"): ("expert", size(20, quick=1)),
    ("strong", "strong"): ("standard", size(4, quick=0)),
}


def rows() -> list[Row]:
    return [games_per_second(players, rules, number) for players, (rules, number) in GAMES.items() if number]


def games_per_second(players: tuple[str, ...], rules: str, number: int) -> Row:
    game = load_game("compoundit")
    options = {"rules": f"compoundit:{rules}"}
    play_out(game, options, players, "warm")  # each process builds the dictionary of compounds once
    start, turns = time.perf_counter(), 0
    for seed in range(number):
        record = play_out(game, options, players, f"bench {seed}")
        turns += sum(event.type in ("tiles_placed", "passed") for event in record.events)
    seconds = time.perf_counter() - start
    label = f"{players[0]} against itself, {len(players)} players, {rules}"
    return label, f"{number / seconds:.2f} games/s  ({1000 * seconds / turns:.1f} ms a turn)"
