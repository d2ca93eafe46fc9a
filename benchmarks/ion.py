"""Ion between strong bots, four players with all expansions: the time for one choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine.game import load_game
from benchmarks.choosing import rows_of, thinking

if TYPE_CHECKING:
    from benchmarks.harness import Row

SEED = "ion"
PLAYERS = 4
CHOICES = {"pick": "a strong pick", "place": "a strong placing"}


def rows() -> list[Row]:
    game = load_game("ion")
    state, _ = game.start(game.presets()["everything"].options, SEED, players=PLAYERS)
    return rows_of(thinking(game, [state], SEED), CHOICES)
