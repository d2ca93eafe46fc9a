"""`adjudicator analyse RECORD`: what could have been played in a game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from adjudicator.editions.labels import short_label
from adjudicator.errors import UnreadableInput

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import BinaryIO

    from adjudicator.engine.agents.analysis import Turn
    from adjudicator.engine.replay import Record

MAX_FILE = 1 << 24  # bytes; a long game has some hundred thousand


@click.command()
@click.argument("file", type=click.File("rb"), metavar="RECORD")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_context
def analyse(ctx: click.Context, file: BinaryIO, as_json: bool) -> None:
    """Look at a recorded game again: for each turn the best play there was, and what it would have scored.

    \b
      adjudicator simulate compoundit --games 1 --players greedy,random --record games/
      adjudicator analyse games/compoundit-00001.json

    A single dash reads standard input.
    """
    from adjudicator.engine.agents.analysis import totals, turns_of
    from adjudicator.engine.replay import game_of

    ctx.obj["json"] = as_json
    record = _read(file)
    turns = list(turns_of(game_of(record), record))
    summary = totals(record, turns)
    if as_json:
        found = {
            "game": record.game,
            "edition": record.edition,
            "turns": [turn.to_json() for turn in turns],
            "players": summary,
        }
        click.echo(json.dumps(found, ensure_ascii=False))
    else:
        click.echo("\n".join(_lines(record, turns, summary)))


def _read(file: BinaryIO) -> Record:
    from adjudicator.engine.replay import Record

    data = file.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise UnreadableInput("file_too_large", f"A record has at most {MAX_FILE >> 20} MiB.")
    try:
        plain = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UnreadableInput("bad_json", f"The record is not JSON: {error}.") from None
    return Record.from_json(plain)


def _lines(record: Record, turns: Sequence[Turn], summary: Sequence[dict[str, Any]]) -> Iterator[str]:
    yield f"{record.game}, {short_label(record.edition)}"
    yield ""
    for number, turn in enumerate(turns, start=1):
        back = ", taken back" if turn.taken_back else ""
        yield f"{number:>3}. {turn.played}{back}"
        yield f"     {_comment(turn)}"
    yield ""
    for player in summary:
        yield (
            f"{player['player']}: {player['score']} points, {player['lost']} lost, the best play in "
            f"{player['best_found']} of {player['turns']} turns"
        )


def _comment(turn: Turn) -> str:
    if turn.best is None:
        return "there was nothing to play"
    if turn.lost:
        return f"best was {turn.best} for {turn.best_score}, {turn.lost} more: {turn.why}"
    if turn.score <= turn.best_score:
        return "no play scores more"
    return "more than was to be expected" if turn.by_chance else "more than any legal play"
