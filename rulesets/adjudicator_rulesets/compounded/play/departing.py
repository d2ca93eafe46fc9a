"""A player leaves a game of Compounded: what happens to the pieces and to open asks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from adjudicator.engine.agenda import Agenda
from adjudicator_rulesets.compounded.edition import TOOLS
from adjudicator_rulesets.compounded.play import lab
from adjudicator_rulesets.compounded.play.crystals import back_to_bag, token_off, with_flames, without
from adjudicator_rulesets.compounded.play.state import (
    BAG,
    GONE,
    STOCK,
    Blast,
    Claiming,
    Lab,
    Moving,
    Research,
    Scattering,
    Scoring,
    TakingBack,
    Trading,
    bench,
    kit,
    pile,
    scored,
    spot,
    unfinished,
)

if TYPE_CHECKING:
    from adjudicator.engine.events import Event
    from adjudicator_rulesets.compounded.play.state import State


def departed(state: State, event: Event) -> State:
    """Crystals go to the bag, tools to the stock, the rest out of the game; compounds become unclaimed."""
    seat = event.by
    for place in (bench(seat), pile(seat)):
        state = replace(state, pieces=state.pieces.move(state.pieces[place], place, BAG))
    started = unfinished(seat)
    state = back_to_bag(state, lab.crystals_in(state, started), started)
    state = replace(state, pieces=state.pieces.move(state.pieces[started], started, GONE))
    for piece in state.pieces[kit(seat)]:
        target = STOCK if piece in TOOLS else GONE
        state = replace(state, pieces=state.pieces.move((piece,), kit(seat), target))
    for compound in lab.compounds(state):
        if compound.owner == seat:
            state = token_off(state, compound.slot)
    state = _scored_before(state, seat)
    journals = tuple(() if other == seat else came for other, came in enumerate(state.journals))
    lead = state.lead
    if lead == seat:
        lead = next(iter(state.others(seat)), seat)
    state = replace(state, journals=journals, lead=lead)
    return replace(state, agenda=_agenda_without(state, seat, event.version))


def _scored_before(state: State, seat: int) -> State:
    """A card whose points are already on the track is not scored again."""
    scoring = state.agenda.find(Scoring)
    if scoring is None or scoring.seat != seat or scoring.step not in ("raise", "journal", "clear"):
        return state
    slot, compound = scoring.slot, lab.compound_at(state, scoring.slot)
    assert compound is not None
    state = back_to_bag(state, compound.crystals, spot(slot))
    pieces = state.pieces.move((compound.card.name,), spot(slot), scored(seat))
    return with_flames(replace(state, pieces=pieces), {slot: 0})


def _agenda_without(state: State, seat: int, version: int) -> Agenda:
    """The others keep their asks; what only this seat was asked is over."""
    matters = [matter for matter in state.agenda.matters if not _only_of(matter, seat)]
    agenda = Agenda()
    for matter in matters:
        agenda = agenda.push(_without(state, matter, seat), version)
    return agenda


def _only_of(matter: Any, seat: int) -> bool:
    match matter:
        case Scoring(seat=own) | TakingBack(player=own):
            return bool(own == seat)
        case _:  # others are asked too, or nobody is
            return False


def _without(state: State, matter: Any, seat: int) -> Any:
    match matter:
        case Trading(done):
            return Trading(without(done, seat))
        case Claiming() | Moving():
            # K-CLAIM-MOVE: a claim now placed where the token was does not count as an earlier one.
            claimed = {compound.slot for compound in lab.compounds(state) if compound.owner is not None}
            before = tuple(slot for slot in matter.before if slot in claimed)
            return replace(matter, waiting=without(matter.waiting, seat), before=before)
        case Research(waiting=(first, *rest)) if first == seat:
            return Research(tuple(rest), matter.began)
        case Lab(waiting=(first, *rest)) if first == seat:
            return Lab(tuple(rest))
        case Scoring(step="points" | "raise" | "journal" | "clear", grant=(to, _)) if to == seat:
            return replace(matter, grant=None)
        case Scattering(blasts=blasts):  # K-ADJ-WHO: unclaimed now, so the lead chooses
            passed_on = [Blast(b.slot, state.lead) if b.chooser == seat else b for b in blasts]
            order = lab.turn_order(state)
            passed_on.sort(key=lambda blast: order.index(blast.chooser))
            return replace(matter, blasts=tuple(passed_on))
        case _:  # nothing in it belongs to the seat, except a place in the row
            waits = hasattr(matter, "waiting")
            return replace(matter, waiting=without(matter.waiting, seat)) if waits else matter
