"""Compounded: collect crystals, claim compounds, complete them before the lab burns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.errors import UnknownRuleset, quote
from adjudicator_rulesets.compounded.edition import DEFAULT
from adjudicator_rulesets.compounded.edition import load as load_edition
from adjudicator_rulesets.compounded.judging.rules import Compounded

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.engine.agents.bots import Players
    from adjudicator.engine.agents.figures import Figures
    from adjudicator.engine.agents.foresight import Foresight
    from adjudicator.engine.terminal import Terminal
    from adjudicator.exercises.missed import Missed
    from adjudicator.printing.box import Printing
    from adjudicator.reference.authority import Authority
    from adjudicator_rulesets.compounded.edition import Edition
    from adjudicator_rulesets.compounded.play.game import CompoundedGame

title = "Compounded"


def variants() -> dict[str, str]:
    return {"": "which compound card crystals make, and what they can complete"}


def load(variant: str, edition: Path | str | Edition | None, authority: Authority) -> Compounded:
    if variant:
        raise UnknownRuleset(
            "unknown_ruleset",
            f"Compounded has no rule set {quote(variant)}; it is just compounded.",
            input=variant,
        )
    return Compounded("compounded", load_edition(edition or DEFAULT), authority)


def playable() -> CompoundedGame:
    from adjudicator_rulesets.compounded.play.game import CompoundedGame

    return CompoundedGame()


def load_players() -> Players:
    from adjudicator_rulesets.compounded.bots import players

    return players


def load_terminal() -> Terminal:
    from adjudicator_rulesets.compounded.shown import terminal

    return terminal


def load_foresight() -> type[Foresight[Any]]:
    from adjudicator_rulesets.compounded.bots.foresight import Ahead

    return Ahead


def load_figures() -> Figures:
    from adjudicator_rulesets.compounded.play import figures

    return figures


def load_missed() -> Missed:
    from adjudicator_rulesets.compounded.play import missed

    return missed


def load_printing() -> Printing:
    from adjudicator_rulesets.compounded.shown import printing

    return printing
