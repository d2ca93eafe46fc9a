"""What a finished game was like, in figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from adjudicator import ruleset

if TYPE_CHECKING:
    from collections.abc import Callable

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


class PlainFigures:
    """For a game that brings none: a turn is what one player does until another does something."""

    def measure(self, record: Record) -> Measures:
        acting = [event.player for event in record.events if event.player is not None]
        begun = [player for player, before in zip(acting, [None, *acting], strict=False) if player != before]
        players = range(len(record.players))
        none = (0,) * len(players)
        return Measures(
            begun[0] if begun else 0, tuple(begun.count(player) for player in players), none, none
        )


def figures_of(game: str) -> Figures:
    """What the game brings for it, or else what can be said of any."""
    load: Callable[[], Figures] = ruleset.loader_of(ruleset.game(game), "load_figures") or PlainFigures
    return load()
