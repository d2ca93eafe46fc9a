"""What a game of Valence Plus was like, in figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine.agents.figures import Measures, Scored
from adjudicator.engine.replay import replay, states
from adjudicator_rulesets.valence_plus.play.game import ValencePlusGame
from adjudicator_rulesets.valence_plus.play.opening import kinds_to_make
from adjudicator_rulesets.valence_plus.play.state import DISCARD, hand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.engine.events import Event
    from adjudicator.engine.replay import Record
    from adjudicator_rulesets.valence_plus.play.state import State


BUILDING = ("molecule_built", "name_given", "turn_ended")  # what follows the collecting


def measure(record: Record) -> Measures:
    """Nobody passes in this game; what counts is a turn without a build."""
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


def turns(events: Sequence[Event]) -> list[Scored]:
    """From the collecting to the end of the turn, the last one too, with what it changed for everybody.

    V-COOP: together only new kinds count, and they count for all.
    """
    game = ValencePlusGame()
    after = {event.version: state for event, state in states(game, events)}
    found = []
    for turn in _by_turn(events):
        before, then = after[turn[0].version - 1], after[turn[-1].version]
        changes = [late - soon for soon, late in zip(_standing(before), _standing(then), strict=True)]
        player = _owner(turn)
        others = [(other, n) for other, n in enumerate(changes) if n and other != player]
        built = [event for event in turn if event.type == "molecule_built"]
        going_on = next((event.version for event in turn if event.type in BUILDING), None)
        found.append(
            Scored(
                turn[0].version,
                player,
                changes[player],
                others=tuple(others),
                until=turn[-1].version,
                choice=_choice(turn),
                going_on=going_on,
                made=sum(_worth(event, before) for event in built),
            )
        )
    return found


def _choice(turn: Sequence[Event]) -> str:
    """The collecting action as the terminal writes it."""
    for event in turn:
        match event.type:
            case "cards_drawn":
                return "draw discard" if event["source"] == DISCARD else "draw"
            case "hand_exchanged":
                return "exchange"
            case "traded_up":
                return f"trade {event['card']['formula']}"
            case "reaction_aimed":
                reactors, target = event["reactors"], event["target"]
            case "reacted":
                reactors = [card["formula"] for card in event["reactors"]]
                target = event["target"]["formula"]
            case _:
                continue
        return f"react {' '.join(reactors)} with {target} of {event['owner'] + 1}"
    return "draw"


def _worth(built: Event, before: State) -> int:
    """Points, or together a kind that is new."""
    if not before.options.cooperative:
        points: int = built["points"]
        return points
    return int(built["molecule"] in kinds_to_make(before) - set(before.made))


def _standing(state: State) -> tuple[int, ...]:
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
    """Whose turn it is: who acts first; a reshuffle is nobody's act."""
    return next(event.by for event in turn if event.player is not None)
