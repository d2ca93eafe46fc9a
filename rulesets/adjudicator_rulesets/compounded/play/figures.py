"""Figures about a game of Compounded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine.agents.figures import Measures
from adjudicator.engine.replay import replay
from adjudicator_rulesets.compounded.play.game import CompoundedGame
from adjudicator_rulesets.compounded.play.state import bench

if TYPE_CHECKING:
    from adjudicator.engine.replay import Record


def measure(record: Record) -> Measures:
    state = replay(CompoundedGame(), record.events)
    people = range(len(record.players))
    ended = [event["seat"] for event in record.events if event.type == "research_ended"]
    idle: list[int] = []
    busy: set[int] = set()
    for event in record.events:
        if event.type == "crystal_placed":
            busy.add(event["seat"])
        elif event.type == "research_ended":
            if event["seat"] not in busy:
                idle.append(event["seat"])
            busy.discard(event["seat"])
    return Measures(
        first=record.events[0]["lead"],
        turns=tuple(ended.count(player) for player in people),
        passes=tuple(idle.count(player) for player in people),
        pieces_left=tuple(len(state.pieces[bench(player)]) for player in people),
        idle="Turns with nothing placed",
    )
