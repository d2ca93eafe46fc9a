"""What a finished game was like, in figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from adjudicator import ruleset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.engine.events import Event
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
    """Of a turn: the event by which its player chose first, and what it scored in the end."""

    version: int
    player: int
    score: int
    taken_back: bool = False
    others: tuple[tuple[int, int], ...] = ()  # what it changed for other players: who, and by how much
    until: int | None = None  # the version of its last event, where it has several
    choice: str | None = None  # how the first action was written, where chance decides what came of it
    going_on: int | None = None  # the version of the first event after what chance brought
    made: int = 0  # what was scored from there on by choice


class Figures(Protocol):
    """What a game brings for simulations and for looking at a game again: a module will do."""

    def measure(self, record: Record) -> Measures: ...

    def turns(self, events: Sequence[Event]) -> Sequence[Scored]: ...


def figures_of(game: str) -> Figures:
    figures: Figures = ruleset.part_of(game, "load_figures", "no_figures", "has no figures yet")
    return figures
