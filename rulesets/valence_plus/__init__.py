"""Valence Plus: element cards build molecules, molecules react."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.errors import UnknownRuleset, quote
from rulesets.valence_plus.edition import load as load_edition
from rulesets.valence_plus.rules import ValencePlus

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.engine.bots import Players
    from adjudicator.engine.figures import Figures
    from adjudicator.engine.terminal import Terminal
    from adjudicator.printing.box import Printing
    from adjudicator.reference.authority import Authority
    from rulesets.valence_plus.game import ValencePlusGame

title = "Valence Plus"


def variants() -> dict[str, str]:
    return {"": "one build of element cards, with sulfur and the transition metals"}


def load(variant: str, edition: Path | str | None, authority: Authority) -> ValencePlus:
    if variant:
        raise UnknownRuleset(
            "unknown_ruleset",
            f"Valence Plus has no rule set {quote(variant)}; it is just valence-plus, or valence-original.",
            input=variant,
        )
    return ValencePlus("valence-plus", load_edition(edition), authority)


def playable() -> ValencePlusGame:
    from rulesets.valence_plus.game import ValencePlusGame

    return ValencePlusGame()


def load_players() -> Players:
    from rulesets.valence_plus import players

    return players


def load_terminal() -> Terminal:
    from rulesets.valence_plus import terminal

    return terminal


def load_figures() -> Figures:
    from rulesets.valence_plus import figures

    return figures


def load_printing() -> Printing:
    from rulesets.valence_plus import printing

    return printing
