"""When a game of Compounded ends, and what counts then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine.accounts import mint
from adjudicator_rulesets.compounded.edition import EXPERIMENTS
from adjudicator_rulesets.compounded.play import lab
from adjudicator_rulesets.compounded.play.state import EXTINGUISHER, WILD, bench, points

if TYPE_CHECKING:
    from adjudicator.engine.ledger import Ledger
    from adjudicator_rulesets.compounded.play.state import State


def check_end(ledger: Ledger[State]) -> None:
    """K-END: checked at every change of points or levels; once the last turn is known, it stays."""
    state = ledger.state
    if state.last is not None:
        return
    play = lab.edition_of(state).play
    for player in lab.turn_order(state):
        complete = sum(lab.step_of(state, name, player) == lab.TOP for name in EXPERIMENTS)
        reached = state.accounts[points(player)] >= play.target
        if reached or complete >= play.experiments:
            reason = "points_reached" if reached else "experiments_complete"
            ledger.record("end_announced", player, reason=reason, last=state.round + 1)
            return


def final_points(state: State, player: int) -> dict[str, int]:
    """K-FINAL-CLAIMS, K-FINAL-BENCH, K-FINAL-EXT, K-WILD: the final points, by what they are for."""
    play = lab.edition_of(state).play
    lying = sum(len(c.crystals) for c in lab.compounds(state) if c.owner == player)
    return {
        "claims": lying * play.worth_claimed,
        "bench": len(state.pieces[bench(player)]) // play.worth_bench,
        "extinguishers": lab.holds(state, player, EXTINGUISHER) * play.worth_extinguisher,
        "wilds": lab.holds(state, player, WILD) * play.worth_wild,
    }


def finish(ledger: Ledger[State], reason: str) -> None:
    for player in lab.turn_order(ledger.state):
        found = final_points(ledger.state, player)
        total = sum(found.values())
        paid = [mint(points(player), total)] if total else []
        ledger.record("final_scored", player, **found, accounts=paid)
    ledger.end(reason)
