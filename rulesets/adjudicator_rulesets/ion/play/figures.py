"""Figures about a game of Ion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine.agents.figures import Measures
from adjudicator.engine.replay import replay, states
from adjudicator_rulesets.ion.judging.bonding import neutral
from adjudicator_rulesets.ion.play.folds import points
from adjudicator_rulesets.ion.play.game import IonGame
from adjudicator_rulesets.ion.play.score_sheets import lines_now
from adjudicator_rulesets.ion.play.state import face_down

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.engine.events import Event
    from adjudicator.engine.replay import Record
    from adjudicator_rulesets.ion.play.state import State


def measure(record: Record) -> Measures:
    """All play at once: nobody is first or passes. Idle are charged cards that never scored."""
    game = IonGame()
    seats = range(len(record.players))
    idle = [0] * len(seats)
    for event, state in states(game, record.events):
        if event.type == "round_scored":
            for player in seats:
                loose = [
                    group for group in state.areas[player].groups if not neutral(group, state.options.reading)
                ]
                idle[player] += sum(map(len, loose))
    picks = [event.player for event in _picks(record.events)]
    state = replay(game, record.events)
    return Measures(
        first=0,
        turns=tuple(picks.count(player) for player in seats),
        passes=tuple(idle),
        pieces_left=tuple(len(state.pieces[face_down(player)]) for player in seats),
        idle="Charged cards without a compound",
    )


def standing(state: State, player: int) -> int:
    """Counted points, plus the points on the table."""
    counted = state.accounts[points(player)]
    if len(state.sheets) >= state.round:
        return counted
    return counted + sum(line.points for line in lines_now(state, player))


def _picks(events: Sequence[Event]) -> list[Event]:
    """The picks that counted: each player's last one before they were revealed (I-PICK)."""
    found: list[Event] = []
    chosen: dict[int, Event] = {}
    for event in events:
        if event.type == "card_picked":
            chosen[event.by] = event
        elif event.type == "picks_revealed":
            found += [pick for _, pick in sorted(chosen.items())]
            chosen = {}
    return found
