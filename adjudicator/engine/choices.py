"""Simultaneous choices: no player sees what another chose before all have chosen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from adjudicator.engine.codec import plain


@dataclass(frozen=True, slots=True)
class Choices:
    """Who has to choose, and what has been chosen so far: any hashable JSON value."""

    players: tuple[int, ...]
    made: tuple[tuple[int, Any], ...] = ()

    @property
    def chosen(self) -> tuple[int, ...]:
        return tuple(sorted(player for player, _ in self.made))

    @property
    def waiting(self) -> tuple[int, ...]:
        """Those who still have to choose."""
        chosen = dict(self.made)
        return tuple(player for player in self.players if player not in chosen)

    def choose(self, player: int, choice: Any) -> Choices:
        if player not in self.waiting:
            raise ValueError(f"player {player} has nothing to choose")
        return replace(self, made=tuple(sorted((*self.made, (player, choice)), key=lambda made: made[0])))

    def revealed(self) -> dict[int, Any]:
        """All choices, once no player is left who could profit from seeing them."""
        if self.waiting:
            raise ValueError("choices stay hidden until all have chosen")
        return dict(self.made)

    def view(self, viewer: int | None) -> dict[str, Any]:
        """Who has chosen, and the viewer's own choice."""
        return {
            "chosen": list(self.chosen),
            "own": plain(dict(self.made).get(viewer)) if viewer is not None else None,
        }
