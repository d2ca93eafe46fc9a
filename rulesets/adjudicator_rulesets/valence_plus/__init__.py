"""Valence Plus: element cards build molecules, molecules react."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.errors import UnknownRuleset, quote
from adjudicator.ruleset import PrintedNumbers, QuestionForm
from adjudicator_rulesets.valence_plus.edition import load as load_edition
from adjudicator_rulesets.valence_plus.judging.rules import ValencePlus

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
    from adjudicator_rulesets.valence_plus.edition import Edition
    from adjudicator_rulesets.valence_plus.play.game import ValencePlusGame

title = "Valence Plus"
NUMBERS = PrintedNumbers("elements", "valence", several=False)


def variants() -> dict[str, str]:
    return {"": "one build of element cards, with sulfur and the transition metals"}


def load(variant: str, edition: Path | str | Edition | None, authority: Authority) -> ValencePlus:
    if variant:
        raise UnknownRuleset(
            "unknown_ruleset",
            f"Valence Plus has no rule set {quote(variant)}; it is just valence-plus, or valence-original.",
            input=variant,
        )
    return ValencePlus("valence-plus", load_edition(edition), authority)


def question_form() -> QuestionForm:
    return QuestionForm(
        title=title,
        rulebook="valence-plus",
        piece="card",
        ordered=False,
        example="NaOH",
        names=True,
        numbers=NUMBERS,
    )


def playable() -> ValencePlusGame:
    from adjudicator_rulesets.valence_plus.play.game import ValencePlusGame

    return ValencePlusGame()


def load_players() -> Players:
    from adjudicator_rulesets.valence_plus.bots import players

    return players


def load_terminal() -> Terminal:
    from adjudicator_rulesets.valence_plus.shown import terminal

    return terminal


def load_foresight() -> type[Foresight[Any]]:
    from adjudicator_rulesets.valence_plus.bots.foresight import Ahead

    return Ahead


def load_figures() -> Figures:
    from adjudicator_rulesets.valence_plus.play import figures

    return figures


def load_missed() -> Missed:
    from adjudicator_rulesets.valence_plus.play import missed

    return missed


def load_printing() -> Printing:
    from adjudicator_rulesets.valence_plus.shown import printing

    return printing


def load_exercises() -> Exercises:
    from adjudicator_rulesets.valence_plus.judging import exercises

    return exercises
