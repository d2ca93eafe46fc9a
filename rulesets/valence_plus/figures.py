"""What a game of Valence Plus was like, in figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine.figures import Measures, Scored
from adjudicator.engine.replay import replay
from rulesets.valence_plus.game import ValencePlusGame
from rulesets.valence_plus.state import hand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.engine.events import Event
    from adjudicator.engine.replay import Record


def measure(record: Record) -> Measures:
    """A pass is a turn in which nothing was built."""
    state = replay(ValencePlusGame(), record.events)
    turns, passes, built = [0] * len(record.players), [0] * len(record.players), False
    for event in record.events:
        if event.type == "turn_ended" and event.player is not None:
            turns[event.player] += 1
            passes[event.player] += not built
            built = False
        built = built or event.type == "molecule_built"
    return Measures(
        first=state.first,
        turns=tuple(turns),
        passes=tuple(passes),
        pieces_left=tuple(len(state.pieces[hand(player)]) for player in state.players),
    )


def turns(events: Sequence[Event]) -> list[Scored]:
    """What was built in each; nothing is taken back in this game."""
    ended = [event for event in events if event.type == "turn_ended"]
    return [Scored(event.version, event.by, event["points"]) for event in ended]
