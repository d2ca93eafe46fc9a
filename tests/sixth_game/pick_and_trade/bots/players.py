"""Its bot and its hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.engine.agents.bots import Hint
from adjudicator.errors import UnreadableInput, quote

from ..play.game import Done, Pick, Reply

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from adjudicator.engine.agents.bots import Bot, Character

    from ..play.game import Action

BOTS: Mapping[str, str] = {"random": "random"}
LEVELLED: frozenset[str] = frozenset()


class RandomBot:
    def choose(self, view: Mapping[str, Any], random: Random) -> Action | None:
        cards = [action["card"] for action in view["actions"] if action["type"] == "pick"]
        if cards:
            return Pick(random.choice(cards))
        kinds = {action["type"] for action in view["actions"]}
        return Reply(False) if "reply" in kinds else Done() if "done" in kinds else None


def bot(character: Character) -> Bot[Any]:
    if str(character) not in BOTS:
        raise UnreadableInput("bad_bot", f"There is no bot {quote(str(character))}.", input=str(character))
    return RandomBot()


def hints(view: Mapping[str, Any], number: int) -> tuple[Hint[Any], ...]:
    """The highest cards first."""
    cards = [action["card"] for action in view["actions"] if action["type"] == "pick"]
    best = sorted(cards, key=lambda card: -int(card.split()[1]))[:number]
    return tuple(Hint(Pick(card), 1, prose.render("pick-and-trade", "highest_scores", {})) for card in best)
