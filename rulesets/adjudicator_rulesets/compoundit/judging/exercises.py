"""What CompoundIt! brings to exercises: what a run scores by itself."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from adjudicator.chem.formula import Tiles
from adjudicator_rulesets.compoundit.edition import DEFAULT, load

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.verdict import Verdict


def points(verdict: Verdict) -> int:
    """The points of its tiles, as on squares without a bonus (C-SCORE)."""
    return sum(_printed()[tile] for tile in Tiles(verdict.tiles))


@lru_cache(1)
def _printed() -> Mapping[str, int]:
    return {tile.symbol: tile.points for tile in load(DEFAULT).tiles}
