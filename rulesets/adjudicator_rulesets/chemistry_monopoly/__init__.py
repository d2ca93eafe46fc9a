"""Chemistry Monopoly: a property game in which the lots are elements and the colours their families."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.errors import UnknownRuleset, quote
from adjudicator_rulesets.chemistry_monopoly.edition import DEFAULT
from adjudicator_rulesets.chemistry_monopoly.edition import load as load_edition
from adjudicator_rulesets.chemistry_monopoly.judging.rules import ChemistryMonopoly

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.engine.agents.bots import Players
    from adjudicator.engine.agents.figures import Figures
    from adjudicator.engine.agents.foresight import Foresight
    from adjudicator.engine.terminal import Terminal
    from adjudicator.exercises.missed import Missed
    from adjudicator.printing.box import Printing
    from adjudicator.reference.authority import Authority
    from adjudicator_rulesets.chemistry_monopoly.edition import Edition
    from adjudicator_rulesets.chemistry_monopoly.play.game import ChemistryMonopolyGame

title = "Chemistry Monopoly"


def variants() -> dict[str, str]:
    return {
        "": "whole sets of elements, and what may be condensed on them",
        "short": "the same for the short game, where three liquids make a solid",
    }


def load(variant: str, edition: Path | str | Edition | None, authority: Authority) -> ChemistryMonopoly:
    if variant not in ("", "short"):
        raise UnknownRuleset(
            "unknown_ruleset",
            f"Chemistry Monopoly has no rule set {quote(variant)}; there are chemistry-monopoly and "
            "chemistry-monopoly:short.",
            input=variant,
        )
    name = f"chemistry-monopoly:{variant}" if variant else "chemistry-monopoly"
    return ChemistryMonopoly(name, load_edition(edition or DEFAULT), authority, short=variant == "short")


def playable() -> ChemistryMonopolyGame:
    from adjudicator_rulesets.chemistry_monopoly.play.game import ChemistryMonopolyGame

    return ChemistryMonopolyGame()


def load_players() -> Players:
    from adjudicator_rulesets.chemistry_monopoly.bots import players

    return players


def load_terminal() -> Terminal:
    from adjudicator_rulesets.chemistry_monopoly.shown import terminal

    return terminal


def load_foresight() -> type[Foresight[Any]]:
    from adjudicator_rulesets.chemistry_monopoly.bots.foresight import Ahead

    return Ahead


def load_figures() -> Figures:
    from adjudicator_rulesets.chemistry_monopoly.play import figures

    return figures


def load_missed() -> Missed:
    from adjudicator_rulesets.chemistry_monopoly.play import missed

    return missed


def load_printing() -> Printing:
    from adjudicator_rulesets.chemistry_monopoly.shown import printing

    return printing
