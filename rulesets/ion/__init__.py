"""Ion: draft ions, bond them to neutral compounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.errors import UnknownRuleset, quote
from rulesets.ion.edition import DEFAULT, EXPANSIONS
from rulesets.ion.edition import load as load_edition
from rulesets.ion.rules import Ion

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.engine.bots import Players
    from adjudicator.engine.figures import Figures
    from adjudicator.engine.terminal import Terminal
    from adjudicator.printing.box import Printing
    from adjudicator.reference.authority import Authority
    from rulesets.ion.game import IonGame

title = "Ion"


def variants() -> dict[str, str]:
    return {
        "base": "one neutral compound of the eight ions",
        "transition": "base, with the transition metals",
        "polyatomic": "base, with the polyatomic ions",
        "radioactive": "base, with the radioactive elements",
    }


def expansions_of(variant: str) -> tuple[str, ...]:
    """The expansions that a variant puts in play: "base", "transition+polyatomic" (I-EXPANSIONS)."""
    chosen = set(variant.split("+")) - {"base"}
    unknown = chosen - set(EXPANSIONS)
    if unknown:
        raise UnknownRuleset(
            "unknown_ruleset",
            f"Ion has no rule set {quote(min(unknown))}. There are base, {', '.join(EXPANSIONS)}, combined "
            "with +, as in ion:transition+polyatomic.",
            input=variant,
        )
    return tuple(name for name in EXPANSIONS if name in chosen)


def load(variant: str, edition: Path | str | None, authority: Authority) -> Ion:
    variant = variant or "base"
    return Ion(f"ion:{variant}", expansions_of(variant), load_edition(edition or DEFAULT), authority)


def playable() -> IonGame:
    from rulesets.ion.game import IonGame

    return IonGame()


def load_players() -> Players:
    from rulesets.ion import players

    return players


def load_terminal() -> Terminal:
    from rulesets.ion import terminal

    return terminal


def load_figures() -> Figures:
    from rulesets.ion import figures

    return figures


def load_printing() -> Printing:
    from rulesets.ion import printing

    return printing
