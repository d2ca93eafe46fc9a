"""Valence Plus: element cards build molecules, molecules react."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.errors import UnknownRuleset, quote
from adjudicator.parts import PrintedNumbers, QuestionForm
from adjudicator_rulesets.valence_plus.edition import load as load_edition
from adjudicator_rulesets.valence_plus.judging.rules import ValencePlus

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.reference.authority import Authority
    from adjudicator_rulesets.valence_plus.edition import Edition

title = "Valence Plus"
NUMBERS = PrintedNumbers("elements", "valence", several=False)


def variants() -> dict[str, str]:
    return {"": "usual"}


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
