"""What is said of the difference between two choices: only what is more than chance in the playouts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator import prose

if TYPE_CHECKING:
    from adjudicator.engine.agents.rollouts import Difference


CLEARLY = 0.1  # more winning chance: of ten such choices one decides a game


def lead(game: str, difference: Difference) -> str | None:
    """By how much one choice is ahead of another, in points and in winning chance; None within the error."""
    points, chance = difference.points, difference.chance
    parts = []
    if points.counts and points.mean > 0 and tenths(points.mean):
        more = amount(game, tenths(points.mean, points.error), tenths(points.error, points.error))
        parts.append(prose.part("analysis_points", amount=more))
    if chance.counts and (winning := percent(chance.mean, chance.error)) > 0:
        error = percent(chance.error, chance.error)
        parts.append(prose.part("analysis_chance", chance=winning, error=error))
    return ", ".join(parts) or None


def in_words(difference: Difference, *, later: bool) -> str:
    """By how much a hint is better than the next, without figures; `later` if it brings less at once."""
    chance = difference.chance
    clearly = chance.counts and chance.mean >= CLEARLY
    if not difference.is_better:
        return prose.part("hint_equal")
    return prose.part("hint_better_later" if later else "hint_better", clearly=clearly)


def amount(game: str, number: float, error: float = 0.0) -> str:
    """In what the game is decided by: points, or the money of a game about money."""
    return prose.render(game, "analysis_amount", {"n": number, "error": error})


def tenths(number: float, error: float = 0.0) -> float:
    """Whole ones where the error is ten or more."""
    return round(number, 0 if error >= 10 else 1) + 0.0


def percent(share: float, error: float = 1.0) -> float:
    """Whole ones, and tenths where the error is below one."""
    return round(100 * share, 1 if error < 0.01 else 0) + 0.0


def thousandths(share: float) -> float:
    """As it is handed on, for others to write."""
    return round(share, 3) + 0.0
