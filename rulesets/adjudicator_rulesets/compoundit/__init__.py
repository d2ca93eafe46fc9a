"""CompoundIt!: element tiles as letters, compounds as words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.ruleset import PrintedNumbers, QuestionForm, RuleChoice
from adjudicator_rulesets.compoundit.edition import DEFAULT
from adjudicator_rulesets.compoundit.edition import load as load_edition
from adjudicator_rulesets.compoundit.judging.rules import CompoundIt
from adjudicator_rulesets.compoundit.judging.sets import ADVANCED, sets_of

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.reference.authority import Authority
    from adjudicator.ruleset import Challenges, RuleSet
    from adjudicator_rulesets.compoundit.edition import Edition

title = "CompoundIt!"


def variants() -> dict[str, str]:
    return {
        "beginner": "diatomic elements and binary compounds",
        "standard": "beginner, and compounds with polyatomic ions",
        "simple-lewis": "standard, and small molecules around one central atom",
        "organic": "standard, and organic compounds of any size",
        "complex-lewis": "standard, and Lewis structures of any size",
        "expert": "everything",
    }


def load(variant: str, edition: Path | str | Edition | None, authority: Authority) -> RuleSet:
    variant = variant or "standard"
    return CompoundIt(f"compoundit:{variant}", sets_of(variant), load_edition(edition or DEFAULT), authority)


def question_form() -> QuestionForm:
    about = variants()
    return QuestionForm(
        title=title,
        rulebook="compoundit",
        piece="tile",
        ordered=True,
        example="MgNOONOO",
        base=tuple(_choice(name, about[name]) for name in ("beginner", "standard")),
        extras=tuple(_choice(name, about[name].removeprefix("standard, and ")) for name in ADVANCED),
        numbers=PrintedNumbers("tiles", "oxidation", several=True),
    )


def _choice(name: str, about: str) -> RuleChoice:
    return RuleChoice(name, name.replace("-", " ").title(), about[0].upper() + about[1:])


def load_challenges() -> Challenges:
    from adjudicator_rulesets.compoundit.judging import lewis_sets  # noqa: F401 - its sentences, for rulings that were kept
    from adjudicator_rulesets.compoundit.judging.board import challenge

    return challenge
