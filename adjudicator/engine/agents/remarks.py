"""What is said of the difference between two choices: only what is more than chance in the playouts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator import prose

if TYPE_CHECKING:
    from adjudicator.engine.agents.rollouts import Difference


def lead(game: str, difference: Difference) -> str | None:
    """By how much one choice is ahead of another, in points and in winning chance; None within the error."""
    points, chance = difference.points, difference.chance
    parts = []
    if points.counts and points.mean > 0 and tenths(points.mean):
        more = amount(game, tenths(points.mean), tenths(points.error))
        parts.append(prose.part("analysis_points", amount=more))
    if chance.counts and percent(chance.mean) > 0:
        error = max(1, percent(chance.error)) if chance.error else 0
        parts.append(prose.part("analysis_chance", chance=percent(chance.mean), error=error))
    return ", ".join(parts) or None


def amount(game: str, number: float, error: float = 0.0) -> str:
    """In what the game is decided by: points, or the money of a game about money."""
    return prose.render(game, "analysis_amount", {"n": number, "error": error})


def tenths(number: float) -> float:
    return round(number, 1) + 0.0


def percent(share: float) -> int:
    return round(100 * share)
