"""What the referee of a whole game says: the sentences behind the codes of `refereeing`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.errors import quote
from adjudicator.prose import listed

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_SHOWN = 12

SENTENCES: dict[str, Callable[..., str]] = {
    "no_turns_left": lambda: "Every player has had the last turn.",
    "challenge_open": lambda challenger: (
        f"Player {challenger} has challenged the last move; that is settled first."
    ),
    "not_on_rack": lambda symbols: (
        f"Your rack does not have {listed([quote(symbol) for symbol in symbols[:MAX_SHOWN]])}."
    ),
    "may_challenge": lambda: "The last move can be challenged.",
    "may_accept": lambda: "The last move can be accepted.",
    "may_settle": lambda: "The table may settle this challenge.",
    "may_ask": lambda: "The judge may be asked.",
    "no_challenges": lambda: (
        "In this game every move is checked before it counts; there is nothing to challenge or accept."
    ),
    "nothing_to_challenge": lambda: "No move can be challenged: the last one is final, or there is none.",
    "your_own_move": lambda: "This is your own move; the others may challenge or accept it.",
    "already_accepted": lambda: "You have accepted this move already.",
    "already_said": lambda: "You have already said what you think of this move.",
    "no_challenge_open": lambda: "No challenge is open.",
}
