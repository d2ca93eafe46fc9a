"""Offers that were declined, as a player remembers them: none is made again unless something has changed.

What changes a deal: a card of a set in it has another owner, or the partner would gain more than before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine import codec
from adjudicator.engine.offers import Term

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.engine.events import Event
    from adjudicator_rulesets.chemistry_monopoly.play.holdings import Board

MOVED = ("lot_bought", "lot_sold", "lot_unsold", "estate_taken", "estate_left", "offer_carried_out")


def refused(seen: Sequence[Event], me: int, board: Board) -> list[Term]:
    """What this player offered and was declined, and has not changed since."""
    made: dict[int, Term] = {}
    declined: list[Term] = []
    for event in seen:
        if _is_made_by(event, me):
            made[event["offer"]] = codec.read(Term, event["terms"][0], "offer")
        elif event.type == "offer_declined" and event["offer"] in made:
            declined.append(made[event["offer"]])
        elif event.type in MOVED:
            sets = {mate for deed in _deeds(event) if deed in board.deeds for mate in board.alike(deed)}
            declined = [term for term in declined if sets.isdisjoint(term.gives.pieces + term.gets.pieces)]
    return declined


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
