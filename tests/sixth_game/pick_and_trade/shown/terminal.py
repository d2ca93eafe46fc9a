"""Its table in letters, and actions as players write them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.errors import UnreadableInput, quote
from adjudicator.prose import english, phrase

from ..play.game import Done, Offer, Pick, Reply

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..play.game import Action

NOTATION = english("pick-and-trade", "terminal", "notation")
WORDS: Mapping[str, Action] = {"accept": Reply(True), "decline": Reply(False), "done": Done()}


def draw(view: Mapping[str, Any], names: Sequence[str]) -> str:
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, view["scores"], strict=True))
    return (
        f"{scores}\n{phrase('terminal', 'hand', 'pick-and-trade')}: {', '.join(view['table']['hand'] or ())}"
    )


def read(text: str, view: Mapping[str, Any]) -> Action:
    match text.split():
        case ["pick", card]:
            return Pick(f"card {card}")
        case ["offer", give, "for", want, "to", to] if to.isdecimal():
            return Offer(int(to[:3]), f"card {give}", f"card {want}")
        case [word] if word in WORDS:
            return WORDS[word]
    raise UnreadableInput("bad_move", f"You can pick, offer, accept, decline or be done, not {quote(text)}.")


def write(action: Action) -> str:
    match action:
        case Pick(card):
            return f"pick {card.split()[1]}"
        case Offer(to, give, want):
            return f"offer {give.split()[1]} for {want.split()[1]} to {to}"
        case _:  # one word says it all
            return next(word for word, meant in WORDS.items() if meant == action)
