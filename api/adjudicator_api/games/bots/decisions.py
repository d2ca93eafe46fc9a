"""Functions that run in a separate process: a bot's choice, hints, the analysis of a finished game.

Called by name in another process (see `jobs.pool`), with plain values only; nothing here knows the database.
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import lru_cache
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from adjudicator import prose
from adjudicator.engine import codec
from adjudicator.engine.agents.bots import Character, chance_of, players_of, recalling, sparing
from adjudicator.engine.agents.thinking import hints_of
from adjudicator.engine.game import load_game
from adjudicator.engine.replay import Record, game_of, states
from adjudicator.errors import UnreadableInput
from adjudicator.languages.boxes import words_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.engine.agents.acts import Act
    from adjudicator.engine.agents.analyst import AnalysedTurn, Analyst
    from adjudicator.engine.game import Game

    Decision = tuple[Act, AnalysedTurn, list[Any]]

T = TypeVar("T")

PLAYOUTS = 32  # for every decision of an analysis
LISTED = 2  # games that are being analysed, whose decisions a process remembers between two parts
THINKING = 3.0  # after that, a part of an analysis begins no further decision: others take turns
AHEAD = 50  # decisions that a part lists beyond those that it looked into: all take seconds in a long game


def choose(
    game: str,
    edition: str | None,
    view: Mapping[str, Any],
    bot: str,
    seed: str,
    seat: int,
    seen: Sequence[Mapping[str, Any]] = (),
    share: float = 1.0,
) -> dict[str, Any] | None:
    """What a bot does, by its view, its seat's past events and its random state; None if it does not act.

    A strong one has a `share` of its playouts.
    """
    played = load_game(game)
    if edition is not None:
        played.editions.remember(edition)
    chance = chance_of(seed, seat, view["version"])
    player = sparing(players_of(game).bot(Character.parse(bot)), share)
    action = recalling(player, [*map(played.read_event, seen)]).choose(view, chance)
    plain: dict[str, Any] | None = codec.plain(action)
    return plain


def hints(
    game: str,
    edition: str | None,
    view: Mapping[str, Any],
    count: int,
    seen: Sequence[Mapping[str, Any]] = (),
    share: float = 1.0,
    names: Sequence[str] = (),
) -> list[dict[str, Any]]:
    """What the strong bot would do with this view and its seat's past events, then other good moves."""
    played = load_game(game)
    if edition is not None:
        played.editions.remember(edition)
    with prose.seated(names):
        found = hints_of(played, view, count, [*map(played.read_event, seen)], share)
    return [
        {"action": codec.plain(hint.action), "value": hint.value, "text": hint.why, "title": hint.title}
        for hint in found
    ]


class Part(NamedTuple):
    """The decisions of a record after a version, those at the beginning analysed."""

    players: tuple[str, ...]
    turns: list[AnalysedTurn]
    left: int | None  # the version after which the next part begins; None: all are analysed
    listed: int | None = None  # the version up to which decisions are listed; None: all are

    def joined(self, earlier: Part | None) -> Part:
        """With the decisions of the part before it."""
        if earlier is None or earlier.left is None:
            return self
        kept = [turn for turn in earlier.turns if turn.version <= earlier.left]
        return self._replace(turns=kept + self.turns)

    def to_json(self) -> dict[str, Any]:
        from adjudicator.engine.agents.analyst import totals, turning_points

        return {
            "turns": [turn.to_json() for turn in self.turns],
            "totals": totals(self.players, self.turns),
            "turning_points": [turn.version for turn in turning_points(self.turns)],
            "next": self.left,
            "listed": self.listed,
        }


def analysis(
    record: Mapping[str, Any],
    after: int = 0,
    search: int | None = None,
    language: str = "en",
    playouts: int = PLAYOUTS,
    player: int | None = None,
    you: int | None = None,
    seconds: float = THINKING,
) -> Part:
    """The decisions after a version, the first `search` of them analysed, and where the next part begins.

    Those of one `player` alone, if it is said; the others are listed. `you` is whom sentences address. After
    `seconds`, no further decision is begun: the part is then shorter, but otherwise the same. Those after
    what was analysed are listed, of a long game the next ones.
    """
    from adjudicator.engine.agents.rollouts import finished

    read = Record.from_json(record)
    if player is not None and player >= len(read.players):
        raise UnreadableInput("no_such_seat", f"There is no seat {player} in this game.", seat=player)
    until = monotonic() + seconds
    try:
        with prose.speaking(language):
            analyst, decided = _decided(json.dumps(record), language, playouts, you)
            turns, left, looked, listed, ahead = [], None, 0, None, 0
            for act, turn, candidates in decided:
                if turn.version <= after:
                    continue
                if left is not None or player not in (None, turn.player):
                    turns.append(turn)
                elif looked and (looked == search or monotonic() > until):
                    left = turn.version - 1
                    turns.append(turn)
                else:
                    looked += 1
                    turns.append(finished(analyst.looked_into(act, turn, candidates)))
                if left is not None and (ahead := ahead + 1) > AHEAD:
                    listed = turn.version
                    break
        return Part(read.players, turns, left, listed)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise UnreadableInput("bad_record", "This record cannot be analysed.") from error


@lru_cache(LISTED)
def _decided(
    record: str,
    language: str,  # noqa: ARG001 - in which they are told
    playouts: int,
    you: int | None,
) -> tuple[Analyst, Kept[Decision]]:
    """The decisions of a game: listing those of a long one takes as long as looking into some of them."""
    from adjudicator.engine.agents.analyst import Analyst

    read = Record.from_json(json.loads(record))
    analyst = Analyst(game_of(read), read, playouts, you=you)
    return analyst, Kept(analyst.turns())


class Kept(Generic[T]):
    """What an iterator brings, worked out when it is first asked for and kept for the next time."""

    def __init__(self, coming: Iterator[T]) -> None:
        self._coming = coming
        self._known: list[T] = []
        self._fault: Exception | None = None  # after which there is no more

    def __iter__(self) -> Iterator[T]:
        yield from self._known
        if self._fault is not None:
            raise self._fault
        try:
            for one in self._coming:
                self._known.append(one)
                yield one
        except Exception as fault:
            self._fault = fault
            raise


def missed(record: Mapping[str, Any]) -> dict[str, Any]:
    """What each player missed, and all of them together, as sets of exercises."""
    from adjudicator.exercises.missed import missed as missed_by
    from adjudicator.exercises.missed import missed_in

    read = Record.from_json(record)
    seats = [{"seat": seat, "set": found.text} for seat, found in enumerate(missed_by(read))]
    return {"seats": seats, "set": missed_in([read]).text}


def replayed(game: Game[Any, Any], record: Record) -> Any:
    """The state that a record leads to; raises UnreadableInput for another result or other pieces."""
    state = None
    for place, (_, state) in enumerate(states(game, record.events)):
        if place == 0:
            _require_box(game, state)
    if state is None:
        raise UnreadableInput("bad_record", "A game has at least one event.")
    _require_box(game, state)
    if codec.plain(state.result) != codec.plain(record.result):
        raise UnreadableInput("bad_record", "The result of this record is not that of its events.")
    return state


def _require_box(game: Game[Any, Any], state: Any) -> None:
    """The pieces on the table are those of the edition, no more and no less."""
    try:
        here, box = state.pieces.census(), game.box(state)
    except TypeError:
        raise UnreadableInput("bad_record", "The pieces of this record have no names.") from None
    for wrong in (*(here - box), *(box - here)):
        said = f"The box has {box[wrong]} of {str(wrong)[:40]!r}, and this game has {here[wrong]}."
        raise UnreadableInput("bad_record", said)


def try_out(record: Mapping[str, Any]) -> None:
    """Checks that play could go on from here: replays the record and makes every seat's view."""
    read = Record.from_json(record)
    game = game_of(read)
    state = replayed(game, read)
    try:
        for seat in (None, *state.players):
            game.view(state, seat)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise UnreadableInput("bad_record", "This game cannot be gone on with.") from error


def moments(
    record: Mapping[str, Any], language: str, wanted: Sequence[tuple[int, int | None]]
) -> dict[str, Any]:
    """What these seats could see after these events of a record, in the same order."""
    read = Record.from_json(record)
    game = game_of(read)
    after = {event.version: state for event, state in states(game, read.events)}
    found = []
    for version, seat in wanted:
        if version not in after:
            raise UnreadableInput("no_such_moment", f"This record has no event {version}.", version=version)
        if seat is not None and seat >= len(after[version].seats):
            raise UnreadableInput("no_such_seat", f"There is no seat {seat} in this game.", seat=seat)
        found.append({"version": version, "seat": seat, "view": _seen(game, after, version, seat)})
    with prose.speaking(language):
        return {"moments": found, "words": words_in(game.name, found)}


def _seen(
    game: Game[Any, Any], after: Mapping[int, Any], version: int, seat: int | None
) -> dict[str, Any] | None:
    """Starts at the first event after which a player is asked; between the events of one action none is."""
    for later in range(version, len(after) + 1):
        with suppress(Exception):  # a game may fail on a state in the middle of an action
            return game.view(after[later], seat)
    return None
