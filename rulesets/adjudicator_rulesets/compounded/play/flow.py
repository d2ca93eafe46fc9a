"""How a game of Compounded proceeds: the effect of every action, and what follows automatically.

A matter on the agenda waits while `choices` finds a player to ask; otherwise it continues here, step by step,
until a player must choose again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator_rulesets.compounded.play import burning, lab, scoring
from adjudicator_rulesets.compounded.play.choices import asks
from adjudicator_rulesets.compounded.play.ending import finish
from adjudicator_rulesets.compounded.play.state import (
    BAG,
    EXTINGUISHER,
    Burn,
    Claim,
    Claiming,
    Cylinder,
    Discard,
    Done,
    Drawing,
    End,
    Extinguish,
    Fire,
    Goggles,
    Grant,
    Keep,
    Keys,
    Lab,
    LastBurners,
    MoveClaim,
    Moving,
    NobelTrade,
    Pass,
    Place,
    Raise,
    Refill,
    Research,
    Scatter,
    ScatterCard,
    Scattering,
    Score,
    Scoring,
    Surplus,
    Swap,
    SwapNobel,
    TakeBack,
    TakingBack,
    Trading,
    UseGoggles,
    UseKey,
    unfinished,
)

if TYPE_CHECKING:
    from adjudicator.engine.ledger import Ledger
    from adjudicator_rulesets.compounded.play.state import Action, State


def decide(ledger: Ledger[State], player: int, action: Action) -> None:
    state = ledger.state
    match action:
        case SwapNobel(give, get):
            ledger.record("nobel_swapped", player, give=give, get=get)
        case Done():
            for offer in [offer for offer in state.offers.open if offer.by == player]:
                ledger.record("offer_withdrawn", player, offer=offer.id)
            ledger.record("done_said", player)
        case Discard(crystal):
            ledger.record("crystal_discarded", player, seat=_whose(state, player), crystal=crystal)
        case Claim(slot):
            ledger.record("claim_placed", player, slot=slot, card=_card(state, slot))
        case MoveClaim(source, target):
            cards = (_card(state, source), _card(state, target))
            ledger.record("claim_moved", player, source=source, target=target, cards=cards)
        case UseGoggles(number):
            ledger.record("goggles_used", player, number=number)
            draw(ledger, player, number * lab.value_of(state, "discovery", player), "goggles")
        case Place():
            _place(ledger, player, action)
        case Swap(give, get):
            number = lab.ratio(state, player)
            ledger.record("crystals_swapped", player, give=give, number=number, get=get)
        case Burn(slot):
            ledger.record("burner_lit", player, slot=slot, card=_card(state, slot))
        case End() if isinstance(state.agenda.top, Lab):
            ledger.record("part_ended", player, seat=state.agenda.top.waiting[0])
        case End():
            ledger.record("research_ended", player, seat=state.agenda.top.waiting[0])
        case Score(slot):
            scoring.begin(ledger, state.agenda.top.waiting[0], slot)
        case Grant(to, experiment):
            seat = state.agenda.top.seat
            ledger.record("grant_named", player, seat=seat, to=to, experiment=experiment)
        case Raise(experiment):
            scoring.raise_level(ledger, player, experiment, "state")
        case Keep(crystal):
            ledger.record("crystal_kept", player, crystal=crystal)
        case Cylinder():
            scoring.use_cylinder(ledger, player, action)
        case TakeBack(slot):
            ledger.record("claim_taken_back", player, slot=slot, card=_card(state, slot))
        case Extinguish(slot):
            ledger.record("flame_prevented", player, slot=slot, card=_card(state, slot))
        case ScatterCard(slot):
            ledger.record("scattering_begun", player, slot=slot)
        case Scatter(crystal, slot):
            burning.scatter(ledger, player, crystal, slot)
        case UseKey():
            ledger.record("key_used", player)
        case Pass() if isinstance(state.agenda.top, Scoring) and state.agenda.top.step == "raise":
            ledger.record("raise_declined", player, experiment="lab")
        case Pass():
            ledger.record("passed", player, about=state.agenda.top.type)
    proceed(ledger)


def proceed(ledger: Ledger[State]) -> None:
    """Everything that happens until a player is asked or the game is over."""
    while ledger.state.result is None and not asks(ledger.state):
        _go_on(ledger)


def _go_on(ledger: Ledger[State]) -> None:
    """One step of the top matter, without a choice for any player."""
    state = ledger.state
    match state.agenda.top:
        case Drawing():
            for seat in lab.turn_order(state, nobel=True):
                draw(ledger, seat, lab.value_of(state, "discovery", seat), "discovery")
            ledger.record("trading_begun" if state.nobel is None else "nobel_trade_begun")
        case NobelTrade():
            ledger.record("trading_begun")
        case Trading():
            ledger.record("trading_ended")
        case Surplus():
            nested = len(state.agenda.entries) > 1
            ledger.record("bench_settled" if nested else "study_begun")
        case Claiming():
            ledger.record("claims_settled")
        case Moving():
            ledger.record("research_begun")
        case Goggles():
            ledger.record("placing_begun")
        case Research(waiting=(seat, *_)):
            ledger.record("research_ended", lab.actor(state, seat), seat=seat)
        case Research():
            ledger.record("placing_ended")
        case LastBurners():
            ledger.record("lab_begun")
        case Lab(waiting=(seat, *_)):
            ledger.record("part_ended", lab.actor(state, seat), seat=seat)
        case Lab():
            ledger.record("refilling", step="burners")
        case Scoring() as matter:
            scoring.go_on(ledger, matter)
        case Fire() as matter:
            burning.flare_up(ledger, matter)
        case Scattering() as matter:
            burning.go_on_scattering(ledger, matter)
        case Refill() as matter:
            burning.refill(ledger, matter)
        case Keys() as matter:
            _end_turn(ledger, matter)
        case TakingBack():
            raise AssertionError("a token is always taken back by somebody")


# --- crystals -----------------------------------------------------------------------------------------------


def draw(ledger: Ledger[State], seat: int, number: int, why: str) -> None:
    """K-DISCOVER, K-BAG: draws blindly, at most as many as there are."""
    left = list(ledger.state.pieces[BAG])
    drawn = [left.pop(ledger.below(len(left))) for _ in range(min(number, len(left)))]
    actor = lab.actor(ledger.state, seat)
    ledger.record("crystals_drawn", actor, seat=seat, crystals=drawn, why=why)


def _place(ledger: Ledger[State], player: int, action: Place) -> None:
    state = ledger.state
    seat = state.agenda.top.waiting[0]
    crystal = lab.as_wild(action.crystal) if action.source == "wild" else action.crystal
    card = None if action.slot is None else _card(state, action.slot)
    ledger.record(
        "crystal_placed",
        player,
        seat=seat,
        crystal=crystal,
        source=action.source,
        slot=action.slot,
        card=card,
    )
    state = ledger.state
    if action.slot is None:
        if EXTINGUISHER in state.pieces[unfinished(seat)] and not lab.extinguisher_needs(state, seat):
            ledger.record("extinguisher_ready", player)
        return
    compound = lab.compound_at(state, action.slot)
    assert compound is not None
    if compound.full and compound.owner is None:
        ledger.record("compound_completed", player, seat=seat, slot=action.slot, card=card)


def _card(state: State, slot: int) -> str:
    compound = lab.compound_at(state, slot)
    assert compound is not None
    return compound.card.name


def _whose(state: State, player: int) -> int:
    """Whose crystals are discarded: those of the first seat with too many, for which the player acts."""
    waiting = state.agenda.top.waiting
    seat: int = next(s for s in waiting if lab.surplus(state, s) and lab.actor(state, s) == player)
    return seat


# --- the end of a turn and of the game ----------------------------------------------------------------------


def _end_turn(ledger: Ledger[State], keys: Keys) -> None:
    """K-PASS-LEAD, K-KEY; K-END-STEPS: the last turn is a complete one."""
    state = ledger.state
    if state.last is not None and state.round >= state.last:
        assert state.ending is not None
        finish(ledger, state.ending)
        return
    lead = state.others(state.lead)[0] if keys.lead is None else keys.lead
    ledger.record("turn_begun", lead, round=state.round + 1, lead=lead)
