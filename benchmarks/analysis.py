"""The analysis of a game of two: when the first figures are there, and the whole of it, on one core.

The whole is reckoned from decisions spread over the game. Seconds of this process's own work.
"""

from __future__ import annotations

from statistics import fmean
from time import process_time
from typing import TYPE_CHECKING

from adjudicator.engine.agents.analyst import Analyst
from adjudicator.engine.agents.bots import play_out
from adjudicator.engine.agents.rollouts import finished
from adjudicator.engine.game import load_game, playable_games

if TYPE_CHECKING:
    from benchmarks.harness import Row

PLAYOUTS = 32  # as the service has it
FIRST = 2  # decisions, as the page asks for them at first
SAMPLE = 12


def rows() -> list[Row]:
    return [(f"{name}: analysis of a game", analysis(name)) for name in playable_games()]


def analysis(name: str) -> str:
    game = load_game(name)
    record = play_out(game, {}, ["greedy", "greedy" if name == "compoundit" else "strong"], "analysed")
    began = process_time()
    analyst = Analyst(game, record, PLAYOUTS)
    decisions = list(analyst.turns())
    read = process_time() - began
    for decision in decisions[:FIRST]:
        finished(analyst.looked_into(*decision))
    first = process_time() - began
    taken = []
    for place in range(SAMPLE):
        began = process_time()
        finished(analyst.looked_into(*decisions[place * len(decisions) // SAMPLE]))
        taken.append(process_time() - began)
    whole = read + len(decisions) * fmean(taken)
    return f"first figures {first:.1f} s, all {len(decisions)} decisions {whole:.0f} s"
