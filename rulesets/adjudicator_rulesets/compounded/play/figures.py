"""What a game of Compounded was like, in figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine.agents.figures import Measures, Scored
from adjudicator.engine.replay import replay, states
from adjudicator_rulesets.compounded.play.game import CompoundedGame
from adjudicator_rulesets.compounded.play.state import bench

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.engine.events import Event
    from adjudicator.engine.replay import Record

TURN = ("crystal_placed", "crystals_swapped", "research_ended")  # what a Research turn is made of


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


def turns(events: Sequence[Event]) -> list[Scored]:
    """Every Research turn of a person, with the points that the whole turn of the table brought them."""
    game = CompoundedGame()
    scores = {event.version: game.scores(state) for event, state in states(game, events)}
    found = []
    for first, last in _rounds(events):
        inside = [event for event in events if first <= event.version <= last]
        began = scores.get(first - 1, (0,) * len(scores[last]))
        for player in dict.fromkeys(e["seat"] for e in inside if e.type == "research_ended"):
            own = [e for e in inside if e.type in TURN and e.facts.get("seat", e.player) == player]
            if own[0].player != player:
                continue  # Nobel's
            gained = scores[last][player] - began[player]
            found.append(Scored(own[0].version, player, gained, until=own[-1].version))
    return found


def _rounds(events: Sequence[Event]) -> list[tuple[int, int]]:
    """The first and the last version of every turn of the table."""
    starts = [1, *(event.version for event in events if event.type == "turn_begun")]
    ends = [*(start - 1 for start in starts[1:]), events[-1].version]
    return list(zip(starts, ends, strict=True))
