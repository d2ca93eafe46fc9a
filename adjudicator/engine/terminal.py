"""How a game is played in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from adjudicator import ruleset

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Terminal(Protocol):
    """What a game brings for it: a module will do. What happened is told by `prose.tell`."""

    NOTATION: str  # how a player writes actions

    def draw(self, view: Mapping[str, Any], names: Sequence[str]) -> str:
        """What a player sees."""
        ...

    def read(self, text: str, view: Mapping[str, Any]) -> Any:
        """An action as a player writes it; raises UnreadableInput."""
        ...

    def write(self, action: Any) -> str:
        """An action as `read` reads it."""
        ...


def terminal_of(game: str) -> Terminal:
    terminal: Terminal = ruleset.part_of(game, "load_terminal", "no_terminal", "is not for terminals yet")
    return terminal
