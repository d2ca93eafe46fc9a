"""Figures about a game of CompoundIt!."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from adjudicator.engine.agents.figures import Measures, Scored
from adjudicator.engine.replay import replay
from adjudicator_rulesets.compoundit.play.game import CompoundItGame
from adjudicator_rulesets.compoundit.play.state import rack, supply

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.engine.events import Event
    from adjudicator.engine.replay import Record


def measure(record: Record) -> Measures:
    events, players = record.events, range(len(record.players))
    state = replay(CompoundItGame(), events)
    passes = [event.player for event in events if event.type == "passed"]
    turns = passes + [event.player for event in events if event.type == "tiles_placed"]
    if state.result is not None and state.result.reason == "all_passed":
        passes = passes[: -len(players)]
    return Measures(
        first=state.first,
        turns=tuple(turns.count(player) for player in players),
        passes=tuple(passes.count(player) for player in players),
        pieces_left=tuple(
            len(state.pieces[rack(player)]) + len(state.pieces[supply(player)]) for player in players
        ),
    )


def turns(events: Sequence[Event]) -> list[Scored]:
    """Moves and passes; a move that was taken back is left out (C-CHAL)."""
    turns_scored: list[Scored] = []
    for event in events:
        if event.type == "tiles_placed":
            turns_scored.append(Scored(event.version, event.by, event["score"]))
        elif event.type == "passed":
            turns_scored.append(Scored(event.version, event.by, 0))
        elif event.type == "move_taken_back":
            place = max(
                i for i, turn in enumerate(turns_scored) if turn.player == event.by
            )  # others may have passed
            turns_scored[place] = replace(turns_scored[place], score=0, taken_back=True)
    return turns_scored
