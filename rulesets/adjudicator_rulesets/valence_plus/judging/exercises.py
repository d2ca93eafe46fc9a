"""What Valence Plus brings to exercises: what a build scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.verdict import Verdict
    from adjudicator_rulesets.valence_plus.judging.rules import ValencePlus


def points(verdict: Verdict) -> int:
    """The points of the molecule that the cards build."""
    return next(int(check.params["points"]) for check in verdict.checks if check.code == "molecule")


def compounds(rules: ValencePlus) -> Mapping[str, int]:
    """What the molecules score that cards build; the others come of reactions (V-COMPLEX)."""
    return {card.name: card.points for card in rules.edition.molecules if card.colours}
