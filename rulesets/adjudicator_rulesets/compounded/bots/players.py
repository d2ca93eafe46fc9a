"""The bots of Compounded by name, and what is worth doing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.engine.agents.bots import POLICY, Character, GentleBot, chooser_of
from adjudicator.engine.agents.thinking import ThinkingBot
from adjudicator_rulesets.compounded.bots.bots import CompoundedBot, GreedyChooser, RandomChooser
from adjudicator_rulesets.compounded.bots.hints import hints_for
from adjudicator_rulesets.compounded.bots.strong import StrongChooser
from adjudicator_rulesets.compounded.play import lab

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.engine.agents.bots import Hint
    from adjudicator_rulesets.compounded.bots.bots import Chooser

BOTS: Mapping[str, str] = {name: name for name in ("random", "gentle", "greedy", POLICY, "strong")}
OVERLOOKS = 0.55  # how often gentle does not look for the best
LEVELLED: frozenset[str] = frozenset()
CHOOSERS: dict[str, type[Chooser]] = {
    "random": RandomChooser,
    "greedy": GreedyChooser,
    POLICY: StrongChooser,
}
PLAYOUTS = 24  # for a choice: about half a second of one core


def bot(character: Character) -> CompoundedBot | GentleBot | ThinkingBot:
    if character == Character("gentle"):
        return GentleBot(bot(Character("greedy")), hints, OVERLOOKS)
    if character == Character("strong"):
        return ThinkingBot(lab.NAME, bot(Character(POLICY)), PLAYOUTS)
    return CompoundedBot(chooser_of(character, CHOOSERS, BOTS)())


def hints(view: Mapping[str, Any], number: int) -> tuple[Hint[Any], ...]:
    """The best that this player can do now."""
    return hints_for(view)[:number]
