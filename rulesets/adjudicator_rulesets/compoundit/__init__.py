"""CompoundIt!: element tiles as letters, compounds as words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator_rulesets.compoundit.edition import DEFAULT
from adjudicator_rulesets.compoundit.edition import load as load_edition
from adjudicator_rulesets.compoundit.judging.rules import CompoundIt
from adjudicator_rulesets.compoundit.judging.sets import sets_of

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.engine.agents.bots import Players
    from adjudicator.engine.agents.figures import Figures
    from adjudicator.engine.agents.foresight import Foresight
    from adjudicator.engine.terminal import Terminal
    from adjudicator.printing.box import Printing
    from adjudicator.reference.authority import Authority
    from adjudicator.ruleset import RuleSet
    from adjudicator_rulesets.compoundit.play.game import CompoundItGame

title = "CompoundIt!"


def variants() -> dict[str, str]:
    return {
        "beginner": "diatomic elements and binary compounds",
        "standard": "beginner, and compounds with polyatomic ions",
        "simple-lewis": "standard, and small molecules around one central atom",
        "organic": "standard, and organic compounds of any size",
        "complex-lewis": "standard, and Lewis structures of any size",
        "expert": "everything",
    }


def load(variant: str, edition: Path | str | None, authority: Authority) -> RuleSet:
    variant = variant or "standard"
    return CompoundIt(f"compoundit:{variant}", sets_of(variant), load_edition(edition or DEFAULT), authority)


def playable() -> CompoundItGame:
    from adjudicator_rulesets.compoundit.play.game import CompoundItGame

    return CompoundItGame()


def load_players() -> Players:
    from adjudicator_rulesets.compoundit.bots import players

    return players


def load_terminal() -> Terminal:
    from adjudicator_rulesets.compoundit.shown import terminal

    return terminal


def load_foresight() -> type[Foresight[Any]]:
    from adjudicator_rulesets.compoundit.bots.foresight import Ahead

    return Ahead


def load_figures() -> Figures:
    from adjudicator_rulesets.compoundit.play import figures

    return figures


def load_printing() -> Printing:
    from adjudicator_rulesets.compoundit.shown import printing

    return printing
