"""Pig, with more than two players and chance as docs/games.md explains them: roll and add up, or hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.game import Ask, Event, Frame, Ledger, OpenGame, Shown, Typed, by_type, sentences

ENOUGH = 12
sentences(
    "pig",
    told={
        "rolled": lambda name, event, _: f"{name}: rolls {event['number']}",
        "held": lambda name, *_: f"{name}: holds",
    },
)


class Action(Typed):
    """What a player can do."""


class Roll(Action):
    """Adds to the heap, or loses it with a 1."""


class Hold(Action):
    """Adds the heap to the points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Frame):
    points: tuple[int, ...]
    heap: int = 0
    turn: int = 0


def rolled(state: State, event: Event) -> State:
    if event["number"] == 1:
        return replace(state, heap=0, turn=state.others(event.by)[0])
    return replace(state, heap=state.heap + event["number"], turn=event.by)


def held(state: State, event: Event) -> State:
    points = [sum_ + state.heap * (seat == event.by) for seat, sum_ in enumerate(state.points)]
    return replace(state, points=tuple(points), heap=0, turn=state.others(event.by)[0])


class Pig(OpenGame[State, Action]):
    name, numbers = "pig", range(2, 5)
    state_type, actions = State, by_type(Action)
    folds, shown = {"rolled": rolled, "held": held}, {"rolled": Shown(("number",)), "held": Shown()}

    def begin(self, header: Mapping[str, Any], event: Event) -> State:  # noqa: ARG002
        return State(**header, points=(0,) * len(header["seats"]))

    def mover(self, state: State) -> int:
        return state.turn if state.turn in state.playing else state.others(state.turn)[0]

    def asks(self, state: State) -> tuple[Ask, ...]:
        otherwise = Hold() if state.heap else Roll()
        kinds = ("roll", "hold") if state.heap else ("roll",)
        return (Ask(self.mover(state), kinds, since=state.version, otherwise=otherwise),)

    def listed(self, state: State, ask: Ask) -> tuple[Action, ...]:  # noqa: ARG002
        return (Roll(), Hold()) if state.heap else (Roll(),)

    def decide(self, ledger: Ledger[State], player: int, action: Action, _: Any) -> None:
        if isinstance(action, Hold):
            ledger.record("held", player)
        else:
            ledger.record("rolled", player, number=1 + ledger.below(6))
        if max(ledger.state.points) >= ENOUGH:
            ledger.end("enough_points")

    def scores(self, state: State) -> tuple[int, ...]:
        return state.points
