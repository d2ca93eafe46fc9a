"""CompoundIt!: element tiles as letters, compounds as words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.parts import PrintedNumbers, QuestionForm, RuleChoice
from adjudicator_rulesets.compoundit.edition import DEFAULT
from adjudicator_rulesets.compoundit.edition import load as load_edition
from adjudicator_rulesets.compoundit.judging.rules import CompoundIt
from adjudicator_rulesets.compoundit.judging.sets import ADVANCED, sets_of

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.parts import Challenges, RuleSet
    from adjudicator.reference.authority import Authority
    from adjudicator_rulesets.compoundit.edition import Edition

title = "CompoundIt!"


def variants() -> dict[str, str]:
    return {name: name for name in ("beginner", "standard", *ADVANCED, "expert")}


def load(variant: str, edition: Path | str | Edition | None, authority: Authority) -> RuleSet:
    variant = variant or "standard"
    return CompoundIt(f"compoundit:{variant}", sets_of(variant), load_edition(edition or DEFAULT), authority)


def question_form() -> QuestionForm:
    return QuestionForm(
        title=title,
        rulebook="compoundit",
        piece="tile",
        ordered=True,
        example="MgNOONOO",
        base=tuple(map(_choice, ("beginner", "standard"))),
        extras=tuple(map(_choice, ADVANCED)),
        numbers=PrintedNumbers("tiles", "oxidation", several=True),
    )


def _choice(name: str) -> RuleChoice:
    return RuleChoice(name, f"{name}_title", f"{name}_choice")


def load_challenges() -> Challenges:
    from adjudicator_rulesets.compoundit.judging import lewis_sets  # noqa: F401 - its sentences, for rulings that were kept
    from adjudicator_rulesets.compoundit.judging.board import challenge

    return challenge
