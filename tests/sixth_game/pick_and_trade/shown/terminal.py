"""Its table in letters, and actions as players write them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.errors import UnreadableInput, quote

from ..play.game import Done, Offer, Pick, Reply

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..play.game import Action

NOTATION = """\
  pick 7             play card 7, face down
  offer 7 for 3 to 1 your card 7 for card 3 of player 1, counted from 0
  accept, decline    what is offered
  done               no more trades"""
WORDS: Mapping[str, Action] = {"accept": Reply(True), "decline": Reply(False), "done": Done()}


def draw(view: Mapping[str, Any], names: Sequence[str]) -> str:
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, view["scores"], strict=True))
    return f"{scores}\nYour hand: {', '.join(view['table']['hand'] or ())}"


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
