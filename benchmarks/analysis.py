"""The analysis of a two-player game: time to the first figures and to the whole analysis, on one core.

The time for the whole is extrapolated from decisions spread over the game. Times are CPU seconds of this
process.
"""

from __future__ import annotations

from statistics import fmean
from time import process_time
from typing import TYPE_CHECKING

from adjudicator.engine.agents.analyst import Analyst
from adjudicator.engine.agents.bots import play_out
from adjudicator.engine.agents.rollouts import finished
from adjudicator.engine.game import load_game, playable_games
from benchmarks.harness import size

if TYPE_CHECKING:
    from benchmarks.harness import Row

PLAYOUTS = size(32, quick=1)  # as in the service
FIRST = 2  # decisions that the page asks for first
SAMPLE = size(12, quick=1)


def rows() -> list[Row]:
    return [(f"{name}: analysis of a game", analysis(name)) for name in playable_games()[: size(5, quick=1)]]


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
