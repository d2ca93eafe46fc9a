"""Which bot is better, counted as `adjudicator simulate` does: by rank in pairs, ties half, each game once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.engine.agents.simulating import Match, Plan, Rate, pairs, played

SEED = "strength"


def at_four(
    game: str, names: tuple[str, str], games: int, options: Mapping[str, Any] | None = None
) -> list[Match]:
    """Two of each at a table of four, with rotating seats."""
    return list(played(Plan(game, names * 2, games, SEED, options or {})))


def ahead(names: tuple[str, str], matches: list[Match]) -> Rate:
    """How often the first finishes ahead of the second."""
    found: Mapping[str, float] = pairs(names * 2, matches)[0]["ahead"]
    return Rate(**found)
