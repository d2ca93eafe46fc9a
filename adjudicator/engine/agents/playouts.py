"""A game played on from a world that looks like a decision, by the quick policy of every seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.engine.agents.bots import chance_of
from adjudicator.engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.engine.agents.bots import Bot
    from adjudicator.engine.agents.foresight import Foresight, Outlook
    from adjudicator.engine.events import Event

MOST_STEPS = 2000  # of a playout; more means that the policy goes round in circles


@dataclass(frozen=True)
class Question:
    """A decision of a seat: its view, what it has seen happen, and the candidates.

    What is `done` comes before every candidate: then the question is what to do next in the same worlds, once
    the seat is asked again.
    """

    foresight: Foresight[Any]
    view: Mapping[str, Any]
    candidates: Sequence[Any]
    seed: str
    seen: Sequence[Event] = ()
    done: tuple[Any, ...] = ()

    @property
    def seat(self) -> int:
        seat: int = self.view["you"]
        return seat

    def world(self, number: int) -> Any:
        return self.foresight.imagine(self.view, self.seen, Rng.seeded(f"{self.seed}/{number}"))


class Step(NamedTuple):
    """What the policy did in a state."""

    state: Any
    player: int
    action: Any


class Policy:
    """The bots that play on, one for each seat, and how many choices they have made."""

    def __init__(self, foresight: Foresight[Any]) -> None:
        self.foresight = foresight
        self.steps = 0
        self._bots: dict[int, Bot[Any]] = {}

    def play_on(self, start: Any, state: Any, seed: str, told: list[Step] | None = None) -> Outlook:
        """Plays until the horizon, and looks at what is there; its steps are `told`."""
        return self.foresight.look(self.until(start, state, seed, told))

    def asked_again(self, state: Any, seat: int, seed: str) -> Any:
        """The state in which a seat has to act again, after others who come before."""
        for _ in range(MOST_STEPS):
            obliged = [ask.player for ask in self.foresight.game.asked(state) if ask.obliged]
            chosen = None if seat in obliged or not obliged else self._next(state, seed)
            if chosen is None:
                break
            self.steps += 1
            state = self.foresight.game.played_on(state, *chosen)
        return state

    def until(self, start: Any, state: Any, seed: str, told: list[Step] | None = None) -> Any:
        """The state at the horizon, counted from the start."""
        foresight = self.foresight
        for _ in range(MOST_STEPS):
            if state.result is not None or foresight.over(start, state):
                break
            chosen = self._next(state, seed)
            if chosen is None:
                break
            self.steps += 1
            if told is not None:
                told.append(Step(state, *chosen))
            state = foresight.game.played_on(state, *chosen)
        return state

    def _next(self, state: Any, seed: str) -> tuple[int, Any] | None:
        """What a player does now; where all wait for each other, what happens if none answers."""
        game = self.foresight.game
        for player in game.players_to_act(state):
            bot = self._bots.get(player)
            if bot is None:
                bot = self._bots[player] = self.foresight.bot()
            chance = chance_of(seed, player, state.version)
            action = bot.choose(game.glance(state, player, imagined=True), chance)
            if action is not None:
                return player, action
        due = [ask for ask in game.asked(state) if ask.obliged]
        return (due[0].player, due[0].otherwise) if due else None
