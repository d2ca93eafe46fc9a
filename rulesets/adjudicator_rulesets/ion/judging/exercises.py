"""What Ion brings to exercises: what a compound is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.verdict import Verdict


def points(verdict: Verdict) -> int:
    """What the compound is worth by its cards (I-COMPOUND)."""
    return next(int(check.params["worth"]) for check in verdict.checks if check.code == "compound")
