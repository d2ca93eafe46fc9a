"""What `simulate` counts of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine.agents.figures import Measures, Scored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.engine.events import Event
    from adjudicator.engine.replay import Record


def measure(record: Record) -> Measures:
    players = range(len(record.players))
    picks = [event.player for event in record.events if event.type == "card_picked"]
    none = tuple(0 for _ in players)
    return Measures(0, tuple(picks.count(player) for player in players), none, none)


def turns(events: Sequence[Event]) -> list[Scored]:
    revealed = [event for event in events if event.type == "picks_revealed"]
    return [Scored(event.version, event["winner"], 1) for event in revealed]
