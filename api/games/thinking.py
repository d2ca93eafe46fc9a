"""What is thought about in a process of its own: a bot's choice, hints, the analysis of a finished game.

Called by name in another process (see `api.work`), with plain values only; nothing here knows the database.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.engine import codec
from adjudicator.engine.bots import Character, chance_of, players_of
from adjudicator.engine.game import load_game

if TYPE_CHECKING:
    from collections.abc import Mapping

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


def analysis(record: Mapping[str, Any]) -> dict[str, Any]:
    from adjudicator.analysing import totals, turns_of
    from adjudicator.engine.replay import Record, game_of

    read = Record.from_json(record)
    turns = list(turns_of(game_of(read), read))
    return {"turns": [turn.to_json() for turn in turns], "totals": totals(read, turns)}
