"""What happened in a game, who may see it, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.engine.codec import frozen, plain
from adjudicator.errors import UnreadableInput
from adjudicator.verdict import NO_FACTS, Facts

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, chance included; `version` counts the events of the game from 1."""

    version: int
    type: str
    player: int | None = None
    facts: Facts = NO_FACTS
    schema: int = 1  # of its facts; it rises when a type of event changes its shape

    def __getitem__(self, name: str) -> Any:
        return self.facts[name]

    @property
    def by(self) -> int:
        """The player of an event that has one."""
        if self.player is None:
            raise ValueError(f"event {self.version} ({self.type}) is nobody's")
        return self.player

    def to_json(self) -> dict[str, Any]:
        head = {"version": self.version, "type": self.type, "player": self.player}
        return {**head, **({} if self.schema == 1 else {"schema": self.schema}), **plain(self.facts)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Event:
        facts = dict(data) if hasattr(data, "keys") else {}
        version, kind, player = (facts.pop(name, None) for name in ("version", "type", "player"))
        if type(version) is not int or type(kind) is not str or not (player is None or type(player) is int):
            raise UnreadableInput("bad_event", "An event has a version, a type and a player.")
        schema = facts.pop("schema", 1)
        if type(schema) is not int:
            raise UnreadableInput("bad_event", "The schema of an event is a number.")
        return cls(version, kind, player, frozen(facts), schema)


class Shown(NamedTuple):
    """The allow-list of one type of event: what everybody sees of it, and what its own player also sees."""

    to_all: tuple[str, ...] = ()
    to_own: tuple[str, ...] = ()


def shown_to(viewer: int | None, event: Event, allowed: Mapping[str, Shown]) -> Event:
    """The event as that player may see it; None is a spectator."""
    shown = allowed[event.type]
    names = shown.to_all
    if viewer is not None and viewer == event.player:
        names += shown.to_own
    facts = Facts(**{name: event.facts[name] for name in names if name in event.facts})
    return Event(event.version, event.type, event.player, facts, event.schema)


@dataclass(frozen=True, slots=True)
class Result:
    """How it ended, seat by seat; ranks count from 1, equal ones share, and an empty seat has 0."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    ranks: tuple[int, ...]
