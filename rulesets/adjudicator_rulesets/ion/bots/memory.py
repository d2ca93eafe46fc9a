"""What a seat of Ion remembers of the hands it has held: they go round, and picks are revealed (I-PICK)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.engine.events import Event


def hands_known(seen: Sequence[Event]) -> dict[int, Counter[str]]:
    """The cards that are certainly in each hand, by its current holder; cards drawn from the deck are extra.

    `seen` are the events as shown to a seat, with the hand only for its own picks. After a player has
    left the table, hands take another route, and nothing is remembered.
    """
    known: dict[int, Counter[str]] = {}
    you, seats = None, 0
    for event in seen:
        match event.type:
            case "round_started" | "hands_put_away" | "resigned" | "player_out":
                known, seats = {}, 0
            case "card_picked" if "hand" in event.facts:
                you = event.by
                known[you] = Counter(event["hand"])
            case "picks_revealed":
                seats = len(event["picks"])
                for seat, cards in enumerate(event["picks"]):
                    if seat in known:
                        known[seat] -= Counter(cards)
            case "card_drawn" if "card" in event.facts and event.by in known:
                known[event.by][event["card"]] += 1
            case "hands_passed" if seats:
                known = {(seat + 1) % seats: cards for seat, cards in known.items()}
    return {seat: cards for seat, cards in known.items() if seat != you}
