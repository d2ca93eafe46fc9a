"""Compounded: collect crystals, claim compounds, complete them before the lab burns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.errors import UnknownRuleset, quote
from rulesets.compounded.edition import DEFAULT
from rulesets.compounded.edition import load as load_edition
from rulesets.compounded.rules import Compounded

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.engine.bots import Players
    from adjudicator.engine.figures import Figures
    from adjudicator.engine.terminal import Terminal
    from adjudicator.printing.box import Printing
    from adjudicator.reference.authority import Authority
    from rulesets.compounded.game import CompoundedGame

title = "Compounded"


def variants() -> dict[str, str]:
    return {"": "which compound card crystals make, and what they can complete"}


def load(variant: str, edition: Path | str | None, authority: Authority) -> Compounded:
    if variant:
        raise UnknownRuleset(
            "unknown_ruleset",
            f"Compounded has no rule set {quote(variant)}; it is just compounded.",
            input=variant,
        )
    return Compounded("compounded", load_edition(edition or DEFAULT), authority)


def playable() -> CompoundedGame:
    from rulesets.compounded.game import CompoundedGame

    return CompoundedGame()


def load_players() -> Players:
    from rulesets.compounded import players

    return players


def load_terminal() -> Terminal:
    from rulesets.compounded import terminal

    return terminal


def load_figures() -> Figures:
    from rulesets.compounded import figures

    return figures


def load_printing() -> Printing:
    from rulesets.compounded import printing

    return printing
