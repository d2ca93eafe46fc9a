"""`adjudicator simulate GAME`: bots play many games; the results as figures."""

from __future__ import annotations

import json
import secrets
import sys
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli import completing, render
from adjudicator.cli.game_help import GameCommand
from adjudicator.cli.options import CLUSTER, EDITION, GAME, WORKERS, text_of, told
from adjudicator.prose import decimal, percent, told_apart

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from adjudicator.engine.agents.simulating import Match


def _settings(_: click.Context, __: click.Parameter, texts: tuple[str, ...]) -> tuple[tuple[str, Any], ...]:
    return tuple(_setting(text) for text in texts)


def _setting(text: str) -> tuple[str, Any]:
    """Reads NAME=VALUE, where the value is JSON or else plain text."""
    name, equals, value = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{text!r} is not NAME=VALUE.")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


OPTION = click.option(
    "--option",
    "settings",
    multiple=True,
    callback=_settings,
    metavar="NAME=VALUE",
    help="Any other option of the game; GAME --help lists them.",
)
RULES = click.option(
    "--rules",
    shell_complete=completing.rules,
    help="The rule set, such as compoundit:expert; GAME --help lists them.",
)
MODE = click.option("--mode", help="How moves are checked: verified or challenge.")


def options_of(rules: str | None, mode: str | None, settings: tuple[tuple[str, Any], ...]) -> dict[str, Any]:
    """The options of a game from the command line; the game itself refuses unknown ones."""
    options: dict[str, Any] = dict(settings)
    if rules is not None:
        options["rules"] = rules
    if mode is not None:
        options["mode"] = mode
    return options


@click.command(cls=GameCommand)
@GAME
@click.option(
    "--games", "number", type=click.IntRange(1), default=100, show_default=True, help="The number of games."
)
@click.option(
    "--players",
    help="The bots, separated by commas; your own is mymodule:MyBot. By default policy,greedy.",
)
@click.option("--seed", help="The same seed gives the same games. By default they are new every time.")
@RULES
@MODE
@OPTION
@EDITION
@click.option(
    "--record",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write every game to this folder, as one JSON file each.",
)
@click.option("--round-robin", is_flag=True, help="Every pair of bots plays --games games.")
@click.option(
    "--csv",
    "table",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the table of the tournament to this file.",
)
@WORKERS
@CLUSTER
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.pass_context
def simulate(
    ctx: click.Context,
    game: str,
    number: int,
    players: str | None,
    seed: str | None,
    rules: str | None,
    mode: str | None,
    settings: tuple[tuple[str, Any], ...],
    edition: Path | None,
    record: Path | None,
    round_robin: bool,
    table: Path | None,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Let bots play many games, and show who wins and how the games go.

    \b
      adjudicator simulate compoundit --games 200 --players strong,greedy --seed 1
      adjudicator simulate compoundit --players greedy,greedy,random --rules compoundit:expert
      adjudicator simulate compoundit --players strong:5,strong+daring --mode challenge --record games/

    Seats rotate from game to game. The same seed gives the same games on any number of cores, and on a
    cluster. simulate GAME --help lists the rule sets, options and bots of a game.

    \b
      adjudicator simulate valence-plus --players strong,greedy,random --round-robin --csv table.csv

    \b
      adjudicator simulate ion --players mymodule:MyBot,greedy --games 200

    Your own bot is a class with choose(view, random), imported from the current folder.

    A tournament rates bots on the Elo scale, with 95 % intervals; their mean is 1500. A game that the bots do
    not finish is reported as unfinished and counts for nobody. Ctrl+C shows the figures of the games so far.
    """
    from adjudicator.batch.executors import workforce
    from adjudicator.engine.agents.bots import POLICY, is_own, seated, usual_bots
    from adjudicator.engine.agents.simulating import Plan, played, summary
    from adjudicator.engine.agents.tournaments import standings, tables_of, written
    from adjudicator.engine.game import load_game

    ctx.obj["json"] = as_json
    if table is not None and not round_robin:
        raise click.UsageError("--csv writes the table of a tournament; it needs --round-robin.")
    playable = load_game(game)
    if players is None:
        entrants = usual_bots(game, (POLICY, "greedy"))
    else:
        entrants = tuple(name.strip() for name in players.split(","))
    if any(map(is_own, entrants)):
        find_here()
    options, text = options_of(rules, mode, settings), text_of(edition, game)
    seated(game, entrants)  # a bad name or option fails before the run starts
    playable.setup(options, 2 if round_robin else len(entrants), text)
    plan = Plan(game, entrants, number, secrets.token_hex(4) if seed is None else seed, options, record, text)
    plans = tables_of(plan) if round_robin else [plan]
    matches: list[Match] = []

    def show() -> None:
        figures = standings(plan, matches) if round_robin else summary(plan, matches)
        if table is not None:
            table.write_text(written(figures), encoding="utf-8")
        lines = _standings(figures) if round_robin else _lines(figures)
        click.echo(json.dumps(figures, ensure_ascii=False) if as_json else "\n".join(lines))

    try:
        with workforce(workers, cluster) as force:
            games = chain.from_iterable(played(each, force) for each in plans)
            for match in _with_progress(games, number * len(plans)):
                matches.append(match)  # noqa: PERF402 - keeps what came before an interruption
    except KeyboardInterrupt:
        whole = number * len(plans)
        message = told("Interrupted after {games} of {whole} games.", games=len(matches), whole=whole)
        click.echo(message, err=True)
        if matches:
            show()
        raise
    show()


def find_here() -> None:
    """Makes the modules of the current folder importable, here and in other processes."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)


def _with_progress(matches: Iterator[Match], number: int) -> Iterator[Match]:
    if not sys.stderr.isatty():
        yield from matches
        return
    from rich.progress import Progress

    with Progress(console=render.console(stderr=True), transient=True) as progress:
        task = progress.add_task("playing", total=number)
        for match in matches:
            yield match
            progress.advance(task)


def _lines(figures: Mapping[str, Any]) -> Iterator[str]:
    yield told("{games} games of {title}, seed {seed}", **_header(figures))
    yield ""
    width = max(16, *(len(player["player"]) for player in figures["players"]))
    heads = [
        (7, told("wins")),
        (15, "95 %"),
        (7, told("points")),
        (6, told("a turn")),
        (6, told("idle")),
        (5, told("left")),
    ]
    yield f"{'':<{width}}  " + "  ".join(f"{head:>{wide}}" for wide, head in heads)
    names = told_apart([player["player"] for player in figures["players"]])
    for name, player in zip(names, figures["players"], strict=True):
        wins = player["wins"]
        yield (
            f"{name:<{width}}  {percent(wins['share']):>7}  {_interval(wins):>15}"
            f"  {decimal(player['score']['mean']):>7}  {decimal(player['points_per_turn']):>6}"
            f"  {percent(player['passes_before_end']):>6}  {decimal(player['pieces_left']):>5}"
        )
    if len(figures["players"]) > 2 and figures["pairs"]:
        yield ""
        for pair in figures["pairs"]:
            ahead = pair["ahead"]
            who = told("{player} ahead of {other}", player=pair["player"], other=pair["against"])
            share, remark = percent(ahead["share"]), told("by rank, ties half")
            yield f"{who:<{width}}  {share:>7}  {_interval(ahead):>15}  {remark}"
    turns, left, first = figures["turns"], figures["pieces_left"], figures["first_player_wins"]
    yield ""
    yield _line(told("Turns a game"), _range(turns))
    yield _line(told("Points a turn"), decimal(figures["points_per_turn"]))
    idle = percent(figures["passes_before_end"])
    yield _line(told(figures["idle"]), told("{share} of all turns", share=idle))
    yield _line(told("First player wins"), f"{percent(first['share'])} ({_interval(first)})")
    yield _line(told("Pieces left"), _range(left))
    ends = (f"{told(reason)} {percent(share, 0)}" for reason, share in figures["ends"].items())
    yield _line(told("Ends"), ", ".join(ends))
    yield from _unfinished(figures)


def _line(name: str, figure: str) -> str:
    return f"{name:<21} {figure}"


def _range(found: Mapping[str, Any]) -> str:
    return told(
        "{mean}, from {least} to {most}",
        mean=decimal(found["mean"]),
        least=found["least"],
        most=found["most"],
    )


def _header(found: Mapping[str, Any]) -> dict[str, Any]:
    return {"games": found["games"], "title": found["game"], "seed": found["seed"]}


def _standings(found: Mapping[str, Any]) -> Iterator[str]:
    yield told("{games} games of {title}, seed {seed}: who is ahead of whom, by rank", **_header(found))
    yield ""
    names = [row["player"] for row in found["players"]]
    width = max(8, *map(len, names))
    yield f"{'':<{width}}  {'Elo':>5}  {'95 %':>11}  " + "  ".join(f"{name:>{width}}" for name in names)
    for row in found["players"]:
        shares = [row["against"].get(name) for name in names]
        cells = "  ".join(f"{'–' if share is None else percent(share):>{width}}" for share in shares)
        yield f"{row['player']:<{width}}  {row['elo']:>5.0f}  {row['low']:>5.0f}–{row['high']:<5.0f}  {cells}"
    yield from _unfinished(found)


def _unfinished(found: Mapping[str, Any]) -> Iterator[str]:
    if found["unfinished"]:
        left, games = found["unfinished"], found["games"]
        yield _line(
            told("Unfinished"), told("{left} of {games} games; they count for nobody", left=left, games=games)
        )


def _interval(rate: Mapping[str, float]) -> str:
    return f"{percent(rate['low'])}–{percent(rate['high'])}"
