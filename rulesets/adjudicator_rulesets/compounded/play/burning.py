"""Fires of Compounded: flames, explosions, scattering, and refilling the field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator_rulesets.compounded.play import lab
from adjudicator_rulesets.compounded.play.choices import chooser_of, is_forced, takers
from adjudicator_rulesets.compounded.play.ending import finish
from adjudicator_rulesets.compounded.play.state import DECK, LAB_FIRE, spot

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adjudicator.engine.ledger import Ledger
    from adjudicator_rulesets.compounded.play.lab import Compound
    from adjudicator_rulesets.compounded.play.state import Fire, Refill, Scattering, State


def break_out(ledger: Ledger[State], cause: str) -> None:
    """K-FLAMES: names all flammable cards and asks the holders of extinguishers."""
    slots = lab.flammable(ledger.state)
    ledger.record("fire_broke_out", cause=cause, slots=slots, cards=_names(ledger.state, slots))


def _names(state: State, slots: Iterable[int]) -> list[str]:
    around = lab.field(state)
    return [compound.card.name for compound in map(around.__getitem__, slots) if compound is not None]


def flare_up(ledger: Ledger[State], fire: Fire) -> None:
    """Puts flames on the cards not spared; then K-EXPLODE, except for a Burner, which waits for K-REFILL."""
    lit = _within_supply(ledger.state, [slot for slot in fire.slots if slot not in fire.spared], fire)
    ledger.record("flames_placed", slots=lit, cards=_names(ledger.state, lit), cause=fire.cause)
    if fire.cause != "burner":
        explode(ledger, [c for c in lab.compounds(ledger.state) if c.slot in lit and c.explodes])


def _within_supply(state: State, slots: list[int], fire: Fire) -> list[int]:
    """K-FLAMES: the cards that get a flame. Exploding cards return their own flames first; the others get
    theirs row by row from the top left.
    """
    left = lab.cubes_left(state)
    if left is None:
        return slots
    around = lab.field(state)
    exploding = [
        compound
        for compound in map(around.__getitem__, slots)
        if compound is not None and fire.cause != "burner" and compound.one_flame_short
    ]
    left += sum(compound.flames for compound in exploding)
    others = [slot for slot in sorted(slots) if slot not in {compound.slot for compound in exploding}]
    return sorted([*(compound.slot for compound in exploding), *others[:left]])


def explode(ledger: Ledger[State], compounds: Iterable[Compound]) -> None:
    """K-BLAST, K-ADJ-WHO: the owner chooses; the lead does for unclaimed compounds and for Nobel's."""
    state = ledger.state
    cards = [
        {
            "slot": compound.slot,
            "card": compound.card.name,
            "owner": compound.owner,
            "chooser": state.lead if compound.owner is None else lab.actor(state, compound.owner),
            "crystals": compound.crystals,
        }
        for compound in compounds
    ]
    if cards:
        ledger.record("exploded", cards=cards)


# --- scattering ---------------------------------------------------------------------------------------------


def scatter(ledger: Ledger[State], player: int, symbol: str, target: int) -> None:
    """Moves one crystal to a card next to the exploded one; of equal ones, a wild goes last."""
    state = ledger.state
    source = state.agenda.top.current
    lying = [c for c in lab.crystals_in(state, spot(source)) if lab.symbol_of(c) == symbol]
    card = lab.compound_at(state, target)
    assert card is not None
    ledger.record(
        "crystal_scattered",
        player,
        crystal=lying[0],
        source=source,
        target=target,
        card=card.card.name,
    )


def go_on_scattering(ledger: Ledger[State], matter: Scattering) -> None:
    """K-ADJ: forced placements happen automatically; crystals that fit nowhere go to the bag."""
    state = ledger.state
    if not matter.blasts:
        ledger.record("blast_over")
        return
    chooser, slot = chooser_of(matter), matter.current
    if slot is None:
        ledger.record("scattering_begun", chooser, slot=matter.blasts[0].slot)
        return
    lying = lab.crystals_in(state, spot(slot))
    for symbol in lab.in_order(map(lab.symbol_of, lying), state):
        near = takers(state, slot, symbol)
        if near and is_forced(state, slot, symbol):
            scatter(ledger, chooser, symbol, near[0].slot)
            return
    ledger.record("scattering_ended", chooser, slot=slot, crystals=lying)


# --- filling the field --------------------------------------------------------------------------------------


def refill(ledger: Ledger[State], matter: Refill) -> None:
    """K-REFILL, one step; K-FIRE: a fire waits until the field is full."""
    match matter.step:
        case "burners":
            ledger.record("refilling", step="fill")
            explode(ledger, [c for c in lab.compounds(ledger.state) if c.explodes])
        case "fill":
            fire = _fill(ledger, may_burn=True)
            if ledger.state.result is None:
                ledger.record("refilling", step="again" if fire else "keys")
                if fire:
                    break_out(ledger, "lab_fire")
        case "again":
            _fill(ledger, may_burn=False)
            if ledger.state.result is None:
                ledger.record("refilling", step="keys")
        case _:
            ledger.record("keys_asked")


def _fill(ledger: Ledger[State], *, may_burn: bool) -> bool:
    """Fills row by row; True if a burning Lab Fire came up (K-FIRE-ONE). K-END-FIELD: holes end the game."""
    fire = False
    for slot, compound in enumerate(lab.field(ledger.state)):
        if compound is not None:
            continue
        while ledger.state.pieces[DECK][:1] == (LAB_FIRE,):
            burns = may_burn and not fire
            ledger.record("fire_drawn", burns=burns)
            fire = fire or burns
        if not ledger.state.pieces[DECK]:
            finish(ledger, "field_not_filled")
            return False
        ledger.record("card_laid", slot=slot, card=ledger.state.pieces[DECK][0])
    return fire
