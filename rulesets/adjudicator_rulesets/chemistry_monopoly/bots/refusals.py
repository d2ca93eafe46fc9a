"""Offers that were declined, as a player remembers them: none is made again unless something has changed.

What changes a deal: a card of a set in it has another owner, or the partner gets more money than before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.engine.events import Event
    from adjudicator.engine.offers import Term
    from adjudicator_rulesets.chemistry_monopoly.play.holdings import Board

BETTER = 20  # AMUny: so much more makes it another offer
MOVED = ("lot_bought", "lot_sold", "lot_unsold", "estate_taken", "estate_left", "offer_carried_out")


@dataclass(frozen=True, slots=True)
class Refusal:
    """What was declined: by whom, for which cards, and the money that they would have got."""

    partner: int
    gives: frozenset[str]
    gets: frozenset[str]
    money: int

    @classmethod
    def of(cls, term: Mapping[str, Any]) -> Refusal:
        money = _money(term["gives"]["amounts"]) - _money(term["gets"]["amounts"])
        return cls(
            term["partner"], frozenset(term["gives"]["pieces"]), frozenset(term["gets"]["pieces"]), money
        )

    def is_met_again(self, term: Term) -> bool:
        """Whether an offer is that one once more, or worse for the partner."""
        return (
            self.partner == term.partner
            and self.gives == frozenset(term.gives.pieces)
            and self.gets == frozenset(term.gets.pieces)
            and _money(term.gives.amounts) - _money(term.gets.amounts) < self.money + BETTER
        )


def _money(amounts: Sequence[tuple[str, int]]) -> int:
    return sum(amount for _, amount in amounts)


def refused(seen: Sequence[Event], me: int, board: Board) -> list[Refusal]:
    """What this player offered and was declined, and has not changed since."""
    made: dict[int, Refusal] = {}
    found: list[Refusal] = []
    for event in seen:
        if event.type == "offer_made" and event.player == me:
            made[event["offer"]] = Refusal.of(event["terms"][0])
        elif event.type == "offer_declined" and event["offer"] in made:
            found.append(made[event["offer"]])
        elif event.type in MOVED:
            sets = {mate for deed in _deeds(event) if deed in board.deeds for mate in board.alike(deed)}
            found = [refusal for refusal in found if sets.isdisjoint(refusal.gives | refusal.gets)]
    return found


def _deeds(event: Event) -> Iterator[str]:
    if event.type == "offer_carried_out":
        yield from (piece for move in event["moves"] for piece in move["pieces"])
    elif event.type in ("estate_taken", "estate_left"):
        yield from event["deeds"]
    else:
        yield event["deed"]
