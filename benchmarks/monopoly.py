"""Chemistry Monopoly: long games stay fast, and a trade is found quickly.

Three players who buy nothing, and so never go bankrupt, walk round the board; then a bot looks for a trade
with all 28 element cards handed out.
"""

from __future__ import annotations

import statistics
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from adjudicator_rulesets.chemistry_monopoly.bots.bots import Situation
from adjudicator_rulesets.chemistry_monopoly.bots.trading import proposals
from adjudicator_rulesets.chemistry_monopoly.play.game import ChemistryMonopolyGame
from adjudicator_rulesets.chemistry_monopoly.play.state import UNOWNED, Decline, EndTurn, PayTax, Roll, held
from benchmarks.harness import Contender, micro, percentile, race, size

if TYPE_CHECKING:
    from benchmarks.harness import Row

GAME = ChemistryMonopolyGame()
EARLY, LATE, WINDOW = 10, size(1000, quick=60), 40  # turns
CHOICES = (Decline(), PayTax("fixed"), EndTurn(), Roll())
SAME = (Decline(), EndTurn())  # actions that always have the same effect


def rows() -> list[Row]:
    early, late = walked()
    view = crowded()
    times = race(
        {
            f"declining or ending a turn, at turn {EARLY}": Contender(lambda m: GAME.apply(*m), early),
            f"declining or ending a turn, at turn {LATE}": Contender(lambda m: GAME.apply(*m), late),
            "a trade thought of by the strong bot": Contender(
                lambda seen: proposals(Situation(seen).eye), [view]
            ),
        },
        rounds=5,
    )
    return [(label, _figure(found)) for label, found in times.items()]


def walked() -> tuple[list[Any], list[Any]]:
    """Every state in which a player acted around the two turns, with the action. Rolls are left out: they may
    draw a card or only move.
    """
    state = GAME.new({}, "a long walk", players=3)
    early, late = [], []
    while state.turns < LATE + WINDOW:
        ask = GAME.asks(state)[0]
        action = next(choice for choice in CHOICES if choice.type in ask.kinds)
        if EARLY <= state.turns < EARLY + WINDOW and action in SAME:
            early.append((state, ask.player, action))
        elif state.turns >= LATE and action in SAME:
            late.append((state, ask.player, action))
        state = GAME.apply(state, ask.player, action)[0]
    return early, late


def crowded() -> dict[str, Any]:
    state = GAME.new({}, "all sold", players=4)
    for place, deed in enumerate(state.pieces[UNOWNED]):
        state = replace(state, pieces=state.pieces.move((deed,), UNOWNED, held(place % 4)))
    return GAME.view(state, 0)


def _figure(times: list[float]) -> str:
    return f"{micro(statistics.median(times))}  (95 %: {micro(percentile(times, 0.95))})"
