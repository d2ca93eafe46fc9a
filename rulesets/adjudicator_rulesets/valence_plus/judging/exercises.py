"""What Valence Plus brings to exercises: what a build scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.verdict import Verdict


def points(verdict: Verdict) -> int:
    """The points of the molecule that the cards build."""
    return next(int(check.params["points"]) for check in verdict.checks if check.code == "molecule")
