"""The protocol that every game follows: what a table may ask of it, and what it has to bring.

A game brings `opening`, `evolve`, `judge`, `decide`, `legal_actions` and `view`. From these come `new` and
`apply`: a state is the fold of its events, every action is judged, and no argument is ever changed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from adjudicator import ruleset
from adjudicator.engine import codec
from adjudicator.engine.answers import IllegalAction
from adjudicator.engine.events import Event, shown_to
from adjudicator.engine.rng import Rng
from adjudicator.errors import UnknownRuleset, UnreadableInput, quote
from adjudicator.verdict import Ruling

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Mapping

    from adjudicator.engine.answers import ActionVerdict
    from adjudicator.engine.bots import Companion
    from adjudicator.engine.events import Result, Shown
    from adjudicator.engine.inventory import Inventory

SCHEMA = 1


class State(Protocol):
    """What the engine knows of a state: a frozen dataclass that counts its events and holds the pieces."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def version(self) -> int: ...
    @property
    def pieces(self) -> Inventory: ...


class Action(Protocol):
    """What a player asks: a frozen dataclass whose `type` says which kind."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def type(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Open:
    """A kind of action that has too many instances to list: `judge` decides any of them."""

    type: str


S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)


class Game(ABC, Generic[S, A]):
    name: str
    state_type: type[S]
    actions: Mapping[str, type[A]]  # by their `type`
    shown: Mapping[str, Shown]  # of every type of event, who sees what

    # --- what a game brings ---------------------------------------------------------------------------------

    @abstractmethod
    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        """Options worth offering, by name. Every game is tested with all of them."""

    @abstractmethod
    def opening(self, ledger: Ledger[S], options: Mapping[str, Any], rng: Rng) -> None:
        """Records everything up to the first action; raises UnreadableInput for options it does not know."""

    @abstractmethod
    def evolve(self, state: S | None, event: Event) -> S:
        """The state after an event, by the event alone: no chance, no chemistry. None is before the first."""

    @abstractmethod
    def players_to_act(self, state: S) -> tuple[int, ...]:
        """Everybody who has something to do or to say, in the order in which a table would ask them."""

    @abstractmethod
    def legal_actions(self, state: S, player: int) -> tuple[A | Open, ...]: ...

    @abstractmethod
    def judge(self, state: S, player: int, action: A) -> ActionVerdict: ...

    @abstractmethod
    def decide(self, ledger: Ledger[S], player: int, action: A, verdict: ActionVerdict) -> None:
        """Records what a legal action brings about."""

    @abstractmethod
    def view(self, state: S, player: int | None) -> dict[str, Any]:
        """All that this player may know, put together from an allow-list; None only watches."""

    @abstractmethod
    def imagine(self, view: Mapping[str, Any], rng: Rng) -> S:
        """Some state that looks like this to its viewer: what is hidden is made up. For bots and tests."""

    @abstractmethod
    def result(self, state: S) -> Result | None: ...

    @abstractmethod
    def box(self, state: S) -> Counter[str]:
        """The pieces of the edition, which are all somewhere, once."""

    @abstractmethod
    def about(self, state: S) -> tuple[str, Mapping[str, Any]]:
        """The edition and the options, for the record."""

    def companion(self) -> Companion[A]:
        """Its bots, hints and figures; a game may come without."""
        raise UnknownRuleset("no_bots", f"{self.name} has no bots.", input=self.name)

    # --- what follows from it -------------------------------------------------------------------------------

    def new(self, options: Mapping[str, Any], seed: int | str | None = None) -> S:
        return self.start(options, seed)[0]

    def start(self, options: Mapping[str, Any], seed: int | str | None = None) -> tuple[S, tuple[Event, ...]]:
        """A new game and the events that made it. Without a seed nobody can know what comes."""
        ledger = Ledger(self)
        self.opening(ledger, options, Rng.seeded(seed))
        return ledger.state, tuple(ledger.events)

    def apply(self, state: S, player: int, action: A) -> tuple[S, tuple[Event, ...]]:
        """The state after an action and what happened; raises IllegalAction with the verdict."""
        verdict = self.judge(state, player, action)
        if verdict.ruling is not Ruling.VALID:
            raise IllegalAction(verdict)
        ledger = Ledger(self, state)
        self.decide(ledger, player, action, verdict)
        return ledger.state, tuple(ledger.events)

    def step(self, state: S | None, event: Event) -> S:
        """One event on; raises UnreadableInput when it does not follow."""
        due = 1 if state is None else state.version + 1
        if event.version != due:
            raise UnreadableInput("bad_event", f"Event {event.version} came where event {due} was due.")
        if event.type not in self.shown:
            raise UnreadableInput("bad_event", f"{self.name} has no event {quote(event.type)}.")
        return replace(self.evolve(state, event), version=event.version)

    def events_shown(self, events: Iterable[Event], player: int | None) -> tuple[Event, ...]:
        return tuple(shown_to(player, event, self.shown) for event in events)

    def read_action(self, data: Any) -> A:
        """An action as JSON has it, {"type": "pass"}; raises UnreadableInput with every fault."""
        kind = data.get("type") if hasattr(data, "get") else None
        if not isinstance(kind, str) or kind not in self.actions:
            raise UnreadableInput(
                "bad_action",
                f"An action has a type, one of {', '.join(self.actions)}, not {quote(repr(kind))}.",
            )
        return codec.read(self.actions[kind], data, "action")

    def state_to_json(self, state: S) -> dict[str, Any]:
        """The whole state, secrets included: for storage, never for a player."""
        return {"schema": SCHEMA, "game": self.name, "state": codec.plain(state)}

    def state_from_json(self, data: Mapping[str, Any]) -> S:
        check_schema(data, self.name)
        return codec.read(self.state_type, data.get("state"), "state")


class Ledger(Generic[S]):
    """The state and the events so far, while an action is being worked out."""

    def __init__(self, game: Game[S, Any], state: S | None = None) -> None:
        self._game = game
        self._state = state
        self.events: list[Event] = []

    @property
    def state(self) -> S:
        if self._state is None:
            raise ValueError("nothing has happened yet")
        return self._state

    def record(self, kind: str, player: int | None = None, **facts: Any) -> None:
        version = 1 if self._state is None else self._state.version + 1
        # Through JSON, so that what is replayed from a file is what was played.
        event = Event(version, kind, player, codec.frozen(codec.plain(facts)))
        self._state = self._game.step(self._state, event)
        self.events.append(event)


def check_schema(data: Mapping[str, Any], game: str | None = None) -> None:
    """Refuses what another version of this program wrote, and another game's."""
    schema = data.get("schema") if hasattr(data, "get") else None
    if schema != SCHEMA:
        raise UnreadableInput(
            "unknown_schema",
            f"This game was saved in schema {quote(repr(schema))}; this program reads schema {SCHEMA}.",
        )
    if game is not None and data.get("game") != game:
        raise UnreadableInput(
            "other_game", f"This is a game of {quote(str(data.get('game')))}, not of {game}."
        )


def load_game(name: str) -> Game[Any, Any]:
    """The playable game of that name, found where its rule sets are."""
    package = ruleset.game(name)
    playable = getattr(package, "playable", None)
    if playable is None:
        raise UnknownRuleset(
            "not_playable", f"{package.title} can be judged, but not yet played.", input=name
        )
    game: Game[Any, Any] = playable()
    return game


def playable_games() -> tuple[str, ...]:
    return tuple(name for name in sorted(ruleset.games()) if hasattr(ruleset.game(name), "playable"))
