"""The command line of CompoundIt!: `adjudicator challenge GAME.json`."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

import click

from adjudicator.chem.formula.typeset import prose_in_signs
from adjudicator.cli.options import EDITION, EXIT
from adjudicator.cli.render import ICONS, MARKS, heading
from adjudicator.errors import quote
from adjudicator.prose import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

    from adjudicator_rulesets.compoundit.judging.board.challenge import ChallengeRuling, Consequence

_told = partial(phrase, "terminal", game="compoundit")  # a constant text, in the language that is spoken


@click.command()
@click.argument("file", type=click.File("rb"), metavar="GAME.json")
@click.option("--json", "as_json", is_flag=True, help="Print the ruling as JSON.")
@EDITION
@click.pass_context
def challenge(ctx: click.Context, file: BinaryIO, as_json: bool, edition: Path | None) -> None:
    """Rule on a challenged move of CompoundIt!: the board before it, and the tiles it laid.

    \b
      adjudicator challenge game.json
      {"rules": "compoundit:standard", "player": "ann", "challenger": "bob",
       "board": [{"row": 8, "col": 8, "symbol": "O"}, {"row": 8, "col": 9, "symbol": "O"}],
       "move": [{"row": 6, "col": 8, "symbol": "H"}, {"row": 7, "col": 8, "symbol": "H"}]}

    Without a board, give the runs that the move made: {"runs": ["HHO", "ClCl"]}. A single dash reads standard
    input. With "detail": "sealed" only the ruling is shown, no reason.

    Exit code: 0 valid, 1 invalid, 3 unresolved, 2 unreadable or impossible.
    """
    from adjudicator_rulesets.compoundit.judging.board import challenge_file

    ctx.obj["json"] = as_json
    asked = challenge_file.read(file.read(challenge_file.MAX_FILE + 1))
    ruling = asked.rule(edition)
    if as_json:
        click.echo(json.dumps(ruling.to_sealed() if asked.sealed else ruling.to_json(), ensure_ascii=False))
    else:
        click.echo("\n".join(_lines(ruling, sealed=asked.sealed)))
    ctx.exit(EXIT[ruling.ruling])


def _lines(ruling: ChallengeRuling, *, sealed: bool) -> Iterator[str]:
    yield heading(ruling.ruling, _consequence(ruling.consequence))
    if sealed:
        return
    yield ""
    yield prose_in_signs(f"{ruling.reason}")
    yield ""
    for check in ruling.geometry:
        yield f"  {MARKS[check.outcome]} {check.rule:<12} {prose_in_signs(check.message)}"
    for run in ruling.runs:
        tiles = " ".join(run.tiles)
        where = _squares(run.squares)
        scored = where if run.score is None else _told("run_scored", where=where, n=run.score)
        yield f"  {ICONS[run.verdict.ruling]} {tiles:<12} {prose_in_signs(run.verdict.decisive.message)}"
        yield f"  {'':<14} {scored}"
    if ruling.score is not None:
        yield ""
        yield _told("move_scored", n=ruling.score)
    yield ""
    yield f"{ruling.rules} · {ruling.edition}"


def _squares(squares: tuple[tuple[int, int], ...] | None) -> str:
    if squares is None:
        return _told("no_board")
    (row, col), (last_row, last_col) = squares[0], squares[-1]
    if row == last_row:
        return _told("across", row=row, first=col, last=last_col)
    return _told("down", col=col, first=row, last=last_row)


def _consequence(consequence: Consequence | None) -> str:
    if consequence is None:
        return _told("unresolved")
    player = quote(consequence.player)[1:-1]  # printable, whatever was in the file
    if consequence.tiles_back:
        return _told("tiles_back", player=player)
    return _told("turn_lost", player=player)
