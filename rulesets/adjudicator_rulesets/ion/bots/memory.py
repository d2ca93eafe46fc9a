"""What a seat of Ion remembers of the hands it has held: they go round, and picks are shown (I-PICK)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.engine.events import Event


def hands_known(seen: Sequence[Event], you: int, playing: Sequence[int]) -> dict[int, Counter[str]]:
    """By who holds it now, the cards that are surely in a hand; one may have come from the deck beside them.

    `seen` are the events of the game as this seat was shown them.
    """
    known: dict[int, Counter[str]] = {}
    for event in seen:
        match event.type:
            case "round_started" | "hands_put_away":
                known = {}
            case "card_picked" if event.player == you:
                known[you] = Counter(event["hand"])
            case "picks_revealed":
                for seat, cards in enumerate(event["picks"]):
                    if seat in known:
                        known[seat] -= Counter(cards)
            case "card_drawn" if event.player == you and you in known:
                known[you][event["card"]] += 1
            case "hands_passed":
                around = list(playing)
                left = dict(zip(around, [*around[1:], *around[:1]], strict=True))
                known = {left[seat]: cards for seat, cards in known.items() if seat in left}
            case "resigned":
                known = {}  # hands go another way from now on
    return known
