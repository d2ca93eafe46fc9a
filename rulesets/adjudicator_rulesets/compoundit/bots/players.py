"""The bots of CompoundIt! by name, and what is worth playing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.chem.formula import Tiles
from adjudicator.engine.agents.bots import POLICY, Character, GentleBot, Hint, level_of, unknown_bot
from adjudicator.errors import UnreadableInput, quote
from adjudicator_rulesets.compoundit.bots.bots import (
    BUDGETS,
    CompoundItBot,
    GreedyChooser,
    RandomChooser,
    Situation,
    StrongChooser,
)
from adjudicator_rulesets.compoundit.play.state import Place

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.verdict import Verdict
    from adjudicator_rulesets.compoundit.bots.bots import Chooser
    from adjudicator_rulesets.compoundit.bots.moves import Play
    from adjudicator_rulesets.compoundit.judging.rules import CompoundIt

LEVEL = 3
DARING = "daring"

BOTS: Mapping[str, str] = {name: name for name in ("random", "gentle", "greedy", POLICY, "strong")}
OVERLOOKS = 0.7  # how often gentle does not look for the best
LEVELLED = frozenset({"strong"})


def bot(character: Character) -> CompoundItBot | GentleBot:
    if character == Character("gentle"):
        return GentleBot(bot(Character("greedy")), hints, OVERLOOKS)
    unknown = set(character.habits) - {DARING}
    if unknown:
        raise UnreadableInput(
            "bad_bot", f"Bots can be {DARING}, not {quote(min(unknown))}.", input=str(character)
        )
    return CompoundItBot(_chooser(character), daring=DARING in character.habits)


def hints(view: Mapping[str, Any], number: int) -> tuple[Hint[Place], ...]:
    situation = Situation.of(view)
    return tuple(
        Hint(Place(play.placements), play.score, _why(play, situation.rules), sound=True, now=play.score)
        for play in situation.best(number)
    )


def _why(play: Play, rules: CompoundIt) -> str:
    runs = dict.fromkeys([_compound(rules.judge(Tiles(run.tiles))) for run in play.runs])
    return prose.render("compoundit", "hint_play", {"runs": [*runs]})


def _compound(verdict: Verdict) -> str:
    """A run as people call it: H2O (water)."""
    return f"{verdict.formula} ({verdict.shown_name})" if verdict.shown_name else str(verdict.formula)


def _chooser(character: Character) -> Chooser:
    if character.name == POLICY and character.level is None:
        return StrongChooser(BUDGETS[1])
    if character.name == "strong":
        level = level_of(character, sorted(BUDGETS), LEVEL)
        return StrongChooser(BUDGETS[level])
    if character.name not in BOTS:
        raise unknown_bot(character, BOTS)
    if character.name == "gentle":
        raise UnreadableInput("bad_bot", "gentle has neither levels nor habits.", input=str(character))
    if character.level is not None:
        raise UnreadableInput("bad_bot", f"{character.name} has no levels.", input=str(character))
    return RandomChooser() if character.name == "random" else GreedyChooser()
