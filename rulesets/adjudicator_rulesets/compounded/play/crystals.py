"""Moves crystals, wilds and tokens around the table, for the folds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine.values import replace
from adjudicator_rulesets.compounded.play import lab
from adjudicator_rulesets.compounded.play.state import BAG, GONE, claim_of, spot, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from adjudicator_rulesets.compounded.play.state import State


def put(state: State, crystal: str, source: str, target: str) -> State:
    """Moves a crystal, or a wild that stands for one, from one place to another."""
    wilds, symbol = list(state.wilds), lab.symbol_of(crystal)
    if lab.is_wild(crystal):
        if (source, symbol) in wilds:
            wilds.remove((source, symbol))
        wilds.append((target, symbol))
    pieces = state.pieces.move((lab.piece_of(crystal),), source, target)
    return replace(state, pieces=pieces, wilds=tuple(wilds))


def back_to_bag(state: State, crystals: Iterable[str], source: str) -> State:
    """K-BAG; K-WILD-USE: a wild leaves the game."""
    wilds = list(state.wilds)
    pieces = state.pieces
    for crystal in crystals:
        if lab.is_wild(crystal):
            wilds.remove((source, lab.symbol_of(crystal)))
        pieces = pieces.move((lab.piece_of(crystal),), source, GONE if lab.is_wild(crystal) else BAG)
    return replace(state, pieces=pieces, wilds=tuple(wilds))


def token_off(state: State, slot: int) -> State:
    """K-TOKEN: the token returns to its owner at once."""
    pieces = state.pieces
    for seat in range(len(state.seats)):
        if claim_of(seat) in pieces[spot(slot)]:
            pieces = pieces.move((claim_of(seat),), spot(slot), tokens(seat))
    temporary = tuple(other for other in state.temporary if other != slot)
    return replace(state, pieces=pieces, temporary=temporary)


def with_flames(state: State, flames: Mapping[int, int]) -> State:
    return replace(state, flames=tuple(flames.get(slot, old) for slot, old in enumerate(state.flames)))


def gained_journal(state: State, seat: int) -> State:
    journals = list(state.journals)
    journals[seat] = (*journals[seat], state.round)
    return replace(state, journals=tuple(journals))


def without(seats: Iterable[int], seat: int) -> tuple[int, ...]:
    return tuple(other for other in seats if other != seat)
