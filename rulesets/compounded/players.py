"""Who plays Compounded by itself, and what is worth doing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.errors import UnreadableInput, quote
from rulesets.compounded.bots import CompoundedBot, GreedyChooser, RandomChooser
from rulesets.compounded.hinting import hints_for
from rulesets.compounded.strong import StrongChooser

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.engine.bots import Character, Hint
    from rulesets.compounded.bots import Chooser

BOTS: Mapping[str, str] = {
    "random": "any legal action, no offers",
    "greedy": "what brings points soonest; answers offers",
    "strong": "also weighs experiments, tools and fires, and trades",
}
LEVELLED: frozenset[str] = frozenset()
CHOOSERS: dict[str, type[Chooser]] = {
    "random": RandomChooser,
    "greedy": GreedyChooser,
    "strong": StrongChooser,
}


def bot(character: Character, seconds: float | None = None) -> CompoundedBot:  # noqa: ARG001 - it never thinks long
    if character.name not in CHOOSERS:
        raise UnreadableInput(
            "bad_bot",
            f"There is no bot {quote(character.name)}. There are: {', '.join(CHOOSERS)}.",
            input=str(character),
        )
    if character.level is not None or character.habits:
        raise UnreadableInput(
            "bad_bot", f"{character.name} has neither levels nor habits.", input=str(character)
        )
    return CompoundedBot(CHOOSERS[character.name]())


def hints(view: Mapping[str, Any], number: int) -> tuple[Hint[Any], ...]:
    """The best that this player can do now."""
    return hints_for(view)[:number]
