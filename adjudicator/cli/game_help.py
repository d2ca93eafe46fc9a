"""`--help` of a command with a game also lists that game's rule sets, options and bots."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from adjudicator import prose
from adjudicator.cli.options import told
from adjudicator.errors import AdjudicatorError

if TYPE_CHECKING:
    from collections.abc import Iterator

ARGUMENTS = "adjudicator.arguments"
CHOICES = {"boolean": "true or false", "string": "text", "integer": "a whole number"}
OF_THE_COMMAND = "rules", "mode"  # these have their own options


class GameCommand(click.Command):
    """A command whose first argument is a game."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[ARGUMENTS] = tuple(args)  # --help is answered before the arguments are parsed
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from adjudicator import ruleset

        named = [word for word in ctx.meta.get(ARGUMENTS, ()) if word in ruleset.games()]
        for name in named[:1]:
            _tell(name, formatter)
        if not named:
            games = ", ".join(sorted(ruleset.games()))
            formatter.write_paragraph()
            path = ctx.command_path
            formatter.write_text(
                told(
                    "Games: {games}. The options of a game: {command} GAME --help", games=games, command=path
                )
            )
        super().format_epilog(ctx, formatter)


def _tell(game: str, formatter: click.HelpFormatter) -> None:
    try:
        for heading, rows in _told(game):
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)
    except AdjudicatorError as error:  # a game that can be judged but not played
        formatter.write_paragraph()
        formatter.write_text(prose.retold(error.message))


def _told(name: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    from adjudicator import ruleset
    from adjudicator.engine import codec
    from adjudicator.engine.agents.bots import described_bots
    from adjudicator.engine.game import load_game

    package = ruleset.game(name)
    playing = getattr(package, "plays", (name, {}))[0]
    game = load_game(playing)
    options: dict[str, Any] = codec.schema(game.options_type)["properties"]
    if "rules" in options:
        sets = [(f"{name}:{variant}", text) for variant, text in ruleset.variants_of(name).items()]
        yield told("--rules of {title}; join several with +", title=package.title), sets
    if "mode" in options:
        yield told("--mode of {title}", title=package.title), [_option("--mode", options["mode"])]
    rows = [_option(f"--option {key}=…", kind) for key, kind in options.items() if key not in OF_THE_COMMAND]
    yield told("Options of {title}", title=package.title), rows
    yield told("Bots of {title}", title=package.title), [*described_bots(playing).items()]


def _option(written: str, kind: dict[str, Any]) -> tuple[str, str]:
    choices = kind.get("enum")
    either = f" {told('or')} "
    may = either.join(map(str, choices)) if choices else told(CHOICES.get(kind.get("type", ""), "a value"))
    default = kind.get("default")
    usual = json.dumps(default) if isinstance(default, bool) else default
    return written, told("{may}; by default {usual}", may=may, usual=usual)
