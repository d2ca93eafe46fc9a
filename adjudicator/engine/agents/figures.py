"""What a finished game was like, in figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from adjudicator import ruleset

if TYPE_CHECKING:
    from adjudicator.engine.replay import Record


@dataclass(frozen=True, slots=True)
class Measures:
    """Of a whole game; per player, in their order."""

    first: int
    turns: tuple[int, ...]
    passes: tuple[int, ...]  # those of an end by passing do not count
    pieces_left: tuple[int, ...]
    together: bool = False  # all win or all lose, so that a win is everybody's
    idle: str = "Passes before the end"  # what a turn is called in which nothing was made


@dataclass(frozen=True, slots=True)
class Scored:
    """Of a turn: its event, and what it scored in the end."""

    version: int
    player: int
    score: int
    taken_back: bool = False


class Figures(Protocol):
    """What a game brings for simulations: a module will do."""

    def measure(self, record: Record) -> Measures: ...


def figures_of(game: str) -> Figures:
    figures: Figures = ruleset.part_of(game, "load_figures", "no_figures", "has no figures yet")
    return figures
