"""Ion: draft ions, bond them to neutral compounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.errors import UnknownRuleset, quote
from adjudicator_rulesets.ion.edition import DEFAULT, EXPANSIONS
from adjudicator_rulesets.ion.edition import load as load_edition
from adjudicator_rulesets.ion.judging.rules import Ion

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.engine.agents.bots import Players
    from adjudicator.engine.agents.figures import Figures
    from adjudicator.engine.agents.foresight import Foresight
    from adjudicator.engine.terminal import Terminal
    from adjudicator.exercises.missed import Missed
    from adjudicator.printing.box import Printing
    from adjudicator.reference.authority import Authority
    from adjudicator.ruleset import Exercises
    from adjudicator_rulesets.ion.edition import Edition
    from adjudicator_rulesets.ion.play.game import IonGame

title = "Ion"
whole = ":transition+polyatomic+radioactive"


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


def load(variant: str, edition: Path | str | Edition | None, authority: Authority) -> Ion:
    variant = variant or "base"
    return Ion(f"ion:{variant}", expansions_of(variant), load_edition(edition or DEFAULT), authority)


def playable() -> IonGame:
    from adjudicator_rulesets.ion.play.game import IonGame

    return IonGame()


def load_players() -> Players:
    from adjudicator_rulesets.ion.bots import players

    return players


def load_terminal() -> Terminal:
    from adjudicator_rulesets.ion.shown import terminal

    return terminal


def load_foresight() -> type[Foresight[Any]]:
    from adjudicator_rulesets.ion.bots.foresight import Ahead

    return Ahead


def load_figures() -> Figures:
    from adjudicator_rulesets.ion.play import figures

    return figures


def load_missed() -> Missed:
    from adjudicator_rulesets.ion.play import missed

    return missed


def load_printing() -> Printing:
    from adjudicator_rulesets.ion.shown import printing

    return printing


def load_exercises() -> Exercises:
    from adjudicator_rulesets.ion.judging import exercises

    return exercises
