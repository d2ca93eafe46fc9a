"""Records of games: everything needed to replay one, and to check it with another program."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.editions.labels import short_label
from adjudicator.engine import codec
from adjudicator.engine.events import Event, Result
from adjudicator.engine.game import SCHEMA, STARTED, check_schema, load_game
from adjudicator.engine.upcast import upcast
from adjudicator.errors import AdjudicatorError, UnknownRuleset, UnreadableInput
from adjudicator.notebook import html_answer, html_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from adjudicator.engine.game import Game


MAX_DEPTH = 32  # of a record; reading one calls itself for every level


@dataclass(frozen=True, slots=True)
class Record:
    game: str
    edition: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    events: tuple[Event, ...]
    result: Result | None  # None while it is being played
    edition_text: str | None = None  # of an edition that was never released

    def to_json(self) -> dict[str, Any]:
        text = {} if self.edition_text is None else {"edition_text": self.edition_text}
        return {
            "schema": SCHEMA,
            "game": self.game,
            "edition": self.edition,
            **text,
            "options": codec.plain(self.options),
            "players": list(self.players),
            "events": [event.to_json() for event in self.events],
            "result": codec.plain(self.result),
        }

    def __repr__(self) -> str:
        ended = "unfinished" if self.result is None else self.result.reason
        return f"<Record {self.game}: {', '.join(self.players)}; {len(self.events)} events, {ended}>"

    def _repr_html_(self) -> str:
        """For notebooks: who played, and how it ended."""
        result = self.result
        rows = [
            (place, name, *(("", "") if result is None else (result.scores[place], result.ranks[place])))
            for place, name in enumerate(self.players)
        ]
        ended = "still being played" if result is None else result.reason
        said = html_answer(self.game, f"{short_label(self.edition)}: {len(self.events)} events, {ended}")
        return f"{said}{html_table(('seat', 'player', 'score', 'rank'), rows)}"

    @classmethod
    def from_json(cls, data: Mapping[str, Any], game: Game[Any, Any] | None = None) -> Record:
        """Of any schema that was ever written; raises UnreadableInput: unknown_schema, bad_record.

        `game` reads its older events: the installed one of that name, if not said.
        """
        try:
            if codec.is_deeper(data, MAX_DEPTH):
                raise UnreadableInput("bad_record", f"A record is nested at most {MAX_DEPTH} deep.")
            data = upcast(data)
            check_schema(data)
            head = codec.read(_Head, {name: data[name] for name in _Head._fields if name in data}, "record")
            game = game or _installed(head.game)
            read_event = Event.from_json if game is None else game.read_event
            return cls(**head._asdict(), events=tuple(read_event(event) for event in data["events"]))
        except AdjudicatorError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise UnreadableInput("bad_record", "This is not a record of a game.") from error


class _Head(NamedTuple):
    """A record without its events, which its game reads."""

    game: str
    edition: str
    options: Any
    players: tuple[str, ...]
    result: Result | None
    edition_text: str | None = None


def _installed(name: str) -> Game[Any, Any] | None:
    try:
        return load_game(name)
    except UnknownRuleset:
        return None


def record_of(game: Game[Any, Any], events: Sequence[Event], players: Sequence[str]) -> Record:
    """The whole record, secrets included: for storage, and for everybody once the game is over."""
    return _record(game, events, events, players)


def record_shown(
    game: Game[Any, Any], events: Sequence[Event], players: Sequence[str], viewer: int | None
) -> Record:
    """The record as a player may see it while the game goes on; None only watches."""
    return _record(game, events, game.events_shown(events, viewer), players)


def _record(
    game: Game[Any, Any], events: Sequence[Event], shown: Sequence[Event], players: Sequence[str]
) -> Record:
    """The first event says how it was set up, and the last how it ended."""
    first, last = (events[0], events[-1]) if events else (None, None)
    if first is None or last is None or first.type != STARTED:
        raise UnreadableInput("bad_record", f"A game begins with {STARTED}.")
    label = first["edition"]
    ended = last.type == "game_ended"
    return Record(
        game=game.name,
        edition=label,
        edition_text=game.editions.unreleased_text(label),
        options=first["options"],
        players=tuple(players),
        events=tuple(shown),
        result=Result(last["scores"], last["winners"], last["reason"], last["ranks"]) if ended else None,
    )


def game_of(record: Record) -> Game[Any, Any]:
    """The game to replay it with, which knows its edition from now on."""
    game = load_game(record.game)
    if record.edition_text is not None:
        game.editions.remember(record.edition_text)
    return game


def states(game: Game[Any, Any], events: Iterable[Event]) -> Iterator[tuple[Event, Any]]:
    """Every event with the state after it. Neither chance nor the judge is consulted."""
    state = None
    for event in events:
        try:
            state = game.step(state, event)
        except AdjudicatorError:
            raise
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            message = f"Event {event.version} ({event.type}) cannot have happened here."
            raise UnreadableInput("bad_record", message) from error
        yield event, state


def replay(game: Game[Any, Any], events: Iterable[Event]) -> Any:
    """The state that these events lead to."""
    last = deque(states(game, events), maxlen=1)
    if not last:
        raise UnreadableInput("bad_record", "A game has at least one event.")
    return last[0][1]
