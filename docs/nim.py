# nim.py
"""Nim: take as many as you like from one heap. Whoever takes the last one wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from adjudicator.game import Ask, Event, Frame, Ledger, OpenGame, Shown, Typed, by_type, sentences

title = "Nim"
sentences(
    "nim", told={"taken": lambda name, event, _: f"{name}: takes {event['count']} from heap {event['heap']}"}
)


@dataclass(frozen=True, slots=True)
class Options:
    heaps: Annotated[int, range(1, 7)] = 3  # of 3, 4, 5 ... counters


class Take(Typed):
    heap: int  # from 0
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Frame):
    options: Options
    heaps: tuple[int, ...]
    turn: int = 0


def taken(state: State, event: Event) -> State:
    heaps = [size - event["count"] * (heap == event["heap"]) for heap, size in enumerate(state.heaps)]
    return replace(state, heaps=tuple(heaps), turn=1 - state.turn)


class Nim(OpenGame[State, Take]):
    name, numbers = "nim", range(2, 3)
    options_type, state_type, actions = Options, State, by_type(Take)
    folds, shown = {"taken": taken}, {"taken": Shown(("heap", "count"))}

    def begin(self, header: Mapping[str, Any], event: Event) -> State:
        return State(**header, heaps=tuple(range(3, 3 + header["options"].heaps)))

    def moves(self, state: State) -> tuple[Take, ...]:
        return tuple(Take(heap, n) for heap, size in enumerate(state.heaps) for n in range(1, size + 1))

    def asks(self, state: State) -> tuple[Ask, ...]:
        moves = self.moves(state)
        return (Ask(state.turn, ("take",), since=state.version, otherwise=moves[0]),) if moves else ()

    def listed(self, state: State, ask: Ask) -> tuple[Take, ...]:
        return self.moves(state)

    def decide(self, ledger: Ledger[State], player: int, action: Take, verdict: Any) -> None:
        ledger.record("taken", player, heap=action.heap, count=action.count)
        if not any(ledger.state.heaps):
            ledger.end("last_one_taken")

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(int(not any(state.heaps) and seat != state.turn) for seat in (0, 1))


playable = Nim
