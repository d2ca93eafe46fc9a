"""Valence Plus: element cards build molecules, molecules react."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.errors import UnknownRuleset, quote
from rulesets.valence_plus.edition import DEFAULT
from rulesets.valence_plus.edition import load as load_edition
from rulesets.valence_plus.rules import ValencePlus

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.reference.authority import Authority
    from rulesets.valence_plus.game import ValencePlusGame

title = "Valence Plus"


def variants() -> dict[str, str]:
    return {"": "one build of element cards, with sulfur and the transition metals"}


def load(variant: str, edition: Path | None, authority: Authority) -> ValencePlus:
    if variant:
        raise UnknownRuleset(
            "unknown_ruleset",
            f"Valence Plus has no rule set {quote(variant)}; it is just valence-plus, or valence-original.",
            input=variant,
        )
    return ValencePlus("valence-plus", load_edition(edition or DEFAULT), authority)


def playable() -> ValencePlusGame:
    from rulesets.valence_plus.game import ValencePlusGame

    return ValencePlusGame()
