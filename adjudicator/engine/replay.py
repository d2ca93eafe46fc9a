"""Records of games: everything needed to replay one and to check it by somebody else's program."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from adjudicator.engine import codec
from adjudicator.engine.events import Event, Result
from adjudicator.engine.game import SCHEMA, check_schema
from adjudicator.errors import UnreadableInput

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from adjudicator.engine.game import Game


@dataclass(frozen=True, slots=True)
class Record:
    game: str
    edition: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    events: tuple[Event, ...]
    result: Result | None  # None while it is being played

    def to_json(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "game": self.game,
            "edition": self.edition,
            "options": codec.plain(self.options),
            "players": list(self.players),
            "events": [event.to_json() for event in self.events],
            "result": codec.plain(self.result),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Record:
        """Raises UnreadableInput: unknown_schema, bad_record."""
        check_schema(data)
        try:
            return cls(
                game=data["game"],
                edition=data["edition"],
                options=codec.frozen(data["options"]),
                players=tuple(data["players"]),
                events=tuple(Event.from_json(event) for event in data["events"]),
                result=None if data["result"] is None else codec.read(Result, data["result"], "result"),
            )
        except (KeyError, TypeError) as error:
            raise UnreadableInput("bad_record", f"This is no record of a game: {error!r}.") from None


def record_of(game: Game[Any, Any], events: Sequence[Event], players: Sequence[str]) -> Record:
    """The whole record, secrets included: for storage, and for everybody once the game is over."""
    state = replay(game, events)
    edition, options = game.about(state)
    plain_options = codec.frozen(codec.plain(options))
    return Record(game.name, edition, plain_options, tuple(players), tuple(events), game.result(state))


def record_shown(
    game: Game[Any, Any], events: Sequence[Event], players: Sequence[str], viewer: int | None
) -> Record:
    """The record as a player may see it while the game goes on; None only watches."""
    return replace(record_of(game, events, players), events=game.events_shown(events, viewer))


def states(game: Game[Any, Any], events: Iterable[Event]) -> Iterator[tuple[Event, Any]]:
    """Every event with the state after it. No chance and no judge is asked."""
    state = None
    for event in events:
        try:
            state = game.step(state, event)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise UnreadableInput(
                "bad_record", f"Event {event.version} ({event.type}) cannot have happened here: {error!r}."
            ) from error
        yield event, state


def replay(game: Game[Any, Any], events: Iterable[Event]) -> Any:
    """The state that these events lead to."""
    last = deque(states(game, events), maxlen=1)
    if not last:
        raise UnreadableInput("bad_record", "A game has at least one event.")
    return last[0][1]
