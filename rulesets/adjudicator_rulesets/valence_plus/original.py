"""The original Valence: Valence Plus without sulfur and the transition metals, to 10 points (V-ORIGINAL)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.errors import UnknownRuleset, quote
from adjudicator.parts import QuestionForm
from adjudicator_rulesets.valence_plus import NUMBERS
from adjudicator_rulesets.valence_plus.edition import ORIGINAL
from adjudicator_rulesets.valence_plus.judging.rules import ValencePlus

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.parts import Exercises
    from adjudicator.reference.authority import Authority
    from adjudicator_rulesets.valence_plus.edition import Edition

title = "Valence Plus"
plays = ("valence-plus", {"original": True})  # the game and the options to play it with


def variants() -> dict[str, str]:
    return {"": "original"}


def question_form() -> QuestionForm:
    return QuestionForm(
        title="original_title",
        rulebook="valence-plus",
        piece="card",
        ordered=False,
        example="NaOH",
        names=True,
        numbers=NUMBERS,
    )


def load(variant: str, edition: Path | str | Edition | None, authority: Authority) -> ValencePlus:
    if variant:
        raise UnknownRuleset(
            "unknown_ruleset", f"The original Valence has no rule set {quote(variant)}.", input=variant
        )
    return ValencePlus("valence-original", ORIGINAL.load(edition), authority)


def load_exercises() -> Exercises:
    from adjudicator_rulesets.valence_plus.judging import exercises

    return exercises
