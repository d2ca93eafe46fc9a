"""Chemistry Monopoly: a property game in which the lots are elements and the colours their families."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.errors import UnknownRuleset, quote
from adjudicator_rulesets.chemistry_monopoly.edition import DEFAULT
from adjudicator_rulesets.chemistry_monopoly.edition import load as load_edition
from adjudicator_rulesets.chemistry_monopoly.judging.rules import ChemistryMonopoly

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.reference.authority import Authority
    from adjudicator_rulesets.chemistry_monopoly.edition import Edition

title = "Chemistry Monopoly"


def variants() -> dict[str, str]:
    return {
        "": "usual",
        "short": "short",
    }


def load(variant: str, edition: Path | str | Edition | None, authority: Authority) -> ChemistryMonopoly:
    if variant not in ("", "short"):
        raise UnknownRuleset(
            "unknown_ruleset",
            f"Chemistry Monopoly has no rule set {quote(variant)}; there are chemistry-monopoly and "
            "chemistry-monopoly:short.",
            input=variant,
        )
    name = f"chemistry-monopoly:{variant}" if variant else "chemistry-monopoly"
    return ChemistryMonopoly(name, load_edition(edition or DEFAULT), authority, short=variant == "short")
