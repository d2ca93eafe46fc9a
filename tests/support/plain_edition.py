"""An edition for games that exist only for tests."""

from __future__ import annotations

from tests.sixth_game.pick_and_trade.edition import EDITIONS as PLAIN

__all__ = ["PLAIN"]
