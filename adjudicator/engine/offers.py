"""Offers between players, for any game: proposed, countered, accepted, declined, withdrawn, void.

An offer names its partners, who must all accept, or nobody, and then the first who accepts has it. Each has
terms of their own, and may have to hand something on to another partner, so that a ring is an offer too: Ann
gives to Bob, Bob to Cleo, Cleo to Ann. It is carried out in one event. Here are the values, what players ask
and what happened; `market` judges.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from adjudicator.engine import codec
from adjudicator.engine.agenda import Typed, by_type

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.engine.events import Event
    from adjudicator.engine.inventory import Inventory


# --- the values ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Goods:
    """Pieces by name, and amounts of what is counted: ("money", 50)."""

    pieces: tuple[str, ...] = ()
    amounts: tuple[tuple[str, int], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.pieces or self.amounts)


@dataclass(frozen=True, slots=True)
class Onward:
    """What a partner hands on to another partner of the same offer."""

    to: int
    goods: Goods


@dataclass(frozen=True, slots=True)
class Term:
    """What one partner gets and gives, as the proposer sees it; without a partner it is for anybody."""

    partner: int | None = None
    gives: Goods = Goods()  # the proposer
    gets: Goods = Goods()
    onward: tuple[Onward, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    id: int
    by: int
    terms: tuple[Term, ...]
    counters: int | None = None  # the offer that this one answers
    accepted: tuple[int, ...] = ()
    declined: tuple[int, ...] = ()  # of those to whom an open offer is still open

    @property
    def is_open(self) -> bool:
        """To anybody, and so to the first who accepts."""
        return self.terms[0].partner is None

    @property
    def partners(self) -> tuple[int, ...]:
        return tuple(term.partner for term in self.terms if term.partner is not None)

    def is_to(self, player: int) -> bool:
        if self.is_open:
            return player != self.by and player not in self.declined
        return player in self.partners

    def demanded_of(self, player: int) -> tuple[Goods, ...]:
        """What this player would give, to the proposer and to other partners."""
        term = next(term for term in self.terms if term.partner in (None, player))
        return (term.gets, *[handed.goods for handed in term.onward])

    def promised_to(self, player: int) -> tuple[Goods, ...]:
        """What this player would get, from the proposer and from other partners."""
        own = next(term.gives for term in self.terms if term.partner in (None, player))
        handed = [one.goods for term in self.terms for one in term.onward if one.to == player]
        return (own, *handed)


@dataclass(frozen=True, slots=True)
class Offers:
    """The offers that can still be answered, in the order in which they were made."""

    open: tuple[Offer, ...] = ()
    made: tuple[tuple[int, int], ...] = ()  # how many each seat made in this phase
    last: int = 0  # the id of the last one; none is given twice

    def __getitem__(self, number: int) -> Offer:
        for offer in self.open:
            if offer.id == number:
                return offer
        raise KeyError(number)

    def __contains__(self, number: object) -> bool:
        return any(offer.id == number for offer in self.open)

    def made_by(self, player: int) -> int:
        return dict(self.made).get(player, 0)

    def cleared(self) -> Offers:
        """A new phase: nothing is on the table, and everybody may make offers again."""
        return Offers(last=self.last)

    def after(self, event: Event) -> Offers:
        """What one of the events below makes of them."""
        number = event["offer"]
        match event.type, event.player:
            case "offer_made", int(player):
                terms = codec.read(tuple[Term, ...], event["terms"], "offer")
                made = dict(self.made) | {player: self.made_by(player) + 1}
                offer = Offer(number, player, terms, event["counters"])
                return Offers((*self.open, offer), tuple(sorted(made.items())), number)
            case "offer_accepted", int(player):
                offer = self[number]
                return self._with(replace(offer, accepted=(*offer.accepted, player)))
            case "offer_declined", int(player) if not event["closed"]:
                offer = self[number]
                return self._with(replace(offer, declined=(*offer.declined, player)))
        if number not in self:
            raise KeyError(number)
        return replace(self, open=tuple(offer for offer in self.open if offer.id != number))

    def _with(self, changed: Offer) -> Offers:
        return replace(self, open=tuple(changed if offer.id == changed.id else offer for offer in self.open))


def moved(pieces: Inventory, event: Event) -> Inventory:
    """Where the pieces are after `offer_carried_out`; its accounts are folded like those of any event."""
    for move in event["moves"]:
        pieces = pieces.move(move["pieces"], move["from"], move["to"])
    return pieces


EVENTS: Mapping[str, tuple[str, ...]] = {  # with what everybody sees of them
    "offer_made": ("offer", "terms", "counters"),
    "offer_accepted": ("offer",),
    "offer_declined": ("offer", "closed"),
    "offer_withdrawn": ("offer",),
    "offer_voided": ("offer",),
    "offer_carried_out": ("offer", "terms", "moves", "accounts"),
}


# --- what players ask ---------------------------------------------------------------------------------------


class OfferAction(Typed):
    """What players do with offers."""


class ProposeOffer(OfferAction):
    terms: tuple[Term, ...]


class CounterOffer(OfferAction):
    """Declines an offer and makes another to its proposer, and perhaps to more."""

    offer: int
    terms: tuple[Term, ...]


class AcceptOffer(OfferAction):
    offer: int


class DeclineOffer(OfferAction):
    """Also takes back that one has accepted, while others still have to."""

    offer: int


class WithdrawOffer(OfferAction):
    offer: int


ACTIONS = by_type(OfferAction)
