"""What is thought about in a process of its own: a bot's choice, hints, the analysis of a finished game.

Called by name in another process (see `jobs.pool`), with plain values only; nothing here knows the database.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.engine import codec
from adjudicator.engine.agents.bots import Character, chance_of, players_of
from adjudicator.engine.game import load_game
from adjudicator.engine.replay import Record, game_of, states
from adjudicator.errors import UnreadableInput

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.engine.game import Game

BOT_SECONDS = 2.0  # that a bot may think at a table with people


def choose(
    game: str, edition: str | None, view: Mapping[str, Any], bot: str, seed: str, seat: int
) -> dict[str, Any] | None:
    """What a bot does, by its view and its own chance; None if it leaves it to others."""
    played = load_game(game)
    if edition is not None:
        played.editions.remember(edition)
    chance = chance_of(seed, seat, view["version"])
    action = players_of(game).bot(Character.parse(bot), BOT_SECONDS).choose(view, chance)
    plain: dict[str, Any] | None = codec.plain(action)
    return plain


def hints(game: str, edition: str | None, view: Mapping[str, Any], count: int) -> list[dict[str, Any]]:
    played = load_game(game)
    if edition is not None:
        played.editions.remember(edition)
    found = players_of(game).hints(view, count)
    return [{"action": codec.plain(hint.action), "value": hint.value, "text": hint.why} for hint in found]


def analysis(
    record: Mapping[str, Any], language: str = "en", after: int = 0, search: int | None = None
) -> dict[str, Any]:
    """The turns after a version, with the best there was for the first `search` of them, and what is next."""
    from adjudicator.engine.agents.analysis import totals, turns_of

    read = Record.from_json(record)
    try:
        with prose.speaking(language):
            turns = list(turns_of(game_of(read), read, after, search))
        return {
            "turns": [turn.to_json() for turn in turns],
            "totals": totals(read, turns),
            "next": None if search is None or search >= len(turns) else turns[search].version - 1,
        }
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise UnreadableInput("bad_record", f"This record cannot be analysed: {error!r}.") from error


def moments(record: Mapping[str, Any], wanted: Sequence[tuple[int, int | None]]) -> list[dict[str, Any]]:
    """What these seats could see after these events of a record, the order kept."""
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
    return found


def _seen(
    game: Game[Any, Any], after: Mapping[int, Any], version: int, seat: int | None
) -> dict[str, Any] | None:
    """From the first moment on at which it can be said: amid the events of one act nobody is asked yet."""
    for later in range(version, len(after) + 1):
        with suppress(Exception):  # whatever a game stumbles over that is not settled
            return game.view(after[later], seat)
    return None
