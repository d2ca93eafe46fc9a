"""`adjudicator play GAME --server URL`: the same terminal, at a table on a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from adjudicator import prose
from adjudicator.chem.formula.typeset import prose_in_signs
from adjudicator.cli.options import refused, told
from adjudicator.client import Service, ServiceError, engine_view
from adjudicator.engine import codec
from adjudicator.engine.terminal import noted, terminal_of
from adjudicator.errors import AdjudicatorError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.client import Table

COMMANDS = (
    ("board", "show the table again"),
    ("help", "show this help"),
    ("quit", "leave the table; somebody may take over your seat"),
)


def join_online(
    game: str, server: str, code: str | None, name: str, bots: Sequence[str], options: Mapping[str, Any]
) -> None:
    """Joins a table by its code, or opens a new one against bots."""
    service = Service(server)
    if code is not None:
        table = service.join(code, name)
    else:
        seats = [{"name": name}, *({"bot": bot} for bot in bots)]
        table = service.open(game, seats, options=dict(options))
    try:
        _play(table)
    except (EOFError, KeyboardInterrupt):
        table.leave()
        click.echo("\n" + told("You leave the table."))


def _play(table: Table) -> None:
    number, waiting = 0, False
    for view in table.views():
        if view["status"] == "waiting":
            if not waiting:
                click.echo(told("Waiting for others. The code of the table is {code}.", code=view["code"]))
            waiting = True
            continue
        number = _tell(table, number)
        if view["status"] == "over":
            _result(view)
        elif any(ask["player"] == view["you"] for ask in view["asks"]):
            _turn(table, view)


def _tell(table: Table, after: int) -> int:
    events = table.log()["events"]
    for event in events[after:]:
        if event.get("text"):
            click.echo(prose_in_signs(event["text"]))
    return len(events)


def _turn(table: Table, view: Mapping[str, Any]) -> None:
    terminal = terminal_of(view["game"])
    names = [player["name"] for player in view["players"]]
    seen = engine_view(view)
    may = ", ".join(dict.fromkeys(action["type"] for action in view["actions"]))
    click.echo(f"\n{terminal.draw(seen, names)}\n")
    waits = not any(ask["player"] == view["you"] and ask["obliged"] for ask in view["asks"])
    while True:
        text = input(f"{names[view['you']]} ({may}{told(', or Enter to wait') if waits else ''})> ").strip()
        if not text and waits:
            return
        match text.lower():
            case "quit" | "exit" | "q":
                raise EOFError
            case "help" | "h":
                rows = (f"  {written:<6}  {told(about)}" for written, about in COMMANDS)
                click.echo("\n".join([noted(view["game"], terminal), *rows]))
            case "board":
                click.echo(terminal.draw(seen, names))
            case "":
                continue
            case _:
                try:
                    table.act(codec.plain(terminal.read(text, seen)), view["version"])
                except ServiceError as error:
                    click.echo(refused(error.message))
                    if error.status == 412:
                        return  # the next view is on its way
                except AdjudicatorError as error:
                    click.echo(refused(prose.retold(error.message)))
                else:
                    return


def _result(view: Mapping[str, Any]) -> None:
    winners = [view["players"][seat]["name"] for seat in view["result"]["winners"]]
    scores = ", ".join(f"{player['name']} {player['score']}" for player in view["players"])
    won = ", ".join(winners) or told("nobody")
    click.echo(told("The game is over. Winner: {names}. {scores}.", names=won, scores=scores))
