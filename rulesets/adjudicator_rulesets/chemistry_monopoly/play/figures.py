"""Figures about a game of Chemistry Monopoly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine.agents.figures import Measures
from adjudicator.engine.replay import replay
from adjudicator_rulesets.chemistry_monopoly.play.game import ChemistryMonopolyGame
from adjudicator_rulesets.chemistry_monopoly.play.holdings import holdings, worth

if TYPE_CHECKING:
    from adjudicator.engine.replay import Record
    from adjudicator_rulesets.chemistry_monopoly.play.state import State

GETTING = ("lot_bought", "lot_sold", "condensed", "offer_carried_out")


def measure(record: Record) -> Measures:
    """There is no passing; idle turns are those in which a player gained nothing and condensed nothing."""
    state = replay(ChemistryMonopolyGame(), record.events)
    players = range(len(record.players))
    turns, idle = [0] * len(players), [0] * len(players)
    got = False
    for event in record.events:
        got = got or event.type in GETTING
        if event.type == "turn_ended":
            turns[event.by] += 1
            idle[event.by] += not got
            got = False
    first = next(event.by for event in record.events if event.type == "turn_begun")
    return Measures(
        first=first,
        turns=tuple(turns),
        passes=tuple(idle),
        pieces_left=tuple(len(holdings(state).of(player)) for player in players),
        idle="Turns with nothing new",
    )


def worths(state: State) -> list[int]:
    """Each player's worth; at the end the scores, which include everything."""
    if state.result is not None:
        return list(state.result.scores)
    return [worth(state, player) for player in state.players]
