"""Compounded between bots, four players: whole games, and the time for the strong bot's choices."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from adjudicator.engine.agents.bots import play_out
from adjudicator.engine.game import load_game
from benchmarks.choosing import rows_of, thinking
from benchmarks.harness import size

if TYPE_CHECKING:
    from benchmarks.harness import Row

SEED = "compounded"
PLAYERS, GAMES = 4, size(6, quick=1)
CHOICES = {"place": "a strong placement", "propose_offer": "a strong offer thought of"}


def rows() -> list[Row]:
    game = load_game("compounded")
    beginnings = (game.new({}, f"{SEED} {number}", players=PLAYERS) for number in range(GAMES))
    times = thinking(game, beginnings, SEED)
    return [whole_games("greedy"), whole_games("strong"), *rows_of(times, CHOICES)]


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
