"""Offers that were declined or lapsed, as a player remembers them: none is made again for as little.

What changes a deal: a card of a set in it has another owner, or the partner would gain more than before. The
same cards are never offered again for the same money.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from adjudicator.engine import codec
from adjudicator.engine.offers import Term
from adjudicator_rulesets.chemistry_monopoly.play.state import MONEY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.engine.events import Event
    from adjudicator.engine.offers import Goods
    from adjudicator_rulesets.chemistry_monopoly.play.holdings import Board

MOVED = ("lot_bought", "lot_sold", "lot_unsold", "estate_taken", "estate_left", "offer_carried_out")
CLOSED = ("offer_carried_out", "offer_withdrawn", "offer_voided")


class Refused(NamedTuple):
    """Terms that a partner did not accept; `changed`: a card of a set in them has another owner since."""

    term: Term
    changed: bool = False

    def is_for(self, term: Term) -> bool:
        """Whether it asked the same partner for the same cards."""
        return self.term.partner == term.partner and _same(self.term.gets, term.gets)

    def is_of(self, term: Term) -> bool:
        """Whether it was for the same cards on both sides."""
        return self.is_for(term) and _same(self.term.gives, term.gives)


def refused(seen: Sequence[Event], me: int, board: Board) -> list[Refused]:
    """What this player offered and was declined, or not answered before the turn was over."""
    made: dict[int, Term] = {}
    found: list[Refused] = []
    for event in seen:
        if _is_made_by(event, me):
            made[event["offer"]] = codec.read(Term, event["terms"][0], "offer")
        elif event.type == "offer_declined" and event["offer"] in made:
            found.append(Refused(made.pop(event["offer"])))
        elif event.type == "turn_ended":
            found += map(Refused, made.values())
            made.clear()
        if event.type in CLOSED:
            made.pop(event["offer"], None)
        if event.type in MOVED:
            sets = {mate for deed in _deeds(event) if deed in board.deeds for mate in board.alike(deed)}
            found = [
                one._replace(changed=one.changed or not sets.isdisjoint(_cards(one.term))) for one in found
            ]
    return found


def money_for(term: Term) -> int:
    """The money that the partner gets, less what the partner pays."""
    return _money(term.gives) - _money(term.gets)


def _money(goods: Goods) -> int:
    return sum(number for name, number in goods.amounts if name == MONEY)


def _same(one: Goods, other: Goods) -> bool:
    return {*one.pieces} == {*other.pieces}


def _cards(term: Term) -> tuple[str, ...]:
    return term.gives.pieces + term.gets.pieces


def decliners(seen: Sequence[Event], me: int) -> set[int]:
    """Who declined an offer of this player."""
    made = {event["offer"] for event in seen if _is_made_by(event, me)}
    return {event.by for event in seen if event.type == "offer_declined" and event["offer"] in made}


def partners_of_offers(seen: Sequence[Event], me: int, made: int) -> list[int | None]:
    """The partners of the last offers that this player made, so many as were made in this turn."""
    partners = [event["terms"][0]["partner"] for event in seen if _is_made_by(event, me)]
    return partners[-made:] if made else []


def _is_made_by(event: Event, player: int) -> bool:
    return event.type == "offer_made" and event.player == player


def _deeds(event: Event) -> Iterator[str]:
    if event.type == "offer_carried_out":
        yield from (piece for move in event["moves"] for piece in move["pieces"])
    elif event.type in ("estate_taken", "estate_left"):
        yield from event["deeds"]
    else:
        yield event["deed"]
