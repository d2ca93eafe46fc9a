"""`adjudicator analyse RECORD`: every decision of a game, and the best choice there."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from adjudicator.chem.formula.typeset import prose_in_signs
from adjudicator.cli.options import told
from adjudicator.editions.labels import short_label
from adjudicator.errors import UnreadableInput, fault_of_json
from adjudicator.prose import decimal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import BinaryIO

    from adjudicator.engine.agents.analyst import AnalysedTurn
    from adjudicator.engine.replay import Record

MAX_FILE = 1 << 24  # bytes; a long game has a few hundred thousand


@click.command()
@click.argument("file", type=click.File("rb"), metavar="RECORD")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.option(
    "--playouts",
    type=click.IntRange(4, 5000),
    default=48,
    show_default=True,
    help="How many times each decision is played out at most.",
)
@click.pass_context
def analyse(ctx: click.Context, file: BinaryIO, as_json: bool, playouts: int) -> None:
    """Analyse a recorded game: the best choice at each decision, what was lost, and the effect of luck.

    \b
      adjudicator simulate compoundit --games 1 --players greedy,random --record games/
      adjudicator analyse games/compoundit-00001.json

    Each decision is played out many times, from what its player could see. A difference below two standard
    errors does not count. RECORD can be - for standard input.
    """
    from adjudicator.engine.agents.analyst import Analyst, totals, turning_points
    from adjudicator.engine.agents.rollouts import finished
    from adjudicator.engine.replay import game_of

    ctx.obj["json"] = as_json
    record = _read(file)
    analyst = Analyst(game_of(record), record, playouts)
    found = list(analyst.turns())
    with click.progressbar(found, label="Looking", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        turns = [finished(analyst.looked_into(*decision)) for decision in bar]
    summary, turning = totals(record.players, turns), turning_points(turns)
    if as_json:
        whole = {
            "game": record.game,
            "edition": record.edition,
            "turns": [turn.to_json() for turn in turns],
            "players": summary,
            "turning_points": [turn.version for turn in turning],
        }
        click.echo(json.dumps(whole, ensure_ascii=False))
    else:
        click.echo("\n".join(_lines(record, turns, turning, summary)))


def _read(file: BinaryIO) -> Record:
    from adjudicator.engine.replay import Record

    data = file.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise UnreadableInput("file_too_large", f"A record has at most {MAX_FILE >> 20} MiB.")
    try:
        plain = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UnreadableInput("bad_json", f"The record is not JSON: {fault_of_json(error)}.") from None
    return Record.from_json(plain)


def _lines(
    record: Record,
    turns: Sequence[AnalysedTurn],
    turning: Sequence[AnalysedTurn],
    summary: Sequence[dict[str, Any]],
) -> Iterator[str]:
    from adjudicator.engine.agents.remarks import amount

    yield f"{record.game}, {short_label(record.edition)}"
    yield ""
    for number, turn in enumerate(turns, start=1):
        back = told(", taken back") if turn.taken_back else ""
        yield prose_in_signs(f"{number:>3}. {turn.played}{back}")
        yield f"     {_comment(turn)}"
    if turning:
        yield ""
        yield told("Turning points:")
        for turn in turning:
            yield prose_in_signs(f"{turns.index(turn) + 1:>3}. {turn.played}")
            yield prose_in_signs(f"     {turn.text}")
    yield ""
    for player in summary:
        yield f"{player['player']}: {amount(record.game, player['score'])}, {_summed(player)}"


def _summed(player: dict[str, Any]) -> str:
    if player["accuracy"] is None:
        return told("nothing to decide")
    return told(
        "{lost} lost, {share} % of {turns} decisions as good as the best, "
        "{chance} % winning chance lost with each",
        lost=player["lost"],
        share=round(100 * player["accuracy"]),
        turns=player["turns"],
        chance=decimal(100 * player["chance_lost"]),
    )


def _comment(turn: AnalysedTurn) -> str:
    if turn.best is None:
        return told("there was nothing to play")
    chances = " : ".join(f"{100 * chance:.0f}" for chance in turn.chances)
    said = turn.text or told("nothing was better")
    why = f" {turn.why}" if turn.why and turn.text else ""
    return prose_in_signs(f"{said}{why} [{chances} %]")
