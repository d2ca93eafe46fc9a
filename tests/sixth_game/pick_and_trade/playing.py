"""Its bot, its terminal and its figures; a game of this size has them in one module."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.engine.agents.bots import Hint
from adjudicator.engine.agents.figures import Measures, Scored
from adjudicator.errors import UnreadableInput, quote

from .game import Done, Offer, Pick, Reply

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from adjudicator.engine.agents.bots import Bot, Character
    from adjudicator.engine.events import Event
    from adjudicator.engine.replay import Record

    from .game import Action

BOTS: Mapping[str, str] = {"random": "any card, and no trades"}
LEVELLED: frozenset[str] = frozenset()
NOTATION = """\
  pick 7             play card 7, face down
  offer 7 for 3 to 1 your card 7 for card 3 of player 1, counted from 0
  accept, decline    what is offered
  done               no more trades"""
WORDS: Mapping[str, Action] = {"accept": Reply(True), "decline": Reply(False), "done": Done()}


class RandomBot:
    def choose(self, view: Mapping[str, Any], random: Random) -> Action | None:
        cards = [action["card"] for action in view["actions"] if action["type"] == "pick"]
        if cards:
            return Pick(random.choice(cards))
        kinds = {action["type"] for action in view["actions"]}
        return Reply(False) if "reply" in kinds else Done() if "done" in kinds else None


def bot(character: Character, seconds: float | None = None) -> Bot[Any]:
    if str(character) not in BOTS:
        raise UnreadableInput("bad_bot", f"There is no bot {quote(str(character))}.", input=str(character))
    return RandomBot()


def hints(view: Mapping[str, Any], number: int) -> tuple[Hint[Any], ...]:
    """The highest cards first."""
    cards = [action["card"] for action in view["actions"] if action["type"] == "pick"]
    best = sorted(cards, key=lambda card: -int(card.split()[1]))[:number]
    return tuple(Hint(Pick(card), 1, "The highest card scores.") for card in best)


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
    return next(word for word, meant in WORDS.items() if meant == action)


def measure(record: Record) -> Measures:
    players = range(len(record.players))
    picks = [event.player for event in record.events if event.type == "card_picked"]
    none = tuple(0 for _ in players)
    return Measures(0, tuple(picks.count(player) for player in players), none, none)


def turns(events: Sequence[Event]) -> list[Scored]:
    revealed = [event for event in events if event.type == "picks_revealed"]
    return [Scored(event.version, event["winner"], 1) for event in revealed]
