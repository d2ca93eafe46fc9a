"""Compounded: collect crystals, claim compounds, complete them before the lab burns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.errors import UnknownRuleset, quote
from adjudicator_rulesets.compounded.edition import DEFAULT
from adjudicator_rulesets.compounded.edition import load as load_edition
from adjudicator_rulesets.compounded.judging.rules import Compounded

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.reference.authority import Authority
    from adjudicator_rulesets.compounded.edition import Edition

title = "Compounded"


def variants() -> dict[str, str]:
    return {"": "usual"}


def load(variant: str, edition: Path | str | Edition | None, authority: Authority) -> Compounded:
    if variant:
        raise UnknownRuleset(
            "unknown_ruleset",
            f"Compounded has no rule set {quote(variant)}; it is just compounded.",
            input=variant,
        )
    return Compounded("compounded", load_edition(edition or DEFAULT), authority)
