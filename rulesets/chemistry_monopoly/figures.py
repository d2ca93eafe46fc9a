"""What a game of Chemistry Monopoly was like, in figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine.figures import Measures, Scored
from adjudicator.engine.replay import replay, states
from rulesets.chemistry_monopoly.game import ChemistryMonopolyGame
from rulesets.chemistry_monopoly.holdings import holdings, worth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.engine.events import Event
    from adjudicator.engine.replay import Record
    from rulesets.chemistry_monopoly.state import State

GETTING = ("lot_bought", "lot_sold", "condensed", "offer_carried_out")


def measure(record: Record) -> Measures:
    """Nobody passes; what counts is a turn in which its player got nothing and condensed nothing."""
    state = replay(ChemistryMonopolyGame(), record.events)
    players = range(len(record.players))
    turns, idle = [0] * len(players), [0] * len(players)
    got = False
    for event in record.events:
        got = got or event.type in GETTING
        if event.type == "turn_ended":
            turns[event.by] += 1
            idle[event.by] += not got
            got = False
    first = next(event.by for event in record.events if event.type == "turn_begun")
    return Measures(
        first=first,
        turns=tuple(turns),
        passes=tuple(idle),
        pieces_left=tuple([len(holdings(state).of(player)) for player in players]),
        idle="Turns with nothing new",
    )


def turns(events: Sequence[Event]) -> list[Scored]:
    """From one turn to the next, with what it changed in everybody's worth."""
    after = {event.version: state for event, state in states(ChemistryMonopolyGame(), events)}
    begun = next(event.version for event in events if event.type == "turn_begun")
    found, start = [], begun + 1
    ends = [event.version for event in events if event.type == "turn_ended"]
    last = events[-1].version
    for until in [*ends, *([last] if not ends or ends[-1] != last else [])]:
        if until < start:
            continue
        before, then = after[start - 1], after[until]
        player = before.turn
        if player is not None:
            changes = [late - soon for soon, late in zip(_worths(before), _worths(then), strict=True)]
            others = tuple([(other, n) for other, n in enumerate(changes) if n and other != player])
            found.append(Scored(start, player, changes[player], others=others, until=until))
        start = until + 1
    return found


def _worths(state: State) -> list[int]:
    """At the end the scores, which count it all."""
    if state.result is not None:
        return list(state.result.scores)
    return [worth(state, player) for player in state.players]
