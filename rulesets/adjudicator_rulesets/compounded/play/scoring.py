"""The Lab phase of Compounded: scoring, experiments, tools, reactions, and the final count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine.accounts import burn, mint
from adjudicator_rulesets.compounded.play import burning, lab
from adjudicator_rulesets.compounded.play.choices import GRANT, raises
from adjudicator_rulesets.compounded.play.ending import check_end
from adjudicator_rulesets.compounded.play.state import STOCK, level, points

if TYPE_CHECKING:
    from adjudicator.engine.ledger import Ledger
    from adjudicator_rulesets.compounded.edition import Experiment
    from adjudicator_rulesets.compounded.play.lab import Compound
    from adjudicator_rulesets.compounded.play.state import Cylinder, Scoring, State


def begin(ledger: Ledger[State], seat: int, slot: int) -> None:
    compound = _at(ledger.state, slot)
    ledger.record(
        "scoring_begun",
        lab.actor(ledger.state, seat),
        seat=seat,
        slot=slot,
        card=compound.card.name,
        reaction=compound.card.reaction,
    )


def _at(state: State, slot: int) -> Compound:
    compound = lab.compound_at(state, slot)
    assert compound is not None
    return compound


def go_on(ledger: Ledger[State], matter: Scoring) -> None:
    """K-ORDER: one step without a choice."""
    match matter.step:
        case "points":
            _score(ledger, matter)
        case "raise":
            wanted = raises(ledger.state, matter)
            if wanted:
                raise_level(ledger, matter.seat, wanted[0], "state")
            else:
                ledger.record("step_skipped", step="journal")
        case "journal":
            ledger.record("step_skipped", step="clear")
        case _:
            _clear(ledger, matter)


def _score(ledger: Ledger[State], matter: Scoring) -> None:
    """K-SCORE, K-GRANT-SHARE: gives the points, and the tool if one is left."""
    state, seat = ledger.state, matter.seat
    card = _at(state, matter.slot).card
    shared = matter.grant is not None and matter.grant[1] is None
    worth = card.points // 2 if shared else card.points
    takers = [seat, matter.grant[0]] if shared and matter.grant is not None else [seat]
    paid = [mint(points(taker), worth) for taker in takers if taker != state.nobel and worth]
    ledger.record(
        "compound_scored",
        lab.actor(state, seat),
        seat=seat,
        slot=matter.slot,
        card=card.name,
        points=0 if seat == state.nobel else worth,
        shared=matter.grant[0] if shared and matter.grant is not None else None,
        accounts=paid,
    )
    if card.tool is not None and seat != state.nobel and card.tool in state.pieces[STOCK]:
        ledger.record("tool_gained", seat, tool=card.tool, why="card")  # K-TOOL
    check_end(ledger)


def raise_level(ledger: Ledger[State], seat: int, experiment: Experiment, why: str) -> None:
    """K-RAISE; K-JOURNAL: any rise of Study gives a Journal to a player without one."""
    state = ledger.state
    ledger.record(
        "experiment_raised",
        lab.actor(state, seat),
        seat=seat,
        experiment=experiment,
        value=lab.tracks_of(state.edition)[experiment][lab.step_of(state, experiment, seat) + 1],
        why=why,
        accounts=[mint(level(experiment, seat), 1)],
    )
    _risen(ledger, seat, experiment)


def _risen(ledger: Ledger[State], seat: int, experiment: Experiment) -> None:
    state = ledger.state
    none_yet = not lab.holds(state, seat, "journal")
    if experiment == "study" and none_yet and "journal" in state.pieces[STOCK]:
        ledger.record("tool_gained", seat, tool="journal", why="study")
    check_end(ledger)


def _clear(ledger: Ledger[State], matter: Scoring) -> None:
    """Takes the card off the field; then the reaction (K-REACTION)."""
    state, seat = ledger.state, matter.seat
    compound = _at(state, matter.slot)
    ledger.record(
        "compound_cleared",
        lab.actor(state, seat),
        seat=seat,
        slot=matter.slot,
        card=compound.card.name,
        crystals=compound.crystals,
    )
    if compound.card.reaction == GRANT:
        if matter.grant is not None and matter.grant[1] is not None:
            raise_level(ledger, matter.grant[0], matter.grant[1], "grant")
    elif compound.card.reaction is not None:
        burning.break_out(ledger, "volatile")


def use_cylinder(ledger: Ledger[State], player: int, action: Cylinder) -> None:
    """K-CYLINDER, with its effect on claims and spaces."""
    moved = [burn(level(action.down, player), 1), mint(level(action.up, player), 1)]
    ledger.record("cylinder_used", player, down=action.down, up=action.up, accounts=moved)
    _risen(ledger, player, action.up)
    state = ledger.state
    if action.down == "study" and len(lab.claimed(state, player)) > lab.value_of(state, "study", player):
        ledger.record("claim_too_many", player)
    if action.down == "lab" and lab.surplus(state, player):
        ledger.record("bench_too_full", player)
