"""What players did in a recorded game: each action, found again by doing it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.engine.agenda import Open
from adjudicator.engine.agents.foresight import foresight_of
from adjudicator.engine.replay import states
from adjudicator.errors import AdjudicatorError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.engine.agents.foresight import Foresight
    from adjudicator.engine.events import Event
    from adjudicator.engine.game import Game
    from adjudicator.engine.replay import Record

# What a game may stumble over amid the events of one act, where nothing is settled yet.
UNSETTLED = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)


class Act(NamedTuple):
    """What a player did: the action that caused these events."""

    player: int
    action: Any
    before: Any  # the state in which it was done
    after: Any
    events: tuple[Event, ...]

    @property
    def version(self) -> int:
        return self.events[0].version

    @property
    def until(self) -> int:
        return self.events[-1].version


def acts_of(game: Game[Any, Any], record: Record, at: Mapping[int, Any] | None = None) -> Iterator[Act]:
    """Every action of a player, found again by doing it: it is what brings the same events about.

    `at` are the states of the record by version, where they are known already.
    """
    foresight, at = foresight_of(game), at or states_of(game, record)
    place = 0
    while place < len(record.events):
        before = at.get(record.events[place].version - 1)
        act = None if before is None else _act(foresight, before, record.events[place:], at)
        if act is not None:
            yield act
        place += 1 if act is None else len(act.events)


def states_of(game: Game[Any, Any], record: Record) -> dict[int, Any]:
    """The state after each event, by its version."""
    return {event.version: state for event, state in states(game, record.events)}


def _act(
    foresight: Foresight[Any], before: Any, events: Sequence[Event], at: Mapping[int, Any]
) -> Act | None:
    game, first = foresight.game, events[0]
    if before.result is not None:
        return None
    possible = list(foresight.open_acts(events))
    if first.player is not None and first.player in _players_to_act(game, before):
        listed = game.legal_actions(before, first.player)
        possible += [(first.player, action) for action in listed if not isinstance(action, Open)]
    for player, action in possible:
        try:
            _, made = game.apply(before, player, action)
        except AdjudicatorError:
            continue
        if len(made) <= len(events) and all(map(_agree, made, events)):
            until = events[len(made) - 1].version
            return Act(player, action, before, at[until], tuple(events[: len(made)]))
    return None


def _players_to_act(game: Game[Any, Any], state: Any) -> tuple[int, ...]:
    """Who has something to do; none amid the events of the opening, where a game cannot say it yet."""
    try:
        return game.players_to_act(state)
    except UNSETTLED:
        return ()


def _agree(made: Event, recorded: Event) -> bool:
    """What both tell of themselves is the same; an older record may tell less."""
    return (made.type, made.player) == (recorded.type, recorded.player) and _alike(made.facts, recorded.facts)


def _alike(made: Any, recorded: Any) -> bool:
    """By what both tell, at any depth: the terms of older offers say nothing of handing things on."""
    if isinstance(made, Mapping) and isinstance(recorded, Mapping):
        return all(_alike(made[name], recorded[name]) for name in made if name in recorded)
    if isinstance(made, tuple) and isinstance(recorded, tuple):
        return len(made) == len(recorded) and all(map(_alike, made, recorded))
    return bool(made == recorded)
