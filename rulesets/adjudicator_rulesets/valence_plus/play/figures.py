"""Figures about a game of Valence Plus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine.agents.figures import Measures
from adjudicator.engine.replay import replay
from adjudicator_rulesets.valence_plus.play.game import ValencePlusGame
from adjudicator_rulesets.valence_plus.play.opening import kinds_to_make
from adjudicator_rulesets.valence_plus.play.state import hand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.engine.events import Event
    from adjudicator.engine.replay import Record
    from adjudicator_rulesets.valence_plus.play.state import State


def measure(record: Record) -> Measures:
    """There is no passing in this game; idle turns are those without a build."""
    state = replay(ValencePlusGame(), record.events)
    number = len(record.players)
    found = [[event.type for event in events] for events in _by_turn(record.events)]
    owners = [_owner(events) for events in _by_turn(record.events)]
    idle = [owner for owner, types in zip(owners, found, strict=True) if "molecule_built" not in types]
    return Measures(
        first=state.first,
        turns=tuple(owners.count(player) for player in range(number)),
        passes=tuple(idle.count(player) for player in range(number)),
        pieces_left=tuple(len(state.pieces[hand(player)]) for player in state.players),
        together=state.options.cooperative,
        idle="Turns with no build",
    )


def standing(state: State) -> tuple[int, ...]:
    """V-COOP: in the cooperative game only new kinds count, and they count for all."""
    if not state.options.cooperative:
        return state.scores
    return (len(kinds_to_make(state) & set(state.made)),) * len(state.seats)


def _by_turn(events: Sequence[Event]) -> list[list[Event]]:
    """The events of every turn, beginning with the first by the player whose turn it is."""
    found: list[list[Event]] = [[]]
    for event in events:
        if event.type == "game_started" or event.facts.get("why") == "deal":
            continue
        found[-1].append(event)
        if event.type == "turn_ended":
            found.append([])
    return [turn for turn in found if any(event.type not in ("game_ended", "resigned") for event in turn)]


def _owner(turn: Sequence[Event]) -> int:
    """Whose turn it is: the player who acts first; a reshuffle is nobody's action."""
    return next(event.by for event in turn if event.player is not None)
