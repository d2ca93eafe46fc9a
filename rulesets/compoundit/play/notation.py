"""Moves as players write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.compoundit.board.laying import Placement


def written(placements: Sequence[Placement]) -> str:
    """A move as a player writes it: "8H MgO" across, "H8 MgO" down; a single tile is written across."""
    laid = sorted(placements)
    row, col, _ = laid[0]
    letter = chr(ord("A") + col - 1)
    down = len({tile.row for tile in laid}) > 1
    where = f"{letter}{row}" if down else f"{row}{letter}"
    return f"{where} {''.join(tile.symbol for tile in laid)}"
