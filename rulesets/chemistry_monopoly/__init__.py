"""Chemistry Monopoly: a property game in which the lots are elements and the colours their families."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.errors import UnknownRuleset, quote
from rulesets.chemistry_monopoly.edition import DEFAULT
from rulesets.chemistry_monopoly.edition import load as load_edition
from rulesets.chemistry_monopoly.rules import ChemistryMonopoly

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.engine.bots import Players
    from adjudicator.engine.figures import Figures
    from adjudicator.engine.terminal import Terminal
    from adjudicator.printing.box import Printing
    from adjudicator.reference.authority import Authority
    from rulesets.chemistry_monopoly.game import ChemistryMonopolyGame

title = "Chemistry Monopoly"


def variants() -> dict[str, str]:
    return {
        "": "whole sets of elements, and what may be condensed on them",
        "short": "the same for the short game, where three liquids make a solid",
    }


def load(variant: str, edition: Path | str | None, authority: Authority) -> ChemistryMonopoly:
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
    from rulesets.chemistry_monopoly.game import ChemistryMonopolyGame

    return ChemistryMonopolyGame()


def load_players() -> Players:
    from rulesets.chemistry_monopoly import players

    return players


def load_terminal() -> Terminal:
    from rulesets.chemistry_monopoly import terminal

    return terminal


def load_figures() -> Figures:
    from rulesets.chemistry_monopoly import figures

    return figures


def load_printing() -> Printing:
    from rulesets.chemistry_monopoly import printing

    return printing
