"""Compounded: collect crystals, claim compounds, complete them before the lab burns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.errors import UnknownRuleset, quote
from rulesets.compounded.edition import DEFAULT
from rulesets.compounded.edition import load as load_edition
from rulesets.compounded.rules import Compounded

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.reference.authority import Authority

title = "Compounded"


def variants() -> dict[str, str]:
    return {"": "which compound card crystals make, and what they can complete"}


def load(variant: str, edition: Path | None, authority: Authority) -> Compounded:
    if variant:
        raise UnknownRuleset(
            "unknown_ruleset",
            f"Compounded has no rule set {quote(variant)}; it is just compounded.",
            input=variant,
        )
    return Compounded("compounded", load_edition(edition or DEFAULT), authority)
